"""The hidden-rank games on paper."""
