"""What `generate --json` prints, as an argument of `solve`.

Any JSON object that names its `game` and holds a `board` will do, such as a puzzle of the API.
"""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

from engines.cli.reading import read_json, read_text
from engines.errors import Unreadable
from engines.game import Game
from engines.shared.numbers import whole


def take_apart(game: Game, options: Namespace) -> None:
    """If --board is such a document, leave its board there, and its rules unless --rules has some.

    Raises `Unreadable` if it is another game's or another version's.
    """
    if options.board is None:
        return
    options.board = read_text("--board", options.board)
    if not options.board.lstrip().startswith("{"):
        return
    document = read_json("--board", options.board)
    if not {"game", "board"} <= document.keys():
        return
    _check_origin(game, document)
    options.board = json.dumps(document["board"])
    if options.rules is None and "rules" in document:
        options.rules = json.dumps(document["rules"])


def _check_origin(game: Game, document: dict[str, Any]) -> None:
    if document["game"] != game.slug:
        raise Unreadable(
            f"--board holds a document of the game {str(document['game'])[:40]!r}, "
            f"not of {game.slug!r}."
        )
    if whole(document.get("version", game.version)) != game.version:
        raise Unreadable(
            f"--board holds a document of version {str(document['version'])[:40]} of "
            f"{game.slug!r}; this is version {game.version}."
        )
