"""Units: their sheets as data, and a unit in play."""
