"""A developer's machine: debug pages, plain HTTP, files served straight from the folders."""

from __future__ import annotations

from .base import *  # noqa: F403
from .base import env

DEBUG = env.bool("DEBUG", True)
SECRET_KEY = env.str("SECRET_KEY", "not-a-secret-only-for-development-" + "x" * 32)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
STATIC_ROOT = None  # nothing is collected: files are served from where they lie
WHITENOISE_USE_FINDERS = True
