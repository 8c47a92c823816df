"""What a game declares: rules, levels, policies, metrics and presets, all of them data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

Number = int | float


class Rules(BaseModel):
    """A game's parameters: one immutable, validated value. Unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @property
    def idle(self) -> frozenset[str]:
        """Rules that have no effect beside the others, whatever their value."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class Level:
    """A band of *measured* difficulty, with the rules its puzzles are drawn from."""

    key: str
    title: str
    rules: Rules
    low: float
    high: float
    description: str

    def holds(self, difficulty: float) -> bool:
        return self.low <= difficulty <= self.high


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a policy may be given: a whole one (`integer`) or any, both ends included."""

    name: str
    title: str
    description: str
    kind: Literal["integer", "number"]
    low: Number
    high: Number
    default: Number


@dataclass(frozen=True, slots=True)
class Policy:
    """A simulated player, as it is shown to people.

    Its parameters are spelled behind its key: ``lookahead(depth=3)``. See `shared.named`.
    """

    key: str
    title: str
    description: str
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class PresetVariant:
    title: str
    rules: Rules
    policy: str


@dataclass(frozen=True, slots=True)
class Preset:
    """An experiment ready to queue. The first variant is the baseline.

    `metrics` are the keys of those that the question asks about besides the headline.
    """

    key: str
    title: str
    question: str
    variants: tuple[PresetVariant, ...]
    trials: int
    replicates: int
    seed: int
    metrics: tuple[str, ...] = ()
