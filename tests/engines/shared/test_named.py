"""Names with parameters: one normal spelling, and clear words for the rest."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.declarations import Parameter
from engines.errors import UnknownName
from engines.shared.named import read_named

KNOWN = {
    "walk": (),
    "run": (
        Parameter("speed", "Speed", "How fast.", "integer", 1, 9, 3),
        Parameter("share", "Share", "Of the way.", "number", 0, 1, 0.5),
    ),
}


def read(text: str):
    return read_named("gait", text, KNOWN)


@pytest.mark.parametrize(
    ("given", "normal", "values"),
    [
        ("walk", "walk", {}),
        (" Walk ( ) ", "walk", {}),
        ("run", "run", {"speed": 3, "share": 0.5}),
        ("run(speed=3, share=0.50)", "run", {"speed": 3, "share": 0.5}),
        ("run(speed=4.0)", "run(speed=4)", {"speed": 4, "share": 0.5}),
        ("run(share=0.25,speed=9)", "run(speed=9, share=0.25)", {"speed": 9, "share": 0.25}),
        ("run(share=.00001)", "run(share=0.00001)", {"speed": 3, "share": 0.00001}),
        ("run(share=0.1234567)", "run(share=0.1234567)", {"speed": 3, "share": 0.1234567}),
        ("run(share=1)", "run(share=1)", {"speed": 3, "share": 1}),
    ],
)
def test_it_is_read_and_spelled_normally(given, normal, values):
    named = read(given)
    assert (named.text, dict(named.values)) == (normal, values)
    assert read(named.text) == named


@pytest.mark.parametrize(
    "wrong",
    [
        "", "fly", "walk(", "walk)", "walk(speed=3)", "run(speed)", "run(speed=)", "run(=3)",
        "run(speed=3,)", "run(speed=3,speed=3)", "run(speed=10)", "run(speed=0)", "run(speed=2.5)",
        "run(speed=-1)", "run(share=nan)", "run(share=1e-3)", "run(share=inf)", "run(share=1.01)",
        "run(speed=٣)", "run((speed=3))", "run(speed=3) x", "run(speed=\0)",
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_the_known_names(wrong):
    with pytest.raises(UnknownName) as caught:
        read(wrong)
    assert caught.value.known == tuple(KNOWN)
    assert "\0" not in str(caught.value)


@given(st.text())
def test_rubbish_is_refused_and_nothing_worse(text):
    with suppress(UnknownName):
        assert read(text).name in KNOWN
