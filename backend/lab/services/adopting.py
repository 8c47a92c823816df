"""From a measured proposal to a level of daily sets."""

from __future__ import annotations

from django.contrib.auth.models import User

from backend.common.problems import Conflict
from backend.lab.models import LevelProposal
from backend.puzzles.models import AdoptedLevel
from backend.puzzles.services import adopt_level
from engines import UnknownName, get_game


def adopt_proposal(
    *,
    proposal: LevelProposal,
    key: str,
    title: str,
    low: float,
    high: float,
    description: str = "",
    by: User | None = None,
) -> AdoptedLevel:
    """Make a daily level of a proposal's rules; `low` and `high` bound the measured difficulty.

    Raises `Conflict` (409) when its boards are not measured or the game has another version now,
    and whatever `adopt_level` raises.
    """
    tuning = proposal.tuning
    try:
        game = get_game(tuning.game)
    except UnknownName as error:
        raise Conflict(str(error), code="other_version") from None
    if game.version != tuning.version:
        raise Conflict(
            f"This was searched with version {tuning.version} of {game.title}, which is now at "
            f"version {game.version}: search again.",
            code="other_version",
        )
    if proposal.difficulties is None:
        why = proposal.measuring_error or "A worker does that, within moments as a rule."
        raise Conflict(
            f"The boards of these rules are not measured yet, so there is no band to choose. {why}",
            code="not_measured",
        )
    return adopt_level(
        game=game,
        rules=proposal.variant.rules,
        difficulties=proposal.difficulties,
        proposal=proposal.pk,
        key=key,
        title=title,
        description=description,
        low=low,
        high=high,
        by=by,
    )
