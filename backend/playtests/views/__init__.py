"""Playtests over REST, and the page by which people join a study."""
