"""Messages about lessons, puzzles, missions, reviews, analyses and progress."""
