"""Finding experiments again: in the list, and from the first page."""

from __future__ import annotations

import pytest

from backend.lab.models import Experiment
from tests.support.lab import queue
from tests.support.lab_pages import address

pytestmark = pytest.mark.django_db

LIST = "/admin/lab/experiment/"


def titles(client, **query):
    found = client.get(LIST, query).context["cl"].queryset
    return sorted(found.values_list("title", flat=True))


@pytest.fixture
def tagged():
    queue(title="One", tags=["colours", "two words"])
    queue(title="Two", tags=["colours"])
    queue(title="Three")


@pytest.mark.usefixtures("tagged")
def test_the_list_is_narrowed_by_a_tag(viewer):
    assert titles(viewer, tag="colours") == ["One", "Two"]
    assert titles(viewer, tag="two words") == ["One"]
    assert titles(viewer, tag="colour") == []  # tags are whole
    offered = viewer.get(LIST).content.decode()
    assert "?tag=colours" in offered
    assert "?tag=two+words" in offered


@pytest.mark.usefixtures("tagged")
@pytest.mark.parametrize("tag", ["nobody has it", "a{b,", "%00"])
def test_any_tag_may_be_asked_for(viewer, tag):
    assert titles(viewer, tag=tag) == []


@pytest.mark.usefixtures("tagged")
def test_the_search_finds_tags(viewer):
    assert titles(viewer, q="colours") == ["One", "Two"]
    assert titles(viewer, q="Two words") == ["One"]


def test_a_tag_leads_to_the_others_that_have_it(viewer, done):
    Experiment.objects.update(tags=["a & b"])
    page = viewer.get(address("change", done)).content.decode()
    assert f'href="{LIST}?tag=a%20%26%20b"' in page


def test_the_first_page_says_how_many_more_go_on(viewer):
    for seed in range(7):
        queue(title=f"Number {seed}", seed=seed)
    page = viewer.get("/admin/").content.decode()
    assert "2 more in the list of experiments" in page
