"""Players, their sessions, and what they have done."""
