"""What some games do besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class ForTwo(Protocol):
    """What a game for two offers besides.

    The seats are 0 (moves first in a whole game) and 1. A policy names the players of both,
    first seat first: ``"careful,greedy"``; one name stands for both. A bot is one seat's player.
    Metrics: see `engines.shared.seats`.
    """

    def to_move(self, state: Any) -> int:
        """The seat whose turn it is; after the end, whose it would be."""

    def seat_to_win(self, board: Any) -> int | None:
        """The seat that the puzzle asks to win, which moves first; None: a whole game."""

    def bots(self, board: Any) -> Sequence[str]:
        """The bots that may be played against on this board, the usual one first.

        A puzzle that asks to win has one: the one that makes no mistake.
        """

    def check_bot(self, board: Any, bot: str) -> str:
        """The bot's normal spelling. Raises `UnknownName` naming those allowed on this board."""

    def choose_move(self, state: Any, bot: str, seed: int, turn: int) -> Any:
        """The bot's move: a pure function of its arguments. `turn` counts a game's bot moves."""


@runtime_checkable
class KnowsExactly(Protocol):
    """A game that can work out exactly some of what `simulate` estimates. Optional."""

    def exact_metrics(self, rules: Any, policy: str, board: Any | None = None) -> dict[str, float]:
        """Exact expectations by metric key; empty where they are out of reach.

        May take a minute and uses the kernels: not for the web process.
        """


@runtime_checkable
class ShowsRules(Protocol):
    """A game whose boards as text show some of their rules, such as their size.

    Then a board can be given to the command line without saying what can be seen. Optional.
    """

    def rules_of_text(self, text: str) -> dict[str, Any]:
        """Those rules, as JSON has them. Raises `Unreadable`."""


@runtime_checkable
class ShadesLoci(Protocol):
    """A game whose loci can be coloured on the board, to show a figure of each. Optional."""

    def draw_shaded(self, board: Any, shades: Mapping[str, str]) -> str:
        """A picture of the board as it begins, as SVG, each locus in its colour (#rrggbb)."""
