"""`solve`: rules by their names, boards that show their own size, many boards at once."""

from __future__ import annotations

import io
import json
import sys

import pytest

from engines.cli import main


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(["solve", *arguments])
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def document(capsys, *arguments: str):
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


@pytest.mark.parametrize("board", ["0120/1121/2200", "0120\n1121\n2200", "ABCA/BBCB/CCAA"])
@pytest.mark.parametrize("size", [[], ["--width", "4", "--height", "3"]])
def test_a_board_and_rules_by_name(capsys, board, size):
    told = document(capsys, "color_fill", "--board", board, *size)
    assert told["rules"]["width"] == 4
    assert told["rules"]["height"] == 3
    assert told["rules"]["start"] == "top-left"
    assert told["figures"]["proven"] is True
    assert told["figures"]["optimal"] == len(told["moves"]) == 4


def test_the_start_by_name(capsys):
    told = document(capsys, "color_fill", "--board", "000/010/000", "--start", "centre")
    assert told["moves"] == [{"color": 0}]
    told = document(capsys, "color_fill", "--board=000/010/000", "--start=top-left")
    assert told["moves"] == [{"color": 1}]


def test_rules_by_name_and_as_json_together(capsys):
    told = document(
        capsys, "color_fill", "--rules", '{"slack": 0}', "--colors", "10", "--board", "0120/1121"
    )
    assert (told["rules"]["slack"], told["rules"]["colors"]) == (0, 10)


def test_many_boards_in_one_list(capsys, tmp_path, monkeypatch):
    text = "000/010/000\n\n012012012\n"
    (tmp_path / "boards.txt").write_text(text)
    told = document(capsys, "color_fill", "--boards", f"@{tmp_path / 'boards.txt'}")
    assert [len(answer["moves"]) for answer in told] == [1, 2]
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    again = document(capsys, "color_fill", "--boards", "-")
    assert [answer["moves"] for answer in again] == [answer["moves"] for answer in told]
    status, out, _ = run(capsys, "color_fill", "--boards", f"@{tmp_path / 'boards.txt'}")
    assert status == 0
    assert out.count("yes: it can be solved") == 2


def test_any_games_rules_can_be_named(capsys):
    told = document(
        capsys, "map_coloring", "--width", "2", "--height=2", "--seeds", "4", "--board", "0 1\n2 3"
    )
    assert told["rules"]["seeds"] == 4


WRONG = [
    (("color_fill", "--board", "012/120", "--widht", "3"), "There is no option '--widht'"),
    (("color_fill", "--board", "012/120", "--width"), "--width needs a value"),
    (("color_fill", "--board", "012/120", "--width", "3", "--width=3"), "given twice"),
    (("color_fill", "--width", "3", "--rules", '{"width": 3}'), "given twice"),
    (("color_fill", "--board", "012/120", "--width", "4"), "A row of 4 numbers"),
    (("color_fill", "--board", "012/120", "--width", "three"), "/width"),
    (("color_fill", "--board", "012/120", "--start", "middle"), "/start"),
    (("color_fill", "--board", "012/120", "--colors", "12"), "/colors"),
    (("color_fill", "--board", ""), "Row 1 of the board"),
    (("color_fill", "--boards", "012", "--board", "012"), "only one of"),
    (("color_fill", "--boards", "012", "--trial", "1"), "only one of"),
    (("color_fill", "surplus"), "There is no option 'surplus'"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=range(len(WRONG)))
def test_a_mistake_is_told_on_stderr_with_status_2(capsys, arguments, said):
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
