"""One folder a game. Nothing here names them: see `engines.registry`."""
