"""The test settings with real limits, wide ones: counting them is part of the price."""

from __future__ import annotations

from backend.config.settings.test import *  # noqa: F403

RATE_LIMITS = {"caller": (1_000_000, 1), "address": (1_000_000, 1)}
