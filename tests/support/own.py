"""Servers of a test's own, which it may restart, kill or empty while others use the shared ones."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.core.management import call_command
from django.db import connection

from dev.services import Address, Service, postgres


@dataclass(frozen=True)
class OwnPostgres:
    service: Service
    environment: Mapping[str, str]
    """For processes that are to use it."""

    def restart(self, signum: int = signal.SIGINT) -> float:
        """End it and start it again: SIGINT orderly, SIGQUIT as after a crash.

        Returns, on the monotonic clock, when it answered again.
        """
        self.service.process.send_signal(signum)
        self.service.process.wait(30)
        self.service.restart()
        until = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.service.url, connect_timeout=2).close()
                break
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        connection.close()  # this process's own is cut off as well
        return time.monotonic()


@contextlib.contextmanager
def own_postgres(environment: Mapping[str, str], folder: Path) -> Iterator[OwnPostgres]:
    """A migrated database on a server of its own, which Django uses here until the block ends."""
    shared = dict(connection.settings_dict)
    with postgres(folder, fast=True, address=Address.reserve()) as service:
        given = psycopg.conninfo.conninfo_to_dict(service.url)
        connection.close()
        connection.settings_dict.update(
            NAME=given["dbname"],
            PASSWORD=given["password"],
            PORT=given["port"],
            HOST=given["host"],
            USER=given["user"],
        )
        try:
            call_command("migrate", verbosity=0)
            yield OwnPostgres(service, {**environment, "DATABASE_URL": service.url})
        finally:
            connection.close()
            connection.settings_dict.clear()
            connection.settings_dict.update(shared)
