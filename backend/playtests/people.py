"""Simulated people: what a person would send, planned ahead. Pure, all chance from the stream.

A documented model, not a theory of people; its truth is known, so that the pages can be tested.

- **Moves.** A play follows one trial of a policy of the game: with probability `epsilon` that
  of the careless one (the game's first), else of `policy`. Once the trial is at its end, and the
  board not solved, the person gives up, or takes moves back and plays on at random. With an
  `epsilon` of 0 everybody plays `policy`, which may have noise of its own at each decision.
- **Think times** are log-normal (as reaction times are, e.g. Luce, *Response Times*, 1986):
  the median is the person's own pace × (1 + `growth` × log2(legal moves + 1)), which grows with
  the number of choices (Hick, *Quarterly Journal of Experimental Psychology* 4, 1952).
- **Stuck**: `quits_stuck` give up; of the others `asks` take a hint first; all take back one
  move and, with probability 1/2 each time, one more.
- **Elsewhere**: before any move `quits` give up, and `hides` turn to another tab for a while.
- **Wrong**: before a move, with probability `wrong`, a move is tried that was legal at the start
  and is not now. It takes a part of the move's own think time.
- **Planted**: at `stall_at` everybody takes `stall_times` as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log, log2
from random import Random
from typing import Any, Literal

from engines import Game, IllegalMove

MAX_TURNS = 400
"""A person who has made so many turns has had enough."""

SEARCHED = 200
"""Trials looked at for one that gets stuck."""


@dataclass(frozen=True, slots=True)
class People:
    """The model's parameters; probabilities unless the name says otherwise."""

    policy: str
    careless: str
    epsilon: float = 0.5
    pace_ms: float = 800
    pace_spread: float = 0.35
    spread: float = 0.45
    growth: float = 0.2
    quits_stuck: float = 0.25
    quits: float = 0.002
    asks: float = 0.2
    hides: float = 0.02
    wrong: float = 0.0
    stall_at: str = ""
    stall_times: float = 8.0


@dataclass(frozen=True, slots=True)
class Planned:
    """One turn: `move` is JSON, of a move only; times in ms.

    A wrong one takes no number, and its time is part of the next one's;
    `refused` is what the rules say.
    """

    kind: Literal["move", "undo", "hint", "wrong"]
    move: Any
    think_ms: int
    hidden_ms: int
    refused: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    turns: tuple[Planned, ...]
    gave_up: bool


def pace_of(people: People, chance: Random) -> float:
    """One person's pace in ms."""
    return people.pace_ms * exp(people.pace_spread * chance.gauss(0, 1))


def plan_session(
    game: Game,
    board: Any,
    rules: Any,
    people: People,
    *,
    pace_ms: float,
    chance: Random,
    more_stuck: float = 0.0,
) -> Plan:
    """All that one person does in one session.

    With probability `more_stuck` a play that would not get stuck is replaced by one that does.
    """
    policy = people.careless if chance.random() < people.epsilon else people.policy
    wanted_stuck = chance.random() < more_stuck
    seed = chance.getrandbits(62)
    trial = game.replay_trial(rules, policy, seed, 0, board=board)
    if wanted_stuck and trial.outcome.status != "stuck":
        trial = next(_stuck_trials(game, board, rules, people.careless, seed), trial)
    return _Session(game, board, people, pace_ms, chance).run(trial.moves)


def _stuck_trials(game: Game, board: Any, rules: Any, policy: str, seed: int) -> Iterator[Any]:
    for number in range(1, SEARCHED):
        trial = game.replay_trial(rules, policy, seed, number, board=board)
        if trial.outcome.status == "stuck":
            yield trial


class _Session:
    """A person before a board: the turns so far, and the states that an undo goes back to."""

    def __init__(
        self, game: Game, board: Any, people: People, pace_ms: float, chance: Random
    ) -> None:
        self.game, self.people, self.pace_ms, self.chance = game, people, pace_ms, chance
        self.states = [game.initial_state(board)]
        self.turns: list[Planned] = []

    def run(self, moves: tuple[Any, ...]) -> Plan:
        ahead = list(moves)[::-1]
        while (status := self.game.outcome(self.states[-1]).status) not in ("solved", "finished"):
            if len(self.turns) >= MAX_TURNS:
                return self._end(gave_up=True)
            if status == "stuck":
                if len(self.states) == 1 or self._happens(self.people.quits_stuck):
                    return self._end(gave_up=True)
                self._go_back()
                ahead.clear()
                continue
            if self.turns and self._happens(self.people.quits):
                return self._end(gave_up=True)
            self._move(ahead.pop() if ahead else self._any_move())
        return self._end(gave_up=False)

    def _end(self, *, gave_up: bool) -> Plan:
        return Plan(tuple(self.turns), gave_up)

    def _happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    def _any_move(self) -> Any:
        return self.chance.choice(list(self.game.legal_moves(self.states[-1])))

    def _move(self, move: Any) -> None:
        state = self.states[-1]
        choices = len(self.game.legal_moves(state))
        longer = 1 + self.people.growth * log2(choices + 1)
        if self.people.stall_at and self.game.locus(state, move) == self.people.stall_at:
            longer *= self.people.stall_times
        self._turn("move", longer, self.game.dump_move(move))
        if self.people.wrong and self._happens(self.people.wrong):
            self._try_wrong()
        self.states.append(self.game.apply(state, move))

    def _try_wrong(self) -> None:
        """Before the move that was just made, one that the rules refuse, if there is one."""
        legal = self.game.legal_moves(self.states[-1])
        refused = [one for one in self.game.legal_moves(self.states[0]) if one not in legal]
        if not refused:
            return
        move = self.chance.choice(refused)
        think = round(self.turns[-1].think_ms * self.chance.random())
        try:
            self.game.apply(self.states[-1], move)
        except IllegalMove as error:
            told = self.game.dump_move(move)
            self.turns.insert(-1, Planned("wrong", told, think, 0, error))

    def _go_back(self) -> None:
        if self._happens(self.people.asks):
            self._turn("hint", 3)
        while len(self.states) > 1:
            self._turn("undo", 2)
            self.states.pop()
            if self._happens(0.5):
                return

    def _turn(self, kind: Literal["move", "undo", "hint"], longer: float, move: Any = None) -> None:
        median = log(self.pace_ms * longer)
        think = exp(median + self.people.spread * self.chance.gauss(0, 1))
        hidden = exp(10 + self.chance.gauss(0, 1)) if self._happens(self.people.hides) else 0
        self.turns.append(Planned(kind, move, round(min(think, 3e6)), round(hidden)))
