"""The lab’s pages in the admin: their addresses, and the queue form filled in."""

from __future__ import annotations

from django.urls import reverse

from backend.lab.differences import written_out
from engines import get_game
from tests.support.lab import GAME

NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"
QUEUE = "/admin/lab/experiment/queue/"
BASELINE = get_game(GAME).presets[0].variants[0]

TWIN = {
    f"variants-1-rule_{name}": str(value)
    for name, value in written_out(get_game(GAME), BASELINE.rules.model_dump(mode="json")).items()
} | {"variants-1-policy": BASELINE.policy}
"""Makes the second variant of `form` like the first."""


def address(name, experiment):
    return reverse(f"admin:lab_experiment_{name}", args=[experiment.pk])


def form(**changes):
    preset = get_game(GAME).presets[0]
    data = {
        "title": "Mine",
        "question": "?",
        "note": "",
        "trials": "100",
        "replicates": "2",
        "seed": "5",
        "preset": "",
        "variants-TOTAL_FORMS": "2",
        "variants-INITIAL_FORMS": "0",
    }
    for number, one in enumerate(preset.variants[:2]):
        rules = written_out(get_game(GAME), one.rules.model_dump(mode="json"))
        data |= {f"variants-{number}-rule_{k}": str(v) for k, v in rules.items()}
        data |= {f"variants-{number}-policy": one.policy, f"variants-{number}-title": one.title}
    return {**data, **changes}
