"""What gunicorn serves."""

from __future__ import annotations

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backend.config.settings.dev")

application = get_wsgi_application()

if "gunicorn" in sys.modules:  # another server has pages of its own
    from django.conf import settings

    from backend.common.loading import load_ahead
    from backend.config.refusals import answer_with_problems

    answer_with_problems()

    if settings.LOAD_AHEAD:
        load_ahead()
