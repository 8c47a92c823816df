"""Requests that arrive together: real threads on a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tests.support.api import Api


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The answers to calls made by threads that start together."""
    barrier = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(index: int) -> None:
        barrier.wait()
        try:
            answers[index] = calls[index]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def other_device(api: Api) -> Api:
    return Api(token=api.token)
