"""People's first plays held against what was simulated: of all boards together, and of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from backend.playtests.noise import grid_of
from backend.playtests.selectors.against import Maps, curves_of, with_all
from backend.playtests.statistics.against import Against, Verdict, against
from backend.playtests.statistics.fitting import Curves, Fit, fit
from backend.playtests.statistics.leaving_out import Errors, leave_boards_out
from backend.playtests.statistics.plays import Plays
from backend.statistics.clusters import enough_players
from backend.statistics.multiplicity import LEVEL, holm
from engines import Game
from engines.declarations import Policy


@dataclass(frozen=True, slots=True)
class Judged:
    """On the `boards` that a policy has played; nothing is `found` where it played none."""

    boards: int
    sessions: int
    found: Against | None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Of one board. `p_holm` is adjusted for all boards on which the policy was looked at: those

    with players enough to tell anything.
    """

    found: Against
    p_holm: float

    @property
    def verdict(self) -> Verdict:
        is_called = self.found.is_of_few or self.p_holm < LEVEL
        return self.found.verdict if is_called else "not told apart"


@dataclass(slots=True)
class OnBoard:
    """One board: people's sessions, those stuck, and by policy what they are beside it."""

    board: Any
    sessions: int
    stuck: int
    simulated: Mapping[str, tuple[int, int]]
    found: dict[str, Adjusted] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A policy's ε, the plays and curves it was found from, and how well it predicts boards.

    None is found of too few players.
    """

    found: Fit | None
    plays: Plays
    curves: Curves
    errors: Errors | None


def judge(policy: Policy, plays: Plays, maps: Maps) -> Judged:
    """On all boards that the policy has played."""
    boards = with_all([policy.key], plays.boards, maps)
    same = plays.on(boards)
    found = against(same, [maps[board][policy.key] for board in same.boards])
    return Judged(len(boards), same.n, found)


def judge_boards(game: Game, plays: Plays, maps: Maps, *, most: int | None = None) -> list[OnBoard]:
    """Each board by itself, the one with most sessions first; only so many, if `most` is given."""
    sessions, stuck = plays.of_boards()
    told = [
        OnBoard(board, int(n), int(count), maps.get(board, {}))
        for board, n, count in zip(plays.boards, sessions, stuck, strict=True)
    ]
    told.sort(key=lambda one: (-one.sessions, str(one.board)))
    told = told[:most]
    alone = {one.board: plays.on([one.board]) for one in told}
    for policy in game.policies:
        _judge_each(policy, told, alone)
    return told


def _judge_each(policy: Policy, told: Sequence[OnBoard], alone: Mapping[Any, Plays]) -> None:
    played = [one for one in told if policy.key in one.simulated]
    found = [against(alone[one.board], [one.simulated[policy.key]]) for one in played]
    known = [one for one in found if one is not None]
    assert len(known) == len(played), "a board is there because it was played"
    adjusted = iter(holm([judged.p for judged in known if not judged.is_of_few]))
    for one, judged in zip(played, known, strict=True):
        one.found[policy.key] = Adjusted(judged, 1.0 if judged.is_of_few else next(adjusted))


def fit_policy(game: Game, policy: Policy, plays: Plays, maps: Maps) -> Fitted | None:
    """None where no board has been played at every ε yet."""
    same = plays.on(with_all(grid_of(game, policy.key), plays.boards, maps))
    if not same.n:
        return None
    curves = curves_of(game, policy.key, same.boards, maps)
    if not enough_players(same.players):
        return Fitted(None, same, curves, None)
    return Fitted(fit(same, curves), same, curves, leave_boards_out(same, curves))
