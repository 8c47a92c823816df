"""What the comparison with the simulation says, in sentences."""

from __future__ import annotations

from dataclasses import astuple

from backend.lab.admin.words import p_text
from backend.playtests.admin.words import percent
from backend.playtests.statistics.against import Against
from backend.playtests.statistics.fitting import Fit
from backend.playtests.statistics.leaving_out import Errors
from backend.statistics.clusters import LEAST_PLAYERS
from backend.statistics.multiplicity import LEVEL
from engines.declarations import Policy

WIDE = 1.5
"""From here on it is said that plays vary more than by chance."""


def points(share: float) -> str:
    """A difference in points, with its sign."""
    return f"{share * 100:+.1f}".replace("-", "−")


def verdict(found: Against) -> tuple[str, str]:
    """What people are, beside this simulated player, and by how much."""
    if found.is_of_few:
        return found.verdict, f"{found.players}; a comparison takes {LEAST_PLAYERS}"
    if found.verdict == "not told apart":
        return found.verdict, _untold(found)
    ends = sorted(abs(end) * 100 for end in (found.low, found.high))
    by = f"by {abs(found.difference) * 100:.1f} points ({ends[0]:.1f} to {ends[1]:.1f})"
    return found.verdict, by


def _untold(found: Against) -> str:
    """What would fit, and where test and interval disagree, why neither is believed alone."""
    between = f"from {points(found.low)} to {points(found.high)} points"
    if not found.low <= 0 <= found.high:
        return f"the interval alone ({between}) would tell, the exact test does not"
    said = f"anything {between} would fit, and less than {found.missed * 100:.0f} would be missed"
    if found.p < LEVEL:
        said += (
            f". The exact test alone ({p_text(found.p)}) would tell, but it takes a player’s "
            "sessions for independent"
        )
    return said


def fitted(found: Fit | None, policy: Policy) -> list[str]:
    """The ε that was found, or why there is none."""
    if found is None:
        return [f"None is fitted: players are too few (a fit takes {LEAST_PLAYERS})."]
    title, people = f"“{policy.title}”", percent(found.people)
    range_ = f"{percent(found.careful)} at ε = 0, {percent(found.careless)} at ε = 1"
    if found.flat:
        return [
            f"How often {title} gets stuck here hardly depends on ε ({range_}): none is fitted."
        ]
    if found.range != "within":
        less = "less" if found.range == "below" else "more"
        return [
            f"People get stuck {less} often ({people}) than {title} does with any ε ({range_}): "
            f"no ε explains them. The nearest is {found.epsilon:.2f}."
        ]
    if found.anything:
        return [f"Any ε explains these sessions: there are too few of them ({range_})."]
    said = [
        f"People get stuck as {title} would if it played at random at a share "
        f"ε = {found.epsilon:.2f} ({found.low:.2f} to {found.high:.2f}) of its decisions.",
        f"With this ε it gets stuck in {percent(found.fitted)} of plays of these boards, people in "
        f"{people}.",
    ]
    if found.widened >= WIDE:
        said.append(
            "Boards or players differ more than chance allows for, so one ε is not all there is "
            f"to people; the interval is widened for it (by √{found.widened:.1f})."
        )
    return said


def errors(found: Errors) -> list[str]:
    """How good the predictions of boards left out were."""
    off, mean, chance = (f"{one * 100:.1f}" for one in (found.predicted, found.mean, found.chance))
    said = [
        f"Each board was predicted from the sessions of the others: off by {off} points on "
        "average, boards weighed by their sessions. Chance alone would put a perfect prediction "
        f"off by {chance}, with as many sessions of each board.",
        f"Taking the mean of the other boards would have been off by {mean} points: {_gain(found)}",
    ]
    if found.slope is not None:
        value, *ends = (f"{one * 10:.0f}".replace("-", "−") for one in astuple(found.slope))
        said.append(
            f"A board predicted to be worse by 10 points was worse by {value} ({' to '.join(ends)};"
            " 10 would be just right)."
        )
    return said


def _gain(found: Errors) -> str:
    """What that says of the simulation: something only where the interval is clear of 0."""
    gain = found.gain
    if gain.low > 0:
        return (
            f"{gain.low * 100:.1f} to {gain.high * 100:.1f} points more. The simulation knows "
            "something about each board that the mean does not."
        )
    if gain.high < 0:
        return (
            f"{-gain.high * 100:.1f} to {-gain.low * 100:.1f} points less. On these boards the "
            "mean predicts better than the simulation."
        )
    return (
        f"anything from {points(gain.low)} to {points(gain.high)} points more would fit, so these "
        "boards do not tell whether the simulation predicts better than that."
    )
