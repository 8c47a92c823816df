"""Playing a session over the API in tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from tests.support.api import Api, ok


@dataclass
class Play:
    """A session, and the number its next entry must carry."""

    api: Api
    id: str
    number: int = 1

    def send(self, action: str, **body: Any) -> Any:
        """The bare response of one action, with the next number unless told otherwise."""
        body = {"number": self.number, **body}
        return self.api.post(f"sessions/{self.id}/{action}/", body)

    def turn(self, action: str, **body: Any) -> Any:
        """The answer to a turn that must succeed."""
        answer = ok(self.send(action, **body), 201)
        replies = [entry["number"] for entry in answer["replies"]]
        assert answer["entry"]["number"] == self.number
        assert replies == list(range(self.number + 1, self.number + 1 + len(replies)))
        self.number += 1 + len(replies)
        assert answer["session"]["number"] == self.number
        return answer

    def move(self, move: Any, **body: Any) -> Any:
        return self.turn("moves", move=move, **body)

    def undo(self) -> Any:
        return self.turn("undo")

    def hint(self) -> Any:
        return self.turn("hint")

    def detail(self) -> Any:
        return ok(self.api.get(f"sessions/{self.id}/"))

    def history(self) -> Any:
        return ok(self.api.get(f"sessions/{self.id}/moves/"))["results"]


def start(api: Api, puzzle: Puzzle, **how: str) -> Play:
    """A new session; `how` is the mode, seat and bot of a game for two."""
    told = ok(api.post("sessions/", {"puzzle": str(puzzle.id), **how}), 201)
    return Play(api, told["id"], told["number"])


def stuck_line(puzzle: Puzzle) -> list[Any]:
    """Moves of a careless play of this very board that ends stuck."""
    game, board = load_board(puzzle)
    rules = board.rules
    for trial in range(1000):
        played = game.replay_trial(rules, "random", 1, trial, board=board)
        if played.outcome.status == "stuck":
            return [game.dump_move(move) for move in played.moves]
    raise AssertionError("random never got stuck on this board")
