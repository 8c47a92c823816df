"""The environment of the product on a developer's machine."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from dev.addresses import check_addresses
from dev.home import HOME, make_home
from dev.processes import MARK
from dev.services import Service, postgres, redis, secret


@contextlib.contextmanager
def local_environment() -> Iterator[tuple[dict[str, str], list[Service]]]:
    """Environment with DATABASE_URL and REDIS_URL, and servers that run as long as the block.

    What is set already is tried out, used and not started. Raises `dev.services.ServiceError`.
    """
    environment = {**base_environment()}
    check_addresses(environment)
    started = []
    with contextlib.ExitStack() as stack:
        for name, server in (("DATABASE_URL", postgres), ("REDIS_URL", redis)):
            if not environment.get(name):
                started.append(service := stack.enter_context(server(HOME)))
                environment[name] = service.url
        yield environment, started


def base_environment() -> dict[str, str]:
    """All but the servers' addresses. Raises `CannotWrite`."""
    make_home()
    environment = {
        "DJANGO_SETTINGS_MODULE": "backend.config.settings.dev",
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        MARK: str(HOME),
    }
    if not environment.get("SECRET_KEY"):
        environment["SECRET_KEY"] = secret(HOME / "secret_key", length=50)
    return environment
