"""Missions: scenarios for one person against a bot, with a story, prompts and goals."""
