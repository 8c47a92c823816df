"""Games that only tests know."""
