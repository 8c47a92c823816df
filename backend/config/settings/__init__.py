"""Settings per place: `dev`, `test` and `prod`, all built on `base`."""
