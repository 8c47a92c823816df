"""How the OpenAPI document tells of a player's token."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension


class PlayerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "backend.play.authentication.PlayerTokenAuthentication"
    name = "playerToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token that `POST /api/v1/players/` gave",
        }
