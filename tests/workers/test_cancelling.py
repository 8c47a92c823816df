"""Cancels at random moments, while a real worker claims."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest
from rest_framework.test import APIClient

from backend.lab.models import Experiment
from backend.lab.models.experiments import ENDED
from backend.lab.services import queue_preset
from engines import get_game
from tests.support.staff import designer
from tests.support.workers import start_worker, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.mark.parametrize("times", [25, pytest.param(2_000, marks=pytest.mark.long)])
@pytest.mark.timeout(3_600)
def test_every_cancel_is_answered_200_or_409(times, service_environment, tmp_path, settings):
    settings.CHUNK_SECONDS = 0.02
    client = APIClient(raise_request_exception=False)
    client.force_login(designer())
    chance, answers = random.Random(times), Counter[int]()
    preset = get_game("map_coloring").presets[0].key
    with start_worker(service_environment, tmp_path, concurrency=2):
        for seed in range(times):
            experiment = queue_preset(game="map_coloring", preset=preset, trials=2_000, seed=seed)
            time.sleep(chance.random() * 0.15)
            answer = client.post(f"/api/v1/experiments/{experiment.pk}/cancel/")
            answers[answer.status_code] += 1
        wait_until(lambda: not Experiment.objects.exclude(status__in=ENDED).exists())
    assert set(answers) <= {200, 409}, answers
    assert answers[200] > times / 2, answers
