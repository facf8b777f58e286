"""What is stored of finished games: results, the public database, played set-ups."""
