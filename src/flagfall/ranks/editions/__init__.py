"""Editions as files: their reader, which there are, and an edition as flat arrays."""
