"""Games as numbers for learning code: observations, actions, turns."""
