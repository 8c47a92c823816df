"""Benchmarks: `python -m bench [NAME …]`. Each module here with a `run` is one."""
