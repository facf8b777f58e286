"""Processes that work for the server: bots that play, advice for people who ask, and readers of uploads."""
