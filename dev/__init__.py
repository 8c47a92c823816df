"""What a developer's machine needs: set-up, local services, one supervisor, checks.

The product never imports it.
"""
