"""By REST staff may do what the admin lets them, and nothing more."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.urls import get_resolver

from backend.common.permissions import StaffWith
from backend.common.staff import StaffView
from tests.support.api import problem
from tests.support.staff import LAB, LEVELS, STUDIES, signed_in

ID = UUID(int=0)
NEEDED = [
    ("GET", "experiments/", "lab.view_experiment"),
    ("POST", "experiments/", "lab.add_experiment"),
    ("GET", f"experiments/{ID}/", "lab.view_experiment"),
    ("PATCH", f"experiments/{ID}/", "lab.change_experiment"),
    ("GET", f"experiments/{ID}/results/", "lab.view_experiment"),
    ("GET", f"experiments/{ID}/trial/", "lab.view_experiment"),
    ("GET", f"experiments/{ID}/export/", "lab.view_experiment"),
    ("POST", f"experiments/{ID}/rerun/", "lab.add_experiment"),
    ("POST", f"experiments/{ID}/cancel/", "lab.change_experiment"),
    ("POST", f"experiments/{ID}/resume/", "lab.change_experiment"),
    ("GET", "experiments/compare/", "lab.view_experiment"),
    ("GET", "experiments/compare/export/", "lab.view_experiment"),
    ("GET", "tunings/", "lab.view_experiment"),
    ("POST", "tunings/", "lab.add_experiment"),
    ("GET", f"tunings/{ID}/", "lab.view_experiment"),
    ("POST", f"tunings/{ID}/cancel/", "lab.change_experiment"),
    ("POST", f"tunings/{ID}/proposals/", "lab.add_experiment"),
    ("GET", "tunings/proposals/", "lab.view_experiment"),
    ("GET", f"tunings/proposals/{ID}/", "lab.view_experiment"),
    ("POST", f"tunings/proposals/{ID}/adoption/", "puzzles.add_adoptedlevel"),
    ("GET", "levels/", "puzzles.view_adoptedlevel"),
    ("GET", f"levels/{ID}/", "puzzles.view_adoptedlevel"),
    ("POST", f"levels/{ID}/retire/", "puzzles.change_adoptedlevel"),
    ("GET", "studies/", "playtests.view_study"),
    ("POST", "studies/", "playtests.add_study"),
    ("GET", "studies/none/plan/", "playtests.view_study"),
    ("PATCH", "studies/none/plan/", "playtests.change_study"),
    ("POST", "studies/none/open/", "playtests.change_study"),
    ("POST", "studies/none/close/", "playtests.change_study"),
    ("GET", "studies/none/results/", "playtests.view_study"),
    ("POST", "playtests/import/", "playtests.add_import"),
    ("GET", f"playtests/import/{ID}/", "playtests.view_import"),
    ("GET", "playtests/export/", "play.view_session"),
]


def _views():
    """(name, class) of every address for staff."""
    waiting = [get_resolver()]
    while waiting:
        for one in waiting.pop().url_patterns:
            if hasattr(one, "url_patterns"):
                waiting.append(one)
            elif issubclass(view := getattr(one.callback, "view_class", object), StaffView):
                yield one.name, view


def test_every_view_for_staff_asks_for_a_permission_and_is_tried_here():
    views = dict(_views())
    assert len(views) > 15
    for view in views.values():
        assert all(issubclass(one, StaffWith) for one in view.permission_classes), view
    methods = sum(
        hasattr(view, method) for view in views.values() for method in ("get", "post", "patch")
    )
    assert methods == len(NEEDED)


@pytest.mark.django_db
def test_each_needs_the_permission_that_the_admin_asks_for():
    everything = {*LAB, *STUDIES, *LEVELS, "add_import", "view_import", "view_session"}
    for needed in sorted({needed for _, _, needed in NEEDED}):
        codename = needed.partition(".")[2]
        without, only = signed_in(*everything - {codename}), signed_in(codename)
        for method, path, wanted in NEEDED:
            if wanted == needed:
                told = problem(without.call(method, path, {}), 403, "forbidden")
                assert needed in told["detail"], (method, path)
                assert only.call(method, path, {}).status_code != 403, (method, path)
