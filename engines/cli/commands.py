"""What each command does: options in, an `Answer` out, which knows its text and its JSON."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from engines.cli import texts
from engines.cli.documents import take_apart
from engines.cli.playthrough import playthrough_text
from engines.cli.reading import read_json, read_rule_words, read_text
from engines.cli.slices import simulate_in_slices
from engines.declarations import Rules
from engines.errors import EngineError, Unreadable
from engines.game import Game
from engines.registry import all_games, get_game
from engines.tally import summarise
from engines.validation import read_rules
from engines.warmup import compile_kernels


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that is made as text or as a JSON-ready value, whichever is asked for."""

    text: Callable[[], str]
    document: Callable[[], Any]


def games(_options: Namespace) -> Answer:
    found = all_games()
    return Answer(
        lambda: "\n".join(f"{game.slug:<16}{game.title}: {game.summary}" for game in found),
        lambda: [
            {
                "game": game.slug,
                "version": game.version,
                "title": game.title,
                "summary": game.summary,
            }
            for game in found
        ],
    )


def compile_(options: Namespace) -> Answer:
    seconds = {}
    for game in all_games() if options.game is None else (get_game(options.game),):
        start = perf_counter()
        compile_kernels(game)
        seconds[game.slug] = perf_counter() - start
    return Answer(
        lambda: "\n".join(f"{slug:<16}ready ({took:.1f} s)" for slug, took in seconds.items()),
        lambda: [{"game": slug, "seconds": took} for slug, took in seconds.items()],
    )


def describe(options: Namespace) -> Answer:
    game = get_game(options.game)
    return Answer(lambda: texts.describe_text(game), lambda: texts.describe_document(game))


def generate(options: Namespace) -> Answer:
    game = get_game(options.game)
    if options.level is not None:
        if options.rules is not None or options.rule_words:
            raise Unreadable("Give --rules or --level, not both: a level has its own rules.")
        puzzle = game.generate_level(options.level, options.seed)
    else:
        puzzle = game.generate(_rules(game, options), options.seed)
    difficulty = puzzle.difficulty
    return Answer(
        lambda: texts.puzzle_text(game, puzzle),
        lambda: {
            "game": game.slug,
            "version": game.version,
            "rules": puzzle.rules.model_dump(mode="json"),
            "seed": puzzle.seed,
            "level": puzzle.level,
            "board": game.dump_board(puzzle.board),
            "certificate": [game.dump_move(move) for move in puzzle.certificate],
            "difficulty": None if difficulty is None else difficulty.value,
            "figures": None if difficulty is None else dict(difficulty.figures),
        },
    )


def simulate(options: Namespace) -> Answer:
    game = get_game(options.game)
    rules, policy, board = _play(game, options)
    start = perf_counter()
    tally = simulate_in_slices(
        game, rules, policy, options.seed, options.first_trial, options.trials, board
    )
    document = {
        "game": game.slug,
        "version": game.version,
        "rules": rules.model_dump(mode="json"),
        "policy": policy,
        **({} if board is None else {"board": game.dump_board(board)}),
        "seed": options.seed,
        "first_trial": options.first_trial,
        "trials": tally.trials,
        "metrics": {
            metric.key: summarise(metric, rules, tally.counts[metric.key])
            for metric in game.metrics
        },
        "seconds": perf_counter() - start,
    }
    return Answer(lambda: texts.simulation_text(game, document), lambda: document)


def replay(options: Namespace) -> Answer:
    game = get_game(options.game)
    rules, policy, board = _play(game, options)
    play = game.replay_trial(rules, policy, options.seed, options.trial, board=board)
    return Answer(
        lambda: playthrough_text(game, play),
        lambda: {
            "game": game.slug,
            "version": game.version,
            "rules": play.rules.model_dump(mode="json"),
            "policy": play.policy,
            "seed": play.seed,
            "trial": play.trial,
            "board": game.dump_board(play.board),
            "moves": [game.dump_move(move) for move in play.moves],
            "outcome": {
                "status": play.outcome.status,
                "loci": list(play.outcome.loci),
                "message": play.outcome.message,
            },
        },
    )


def solve(options: Namespace) -> Answer:
    game = get_game(options.game)
    if options.policy is not None:
        return _expected(game, options)
    if options.boards is None:
        take_apart(game, options)
        return _solved(game, *_board(game, options), options)
    if options.board is not None or options.trial is not None:
        raise Unreadable("Give only one of --board, --boards and --trial.")
    lines = read_text("--boards", options.boards).splitlines()
    boards = [_read_board(game, options, "--boards", line) for line in lines if line.strip()]
    answers = [_solved(game, rules, board, options) for rules, board in boards]
    return Answer(
        lambda: "\n\n".join(answer.text() for answer in answers),
        lambda: [answer.document() for answer in answers],
    )


def _solved(game: Game, rules: Rules, board: Any, options: Namespace) -> Answer:
    state = game.initial_state(board)
    for word in _split_moves(options.moves):
        state = game.apply(state, game.parse_move(word))
    solution = game.solve(state, options.seconds)
    value = {"value": solution.figures.get("value")} if game.players == 2 else {}
    return Answer(
        lambda: texts.solution_text(game, state, solution, options.seconds),
        lambda: {
            "game": game.slug,
            "version": game.version,
            "rules": rules.model_dump(mode="json"),
            "board": game.dump_board(state.board),
            "answer": solution.answer,
            **value,
            "moves": [game.dump_move(move) for move in solution.moves],
            "nodes": solution.nodes,
            "seconds": solution.seconds,
            "figures": dict(solution.figures),
        },
    )


def _split_moves(text: str) -> list[str]:
    """Moves with commas or semicolons between them, else with spaces."""
    if re.search("[,;]", text):
        return [word for word in re.split("[,;]", text) if word.strip()]
    return text.split()


def _expected(game: Game, options: Namespace) -> Answer:
    """What is exactly to be expected of simulated players, instead of estimated from trials."""
    if options.boards is not None or options.trial is not None or options.moves:
        raise Unreadable("--policy goes with --rules and --board only.")
    rules, board = _rules(game, options), None
    if options.board is not None:
        take_apart(game, options)
        rules, board = _board(game, options)
    policy, start = game.check_play(rules, options.policy), perf_counter()
    known = game.exact_metrics(rules, policy, board) if game.exact_metrics else {}
    if not known:
        raise EngineError(
            f"What to expect of {policy} is not known exactly for these rules of {game.slug}; "
            "estimate it with simulate."
        )
    document = {
        "game": game.slug,
        "version": game.version,
        "rules": rules.model_dump(mode="json"),
        "policy": policy,
        **({"expected_first": known.get("first_score")} if game.players == 2 else {}),
        "exact": known,
        "seconds": perf_counter() - start,
    }
    return Answer(lambda: texts.exact_text(game, document), lambda: document)


def _rules(game: Game, options: Namespace, shown: Mapping[str, Any] | None = None) -> Rules:
    """The rules asked for, and what a board has `shown` of them where nothing else is said."""
    value: Any = {}
    if options.rules is not None:
        value = read_json("--rules", read_text("--rules", options.rules))
    if not isinstance(value, dict):
        return read_rules(game, value)  # which says what is wrong with it
    single = read_rule_words(game, options.rule_words)
    if twice := sorted(value.keys() & single):
        raise Unreadable(f"The rule {twice[0]} is given twice: alone and in --rules.")
    return read_rules(game, {**(shown or {}), **value, **single})


def _play(game: Game, options: Namespace) -> tuple[Rules, str, Any | None]:
    """The rules asked for, the simulated player of them, and the board if one was given."""
    take_apart(game, options)
    if options.board is None:
        rules, board = _rules(game, options), None
    else:
        rules, board = _read_board(game, options, "--board", options.board)
    chosen = game.policies[0].key if options.policy is None else options.policy
    return rules, game.check_play(rules, chosen), board


def _board(game: Game, options: Namespace) -> tuple[Rules, Any]:
    """The board to solve: given, or of a trial, or the puzzle that `generate` makes."""
    if options.board is not None:
        if options.trial is not None:
            raise Unreadable("Give --board or --trial, not both.")
        return _read_board(game, options, "--board", read_text("--board", options.board))
    rules = _rules(game, options)
    if options.trial is not None:
        policy = game.policies[0].key
        return rules, game.replay_trial(rules, policy, options.seed, options.trial).board
    return rules, game.generate(rules, options.seed).board


def _read_board(game: Game, options: Namespace, name: str, text: str) -> tuple[Rules, Any]:
    if text.lstrip().startswith(("{", "[")):
        rules = _rules(game, options)
        return rules, game.parse_board(rules, read_json(name, text))
    shown = game.rules_of_text(text) if game.rules_of_text else {}
    rules = _rules(game, options, shown)
    return rules, game.parse_board(rules, text)
