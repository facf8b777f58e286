"""What acts and rounds do to a draft: attacks, damage, movement, turns, victory."""
