"""The product's own source files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "engines" / "games"
PARTS = ("engines", "backend", "workers", "dev")


def games() -> list[Path]:
    """The folder of each game."""
    return sorted(p.parent for p in GAMES.glob("*/__init__.py"))


def files(*suffixes: str, parts: tuple[str, ...] = PARTS) -> Iterator[Path]:
    """Files of the product, without what others made and what is left over."""
    for part in parts:
        for path in sorted((ROOT / part).rglob("*")):
            inside = path.relative_to(ROOT).parts
            if path.suffix in suffixes and not {"vendor", "__pycache__"} & set(inside):
                yield path


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of every import in a file, also of those inside functions."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))
