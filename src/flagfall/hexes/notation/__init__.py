"""Actions as numbers and positions as text."""
