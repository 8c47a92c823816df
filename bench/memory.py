"""Memory: a web process after every endpoint, and the workers' processes."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psutil

from bench.lab_overhead import finished_experiment
from bench.stack import services, web, worker
from bench.tables import Table

Row = list[str]


def run() -> Iterator[Table]:
    with services():
        with worker("generation", 1) as family:
            _make_today()
            generation = _megabytes(family[-1])
        with worker("simulation", 1) as family:
            experiment = finished_experiment(trials=2_000_000, seed=1)
            simulation = _megabytes(family[-1])
        rows = [
            *_web_rows(str(experiment.pk)),
            ["simulation worker's child", simulation, "300"],
            ["generation worker's child", generation, ""],
        ]
    yield Table(
        "Memory",
        ["process", "resident MB", "at most"],
        rows,
        "Resident set, libraries shared with other processes included. Kernels compiled before.",
    )


def _make_today() -> None:
    """Today's set, made by the worker."""
    from backend.puzzles.ahead import enqueue_dailies
    from backend.puzzles.levels import daily_slots
    from backend.puzzles.selectors import find_dailies

    today = datetime.now(UTC).date()
    enqueue_dailies(dates=[today])
    while len(find_dailies(today)) < len(daily_slots(today)):
        time.sleep(0.1)


def _web_rows(experiment: str) -> Iterator[Row]:
    """One web process, and what each kind of page adds to it."""
    from backend.puzzles.models import Puzzle
    from tests.support.walk import walk

    with web() as (host, port, process):
        client = HttpClient(host, port)
        yield ["web process, before the first request", _megabytes(process), ""]
        for _ in range(20):
            walk(client, str(Puzzle.objects.latest("id").pk))  # type: ignore[arg-type]
        api, admin = "/api/v1/experiments", "/admin/lab/experiment"
        _as_staff(client, f"{api}/", f"{api}/{experiment}/", f"{api}/{experiment}/results/")
        yield ["web process, after every endpoint of the API", _megabytes(process), "160"]
        _as_staff(client, "/admin/", f"{admin}/queue/", f"{admin}/{experiment}/change/")
        yield ["web process, after the admin's charts too", _megabytes(process), ""]


def _as_staff(client: HttpClient, *paths: str) -> None:
    from django.contrib.auth.models import User
    from django.test import Client

    signed_in = Client()
    name = "designer"
    user = User.objects.filter(username=name).first() or User.objects.create_superuser(name)
    signed_in.force_login(user)
    cookie = {"Cookie": f"sessionid={signed_in.cookies['sessionid'].value}"}
    for path in paths:
        response = client.generic("GET", path, headers=cookie)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}")


def _megabytes(process: psutil.Process) -> str:
    return f"{process.memory_info().rss / 2**20:.0f}"


@dataclass(frozen=True)
class HttpResponse:
    status_code: int
    content: bytes
    headers: Mapping[str, str]

    def json(self) -> Any:
        return json.loads(self.content)

    def __getitem__(self, name: str) -> str:
        return self.headers[name]


@dataclass(frozen=True)
class HttpClient:
    """As much of Django's test client as a walk through the API needs, over real HTTP."""

    host: str
    port: int

    def generic(
        self,
        method: str,
        path: str,
        data: bytes | str = b"",
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        body = data.encode() if isinstance(data, str) else data
        sent = {"Content-Type": content_type, **(headers or {})} if body else dict(headers or {})
        connection.request(method, path, body or None, sent)
        answer = connection.getresponse()
        response = HttpResponse(answer.status, answer.read(), dict(answer.getheaders()))
        connection.close()
        return response
