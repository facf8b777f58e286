"""Text forms: actions, set-ups, positions, and actions as numbers."""
