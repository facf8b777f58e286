"""The rules as functions: sight, hits, harm, movement, rounds, victory."""
