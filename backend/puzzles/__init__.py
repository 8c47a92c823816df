"""Puzzles, each with its proof, and the daily set."""
