"""What a person sees of the web process in a terminal."""

from __future__ import annotations

import logging
import logging.config
from collections.abc import Iterator
from io import StringIO

import pytest
import structlog

from backend.config.settings.logging import logging_settings


@pytest.fixture
def lines() -> Iterator[StringIO]:
    before = structlog.get_config()
    settings = logging_settings(level="INFO", form="text")
    handler = logging.StreamHandler(StringIO())
    settings["handlers"] = {"stderr": {"class": "logging.NullHandler"}}
    formatter = settings["formatters"]["line"]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
        )
    )
    logger = logging.getLogger("tests.terminal")
    logger.setLevel("INFO")
    logger.propagate = False
    logger.addHandler(handler)
    yield handler.stream
    logger.removeHandler(handler)
    structlog.configure(**before)


def test_a_request_is_one_short_line(lines: StringIO) -> None:
    log = structlog.get_logger("tests.terminal")

    log.info("request_started", request="GET /api/v1/games/", request_id="1", ip="127.0.0.1")
    log.info("request_finished", request="GET /api/v1/games/", code=200, request_id="1", ip="1")

    assert len(lines.getvalue().splitlines()) == 1
    assert "200 GET /api/v1/games/" in lines.getvalue()
    assert "request_id" not in lines.getvalue()


@pytest.mark.parametrize(("code", "shown"), [(200, 0), (503, 1)])
def test_health_checks_are_shown_only_when_they_fail(
    lines: StringIO, code: int, shown: int
) -> None:
    log = structlog.get_logger("tests.terminal")

    log.info("request_finished", request="GET /readyz", code=code, request_id="1")

    assert len(lines.getvalue().splitlines()) == shown
