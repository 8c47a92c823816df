"""Figures beside the counts, with their intervals. Pure: nothing of the database.

SciPy and NumPy are imported inside the functions that need them.
"""
