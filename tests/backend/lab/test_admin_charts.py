"""Chart specifications: what they hold, and what importing them costs."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from backend.lab import charts
from backend.lab.charts import theme
from engines.metrics import Axis


def walk(value):
    """Every (key, value) pair of a nested specification."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)


def estimate(name, value):
    return charts.Estimate(name, value, value, value, 10, [0.1, 0.2], f"{value} %", "0–1 %")


def some():
    rates = [estimate(f"V{i}", 0.1 * i) for i in range(3)]
    bins = [charts.Bins(f"V{i}", [0, i, 3]) for i in range(10)]
    grids = [charts.Grid("Small", [[1, 2], [3, 4]], 10), charts.Grid("Large", [[0] * 5] * 4, 20)]
    points = [charts.Point(x, y, 0.1 * x, 0, 0.5, "1 %", "0–2 %") for x in (3, 4) for y in "ab"]
    return {
        "rates": charts.estimates_chart(rates, "Stuck", percent=True, unit=""),
        "means": charts.estimates_chart(rates, "Boxes", percent=False, unit="boxes"),
        "bins": charts.histogram_chart(bins, "Step", "steps"),
        "grids": charts.heatmap_chart(grids, "Where"),
        "sweep": charts.sweep_chart(points[:2], "Colours", "Stuck", percent=True, unit=""),
        "line": charts.sweep_chart(points[:2], "Colours", "Ahead", percent=False, unit="boxes"),
        "grid": charts.grid_chart(points, ("Colours", "Size"), "Stuck", percent=True),
    }


def test_specs_are_json_with_a_description_and_readable_text():
    for spec in some().values():
        assert json.loads(json.dumps(spec)) == spec
        assert spec["description"]
        sizes = [size for key, size in walk(spec) if key.lower().endswith("fontsize")]
        assert sizes
        assert min(sizes) >= 12


def test_names_that_differ_at_their_ends_are_shown_whole():
    name = "Looks some lines ahead (depth=3) against Careless, and draws at random"
    both = name, f"{name}, seats swapped"
    estimates = [estimate(one, 0.5) for one in both]
    specs = (
        charts.estimates_chart(estimates, "Boxes", percent=False, unit=""),
        charts.histogram_chart([charts.Bins(one, [1, 2]) for one in both], "Step", "steps"),
    )
    for spec in specs:
        (expr,) = {text for key, text in walk(spec) if key == "labelExpr"}
        lines = json.loads(expr.removesuffix("[datum.value]"))
        assert tuple(" ".join(one) for one in lines) == both
        assert max(len(line) for one in lines for line in one) <= theme.LINE
    grids = [charts.Grid(one, [[1, 2]], 10) for one in both]
    spec = charts.heatmap_chart(grids, "Where")
    titles = [v.get("text") for k, v in walk(spec) if k == "title" and isinstance(v, dict)]
    assert tuple(" ".join(one) for one in titles if isinstance(one, list)) == both


def test_a_figure_without_an_interval_has_no_bar():
    few = replace(estimate("Few", 3.0), low=None, high=None)
    many = replace(estimate("Many", 2.0), low=1.0, high=4.0)
    point = charts.Point(3, None, 3.0, None, None, "3", "too few plays")
    wide = replace(point, x=4, low=1.0, high=4.0)
    for spec in (
        charts.estimates_chart([few, many], "Boxes", percent=False, unit=""),
        charts.sweep_chart([point, wide], "Colours", "Boxes", percent=False, unit=""),
    ):
        for layer in spec["layer"]:
            if "low" in json.dumps(layer["encoding"].get("x", {})) + json.dumps(
                layer["encoding"].get("y", {})
            ):
                data = layer.get("data", spec.get("data"))
                assert [row["low"] for row in data["values"]] == [1.0]


@pytest.mark.parametrize(
    ("values", "to_scale"),
    [([0, 1, 2, 3], True), ([10, 20, 40, 60], True), ([99, 0, 2, 4, 6], False), ([3], True)],
)
def test_a_sweep_is_to_scale_where_its_values_have_room(values, to_scale):
    points = [charts.Point(x, None, 0.5, 0.4, 0.6, "50 %", "40–60 %") for x in values]
    spec = charts.sweep_chart(points, "Tolerance", "Unsolved", percent=True, unit="")
    kinds = {layer["encoding"]["x"]["type"] for layer in spec["layer"]}
    assert kinds == {"quantitative" if to_scale else "ordinal"}
    assert ("not to scale" in json.dumps(spec)) is not to_scale


def test_specs_fit_the_vendored_vega_lite():
    import altair
    from django.contrib.staticfiles import finders

    version = altair.SCHEMA_VERSION.removeprefix("v")
    assert finders.find(f"vendor/vega-lite-{version}/vega-lite.min.js")


def test_heatmaps_share_one_scale_in_percent_of_plays():
    spec = some()["grids"]
    domains = [v["domain"] for k, v in walk(spec) if k == "scale" and v and "scheme" in v]
    assert domains == [[0, 0.4], [0, 0.4]]
    shares = [row["share"] for row in walk_rows(spec) if "share" in row]
    assert max(shares) == 0.4
    assert len(shares) == 4 + 20


def test_the_scale_tells_few_counts_from_none():
    few = charts.Grid("Few", [[0, 3]], 10_000)
    spec = charts.heatmap_chart([charts.Grid("Many", [[0, 900]], 10_000), few], "Where")
    scales = [v for k, v in walk(spec) if k == "scale" and v and "scheme" in v]
    assert {(scale["type"], scale["domain"][1]) for scale in scales} == {("pow", 0.09)}
    assert (0.0003 / 0.09) ** scales[0]["exponent"] > 0.1  # of the way from black to yellow
    said = [value for key, value in walk(spec) if key == "subtitle"]
    assert said == ["at most 9 %", "at most 0.03 %"]
    assert "cube root" in str([value for key, value in walk(spec) if key == "title"])


def test_alike_shares_are_told_apart_and_chance_alone_looks_pale():
    grids = [charts.Grid("One", [[480, 520]], 1000), charts.Grid("Other", [[500, 700]], 1000)]
    found = charts.colour_scale(grids)
    assert found.even
    assert (found.low, found.high) == pytest.approx((0.48, 0.70), abs=0.04)
    spec = charts.heatmap_chart(grids, "Where")
    domains = [v["domain"] for k, v in walk(spec) if k == "scale" and v and "scheme" in v]
    assert domains == [[found.low, found.high]] * 2
    noise = charts.colour_scale([charts.Grid("Noise", [[490, 510]], 1000)])
    assert noise.high - noise.low >= 9 * (0.25 / 1000) ** 0.5  # so much more than the 2 points
    assert charts.colour_scale([charts.Grid("Rare", [[0, 0, 3]], 1000)]).even is False
    assert charts.colour_scale([charts.Grid("Never", [[0, 0]], 1000)]).high == 1.0
    assert charts.colour_scale([charts.Grid("Always", [[9, 9]], 9)]).even
    assert charts.colour_scale([]).high == 1.0


def test_a_grid_that_is_no_board_has_axes_to_be_read():
    axes = (Axis("Move of the game", first=1), Axis("Legal moves"))
    spec = charts.heatmap_chart([charts.Grid("V", [[5] * 60] * 25, 10)], "Mobility", axes)
    across, down = (
        next(v["axis"] for k, v in walk(spec) if k == side and "axis" in v) for side in "xy"
    )
    assert (across["title"], down["title"]) == ("Move of the game", "Legal moves")
    assert across["values"] == list(range(5, 61, 5))
    assert down["values"] == list(range(0, 25, 5))
    assert min(row["x"] for row in walk_rows(spec) if isinstance(row, dict)) == 1
    assert "map of the board" not in spec["description"]


def test_variants_of_one_name_stay_apart():
    rates = charts.estimates_chart(
        [estimate("Same", 0.1), estimate("Same", 0.2)], "Stuck", percent=True, unit=""
    )
    bins = charts.histogram_chart(
        [charts.Bins("Same", [1, 2]), charts.Bins("Same", [2, 1])], "Step", "steps"
    )
    for spec in (rates, bins):
        places = {row["place"] for row in walk_rows(spec) if "place" in row}
        assert places == {0, 1}
        fields = {value for key, value in walk(spec) if key == "field"}
        assert "place" in fields
        keyed = [
            inner
            for key, value in walk(spec)
            if key in ("y", "color", "strokeDash") and isinstance(value, dict)
            for inner in [value.get("field")]
        ]
        assert "variant" not in keyed
        told = {v.replace('["Same"]', '"Same"') for k, v in walk(spec) if k == "labelExpr"}
        assert '["Same", "Same"][datum.value]' in told


def test_people_and_simulation_are_told_apart_by_colour_shape_and_words():
    simulated = estimate("Four colours", 0.1)
    people = replace(simulated, name="People on four colours, who played on phones", who="people")

    def told(*estimates):
        spec = charts.estimates_chart(estimates, "Stuck", percent=True, unit="")
        titles = {value for key, value in walk(spec) if key == "title" and isinstance(value, str)}
        scales = [
            (v["scale"]["domain"], v["scale"]["range"], bool(v["legend"]))
            for k, v in walk(spec)
            if k in ("color", "shape") and isinstance(v, dict) and "scale" in v
        ]
        return titles, scales, {v for k, v in walk(spec) if k == "labelExpr"}

    titles, scales, _ = told(simulated)
    assert "Stuck, % of plays" in titles
    assert all(not legend and len(kinds) == 1 for kinds, _, legend in scales)
    titles, scales, labels = told(simulated, people)
    assert {"Stuck, % of plays or sessions", "Plays or sessions"} <= titles
    for kinds, looks, legend in scales:
        assert kinds == ["Simulated plays", "People’s sessions"]
        assert legend
        assert len(set(looks)) == 2
    assert labels == {
        '[["Four colours"], ["People on four colours, who", "played on phones"]][datum.value]'
    }
    titles, _, _ = told(people)
    assert "Stuck, % of sessions" in titles


def test_labels_near_an_end_of_the_axis_stay_inside():
    spec = charts.estimates_chart(
        [estimate("Rare", 0.001), estimate("Usual", 0.5), estimate("Nearly all", 0.99)],
        "Stuck",
        percent=True,
        unit="",
    )
    marks = [v for k, v in walk(spec) if k == "mark" and v["type"] == "text"]
    assert {mark["align"] for mark in marks} == {"left", "center", "right"}


def walk_rows(spec):
    for rows in spec["datasets"].values() if "datasets" in spec else ():
        yield from rows
    for key, inner in walk(spec):
        if key == "values":
            yield from inner


def test_no_more_lines_than_can_be_told_apart():
    names = {row["variant"] for row in walk_rows(some()["bins"])}
    assert len(names) == charts.MAX_OVERLAID
    assert len(set(theme.PALETTE)) == len(set(theme.DASHES)) == charts.MAX_OVERLAID


def test_shares_of_a_line_add_up_to_one():
    spec = charts.histogram_chart([charts.Bins("A", [1, 2, 3])], "Step", "steps")
    assert sum(row["share"] for row in walk_rows(spec)) == 1


def test_altair_is_loaded_with_the_charts_only_and_pandas_never():
    code = (
        "import django, sys\n"
        "django.setup()\n"
        "from django.contrib import admin\n"
        "admin.autodiscover()\n"
        "assert 'backend.lab.admin' in sys.modules and 'altair' not in sys.modules\n"
        "from backend.lab import charts\n"
        "charts.histogram_chart([charts.Bins('A', [1, 2])], 'a', 'b')\n"
        "assert 'altair' in sys.modules and 'pandas' not in sys.modules\n"
        "assert 'numba' not in sys.modules and 'scipy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
