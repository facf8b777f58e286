"""What acts, places and dangers are worth to the hex bots."""
