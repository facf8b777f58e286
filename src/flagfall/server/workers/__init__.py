"""Processes that think for the server: bots that play, and advice for people who ask."""
