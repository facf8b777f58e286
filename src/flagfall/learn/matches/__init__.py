"""Matches of networks over many games at once, to measure what training gained."""
