"""The hex game on paper."""
