"""Requests that may be sent twice and are done once: the `Idempotency-Key` header."""
