"""Bots in processes of their own: the line protocol, its client, and programs that speak it."""
