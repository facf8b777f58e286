"""Playable lessons of one idea a board: data files, by the real rules; see ``docs/inventors/lessons.md``."""
