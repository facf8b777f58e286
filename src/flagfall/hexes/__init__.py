"""The hex tactics game of transforming robots: board, sight, movement, combat; units and maps as data."""


def announce() -> None:
    """Make every scenario known to the registry."""
