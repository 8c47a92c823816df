"""Recorded play as files: what a session looks like in one, how it is read, judged and written.

Pure but for `boards`: no module here writes to the database.
"""
