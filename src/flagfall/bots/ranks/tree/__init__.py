"""The search of level 5 in one world, as compiled functions over flat arrays."""
