"""Intervals and tests: pure functions of counts and sums, nothing of the database.

SciPy and statsmodels are imported inside the functions that need them: they cost seconds and
160 MB, which the web process should pay for only where such a figure is asked for.
"""
