"""Production. Refuses to start without its secrets."""

from __future__ import annotations

from .base import *  # noqa: F403
from .base import env
from .database import database_from_url
from .logging import logging_settings

SECRET_KEY = env.str("SECRET_KEY")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
DATABASES = {"default": database_from_url(env.str("DATABASE_URL"))}
REDIS_URL = env.str("REDIS_URL")

LOG_FORMAT = env.str("LOG_FORMAT", "json")
LOGGING = logging_settings(level=env.str("LOG_LEVEL", "INFO").upper(), form=LOG_FORMAT)

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# HTTPS=false is for a trial on one machine without a certificate.
HTTPS = env.bool("HTTPS", True)
SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Health checks come from inside, in plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$"]

# Only a proxy that sets (and strips) this header may say that the outside was https.
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
