"""The documentation may be kept for a while, and asked about with its tag."""

from __future__ import annotations

import pytest

from tests.support.api import Api, problem

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("accept", ["*/*", "application/json", "application/yaml"])
@pytest.mark.parametrize("path", ["schema/", "docs/"])
def test_who_has_it_already_gets_304(api: Api, path: str, accept: str) -> None:
    full = api.get(path, accept=accept)
    assert full.status_code == 200
    assert full["Cache-Control"] == "public, max-age=60"
    again = api.get(path, accept=accept, if_none_match=full["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert api.get(path, accept=accept, if_none_match='"other"').status_code == 200


def test_each_form_of_the_document_has_its_own_tag(api: Api) -> None:
    tags = {api.get("schema/", accept=f"application/{form}")["ETag"] for form in ("json", "yaml")}
    assert len(tags) == 2
    assert "Accept" in api.get("schema/")["Vary"]


def test_a_refusal_is_not_kept(api: Api) -> None:
    problem(api.get("schema/", accept="image/png"), 406)
    problem(api.post("schema/"), 405)
    problem(api.post("docs/"), 405)
