"""Notices for people who are away: by Web Push and by e-mail, where they have asked for it."""
