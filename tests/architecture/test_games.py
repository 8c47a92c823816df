"""Adding a game touches one folder, and each folder looks the same."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import GAMES, ROOT, files, games, name

FILES = ("types", "rules", "generator", "policies", "solver", "kernels", "notation", "drawing")


@pytest.mark.parametrize("folder", games(), ids=lambda folder: folder.name)
def test_a_game_has_the_agreed_files(folder: Path) -> None:
    missing = [
        file
        for file in FILES
        if not (folder / f"{file}.py").exists() and not (folder / file / "__init__.py").exists()
    ]
    if not (folder / "README.md").exists():
        missing.append("README.md")
    if not list((folder / "golden").glob("*.txt")):
        missing.append("golden/*.txt")
    assert missing == []


def test_nothing_outside_its_folder_names_a_game() -> None:
    names = {folder.name for folder in games()}
    pattern = re.compile("|".join(sorted(n.replace("_", "[_ -]?") for n in names)), re.IGNORECASE)
    found = []
    for path in files(".py", ".html", ".js", ".css", ".txt"):
        if GAMES in path.parents and path.parent != GAMES:
            continue
        if "boards" in path.parts and "static" in path.parts:  # the web client draws boards
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if pattern.search(line):
                found.append(f"{name(path)}:{number}: {line.strip()}")
    assert not found, "\n".join(found)


def test_no_game_knows_another() -> None:
    found = []
    for folder in games():
        others = {other.name for other in games()} - {folder.name}
        for path in folder.rglob("*.py"):
            found += [f"{name(path)}: {other}" for other in others if other in path.read_text()]
    assert not found, "\n".join(found)


def test_what_a_web_request_needs_does_not_load_numba() -> None:
    program = (
        "import sys, engines\n"
        "for game in engines.all_games():\n"
        "    game.Rules.model_json_schema()\n"
        "    puzzle = game.generate(engines.read_rules(game, {}), 1)\n"
        "    state = game.initial_state(puzzle.board)\n"
        "    game.legal_moves(state), game.hint(state), game.draw_svg(state), game.view(state)\n"
        "heavy = {'numba', 'llvmlite', 'pandas', 'altair', 'scipy', 'django'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
