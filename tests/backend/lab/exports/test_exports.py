"""Figures taken out as tables: the same in each format, and the same as the results say."""

from __future__ import annotations

import csv
import io
import json
import uuid

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from django.urls import reverse

from backend.lab import bell, findings, pairing
from backend.lab.exports.formats import ROWS, written
from backend.lab.exports.table import Table, columns
from backend.lab.models import Experiment
from backend.lab.work import run_chunks
from engines import get_game
from tests.support.api import make_map
from tests.support.lab import GAME, SMALL, queue, variant

URL = "/api/v1/experiments/"


@pytest.fixture(autouse=True)
def _bell(monkeypatch):
    monkeypatch.setattr(bell, "enqueue", lambda *_, **__: True)


@pytest.fixture
def done(db):  # noqa: ARG001
    experiment = queue(
        variants=[variant("=1+1"), variant("Four, or so", colors=4)], bands=[0.1, 0.5]
    )
    run_chunks(worker="w")
    while pairing.pair_next() or findings.find_next():
        pass
    return experiment


def body(answer):
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)


def read(answer):
    """The rows of an answer in whatever format it is, as CSV and JSON have nothing for them."""
    content, media_type = body(answer), answer["Content-Type"]
    if media_type == "text/csv; charset=utf-8":
        return list(csv.DictReader(io.StringIO(content.decode(), newline="")))
    if media_type == "application/json":
        return json.loads(content)
    assert media_type == "application/vnd.apache.parquet"
    return pq.read_table(pa.BufferReader(content)).to_pylist()


def test_figures_are_those_of_the_results(admin_client, done):
    answer = admin_client.get(f"{URL}{done.pk}/export/")
    assert f'"experiment-{done.pk}.csv"' in answer["Content-Disposition"]
    rows = read(answer)
    game = get_game(GAME)
    scalars = sum(m.kind in ("proportion", "mean") for m in game.metrics)
    assert len(rows) == 2 * 3 * scalars
    # A spreadsheet must not take a name for a formula.
    assert {row["variant"] for row in rows} == {"'=1+1", "Four, or so"}
    results = admin_client.get(f"{URL}{done.pk}/results/").json()
    stuck = [row for row in rows if row["metric"] == "stuck" and row["replicate"] == ""]
    for row, told in zip(stuck, results["variants"], strict=True):
        assert int(row["count"]) == told["metrics"]["stuck"]["count"]
        assert float(row["value"]) == told["metrics"]["stuck"]["value"]
        assert {name: row[f"rule_{name}"] for name in told["rules"]} == {
            name: str(value) for name, value in told["rules"].items()
        }
    assert set(rows[0]) >= {f"rule_{name}" for name in game.Rules.model_fields}
    assert (stuck[0]["difference"], stuck[0]["p_holm"]) == ("", "")
    assert float(stuck[1]["difference"]) == results["variants"][1]["comparison"]["value"]
    assert stuck[1]["method"] == "paired_proportions"
    assert {row["difference"] for row in rows if row["replicate"]} == {""}


@pytest.mark.parametrize("table", ["figures", "distributions"])
def test_all_formats_say_the_same(admin_client, done, table):
    address = f"{URL}{done.pk}/export/"
    told = {
        name: read(admin_client.get(address, {"format": name, "table": table}))
        for name in ("csv", "json", "parquet")
    }
    assert told["parquet"] == told["json"]
    assert len(told["csv"]) == len(told["json"]) > 0
    for row, text in zip(told["json"], told["csv"], strict=True):
        for name, value in row.items():
            if name == "variant":
                continue
            plain = "" if value is None else str(value).lower() if value in (True, False) else value
            assert text[name] == (plain if isinstance(plain, str) else repr(plain)) or (
                not isinstance(value, str) and float(text[name]) == value
            )
    assert all(type(row["headline"]) is bool for row in told["parquet"])


def test_distributions_have_a_row_for_each_bar_and_cell(admin_client, done):
    rows = read(
        admin_client.get(f"{URL}{done.pk}/export/", {"table": "distributions", "format": "json"})
    )
    results = admin_client.get(f"{URL}{done.pk}/results/").json()
    first = results["variants"][0]["metrics"]
    cells = [row for row in rows if row["position"] == 0 and row["metric"] == "stuck_at"]
    assert [row["count"] for row in cells] == [
        n for line in first["stuck_at"]["grid"] for n in line
    ]
    assert (cells[7]["x"], cells[7]["y"]) == (1, 1)  # six across
    assert cells[0]["share"] == cells[0]["count"] / 400
    bars = [row for row in rows if row["position"] == 0 and row["metric"] == "stuck_step"]
    assert [row["count"] for row in bars] == first["stuck_step"]["bins"]
    assert sum(row["share"] for row in bars) == pytest.approx(1)
    assert {row["y"] for row in bars} == {None}


@pytest.mark.parametrize("name", ["csv", "json", "parquet"])
def test_fixed_boards_are_taken_out_one_by_one(admin_client, name):
    stored = [make_map(seed=n, **SMALL) for n in range(2)]
    experiment = queue(boards="fixed", puzzles=[one.pk for one in stored])
    run_chunks(worker="w")
    address = f"{URL}{experiment.pk}/export/?format={name}&table="
    told = admin_client.get(f"{URL}{experiment.pk}/results/").json()["boards"]
    rows = read(admin_client.get(f"{address}boards"))
    expected = [
        (one["number"] + 1, one["puzzle"], each["position"], *_figures(each["headline"]))
        for one in told
        for each in one["variants"]
    ]
    assert len(expected) == 4
    assert [
        (int(row["board"]), row["puzzle"], int(row["position"]), *_figures(row)) for row in rows
    ] == expected
    for table in ("figures", "distributions", "boards"):
        assert {row["boards"] for row in read(admin_client.get(address + table))} == {"fixed"}
    page = admin_client.get(reverse("admin:lab_experiment_change", args=[experiment.pk]))
    assert [address.partition("table=")[2] for _, address in page.context["exports"]] == [
        "figures&format=",
        "distributions&format=",
        "boards&format=",
    ]


def _figures(of):
    return tuple(float(of[one]) for one in ("n", "count", "value", "low", "high"))


@pytest.mark.parametrize("name", ["csv", "json", "parquet"])
def test_a_comparison_is_taken_out(admin_client, done, name):
    ids = ",".join(str(one.pk) for one in done.variants.all())
    answer = admin_client.get(
        reverse("experiments-compare-export"), {"variants": ids, "format": name}
    )
    assert answer["Content-Disposition"] == f'attachment; filename="compare-{GAME}.{name}"'
    rows = [row for row in read(answer) if row["metric"] == "stuck"]
    told = admin_client.get("/api/v1/experiments/compare/", {"variants": ids}).json()
    assert [row["who"] for row in rows] == ["simulation", "simulation"]
    assert float(rows[1]["difference"]) == told["variants"][1]["difference"]["value"]
    assert rows[0]["difference"] in ("", None)
    assert [str(row["rule_colors"]) for row in rows] == ["3", "4"]
    assert {row["boards"] for row in rows} == {"paired"}


def test_the_pages_offer_every_table(admin_client, done):
    page = admin_client.get(reverse("admin:lab_experiment_change", args=[done.pk]))
    ids = ",".join(str(one.pk) for one in done.variants.all())
    compared = admin_client.get(reverse("admin:lab_experiment_compare"), {"variant": ids})
    for one, tables in ((page, 2), (compared, 1)):
        assert len(one.context["exports"]) == tables
        for _, address in one.context["exports"]:
            assert f'href="{address.replace("&", "&amp;")}parquet"' in one.content.decode()
            assert admin_client.get(f"{address}json").status_code == 200


def test_what_can_not_be_taken_out_is_said(admin_client, client, done):
    address = f"{URL}{done.pk}/export/"
    assert client.get(address).status_code == 401
    for wrong in ({"format": "xlsx"}, {"table": "all"}, {"tables": "figures"}):
        assert admin_client.get(address, wrong).status_code == 400, wrong
    assert admin_client.get(f"{URL}{uuid.uuid4()}/export/").status_code == 404
    assert read(admin_client.get(address, {"table": "boards"})) == []  # they are not fixed
    compare = reverse("experiments-compare-export")
    assert admin_client.get(compare).status_code == 400
    assert admin_client.get(compare, {"variants": str(uuid.uuid4())}).status_code == 404
    Experiment.objects.update(version=99)
    assert admin_client.get(address).status_code == 409


def test_large_tables_are_written_a_few_rows_at_a_time():
    read_so_far = []

    def rows():
        for n in range(3 * ROWS + 1):
            read_so_far.append(n)
            yield {"n": n, "text": "é", "half": n / 2, "even": n % 2 == 0}

    shape = (
        *columns("whole", "n"),
        *columns("text", "text other"),
        *columns("number", "half"),
        *columns("truth", "even"),
    )
    for name, before in (("csv", ROWS), ("json", ROWS)):
        read_so_far.clear()
        pieces = written(Table(shape, rows()), name)
        next(pieces)
        next(pieces) if name == "csv" else None  # after its header
        assert len(read_so_far) == before
        assert len(list(pieces)) >= 3
    found = pq.ParquetFile(pa.BufferReader(b"".join(written(Table(shape, rows()), "parquet"))))
    assert found.num_row_groups == 4
    last = found.read().to_pylist()[-1]
    assert last == {"n": 6000, "text": "é", "other": None, "half": 3000.0, "even": True}


@pytest.mark.parametrize("name", ["csv", "json", "parquet"])
def test_a_table_without_rows_has_its_columns(name):
    content = b"".join(written(Table(columns("whole", "a b"), []), name))
    if name == "csv":
        assert content == b"a,b\r\n"
    elif name == "json":
        assert json.loads(content) == []
    else:
        assert pq.read_table(pa.BufferReader(content)).column_names == ["a", "b"]
