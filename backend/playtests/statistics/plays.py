"""People's plays of several boards, each ended: stuck, or got through without. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plays:
    """One play of a player and a board each. Arrays, a row for each play: `board` and `player`

    are numbers from 0, `stuck` is 0 or 1. `boards` tells the boards' own names in order.
    """

    boards: tuple[Any, ...]
    board: Any
    player: Any
    stuck: Any

    @property
    def n(self) -> int:
        return len(self.stuck)

    @property
    def players(self) -> int:
        return int(self.player.max()) + 1 if self.n else 0

    @property
    def rate(self) -> float:
        return float(self.stuck.mean())

    def of_boards(self) -> tuple[Any, Any]:
        """For each board: plays, and those of them that got stuck."""
        import numpy as np

        size = len(self.boards)
        plays = np.bincount(self.board, minlength=size)
        return plays, np.bincount(self.board, weights=self.stuck, minlength=size).astype(int)

    def on(self, boards: Iterable[Any]) -> Plays:
        """Only the plays of these boards, numbered anew."""
        import numpy as np

        wanted = set(boards)
        kept = [at for at, board in enumerate(self.boards) if board in wanted]
        if len(kept) == len(self.boards):
            return self
        number = np.full(len(self.boards), -1)
        number[kept] = range(len(kept))
        these = number[self.board] >= 0
        _, player = np.unique(self.player[these], return_inverse=True)
        return Plays(
            tuple(self.boards[at] for at in kept),
            number[self.board[these]],
            player,
            self.stuck[these],
        )

    def spread(self, expected: Any) -> float:
        """The variance of the rate, with each player's plays taken as one: the residuals of

        what was `expected` of each play, summed by player (Liang & Zeger, Biometrika 73, 1986).
        """
        import numpy as np

        sums = np.bincount(self.player, weights=self.stuck - expected)
        groups = len(sums)
        return float(groups / (groups - 1) * (sums**2).sum() / self.n**2)


def collect(rows: Iterable[tuple[Any, Any, int]]) -> Plays:
    """From (board, player, stuck) with any names for boards and players."""
    import numpy as np

    boards: dict[Any, int] = {}
    players: dict[Any, int] = {}
    told = [
        (boards.setdefault(board, len(boards)), players.setdefault(player, len(players)), stuck)
        for board, player, stuck in rows
    ]
    table = np.array(told, dtype=np.int64).reshape(-1, 3)
    return Plays(tuple(boards), table[:, 0], table[:, 1], table[:, 2])


def from_boards(boards: Iterable[tuple[Any, bytes]]) -> Plays:
    """From (board, its plays): 4 bytes each, the greatest first, of 2 · player + stuck.

    Players are numbered from 0 without gaps.
    """
    import numpy as np

    names, packed = zip(*boards, strict=True) if (boards := list(boards)) else ((), ())
    told = [np.frombuffer(one, ">i4").astype(np.int64) for one in packed]
    whole = np.concatenate([*told, np.zeros(0, np.int64)])
    board = np.repeat(np.arange(len(names)), [len(one) for one in told])
    return Plays(tuple(names), board, whole >> 1, whole & 1)
