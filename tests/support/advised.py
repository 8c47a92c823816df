"""A player who does what the advice says, and sometimes does not."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from engines.advice import Plan, Step, advise, after_move, after_reply, after_undo


@dataclass
class Advised:
    """A play on one puzzle, as a session keeps it: against a bot, or (`bot` is None) alone."""

    game: Any
    puzzle: Any
    bot: str | None = None
    earlier: list[Any] = field(default_factory=list)
    plan: Plan | None = None
    turn: int = 0

    def __post_init__(self) -> None:
        self.state = self.game.initial_state(self.puzzle.board)
        two = self.game.two_players
        self.seat = two.to_move(self.state) if two else None

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state).status in ("solved", "finished")

    def move(self, move: Any) -> None:
        self.earlier.append(self.state)
        self.state = self.game.apply(self.state, move)
        self.plan = self.plan and after_move(self.plan, move)
        while self.bot and self.game.legal_moves(self.state):
            if self.game.two_players.to_move(self.state) == self.seat:
                break
            self.turn += 1
            answer = self.game.two_players.choose_move(self.state, self.bot, 7, self.turn)
            self.state = self.game.apply(self.state, answer)
            self.plan = self.plan and after_reply(self.plan, answer)

    def undo(self) -> None:
        self.state = self.earlier.pop()
        self.plan = self.plan and after_undo(self.plan)

    def ask(self) -> Step:
        positions = [*self.earlier, self.state]
        advice, self.plan = advise(self.game, positions, self.puzzle.certificate, self.plan)
        return advice

    def do(self, advice: Step) -> None:
        if advice.advice == "undo":
            self.undo()
        else:
            self.move(advice.move)

    def wander(self, rng: random.Random, moves: int) -> None:
        """Random moves, as many as asked for or as there are, short of the end of the game."""
        for _ in range(moves):
            legal = list(self.game.legal_moves(self.state))
            if not legal or self.game.outcome(self.state).status == "stuck":
                return
            self.move(rng.choice(legal))
            if self.over:
                self.undo()
                return

    def follow(self, most: int | None = None, every: int = 1) -> int:
        """Do what is said, to the end or `most` steps of it; the steps done.

        Asks before each step, or before each `every`th and follows the plan in between.
        """
        steps, expected = 0, None
        while not self.over and (most is None or steps < most):
            advice = self.ask()
            check(self, advice)
            assert expected is None or advice.moves_left == expected, (advice, expected)
            bound = steps + advice.moves_left
            self.do(advice)
            steps += 1
            for _ in range(every - 1):
                plan = self.plan
                if self.over or plan is None or steps == most or not (plan.undos or plan.moves):
                    break
                if plan.undos:
                    self.undo()
                else:
                    self.move(plan.moves[0])
                steps += 1
            expected = bound - steps
            assert self.over or expected > 0, "nothing is left to do, and it isn't over"
        return steps


def check(play: Advised, advice: Step) -> None:
    """What is true of any advice."""
    assert advice.message.strip()
    if advice.advice == "undo":
        assert play.earlier
        assert advice.move is None
        assert advice.reason in ("stuck", "too_few_moves", "unsolvable", "lost", "not_known")
        assert (advice.reason == "stuck") == (play.game.outcome(play.state).status == "stuck")
    else:
        assert advice.move in play.game.legal_moves(play.state)
        assert advice.reason in ("shortest", "known_way", "best_play", "rule_of_thumb")


KINDS = ("fresh", "random play", "stuck", "wrong turns", "a line left")


def bring_to(play: Advised, kind: str, rng: random.Random) -> None:
    """A position of this kind."""
    if kind == "random play":
        play.wander(rng, rng.randint(1, 12))
    elif kind == "stuck":
        play.wander(rng, 400)
    elif kind == "wrong turns":
        for _ in range(3):
            play.follow(rng.randint(1, 4))
            if play.over:
                play.undo()
            play.wander(rng, rng.randint(1, 3))
    elif kind == "a line left":
        play.wander(rng, rng.randint(0, 6))
        play.follow(rng.randint(1, 6))
        if play.over:
            play.undo()
        play.wander(rng, 1)
