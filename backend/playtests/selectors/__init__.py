"""Reads of playtests."""
