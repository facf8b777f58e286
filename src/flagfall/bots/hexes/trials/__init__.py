"""Plans of the hex game tried out in worlds that fit what a player knows."""
