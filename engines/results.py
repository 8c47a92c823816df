"""What a game answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["playing", "stuck", "solved", "finished"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a state stands. `loci` names what is stuck, `message` says it to a person.

    - playing: there are legal moves
    - stuck: there is no way on, and what the puzzle asks for is not reached
    - solved: what the puzzle asks for is reached
    - finished: a whole game for two, which asks for nothing, is over

    `scores`, in a game for two only, are what both seats have so far, first seat first.
    """

    status: Status
    loci: tuple[str, ...] = ()
    message: str = ""
    scores: tuple[int, int] | None = None

    @property
    def winner(self) -> int | None:
        """The seat that is ahead at the end; None before the end, and where both have as much."""
        if self.scores is None or self.status == "playing" or self.scores[0] == self.scores[1]:
            return None
        return 0 if self.scores[0] > self.scores[1] else 1


Advice = Literal["move", "undo"]

Reason = Literal[
    # to move
    "shortest",  # no way to solve it is shorter
    "known_way",  # this solves it; there may be a shorter way
    "best_play",  # the best move there is, in a game for two
    "rule_of_thumb",  # what looks good, in a game for two whose end is out of reach
    # to undo
    "stuck",  # the rules leave no way on
    "too_few_moves",  # fewer moves are left than it takes
    "unsolvable",  # it can be shown that nothing solves it from here
    "lost",  # the seat that is asked to win can't any more, against best play
    "not_known",  # no way was found within the work that a hint may cost
    # neither
    "over",  # nothing is left to do
]


@dataclass(frozen=True, slots=True)
class Way:
    """Moves that may be followed from a position, to the end where that is known.

    In a game for two they are both seats' moves. `left` counts those of the player: exactly
    where the moves lead to the end, else no fewer than there can be. A way is the answer to a
    puzzle: of it a player sees no more than the next move.
    """

    moves: tuple[Any, ...]
    reason: Reason
    left: int


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do in a position: to follow a way, or, where there is none, to undo.

    `reason` says why; so does the message, to people.
    """

    reason: Reason
    message: str
    way: Way | None = None

    @property
    def move(self) -> Any | None:
        """The next move of the way."""
        return None if self.way is None else self.way.moves[0]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The figure that levels are bands of, and the figures beside it."""

    value: float
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board with the proof that it can be solved.

    Replaying `certificate` from the initial state ends in *solved*. In a game for two it holds
    both seats' moves: against a puzzle that asks to win, the other seat's are its best; a whole
    game, which asks for nothing, has any line that ends in *finished*.
    """

    rules: Any
    seed: int
    board: Any
    certificate: tuple[Any, ...]
    difficulty: Difficulty | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One simulated play, whole: the moves made, and where it stopped if it got stuck.

    `headline` is what the game's headline metric says of this play: 0 or 1 for a proportion, a
    whole number for a mean. None means 1 where the play got stuck, else 0; a game in which
    nobody gets stuck has another headline, and may say in `headline_at` at which loci it counted.
    """

    rules: Any
    policy: str
    seed: int
    trial: int
    board: Any
    moves: tuple[Any, ...]
    outcome: Outcome
    headline: int | None = None
    headline_at: tuple[str, ...] = ()

    @property
    def loci(self) -> tuple[str, ...]:
        """Where the headline counted, or where the play got stuck."""
        return self.headline_at or self.outcome.loci

    @property
    def headline_value(self) -> int:
        """What the headline metric says of this play."""
        return int(self.outcome.status == "stuck") if self.headline is None else self.headline


@dataclass(frozen=True, slots=True)
class Solution:
    """An exact answer (`yes` with moves, `no`) or the honest `unknown`, and what it cost.

    In a game for two: whether the seat that is asked to win (in a whole game: the seat to move)
    wins against best play. `moves` are then best play of both, to the end, and
    `figures["value"]` is the first seat's score less the second's after it.
    """

    answer: Literal["yes", "no", "unknown"]
    moves: tuple[Any, ...]
    nodes: int
    seconds: float
    figures: Mapping[str, Any] = field(default_factory=dict)
