"""What a player asks before acting, and what a finished game can be asked."""
