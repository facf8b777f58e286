"""Bots for the hex game: random, greedy, and planners that weigh whole turns."""
