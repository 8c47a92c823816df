"""A minimal REST framework project: one view, one read and one insert in a transaction."""

from __future__ import annotations

import json
from typing import Any

from backend.config.settings.test import *  # noqa: F403

ROOT_URLCONF = __name__
MIDDLEWARE: list[str] = []
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "UNAUTHENTICATED_USER": None,
}


def __getattr__(name: str) -> Any:
    """`urlpatterns`, once Django is set up: until then this module is the settings only."""
    if name != "urlpatterns":
        raise AttributeError(name)
    from django.db import connection, transaction
    from django.urls import path
    from rest_framework.response import Response
    from rest_framework.views import APIView

    from backend.play.models import Player

    class Entries(APIView):
        def post(self, request: Any) -> Response:
            with transaction.atomic():
                player = Player.objects.get(pk=request.data["player"])
                with connection.cursor() as cursor:
                    cursor.execute(
                        "INSERT INTO bench_entry (player, number, payload) VALUES (%s, %s, %s) "
                        "RETURNING id",
                        [player.pk, request.data["number"], json.dumps({"any": "thing"})],
                    )
                    (entry,) = cursor.fetchone()
            return Response({"id": entry, "number": request.data["number"]}, 201)

    return [path("", Entries.as_view())]
