"""HTTP: what people have of each other and of coming back: progress, statistics, friends, moderation."""
