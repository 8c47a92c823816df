"""The test suite: like production where it matters, quick where it does not."""

from __future__ import annotations

from .base import *  # noqa: F403

SECRET_KEY = "not-a-secret-only-for-tests-" + "x" * 32
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = None  # nothing is collected: files are served from where they lie
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
RATE_LIMITS = dict.fromkeys(RATE_LIMITS)  # none: tests of limits set their own  # noqa: F405
LOAD_AHEAD = False  # most tests that start a web process look at no page of statistics
