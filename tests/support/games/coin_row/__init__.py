"""The smallest game for two: take one or two coins from a row; who takes more is ahead.

It has what the lab needs: a signed mean as headline, exact expectations, a policy that can't
play some rules. Simulated in plain Python.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from pydantic import Field

from engines.declarations import Policy, Preset, PresetVariant, Rules
from engines.errors import EngineError, UnknownName
from engines.metrics import Metric
from engines.randomness import PLAY, Stream
from engines.results import Outcome, Playthrough, Puzzle
from engines.shared.seats import read_seats, seat_metrics, split_seats
from engines.tally import Tally

POLICIES = (
    Policy("random", "Random", "One or two coins, as it comes."),
    Policy("greedy", "Greedy", "Two coins wherever there are two."),
    Policy("modest", "Modest", "One coin at a time; plays rows of 5 coins or more only."),
)


class CoinRules(Rules):
    coins: int = Field(default=7, ge=1, le=40, title="Coins")
    last_counts: bool = Field(default=False, title="Last coin counts twice")


@dataclass(frozen=True, slots=True)
class Board:
    rules: CoinRules


@dataclass(frozen=True, slots=True)
class State:
    rules: CoinRules
    left: int
    scores: tuple[int, int] = (0, 0)
    turn: int = 0


class CoinRow:
    slug: ClassVar[str] = "coin_row"
    title: ClassVar[str] = "Coin row"
    version: ClassVar[int] = 1
    summary: ClassVar[str] = "Take one or two coins; who has more at the end is ahead."
    players: ClassVar[int] = 2
    Rules: ClassVar[type[Rules]] = CoinRules
    levels: ClassVar[tuple[Any, ...]] = ()
    policies: ClassVar[tuple[Policy, ...]] = POLICIES
    metrics: ClassVar[tuple[Metric, ...]] = seat_metrics("coins")
    presets: ClassVar[tuple[Preset, ...]] = (
        Preset(
            "greed",
            "Does greed pay?",
            "How far ahead is a greedy first player?",
            (
                PresetVariant("Two random", CoinRules(), "random,random"),
                PresetVariant("Greedy first", CoinRules(), "greedy,random"),
            ),
            400,
            2,
            1,
        ),
    )
    draw_shaded = rules_of_text = None
    move_schema: ClassVar[dict[str, Any]] = {"type": "integer"}

    @property
    def two_players(self) -> CoinRow:
        return self

    def generate(self, rules: Any, seed: int) -> Puzzle:
        moves = tuple(1 for _ in range(rules.coins))
        return Puzzle(rules=rules, seed=seed, board=Board(rules), certificate=moves)

    def initial_state(self, board: Board) -> State:
        return State(board.rules, board.rules.coins)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        return tuple(n for n in (1, 2) if n <= state.left)

    def apply(self, state: State, move: int) -> State:
        left = state.left - move
        won = move + (state.rules.last_counts and left == 0)
        first, second = state.scores
        scores = (first, second + won) if state.turn else (first + won, second)
        return replace(state, left=left, scores=scores, turn=1 - state.turn)

    def outcome(self, state: State) -> Outcome:
        if state.left:
            return Outcome("playing", scores=state.scores)
        return Outcome("finished", (), f"{state.scores[0]} to {state.scores[1]}.", state.scores)

    def to_move(self, state: State) -> int:
        return state.turn

    def move_words(self, move: int) -> str:
        return f"takes {move}"

    def view(self, state: State) -> dict[str, Any]:
        return {"left": state.left}

    def parse_board(self, rules: Any, value: object) -> Board:  # noqa: ARG002
        return Board(rules)

    def dump_board(self, board: Board) -> dict[str, Any]:  # noqa: ARG002
        return {}

    def draw_svg(self, state: State, *, mark: Any = (), last: Any = None) -> str:  # noqa: ARG002
        dots = "".join(f'<circle cx="{9 + 16 * i}" cy="9" r="7"/>' for i in range(state.left))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {16 * state.rules.coins + 2}'
            f' 18">{dots}</svg>'
        )

    def check_policy(self, policy: str) -> str:
        return read_seats(policy, _read_one)

    def check_play(self, rules: CoinRules, policy: str) -> str:
        policy = self.check_policy(policy)
        if "modest" in split_seats(policy) and rules.coins < 5:
            raise EngineError("The modest player plays rows of 5 coins or more only.")
        return policy

    def replay_trial(
        self,
        rules: CoinRules,
        policy: str,
        seed: int,
        trial: int,
        board: Any = None,
    ) -> Playthrough:
        policy = self.check_play(rules, policy)
        stream, seats = Stream(seed, trial, PLAY), split_seats(policy)
        board = board or Board(rules)
        state, moves = self.initial_state(board), []
        while state.left:
            drawn = 1 + stream.below(2)  # in every turn: whoever moves, streams stay in step
            move = min(state.left, _choose(seats[state.turn], drawn))
            moves.append(move)
            state = self.apply(state, move)
        first, second = state.scores
        end = self.outcome(state)
        return Playthrough(
            rules, policy, seed, trial, board, tuple(moves), end, headline=first - second
        )

    def simulate(
        self, rules: Any, policy: str, seed: int, first_trial: int, trials: int, board: Any = None
    ) -> Tally:
        plays = [
            self.replay_trial(rules, policy, seed, first_trial + at, board) for at in range(trials)
        ]
        ends = [play.outcome.scores or (0, 0) for play in plays]
        values = [first - second for first, second in ends]
        counts = {
            "advantage": _mean(values),
            "first_score": _mean([first for first, _ in ends]),
            "second_score": _mean([second for _, second in ends]),
            "first_wins": (sum(v > 0 for v in values), trials),
            "draws": (sum(v == 0 for v in values), trials),
            "second_wins": (sum(v < 0 for v in values), trials),
            "moves": _mean([len(play.moves) for play in plays]),
            "lead_changes": _mean([0] * trials),
        }
        return Tally(trials, counts, bytes(v & 255 for v in values))

    def exact_metrics(self, rules: CoinRules, policy: str, board: Any = None) -> dict[str, float]:  # noqa: ARG002
        seats = split_seats(self.check_play(rules, policy))

        @cache
        def value(left: int, turn: int) -> float:
            if left == 0:
                return 0.0
            sign, total = (-1 if turn else 1), 0.0
            for drawn in (1, 2):
                move = min(left, _choose(seats[turn], drawn))
                won = move + (rules.last_counts and left == move)
                total += 0.5 * (sign * won + value(left - move, 1 - turn))
            return total

        return {"advantage": value(rules.coins, 0)}


def _read_one(name: str) -> str:
    known = [policy.key for policy in POLICIES]
    if name.strip() not in known:
        raise UnknownName("policy", name, known)
    return name.strip()


def _choose(policy: str, drawn: int) -> int:
    return {"random": drawn, "greedy": 2, "modest": 1}[policy]


def _mean(values: list[int]) -> tuple[int, int, int]:
    return len(values), sum(values), sum(v * v for v in values)


GAME = CoinRow()
