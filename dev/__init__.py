"""What a developer's machine needs: set-up, local services, one supervisor. Never imported by the product."""
