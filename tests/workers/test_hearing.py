"""Which messages a worker holds without anybody who would acknowledge them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from kombu.transport.virtual import QoS

from workers import hearing


@pytest.fixture
def qos(monkeypatch):
    """Three messages: one acknowledged, one still with a request, one whose answer was lost."""
    qos = QoS(channel=SimpleNamespace(do_restore=False), prefetch_count=3)
    for tag in ("answered", "waiting", "lost"):
        qos.append(SimpleNamespace(), tag)
    qos.ack("answered")
    requests = [
        SimpleNamespace(message=SimpleNamespace(delivery_tag=tag), acknowledged=tag == "lost")
        for tag in ("waiting", "lost")
    ]
    monkeypatch.setattr(hearing.state, "reserved_requests", requests)
    return qos


def test_only_a_message_that_nobody_will_acknowledge_is_missed(qos):
    assert hearing.unanswered(qos) == {"lost"}


def test_at_the_second_sight_of_one_the_worker_connects_again(qos):
    channel = SimpleNamespace(qos=qos)
    consumer = SimpleNamespace(task_consumer=SimpleNamespace(channel=channel))
    step = hearing.HearingStep(consumer)
    step._look(consumer)
    with pytest.raises(ConnectionError, match="acknowledged"):
        step._look(consumer)
    qos.ack("lost")
    step._look(consumer)
    step._look(consumer)
