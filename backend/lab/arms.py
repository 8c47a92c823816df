"""Arms of a comparison that nobody simulated: what people did, held beside the variants.

The lab knows no recorded play. Who does registers a `Source` of arms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from django.http import QueryDict

from backend.common.problems import Conflict
from backend.statistics.clusters import Clustered
from backend.statistics.estimates import Difference
from engines import Game, Metric

NO_STUCK_RATE = (
    "People’s play can be set beside simulated play where the headline is how many plays get "
    "stuck. This game’s is another: “{headline}”, which is not read from recorded play."
)


@dataclass(frozen=True, slots=True)
class Arm:
    """Sessions that were recorded: `stuck` says how many of how many got stuck at least once, by

    player. `left` of them were given up in the end, stuck before or not.
    `key` is what an address carries, `about` in words what was counted, `url` the page that
    tells more. A `synthetic` arm's players are models of people. `caution` says what the choice
    of sessions does to the figure, where it does. Of an arm that is `going_on` no difference is
    told before that ends: whoever looks until they see one finds some that are not there.
    """

    key: str
    who: Literal["people", "synthetic"]
    title: str
    about: str
    rules: Mapping[str, Any]
    stuck: Clustered
    left: int
    url: str
    going_on: bool = False
    caution: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that was played: `key` begins an arm's key, `group` is what it is one of."""

    key: str
    group: str
    title: str


class Source(Protocol):
    filters_template: str
    """Of the fields that say which sessions count."""

    def find(self, game: Game, key: str) -> Arm:
        """Raises `NotFound` where there is no such thing, `BadRequest` for what is no key."""

    def difference(self, game: Game, one: str, other: str) -> Difference | None:
        """How often `one` got stuck less `other`, players as units: who is in both is held against

        themself. None where either has too few players.
        """

    def game_of(self, key: str) -> str:
        """The slug of the game that it is of. Raises as `find` does."""

    def offers(self, game: Game) -> Sequence[Offer]: ...

    def key_of(self, asked: QueryDict) -> str:
        """The key of what a chooser sent: `played`, an offer's key, and the filters' fields.

        Raises as `find` does.
        """

    def filters_context(self, game: Game) -> dict[str, Any]:
        """What the filters' template shows at first."""


_sources: list[Source] = []


def register(source: Source) -> None:
    _sources[:] = [source]


def source() -> Source | None:
    """Whoever knows recorded play, if anybody does."""
    return _sources[0] if _sources else None


def check_headline(headline: Metric) -> None:
    """Raises `Conflict` (409) where no headline can be read from recorded play."""
    if not headline.counts_stuck:
        raise Conflict(NO_STUCK_RATE.format(headline=headline.title))
