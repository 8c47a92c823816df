"""The Celery application; workers and the web process share it."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings.dev")

app = Celery("tsumi")
app.config_from_object("django.conf:settings", namespace="CELERY")
