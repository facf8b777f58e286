"""Who plays whom in a tournament, and who stands where: pure functions, the same answer for the same seed."""
