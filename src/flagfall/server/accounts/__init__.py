"""Accounts and guests: sign-in, tokens, ratings."""
