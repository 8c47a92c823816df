"""Answers as text for people: descriptions, puzzles, figures, solutions."""

from __future__ import annotations

import dataclasses
import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from engines.declarations import Policy
from engines.game import Game
from engines.results import Puzzle, Solution

BAR = 40  # characters of a histogram's longest bar
SHADES = " ░▒▓█"


def describe_document(game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "version": game.version,
        "title": game.title,
        "summary": game.summary,
        "rules_schema": game.Rules.model_json_schema(),
        "move_schema": game.move_schema,
        "levels": [
            {
                "key": level.key,
                "title": level.title,
                "rules": level.rules.model_dump(mode="json"),
                "low": level.low,
                "high": level.high,
                "description": level.description,
            }
            for level in game.levels
        ],
        "policies": [dataclasses.asdict(policy) for policy in game.policies],
        "metrics": [
            {
                "key": metric.key,
                "title": metric.title,
                "kind": metric.kind,
                "unit": metric.unit,
                "description": metric.description,
                "headline": metric.headline,
            }
            for metric in game.metrics
        ],
        "presets": [
            {
                "key": preset.key,
                "title": preset.title,
                "question": preset.question,
                "trials": preset.trials,
                "replicates": preset.replicates,
                "seed": preset.seed,
                "variants": [
                    {
                        "title": variant.title,
                        "rules": variant.rules.model_dump(mode="json"),
                        "policy": variant.policy,
                    }
                    for variant in preset.variants
                ],
            }
            for preset in game.presets
        ],
    }


def describe_text(game: Game) -> str:
    fields = game.Rules.model_json_schema()["properties"]
    parts = [
        f"{game.title} ({game.slug}, version {game.version})\n{game.summary}",
        _table("Rules", [(name, _field_text(field)) for name, field in fields.items()]),
        _table("Policies", [(p.key, _policy_text(p)) for p in game.policies]),
        _table(
            "Levels",
            [
                (level.key, f"difficulty {level.low:g} to {level.high:g}. {level.description}")
                for level in game.levels
            ],
        ),
        _table("Metrics", [(m.key, f"{m.kind}. {m.description}") for m in game.metrics]),
        _table("Presets", [(p.key, p.question) for p in game.presets]),
    ]
    return "\n\n".join(part for part in parts if part)


def _policy_text(policy: Policy) -> str:
    told = (
        f"{one.name}: {one.low:g} to {one.high:g}, default {one.default:g}."
        for one in policy.parameters
    )
    return " ".join((policy.description, *told))


def _field_text(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        possible = " | ".join(map(str, field["enum"]))
    elif "minimum" in field and "maximum" in field:
        possible = f"{field['minimum']} to {field['maximum']}"
    else:
        possible = str(field.get("type", "value"))
    said = f" {field['description']}." if "description" in field else ""
    return f"{possible}, default {json.dumps(field.get('default'))}.{said}"


def _table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    if not rows:
        return ""
    wide = max(len(name) for name, _ in rows) + 4
    wrapped = [
        textwrap.fill(
            text, 98, initial_indent=f"  {name}".ljust(wide), subsequent_indent=" " * wide
        )
        for name, text in rows
    ]
    return "\n".join([title, *wrapped])


def puzzle_text(game: Game, puzzle: Puzzle) -> str:
    head = f"{game.title}, seed {puzzle.seed}"
    if puzzle.level:
        head += f", level {puzzle.level}"
    lines = [
        head,
        f"rules: {json.dumps(puzzle.rules.model_dump(mode='json'))}",
        "",
        game.draw_text(game.initial_state(puzzle.board)),
        "",
        textwrap.fill(
            "certificate: " + " ".join(game.move_text(move) for move in puzzle.certificate), 98
        ),
    ]
    if puzzle.difficulty is not None:
        figures = ", ".join(
            f"{key} {value:.3f}" for key, value in puzzle.difficulty.figures.items()
        )
        lines.append(f"difficulty: {puzzle.difficulty.value:.3f} ({figures})")
    return "\n".join(lines)


def solution_text(game: Game, state: Any, solution: Solution, seconds: float) -> str:
    if game.two_players:
        seat = game.two_players.seat_to_win(state.board)
        who = ("first", "second")[game.two_players.to_move(state) if seat is None else seat]
        words = {
            "yes": f"yes: the {who} player can win",
            "no": f"no: the {who} player can't win against best play",
        }
    else:
        words = {
            "yes": "yes: it can be solved",
            "no": "no: it can't be solved, whatever is tried",
        }
    words["unknown"] = f"unknown: not decided within {seconds:g} seconds"
    lines = [game.draw_text(state), "", words[solution.answer]]
    if solution.moves:
        moves = " ".join(game.move_text(move) for move in solution.moves)
        lines.append(textwrap.fill(f"moves: {moves}", 98))
    lines += [f"{key}: {value}" for key, value in solution.figures.items()]
    lines.append(f"{solution.nodes:,} steps, {solution.seconds * 1000:.1f} ms")
    return "\n".join(lines)


def exact_text(game: Game, document: Mapping[str, Any]) -> str:
    titles = {metric.key: metric.title for metric in game.metrics}
    wide = max(len(titles.get(key, key)) for key in document["exact"]) + 2
    lines = [
        f"{game.title}, policy {document['policy']}, exactly",
        f"rules: {json.dumps(document['rules'])}",
        "",
        *(f"{titles.get(key, key):<{wide}}{value:.9g}" for key, value in document["exact"].items()),
        "",
        f"{document['seconds']:.2f} s",
    ]
    return "\n".join(lines)


# Figures ----------------------------------------------------------------------------------


def simulation_text(game: Game, document: Mapping[str, Any]) -> str:
    last = document["first_trial"] + document["trials"] - 1
    lines = [
        f"{game.title}, policy {document['policy']}, seed {document['seed']}, "
        f"trials {document['first_trial']:,} to {last:,}",
        f"rules: {json.dumps(document['rules'])}",
        "",
    ]
    pictures = []
    wide = max(len(metric.title) for metric in game.metrics) + 2
    for metric in game.metrics:
        figures = document["metrics"][metric.key]
        lines.append(f"{metric.title:<{wide}}{_figure_text(figures)}")
        if metric.kind == "histogram" and figures["n"]:
            pictures.append(f"{metric.title}\n{_bars(figures['bins'])}")
        if metric.kind == "heatmap" and figures["n"]:
            pictures.append(f"{metric.title}\n{_shaded(figures['grid'])}")
    pace = document["trials"] / max(document["seconds"], 1e-9)
    lines += ["", f"{document['seconds']:.2f} s, {pace:,.0f} trials a second"]
    return "\n\n".join(["\n".join(lines), *pictures])


def _figure_text(figures: Mapping[str, Any]) -> str:
    kind, n = figures["kind"], figures["n"]
    if n == 0:
        return "never counted"
    if kind == "proportion":
        value, low, high = (100 * figures[key] for key in ("value", "low", "high"))
        return f"{value:.3f} %  ({low:.3f} to {high:.3f} %)  {figures['count']:,} of {n:,}"
    if kind == "heatmap":
        return f"counted {n:,} times, see below"
    value, low, high = (figures[key] for key in ("value", "low", "high"))
    if low is None:
        return f"{value:.4f}  (n {n:,}: too few for an interval)"
    return f"{value:.4f}  ({low:.4f} to {high:.4f})  sd {figures['sd']:.3f}, n {n:,}"


def _bars(bins: Sequence[int]) -> str:
    most, total = max(bins), sum(bins)
    return "\n".join(
        f"{i:>4} {'█' * round(BAR * count / most):<{BAR}} {count:>10,} {100 * count / total:5.1f} %"
        for i, count in enumerate(bins)
    )


def _shaded(grid: Sequence[Sequence[int]]) -> str:
    """Two characters a cell, darker where more was counted."""
    most = max(map(max, grid))
    return "\n".join(
        "".join(SHADES[round((len(SHADES) - 1) * count / most)] * 2 for count in row)
        for row in grid
    )
