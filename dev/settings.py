"""The environment of the product on a developer's machine."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from dev.home import HOME
from dev.processes import MARK
from dev.services import postgres, redis, secret


@contextlib.contextmanager
def local_environment() -> Iterator[dict[str, str]]:
    """Environment with DATABASE_URL and REDIS_URL, whose servers run as long as the block.

    What is set already is used and not started. Raises `dev.services.ServiceError`.
    """
    environment = {**base_environment()}
    with contextlib.ExitStack() as stack:
        if not environment.get("DATABASE_URL"):
            environment["DATABASE_URL"] = stack.enter_context(postgres(HOME)).url
        if not environment.get("REDIS_URL"):
            environment["REDIS_URL"] = stack.enter_context(redis(HOME)).url
        yield environment


def base_environment() -> dict[str, str]:
    """All but the servers' addresses."""
    HOME.mkdir(mode=0o700, exist_ok=True)
    environment = {
        "DJANGO_SETTINGS_MODULE": "backend.config.settings.dev",
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        MARK: str(HOME),
    }
    if not environment.get("SECRET_KEY"):
        environment["SECRET_KEY"] = secret(HOME / "secret_key", length=50)
    return environment
