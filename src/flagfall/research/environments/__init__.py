"""What the environments are made of: observations as planes, actions as integers, turns and ends."""
