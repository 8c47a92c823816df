"""Players, sessions and every move, undo and hint of them."""
