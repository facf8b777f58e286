"""Worlds that fit a view: dealt, checked, and as twins that a seat cannot tell apart."""
