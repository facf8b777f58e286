"""The rules as pure functions over a `Field`: sight, attack odds, costs, reach, paths."""
