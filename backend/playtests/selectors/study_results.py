"""What a study has found: sums of its arms, made by the database."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from uuid import UUID

from django.db import connection
from django.db.models import Count

from backend.playtests.models import Arm, Study, taking_part
from backend.playtests.selectors.filters import Who
from backend.statistics.clusters import APART, Clustered, Shared

MEASURES = {
    "stuck": "reading.first_stuck IS NOT NULL",
    "stalled": "reading.first_stall IS NOT NULL",
    "solved": "reading.ending = 'solved'",
    "gave_up": "reading.ending = 'gave_up'",
    "recovered": "reading.recovered",
    "ended": "reading.ending <> 'gave_up'",
}
"""What is counted of each session that was read."""

OF = dict.fromkeys(MEASURES, "m") | {"stalled": "timed"}
"""And of which sessions: all that were read, or those of them with a timed move, for nobody knows

of others whether they stalled.
"""

_LINKED = """
  FROM playtests_studysession link
  JOIN playtests_armpuzzle item ON item.id = link.item_id
  JOIN playtests_arm arm ON arm.id = item.arm_id AND arm.study_id = %(study)s
  LEFT JOIN playtests_syntheticsession synthetic ON synthetic.session_id = link.session_id
"""
_WHOSE = "WHERE (synthetic.session_id IS NOT NULL) = %(synthetic)s"

_SUMS = (
    "sum(of_player.{key}), sum(of_player.{of}), count(*) FILTER (WHERE of_player.{of} > 0), "
    "sum(of_player.{key} * of_player.{key}), sum(of_player.{key} * of_player.{of}), "
    "sum(of_player.{of} * of_player.{of}), "
    "sum(of_player.{key} * first.{key}), sum(of_player.{key} * first.{of}), "
    "sum(of_player.{of} * first.{key}), sum(of_player.{of} * first.{of})"
)
"""Of a player's sessions in an arm, and of those with the first arm's: where there are both."""

_PLAYED = f"""
WITH of_player AS (
  SELECT item.arm_id AS arm_id,
    coalesce(link.participant_id, link.session_id) AS who,
    bool_or(link.participant_id IS NOT NULL) AS is_known,
    count(*) AS begun,
    count(*) FILTER (WHERE session.status <> 'active') AS over,
    count(*) FILTER (WHERE session.move_count > 0) AS moved,
    count(reading.session_id) AS m,
    count(*) FILTER (WHERE reading.timed > 0) AS timed,
    {", ".join(f"count(*) FILTER (WHERE {test}) AS {key}" for key, test in MEASURES.items())}
  {_LINKED}
  JOIN play_session session ON session.id = link.session_id
  LEFT JOIN playtests_sessionreading reading ON reading.session_id = link.session_id
  {_WHOSE}
  GROUP BY 1, 2
), size AS (
  SELECT arm_id, count(*) AS puzzles FROM playtests_armpuzzle GROUP BY arm_id
)
SELECT of_player.arm_id,
  count(*) FILTER (WHERE of_player.is_known),
  count(*) FILTER (WHERE of_player.is_known AND of_player.moved > 0),
  count(*) FILTER (WHERE of_player.is_known AND of_player.over >= puzzles),
  sum(of_player.begun), sum(of_player.begun) FILTER (WHERE NOT of_player.is_known),
  {", ".join(_SUMS.format(key=key, of=of) for key, of in OF.items())}
FROM of_player JOIN size ON size.arm_id = of_player.arm_id
LEFT JOIN of_player first ON first.who = of_player.who AND first.arm_id = %(first)s
GROUP BY of_player.arm_id
"""

_WAITS = f"""
SELECT item.arm_id, coalesce(reading.first_stall, reading.moves),
  reading.first_stall IS NOT NULL, count(*)
  {_LINKED}
  JOIN playtests_sessionreading reading ON reading.session_id = link.session_id
  {_WHOSE} AND reading.timed > 0
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
"""


@dataclass(slots=True)
class ArmSum:
    """An arm, summed. Of participants: joined (where one arm is drawn for each), begun, played

    (made a move), finished (all its puzzles are over). Of sessions: `sessions` begun, `erased`
    of them without a player any more, and `sums` of those that are over and read (of stalls those
    with a timed move); `shared` is what these have of the same players as the first arm's. `waits`
    are as a summary's.
    """

    arm: Arm
    puzzles: int
    joined: int = 0
    began: int = 0
    played: int = 0
    finished: int = 0
    sessions: int = 0
    erased: int = 0
    sums: dict[str, Clustered] = field(
        default_factory=lambda: {key: Clustered(0, 0, 0, 0, 0, 0) for key in MEASURES}
    )
    shared: dict[str, Shared] = field(default_factory=lambda: dict.fromkeys(MEASURES, APART))
    waits: list[tuple[int, bool]] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Sessions that are over and read."""
        return self.sums["stuck"].n


@dataclass(slots=True)
class StudySum:
    """A study's arms in their order, how many take part in it, and how many did and do not."""

    joined: int
    withdrawn: int
    arms: list[ArmSum]


def sum_study(study: Study, who: Who) -> StudySum:
    """A study's sums of people's play, or of synthetic play, never both. Four queries."""
    synthetic = who == "synthetic"
    people = list(
        study.participants.filter(is_synthetic=synthetic)
        .order_by()
        .values_list("arm")
        .annotate(joined=Count("pk", filter=taking_part()), withdrawn=Count("withdrawn_at"))
    )
    joined = {arm: count for arm, count, _ in people}
    arms = list(study.arms.order_by("position").annotate(puzzles=Count("items")))
    found = {arm.pk: ArmSum(arm, arm.puzzles, joined.get(arm.pk, 0)) for arm in arms}
    first = arms[0].pk if arms else None
    asked: dict[str, UUID | bool | int | None] = {
        "study": study.pk,
        "synthetic": synthetic,
        "first": first,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PLAYED, asked)
        for pk, *row in cursor.fetchall():
            _add(found[pk], [int(value or 0) for value in row])
        cursor.execute(_WAITS, asked)
        waits: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for pk, move, came, sessions in cursor.fetchall():
            waits[pk] += [(move, came)] * sessions
    for pk, told in waits.items():
        found[pk].waits = told
    return StudySum(
        sum(joined.values()), sum(withdrawn for *_, withdrawn in people), list(found.values())
    )


def _add(one: ArmSum, row: list[int]) -> None:
    one.began, one.played, one.finished, one.sessions, one.erased = row[:5]
    tens = zip(*[iter(row[5:])] * 10, strict=True)
    for key, ten in zip(MEASURES, tens, strict=True):
        one.sums[key] = Clustered(*ten[:6])
        one.shared[key] = Shared(*ten[6:])
