"""The shapes of what playtests take and tell over REST."""
