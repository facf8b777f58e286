"""The network: its shape, acting with it, and its files."""
