"""Requests that arrive together: real threads on a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from django.db import connection

from tests.support.api import Api
from tests.support.workers import wait_until

_WAIT_FOR_ME = """
    SELECT count(*) FROM pg_locks
    WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
"""


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


def held_up(call: Callable[[], Any]) -> Future[Any]:
    """The answer to come of a call that another thread has begun, and that waits for a lock.

    To be called inside the transaction that has the lock; the answer comes after its end.
    """
    answer: Future[Any] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)
        finally:
            connection.close()

    def waits() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(_WAIT_FOR_ME)
            return bool(cursor.fetchone()[0]) or answer.done()

    threading.Thread(target=run, daemon=True).start()
    wait_until(waits, what="for a call to wait for a lock")
    assert not answer.done(), f"the call waited for nothing: {answer.exception() or 'it is done'}"
    return answer


def other_device(api: Api) -> Api:
    return Api(token=api.token)
