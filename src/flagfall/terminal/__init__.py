"""The command line: games, pages, play, replays, conversions, editions."""
