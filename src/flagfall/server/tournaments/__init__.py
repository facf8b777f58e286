"""Tournaments: made, entered, run by one process at a time, and shown to those who look on."""
