"""Thin Celery tasks, one module for each queue, and what keeps workers alive.

A task takes ids, calls one service, and turns errors that may pass into a retry.
"""
