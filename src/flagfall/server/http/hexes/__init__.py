"""HTTP of the hex game: scenarios, questions about a moment, the workshop."""
