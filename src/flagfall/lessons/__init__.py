"""Playable lessons of one idea a board: data files, played by the real rules; see ``docs/lessons.md``."""
