"""Tuning: finding rules whose headline falls within a target, step by recorded step.

- `search`: what to try next, pure
- `checking`: what was asked for
- `measuring`: what the steps' experiments say, cell by cell

`backend.lab.services.tuning` writes.
"""
