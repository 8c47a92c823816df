"""Settings, addresses and the two entry points (WSGI, Celery)."""
