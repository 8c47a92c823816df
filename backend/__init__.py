"""The Django project: serves puzzles, records play, queues experiments."""
