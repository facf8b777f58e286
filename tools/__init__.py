"""Tools for those who work on Flagfall; not part of the package."""
