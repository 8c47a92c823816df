"""The shapes of what clients send and get."""
