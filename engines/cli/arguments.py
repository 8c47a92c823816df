"""The arguments of each command, and what is wrong with a bad one, in words."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from engines.cli import commands
from engines.randomness import MAX_SEED
from engines.shared.characters import visible
from engines.shared.numbers import whole_of_text

MAX_TRIALS = 10**12


class _Parser(argparse.ArgumentParser):
    """Spells out what a terminal would obey, in arguments that it complains of."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message, lines=True))


def make_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m engines",
        description="Puzzle games: boards that can be solved, judged moves, simulated players.",
    )
    wanted = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    games = _command(wanted, "games", commands.games, "list the games")
    games.set_defaults(game=None)

    compile_ = _command(
        wanted, "compile", commands.compile_, "compile all kernels, so that later runs need not"
    )
    compile_.add_argument("game", metavar="GAME", nargs="?", help="only this game's")

    describe = _command(wanted, "describe", commands.describe, "a game's rules, policies, …")
    _add_game(describe)

    generate = _command(wanted, "generate", commands.generate, "make a puzzle")
    _add_game(generate)
    _add_rules(generate)
    _add_seed(generate)
    generate.add_argument(
        "--level", metavar="LEVEL", help="a level's key, instead of --rules (see describe)"
    )

    simulate = _command(wanted, "simulate", commands.simulate, "play many trials and count")
    _add_game(simulate)
    _add_rules(simulate)
    _add_seed(simulate)
    _add_policy(simulate)
    simulate.add_argument(
        "--trials",
        metavar="N",
        type=whole("trials", 1, MAX_TRIALS),
        default=10_000,
        help="how many plays (default: %(default)s)",
    )
    simulate.add_argument(
        "--first-trial",
        metavar="N",
        type=whole("the first trial", 0, MAX_SEED - MAX_TRIALS),
        default=0,
        help="number of the first one (default: 0)",
    )
    _add_board(simulate, "all plays are on this board")

    replay = _command(wanted, "replay", commands.replay, "show one trial, move by move")
    _add_game(replay)
    _add_rules(replay)
    _add_seed(replay)
    _add_policy(replay)
    _add_board(replay, "it is played on this board")
    replay.add_argument(
        "--trial",
        metavar="N",
        type=whole("the trial", 0, MAX_SEED - 1),
        default=0,
        help="number of the trial (default: 0)",
    )

    solve = _command(wanted, "solve", commands.solve, "decide exactly whether a board is solvable")
    _add_game(solve)
    _add_rules(solve)
    _add_seed(solve)
    solve.add_argument(
        "--trial",
        metavar="N",
        type=whole("the trial", 0, MAX_SEED - 1),
        help="the board of this trial (default: the puzzle that generate makes)",
    )
    _add_board(solve, "instead of one made here")
    solve.add_argument(
        "--boards",
        metavar="BOARDS",
        help="many boards, one a line, answered in turn in one list; @FILE or - as for --board",
    )
    solve.add_argument(
        "--policy",
        metavar="NAME",
        help="what is exactly to be expected of this simulated player, instead of a solution",
    )
    solve.add_argument(
        "--moves",
        metavar="MOVES",
        default="",
        help="moves made before, with spaces (or commas, where a move has spaces) between",
    )
    solve.add_argument(
        "--seconds",
        metavar="S",
        type=seconds,
        default=10.0,
        help="time after which the answer is unknown (default: %(default)s)",
    )
    return parser


def parse_arguments(
    parser: argparse.ArgumentParser, argv: Sequence[str] | None
) -> argparse.Namespace:
    """The options; those the parser does not know are left for rules, where rules are asked for."""
    options, words = parser.parse_known_args(argv)
    if words and not hasattr(options, "rule_words"):
        parser.error(f"unrecognized arguments: {' '.join(words)}")
    if words:
        options.rule_words = words
    return options


def whole(what: str, low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number low … high."""

    def read(text: str) -> int:
        number = whole_of_text(text)
        if number is None:
            raise argparse.ArgumentTypeError(f"{what} must be a whole number, not {text[:40]!r}")
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{what} must be {low} to {high}, not {number}")
        return number

    return read


def seconds(text: str) -> float:
    """Reads a positive number of seconds, up to a day."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 86_400:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text[:40]!r}")
    return number


def _command(
    wanted: Any, name: str, run: Callable[[argparse.Namespace], Any], help_: str
) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = wanted.add_parser(name, help=help_, description=help_)
    command.add_argument("--json", action="store_true", help="print one JSON document")
    command.set_defaults(run=run)
    return command


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a game's slug, as games lists them")


def _add_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules",
        metavar="JSON",
        help=(
            "rules that differ from the defaults, as a JSON object; @FILE reads a file. Each "
            "rule is an option, too: --NAME VALUE, with - for _ (see describe)"
        ),
    )
    command.set_defaults(rule_words=[])


def _add_seed(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        metavar="N",
        type=whole("the seed", 0, MAX_SEED),
        default=1,
        help="0 to 2^63 - 1 (default: 1)",
    )


def _add_board(command: argparse.ArgumentParser, what_for: str) -> None:
    command.add_argument(
        "--board",
        metavar="BOARD",
        help=(
            f"{what_for}: a board as JSON or text, made for these rules (what its text shows of "
            "them, such as its size, need not be said), or what generate --json prints; @FILE "
            "reads it from a file, - from stdin"
        ),
    )


def _add_policy(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--policy",
        metavar="NAME",
        help="the simulated player (default: the game's first); in a game for two both seats', "
        "as careful,greedy",
    )
