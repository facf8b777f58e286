"""The set-up laboratory: what is weak in a set-up, what it scores against a field, and better swaps."""
