"""Servers that go away and come back are told of in lines, not in tracebacks."""

from __future__ import annotations

import logging
import sys

from django.db import OperationalError

from workers import celery, upkeep


def test_a_lost_broker_is_one_line():
    try:
        raise ConnectionError("closed")
    except ConnectionError:
        lost = logging.makeLogRecord({"levelno": logging.WARNING, "exc_info": sys.exc_info()})
        wrong = logging.makeLogRecord({"levelno": logging.ERROR, "exc_info": sys.exc_info()})
    assert celery.without_traceback(lost)
    assert celery.without_traceback(wrong)
    assert lost.exc_info is None
    assert wrong.exc_info is not None


def test_upkeep_expects_a_database_to_be_away():
    tasks = [name for name in celery.app.tasks if name.startswith("upkeep.")]
    assert upkeep.ring_waiting.name in tasks
    for name in tasks:
        assert OperationalError in celery.app.tasks[name].throws
