"""The hex game on the terminal."""
