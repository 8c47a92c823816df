"""How the OpenAPI document is made: every operation also answers with problem documents."""

from __future__ import annotations

from typing import Any, Literal

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema as SpectacularSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from backend.common.fields import StrictSerializer
from backend.common.permissions import IsStaff, StaffWith
from backend.common.problems import CONTENT_TYPE


class FaultSerializer(serializers.Serializer[Any]):
    pointer = serializers.CharField(
        required=False, help_text="JSON pointer (RFC 6901) into the body; empty: the whole body"
    )
    parameter = serializers.CharField(
        required=False, help_text="Name of the address's parameter, in place of a pointer"
    )
    detail = serializers.CharField(help_text="What would be right")


class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457. More members may follow, as each operation says."""

    type = serializers.CharField(help_text="A URN for each kind of problem")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What went wrong, for people")
    code = serializers.CharField(help_text="The last part of `type`, for programs")
    errors = FaultSerializer(many=True, required=False)  # type: ignore[assignment]  # a field


def problems(**descriptions: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Documented problems: ``problems(_409="when this happens")``."""
    return {
        (int(code.removeprefix("_")), CONTENT_TYPE): OpenApiResponse(ProblemSerializer, text)
        for code, text in descriptions.items()
    }


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="A new random UUID for each request that is meant once. Sent again with the same "
    "key within 24 hours, the request is answered again and not done again; with another body or "
    "address it is 422",
)


class StaffSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "backend.common.authentication.StaffSession"
    name = "staffSession"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The cookie of a member of staff who signed in at /admin/login/. A "
            "POST also needs the csrftoken cookie's value as the header X-CSRFToken",
        }


class AutoSchema(SpectacularSchema):
    def get_summary(self) -> str:
        """The first sentence, so that the list of operations reads by itself."""
        first, _, _ = super().get_description().partition("\n")
        return first.partition(". ")[0].rstrip(".")

    def get_override_parameters(self) -> list[Any]:
        handler = getattr(self.view, self.method.lower(), None)
        found = list(super().get_override_parameters())
        return [*found, IDEMPOTENCY_KEY] if getattr(handler, "is_idempotent", False) else found

    def get_auth(self) -> list[dict[str, Any]]:
        """A player's token opens nothing that is for staff, though it is recognised there."""
        found = super().get_auth()
        if any(isinstance(one, IsStaff) for one in self.view.get_permissions()):
            return [way for way in found if StaffSessionScheme.name in way]
        return found

    def _map_basic_serializer(self, serializer: Any, direction: str) -> Any:
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, StrictSerializer) and direction == "request":
            schema["additionalProperties"] = False  # unknown names are refused
        return schema

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        problem = OpenApiResponse(ProblemSerializer, "What went wrong")
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
            problem, "default", media_types=[CONTENT_TYPE], direction=direction
        )
        if any(isinstance(one, StaffWith) for one in self.view.get_permissions()):
            denied = OpenApiResponse(
                ProblemSerializer, "Your account lacks the permission it names"
            )
            bodies["403"] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                denied, "403", media_types=[CONTENT_TYPE], direction=direction
            )
        return bodies
