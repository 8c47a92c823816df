"""The command line: text for people, one document for programs, clear words for mistakes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from engines import get_game, read_rules
from engines.cli import main

GAME = get_game("map_coloring")


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(list(arguments))
    except SystemExit as stop:  # argparse's own way out
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def document(capsys, *arguments: str):
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


class TestAnswers:
    def test_games(self, capsys):
        assert "map_coloring" in run(capsys, "games")[1]
        assert "map_coloring" in [game["game"] for game in document(capsys, "games")]

    def test_describe_the_parameters_of_policies(self, capsys):
        _, out, _ = run(capsys, "describe", "color_fill")
        assert "epsilon: 0 to 1, default 0.2." in out
        (told,) = next(
            policy["parameters"]
            for policy in document(capsys, "describe", "color_fill")["policies"]
            if policy["key"] == "greedy_noisy"
        )
        assert (told["name"], told["kind"], told["high"]) == ("epsilon", "number", 1)

    def test_describe(self, capsys):
        status, out, _ = run(capsys, "describe", "map_coloring")
        assert status == 0
        assert "2 to 64, default 12. Cells across." in out
        told = document(capsys, "describe", "map_coloring")
        assert told["rules_schema"] == GAME.Rules.model_json_schema()
        assert [level["key"] for level in told["levels"]] == ["easy", "medium", "hard"]
        assert told["presets"][0]["variants"][1]["rules"]["seeds"] == 24

    def test_compile_has_every_game_ready(self, capsys):
        assert "map_coloring    ready" in run(capsys, "compile")[1]
        compiled = [done["game"] for done in document(capsys, "compile")]
        assert compiled == [game["game"] for game in document(capsys, "games")]

    def test_generate(self, capsys):
        told = document(
            capsys, "generate", "map_coloring", "--rules", '{"seeds": 9}', "--seed", "4"
        )
        puzzle = GAME.generate(GAME.Rules(seeds=9), 4)
        assert told["board"] == GAME.dump_board(puzzle.board)
        assert told["certificate"] == [GAME.dump_move(move) for move in puzzle.certificate]
        assert told["level"] is None
        status, out, _ = run(capsys, "generate", "map_coloring", "--seed", "4")
        assert status == 0
        assert "certificate: 0=" in out

    def test_generate_a_level(self, capsys):
        told = document(capsys, "generate", "map_coloring", "--level", "easy", "--seed", "4")
        assert (told["level"], told["seed"]) == ("easy", 4)
        assert 0.05 <= told["difficulty"] <= 0.15
        assert told["figures"]["random"] == told["difficulty"]
        status, out, _ = run(capsys, "generate", "map_coloring", "--level", "easy", "--seed", "4")
        assert status == 0
        assert "difficulty: 0." in out

    def test_simulate(self, capsys):
        told = document(
            capsys, "simulate", "map_coloring", "--rules", '{"colors": 5}', "--policy", "degree",
            "--trials", "3000", "--seed", "7", "--first-trial", "5",
        )  # fmt: skip
        assert list(told) == [
            "game", "version", "rules", "policy", "seed", "first_trial", "trials", "metrics",
            "seconds",
        ]  # fmt: skip
        assert told["rules"] == GAME.Rules(colors=5).model_dump(mode="json")
        tally = GAME.simulate(GAME.Rules(colors=5), "degree", 7, 5, 3000)
        stuck = told["metrics"]["stuck"]
        assert (stuck["count"], stuck["n"]) == tally.counts["stuck"]
        assert list(stuck) == ["kind", "count", "n", "value", "low", "high"]
        grid = told["metrics"]["stuck_at"]["grid"]
        assert sum(map(sum, grid)) == sum(tally.counts["stuck_at"])

    def test_a_board_that_is_given_is_played(self, capsys):
        rules, board = GAME.Rules(colors=3), GAME.generate(GAME.Rules(), 4).board
        told = GAME.dump_board(board)
        board = GAME.parse_board(rules, told)
        given = ("map_coloring", "--colors", "3", "--board", json.dumps(told), "--seed", "7")
        counted = document(capsys, "simulate", *given, "--trials", "80", "--first-trial", "8")
        assert counted["board"] == told
        tally = GAME.simulate(rules, "random", 7, 8, 80, board=board)
        assert counted["metrics"]["stuck"]["count"] == tally.counts["stuck"][0]
        played = document(capsys, "replay", *given, "--trial", "9")
        assert played["board"] == told
        trial = GAME.replay_trial(rules, "random", 7, 9, board=board)
        assert played["moves"] == [GAME.dump_move(move) for move in trial.moves]

    def test_simulate_as_text(self, capsys):
        status, out, err = run(capsys, "simulate", "map_coloring", "--trials", "500")
        assert (status, err) == (0, "")
        assert "policy random, seed 1, trials 0 to 499" in out
        assert "of 500" in out

    def test_replay(self, capsys):
        told = document(capsys, "replay", "map_coloring", "--seed", "3", "--trial", "9")
        play = GAME.replay_trial(GAME.Rules(), "random", 3, 9)
        assert told["board"] == GAME.dump_board(play.board)
        assert told["moves"] == [GAME.dump_move(move) for move in play.moves]
        assert told["outcome"]["status"] == play.outcome.status

    def test_solve(self, capsys):
        told = document(capsys, "solve", "map_coloring", "--seed", "3")
        assert told["answer"] == "yes"
        status, out, _ = run(capsys, "solve", "map_coloring", "--seed", "3", "--seconds", "2.5")
        assert status == 0
        assert "yes: it can be solved" in out

    def test_solve_a_board_given(self, capsys, tmp_path):
        crossing = '{"width": 2, "height": 2, "seeds": 4, "adjacency": "corner", "colors": 3}'
        asked = ("solve", "map_coloring", "--rules", crossing, "--board")
        assert document(capsys, *asked, '{"cells": [[0, 1], [2, 3]]}')["answer"] == "no"
        assert document(capsys, *asked, "0 1\n2 3")["answer"] == "no"
        (tmp_path / "board.txt").write_text("0 1\n1 2\n")
        assert document(capsys, *asked, f"@{tmp_path / 'board.txt'}")["answer"] == "yes"
        told = document(capsys, *asked, "0 1\n1 2", "--moves", "0=1 2=0")
        assert told["moves"] == [{"region": 1, "color": 2}]

    def test_solve_the_map_of_a_trial(self, capsys):
        told = document(capsys, "solve", "map_coloring", "--seed", "3", "--trial", "9")
        assert told["board"] == GAME.dump_board(
            GAME.replay_trial(GAME.Rules(), "random", 3, 9).board
        )

    def test_a_rule_is_an_option_of_its_own(self, capsys):
        given = document(capsys, "generate", "map_coloring", "--rules", '{"seeds": 9, "width": 8}')
        for words in (
            ("--seeds", "9", "--width", "8"),
            ("--seeds=9", "--width=8"),
            ("--rules", '{"seeds": 9}', "--width", "8"),
        ):
            assert document(capsys, "generate", "map_coloring", *words) == given
        told = document(capsys, "generate", "sliding", "--no-backtrack", "false", "--steps=30")
        assert told["rules"]["no_backtrack"] is False
        assert told["rules"]["steps"] == 30

    def test_a_published_board_is_taken_as_it_stands(self, capsys):
        board = "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0"
        told = document(capsys, "solve", "sliding", "--board", board, "--goal", "blank-first")
        assert told["answer"] == "yes"
        assert len(told["moves"]) == told["figures"]["length"] == 46
        assert told["board"]["tiles"][0] == [3, 14, 9, 11]
        other = document(
            capsys, "solve", "sliding", "--board", "1 2 3 4 0 5", "--goal", "blank-last",
            "--width", "3", "--height", "2",
        )  # fmt: skip
        assert other["moves"] == [{"tile": 5}]


WRONG = [
    (("generate", "map_coloring", "--sedes", "9"), "Its rules are: --width, --height, --seeds"),
    (("generate", "map_coloring", "--seeds"), "--seeds needs a value"),
    (("generate", "map_coloring", "--seeds", "9", "--seeds", "9"), "given twice"),
    (("generate", "map_coloring", "--seeds", "9", "--rules", '{"seeds": 9}'), "given twice"),
    (("generate", "map_coloring", "--seeds", "nine"), "/seeds: "),
    (("generate", "map_coloring", "--width", "65"), "/width: "),
    (("generate", "map_coloring", "stray"), "no option 'stray'"),
    (("generate", "map_coloring", "--level", "easy", "--width", "9"), "not both"),
    (("describe", "map_coloring", "--width", "9"), "unrecognized arguments"),
    (("solve", "sliding", "--board", "1 2 3"), "16 numbers are needed for 4x4; got 3"),
    ((), "COMMAND"),
    (("juggle",), "juggle"),
    (("describe", "chess"), "There is no game 'chess'. Known: "),
    (("generate", "map_coloring", "--rules", '{"width": 12,}'), "line 1, column 14"),
    (("generate", "map_coloring", "--rules", ""), "--rules is not JSON"),
    (("generate", "map_coloring", "--rules", "[]"), "JSON object"),
    (("generate", "map_coloring", "--rules", "NaN"), "NaN is not a number in JSON"),
    (("generate", "map_coloring", "--rules", "[" * 100_000), "nested too deeply"),
    (("generate", "map_coloring", "--rules", '{"width": 9, "width": 8}'), "given twice"),
    (("generate", "map_coloring", "--rules", f'{{"width": {"9" * 5000}}}'), "--rules"),
    (("generate", "map_coloring", "--rules", "@/nowhere/at/all"), "can't read"),
    (("generate", "map_coloring", "--rules", '{"widht": 12}'), "no such rule"),
    (("generate", "map_coloring", "--rules", '{"width": 65}'), "/width: "),
    (("generate", "map_coloring", "--rules", '{"width": "12"}'), "/width: "),
    (("generate", "map_coloring", "--rules", '{"colors": 2, "seeds": 24}'), "more colours"),
    (("generate", "map_coloring", "--level", "absurd"), "Known: easy, medium, hard"),
    (("generate", "map_coloring", "--level", "easy", "--rules", "{}"), "not both"),
    (("generate", "map_coloring", "--seed", "-1"), "must be 0 to 9223372036854775807, not -1"),
    (("generate", "map_coloring", "--seed", str(2**63)), "must be 0 to"),
    (("generate", "map_coloring", "--seed", "1.5"), "whole number"),
    (("generate", "map_coloring", "--seed", "1e400"), "whole number"),
    (("generate", "map_coloring", "--width", "8.5"), "whole number"),
    (("generate", "map_coloring", "--rules", '{"width": 1e400}'), "whole number"),
    (("generate", "map_coloring", "--seed", "١"), "whole number"),
    (("simulate", "sliding", "--width", "5", "--policy", "optimal"), "boards of up to 16 cells"),
    (("simulate", "map_coloring", "--policy", "genius"), "Known: random, degree, dsatur"),
    (("simulate", "map_coloring", "--trials", "-5"), "trials must be 1 to"),
    (("simulate", "map_coloring", "--trials", "0"), "trials must be 1 to"),
    (("simulate", "map_coloring", "--first-trial", "-5"), "first trial must be 0 to"),
    (("replay", "map_coloring", "--trial", "-5"), "trial must be 0 to"),
    (("replay", "map_coloring", "--trial", str(2**63 - 1)), "trial must be 0 to"),
    (("solve", "map_coloring", "--seconds", "nan"), "seconds above 0"),
    (("solve", "map_coloring", "--seconds", "-1"), "seconds above 0"),
    (("solve", "map_coloring", "--board", "{"), "--board is not JSON"),
    (("solve", "map_coloring", "--board", "{}"), "/cells"),
    (("solve", "map_coloring", "--board", "0 1\n1 1", "--trial", "1"), "not both"),
    (("solve", "map_coloring", "--moves", "1=0 1=1"), "already has colour 0"),
    (("solve", "map_coloring", "--moves", "0:0"), "not a move"),
]


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=range(len(WRONG)))
def test_a_mistake_is_told_on_stderr_with_status_2(capsys, arguments, said, as_json):
    status, out, err = run(capsys, *arguments, *(["--json"] if as_json and arguments else []))
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert len(err) < 2_000


def start(*arguments: str, **options) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "engines", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_as_a_program_it_prints_one_document_whatever_the_locale():
    process = start(
        "replay", "map_coloring", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["game"] == "map_coloring"
    process = start("replay", "map_coloring", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 0


def test_an_interrupt_ends_it_quietly_with_status_130(tmp_path):
    os.mkfifo(rules := tmp_path / "rules")
    process = start("simulate", "map_coloring", "--trials", "100000000", "--rules", f"@{rules}")
    rules.write_text("{}")  # waits until it reads: Python has started
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (130, "", "")


def test_a_reader_that_goes_away_is_no_error():
    process = start("describe", "map_coloring")
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) != 2


def test_rules_read_from_a_file_are_the_same(capsys, tmp_path):
    (tmp_path / "rules.json").write_text('{"seeds": 9}')
    told = document(capsys, "generate", "map_coloring", "--rules", f"@{tmp_path / 'rules.json'}")
    assert told["rules"] == read_rules(GAME, {"seeds": 9}).model_dump(mode="json")


def test_a_whole_number_may_have_a_point_or_an_exponent(capsys):
    plain = document(capsys, "generate", "map_coloring", "--seed", "20", "--seeds", "9")
    for arguments in (
        ("--seed", "2e1", "--seeds", "9.0"),
        ("--seed", "20.0", "--rules", '{"seeds": 9.0}'),
        ("--seed", "20", "--rules", '{"seeds": 0.9e1}'),
    ):
        assert document(capsys, "generate", "map_coloring", *arguments) == plain


@pytest.mark.parametrize("option", ["--rules", "--board", "--boards"])
def test_a_file_may_begin_with_a_byte_order_mark(capsys, tmp_path, option):
    text = '{"seeds": 4}' if option == "--rules" else "0012 0012 3312"
    if option != "--rules":
        text = text.replace(" ", "\r\n" if option == "--board" else "/")
    game = "map_coloring" if option == "--rules" else "color_fill"
    answers = []
    for encoding in ("utf-8", "utf-8-sig"):
        (tmp_path / encoding).write_bytes(text.encode(encoding))
        asked = ["solve", game, option, f"@{tmp_path / encoding}"]
        if option != "--rules":
            asked += ["--width", "4", "--height", "3", "--colors", "4"]
        told = document(capsys, *asked)
        for answer in told if isinstance(told, list) else [told]:
            answer.pop("seconds")
        answers.append(told)
    assert answers[0] == answers[1]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le"])
def test_a_file_in_another_encoding_is_told_as_such(capsys, tmp_path, encoding):
    (tmp_path / "rules.json").write_bytes('{"seeds": 9}'.encode(encoding))
    status, _, err = run(
        capsys, "generate", "map_coloring", "--rules", f"@{tmp_path / 'rules.json'}"
    )
    assert status == 2
    assert "UTF-16, not UTF-8: save it as UTF-8." in err


ODD = "\x1b[31m\x07\u202e\u2028\x9b"


@pytest.mark.parametrize(
    "arguments",
    [
        ("generate", "map_coloring", "--rules", '{"%s": 1}'),
        ("generate", "map_coloring", "--rules", '{"order": "%s"}'),
        ("generate", "map_coloring", "--rules", '{"width": "%s"}'),
        ("generate", "map_coloring", "--rules", '{"width": %s}'),
        ("generate", "map_coloring", "--%s", "1"),
        ("generate", "%s"),
        ("generate", "map_coloring", "--level", "%s"),
        ("generate", "map_coloring", "--seed", "%s"),
        ("simulate", "map_coloring", "--policy", "%s"),
        ("simulate", "map_coloring", "--policy", "random(%s)"),
        ("solve", "map_coloring", "--board", '{"%s": 1}'),
        ("solve", "map_coloring", "--board", "%s"),
        ("solve", "map_coloring", "--moves", "%s"),
        ("solve", "map_coloring", "--board", "@%s"),
        ("games", "%s"),
    ],
    ids=range(15),
)
def test_no_mistake_is_told_in_signs_that_a_terminal_obeys(capsys, arguments):
    for odd in (ODD, json.dumps(ODD)[1:-1]):
        status, out, err = run(capsys, *(part.replace("%s", odd) for part in arguments))
        assert (status, out) == (2, "")
        assert not set(err) & set(ODD) - set("[31m")
