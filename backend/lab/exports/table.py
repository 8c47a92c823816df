"""A table: named columns of one kind each, and rows that are made as they are read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from backend.lab.differences import rule_schemas
from engines import Game

Kind = Literal["text", "whole", "number", "truth"]
Row = Mapping[str, Any]

RULE = "rule_"
"""Before a rule's name: a rule may be called as another column is."""

_KINDS: dict[str, Kind] = {"integer": "whole", "number": "number", "boolean": "truth"}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Table:
    """What a row leaves out is empty in it."""

    columns: tuple[Column, ...]
    rows: Iterable[Row]


def columns(kind: Kind, names: str) -> tuple[Column, ...]:
    """Columns of one kind, their names with spaces between."""
    return tuple(Column(name, kind) for name in names.split())


def rule_columns(game: Game) -> tuple[Column, ...]:
    """One for each of the game's rules; what is no plain value is told as JSON."""
    return tuple(
        Column(RULE + name, _KINDS.get(part.get("type", ""), "text"))
        for name, part in rule_schemas(game.Rules).items()
    )


def rule_cells(game: Game, rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules, written out (see `differences.written_out`), by column."""
    kinds = {column.name: column.kind for column in rule_columns(game)}
    found = {RULE + name: value for name, value in rules.items() if RULE + name in kinds}
    return {
        name: value
        if kinds[name] != "text" or value is None or isinstance(value, str)
        else json.dumps(value)
        for name, value in found.items()
    }
