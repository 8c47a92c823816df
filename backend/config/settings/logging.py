"""Structured logs: readable lines while developing, one JSON object per line in production."""

from __future__ import annotations

from typing import Any

import structlog
from structlog.typing import EventDict, Processor

HEALTH = ("GET /livez", "GET /readyz")


def logging_settings(*, level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING; also points structlog at it. `form` is `text` or `json`."""
    if form not in ("text", "json"):
        raise ValueError(f"LOG_FORMAT is text or json, not {form!r}.")
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.UnicodeDecoder(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            _one_line_a_request,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if form == "json"
        else [
            _short,
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
        ]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Its own handlers would print each line twice.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            # django_structlog tells of every request and of every crash, with who asked for what.
            "django.request": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "django_structlog": {"handlers": [], "level": level, "propagate": True},
        },
    }


def _one_line_a_request(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Leave out the beginnings of requests, and health checks that went well."""
    if event.get("event") == "request_started":
        raise structlog.DropEvent
    if event.get("event") == "request_finished":
        healthy = event.get("request") in HEALTH and event.get("code") == 200
        if healthy:
            raise structlog.DropEvent
    return event


def _short(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """A line for a terminal: the request itself, without its id and who asked."""
    event["timestamp"] = event["timestamp"][11:19]
    if event.get("event") == "request_finished":
        event["event"] = f"{event.pop('code')} {event.pop('request')}"
        for key in ("logger", "ip", "request_id", "user_id"):
            event.pop(key, None)
    return event
