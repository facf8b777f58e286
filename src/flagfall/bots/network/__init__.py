"""The learned bot: a network trained by self-play, with look-ahead and learned set-ups."""
