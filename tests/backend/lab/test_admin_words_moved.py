"""What is said of figures beside the headline, and of steps: never more than the intervals."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lab.admin import words
from backend.lab.admin.results.moved import MOST_EXAMPLES, asked, asked_metrics, others_moved, steps
from backend.lab.admin.results.tables import MOST_COLUMNS, others, sentences
from backend.lab.differences import Change
from backend.lab.grids import Sweep
from backend.statistics.simultaneous import Range
from engines import Metric, all_games, get_game, wilson
from tests.support import words as words_test


def shape(_rules):
    return (3,)


POINT = Metric(
    "point", "Decided at move", "mean", "moves", "", shape, directions=("sooner", "later")
)
PLAIN = Metric("plain", "Cells", "mean", "cells", "", shape)
SWINGS = Metric(
    "swings",
    "Lead changes",
    "mean",
    "times a game",
    "",
    shape,
    directions=("less often", "more often"),
)
DRAWS = Metric("draws", "Draws", "proportion", "games", "", shape)
STUCK = Metric("stuck", "Stuck", "proportion", "", "", shape, headline=True)


def mean(value, sd=2.0, n=1200):
    half = 1.96 * sd / sqrt(n)
    return {
        "kind": "mean",
        "value": value,
        "sd": sd,
        "n": n,
        "low": value - half,
        "high": value + half,
    }


def rate(count, n=1200):
    low, high = wilson(count, n)
    value = count / n if n else None
    return {"kind": "proportion", "value": value, "low": low, "high": high, "count": count, "n": n}


def variant(title, position=0, **metrics):
    done = {"done": 1200, "total": 1200}
    return {"title": title, "position": position, "metrics": metrics, "trials": done, "exact": {}}


@pytest.mark.parametrize(
    ("metric", "low", "high", "said"),
    [
        (POINT, -6.4, -5.8, "6.1 moves sooner (5.8 to 6.4)"),
        (POINT, 5.8, 6.4, "6.1 moves later (5.8 to 6.4)"),
        (PLAIN, 0.4, 1.2, "0.8 cells higher (0.4 to 1.2)"),
        (PLAIN, 0.004, 1.2, "0.602 cells higher (0.004 to 1.200)"),
        (SWINGS, -0.46, -0.4, "0.43 less often (0.40 to 0.46)"),
        (DRAWS, 0.1512, 0.2701, "21 points more often (15 to 28)"),
        (DRAWS, -0.09, -0.003, "4.7 points less often (0.3 to 9.0)"),
    ],
)
def test_a_clear_move_is_said_with_its_interval(metric, low, high, said):
    assert words.moved(metric, Range((low + high) / 2, low, high)) == said


def test_no_difference_tells_what_would_fit_and_what_is_missed():
    said = words.not_moved(POINT, Range(0.1, -0.3, 0.5), 0.52)
    assert said == (
        "no difference to the baseline seen: anything from 0.3 moves sooner to 0.5 moves later "
        "would fit; one under 0.52 moves is easily missed"
    )


@given(middle=st.floats(-50, 50), half=st.floats(0.01, 30))
def test_a_move_is_shown_no_surer_than_it_is(middle, half):
    found = Range(middle, middle - half, middle + half)
    if not found.clear:
        return
    said = words.moved(POINT, found)
    one, other = (float(x) for x in re.findall(r"\((.*) to (.*)\)", said)[0])
    ends = sorted(abs(end) for end in (found.low, found.high))
    assert one <= ends[0] + 1e-6
    assert other >= ends[1] - 1e-6
    assert ("later" in said) == (middle > 0)


def test_what_is_asked_about_is_told_of_each_variant():
    variants = [
        variant("As it is", point=mean(38.0), draws=rate(0)),
        variant("Sooner", 1, point=mean(32.0), draws=rate(0)),
        variant("Same", 2, point=mean(38.1), draws=rate(240)),
        variant("Hardly played", 3, point=mean(38.1, n=12), draws=rate(0, 0)),
    ]
    first, second = asked([POINT, DRAWS], variants)
    assert first["baseline"] == {
        "title": "As it is (baseline)",
        "text": "38.00 moves (37.88–38.12).",
    }
    sooner, same, few = (line["text"] for line in first["lines"])
    assert sooner.startswith("32.00 moves: 6.0 moves sooner than in the baseline (5.")
    assert same.startswith("38.10 moves: no difference to the baseline seen")
    assert few == "38.1 moves: too few were counted to say (fewer than 30)."
    texts = [line["text"] for line in second["lines"]]
    assert texts[0].startswith("0.00 % of games: no difference to the baseline seen")
    assert texts[1].startswith("20.0 % of games: 20 points more often than in the baseline (")
    assert texts[2] == "nothing counted: too few were counted to say (fewer than 30)."


def test_one_variant_alone_is_told_without_a_comparison():
    (only,) = asked([POINT], [variant("Alone", point=mean(38.0))])
    assert only["lines"] == []
    assert only["left"] == 0
    alone = variant("Alone", point=mean(38.0), plain=mean(5.0))
    assert others_moved(_Few, STUCK, [], [alone])["told"] == []


class _Few:
    metrics = (STUCK, POINT, PLAIN, replace(PLAIN, key="twice", restates=True))


def test_the_rest_is_told_where_it_clearly_moved_and_only_there():
    base = variant("Base", point=mean(38.0), plain=mean(5.0), twice=mean(5.0))
    moved = [
        variant(f"V{n}", n, point=mean(38.0 + 9 * n), plain=mean(5.0), twice=mean(50.0))
        for n in range(1, 6)
    ]
    told = others_moved(_Few, STUCK, [], [base, *moved])
    (only,) = told["told"]
    assert only["metric"] is POINT
    assert [line["title"] for line in only["lines"]] == ["V3", "V4", "V5"]
    assert len(only["lines"]) == MOST_EXAMPLES
    assert only["left"] == 2
    assert others_moved(_Few, STUCK, [POINT], [base, *moved])["told"] == []


def test_steps_of_a_sweep_say_where_there_is_room():
    game = get_game("map_coloring")
    headline = next(m for m in game.metrics if m.headline)
    counts = {4: 739, 5: 180, 6: 175, 8: 0}
    variants = [variant(f"{k}", at, stuck=rate(n)) for at, (k, n) in enumerate(counts.items())]
    sweep = Sweep("colors", (4, 5, 6, 8), (0, 1, 2, 3))
    first, second, third = steps(game, headline, sweep, variants)
    assert first["title"].endswith(" 4 → 5")
    assert first["text"].startswith("46.6 points less often (")
    assert "There is room to tune the difficulty between Colours 4 and 5, but by" in first["text"]
    assert second["text"].startswith("no difference seen: anything from ")
    assert "room" not in second["text"]
    assert third["text"].startswith("14.6 points less often (")
    assert third["text"].endswith("There is room to tune the difficulty between Colours 6 and 8.")
    assert words.room_between(PLAIN, 0.9, 1.1, Change("Colours", "4", "5")) == ""


def test_a_value_that_was_tried_between_bounds_the_room_to_tune():
    game = get_game("map_coloring")
    headline = next(m for m in game.metrics if m.headline)
    full = game.Rules().model_dump(mode="json")
    counts = {14: 200, 8: 600, 12: 480, 20: 20}
    variants = [
        {
            **variant(f"{seeds}", at, stuck=rate(count)),
            "rules": {**full, "seeds": seeds},
            "policy": "random",
            "verdict": None,
            "comparison": (at and words_test.between((count, 1200), (200, 1200))) or None,
        }
        for at, (seeds, count) in enumerate(counts.items())
    ]
    results = {"variants": variants, "compared": True}
    said = {one["title"]: one["text"] for one in sentences(game, headline, results)}
    assert "room" not in said["8"]
    assert said["12"].endswith("between Seed points 12 and 14.")
    assert said["20"].endswith("between Seed points 14 and 20.")


def test_the_question_of_a_preset_names_what_it_asks_about():
    for game in all_games():
        for preset in game.presets:
            found = asked_metrics(game, preset.question)
            assert [metric.key for metric in found] == list(preset.metrics)
        assert asked_metrics(game, "What else?") == []


def test_many_columns_go_on_in_another_table():
    game = get_game("map_coloring")
    headline = next(m for m in game.metrics if m.headline)
    scalars = [m for m in game.metrics if m.kind in ("proportion", "mean")]
    figures = {m.key: rate(3) if m.kind == "proportion" else mean(2.0) for m in scalars}
    for count in (1, 4, 40):
        told = others(game, headline, [variant(f"V{n}", n, **figures) for n in range(count)])
        shown = [head["title"] for table in told["tables"] for head in table["heads"]]
        assert max(len(table["heads"]) for table in told["tables"]) <= MOST_COLUMNS
        assert all(
            len(row["cells"]) == len(table["heads"])
            for table in told["tables"]
            for row in table["rows"]
        )
        corner = told["tables"][0]["corner"]
        assert len(shown) == (count if corner == "Figure" else len(scalars) - 1)
        assert told["hanging"] == []
    many = {**figures, scalars[-1].key: mean(2.0, n=99_999)}
    told = others(game, headline, [variant("V", 0, **many)])
    assert told["hanging"] == [scalars[-1].title]
