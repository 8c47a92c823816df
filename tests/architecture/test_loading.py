"""Heavy libraries are imported where they are used, and by one door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import ROOT, files, name

HEAVY = {"altair", "pandas", "pyarrow", "scipy", "statsmodels"}
DOOR = ROOT / "backend" / "common" / "loading.py"


def _named(node: ast.AST) -> set[str]:
    """What an import may bring in: modules, and modules named in a package."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return set()


def _brings(node: ast.AST, heavy: set[str]) -> bool:
    return any(one in heavy or one.split(".")[0] in HEAVY for one in _named(node))


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _heavy_modules(trees: dict[Path, ast.Module]) -> set[str]:
    """Those of ours whose import brings a heavy library in."""
    heavy: set[str] = set()
    while True:
        found = {
            _module(path)
            for path, tree in trees.items()
            if any(_brings(node, heavy) for node in tree.body)
        }
        if found <= heavy:
            return heavy
        heavy |= found


def _outside(node: ast.AST, heavy: set[str]) -> Iterator[int]:
    """Lines below this node that bring something heavy in, but not within ``with loading():``."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.With) and any(
            ast.unparse(item.context_expr) == "loading()" for item in child.items
        ):
            continue
        if _brings(child, heavy):
            yield child.lineno  # type: ignore[attr-defined]
        yield from _outside(child, heavy)


def _trees() -> dict[Path, ast.Module]:
    return {
        path: ast.parse(path.read_text())
        for path in files(".py", parts=("backend", "workers"))
        if path != DOOR
    }


def test_no_function_imports_a_heavy_library_but_by_the_door() -> None:
    trees = _trees()
    heavy = _heavy_modules(trees)
    assert {"backend.lab.charts", "backend.lab.admin.comparing"} <= heavy
    found = [
        f"{name(path)}:{line}"
        for path, tree in trees.items()
        for part in tree.body
        for line in _outside(part, heavy)
    ]
    assert not found, "\n".join(found)


def test_only_charts_and_what_shows_them_are_heavy_themselves() -> None:
    heavy = _heavy_modules(_trees())
    strange = [one for one in heavy if "chart" not in one and ".admin." not in one]
    assert not strange
    assert "backend.lab.admin" not in heavy
