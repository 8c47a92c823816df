"""The result page's sentences: what they say, and that they never say more than the interval."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lab.admin import words
from backend.lab.admin.words.numbers import outward
from backend.lab.differences import Change, changes, name_variant, policy_title
from backend.lab.selectors import PICKS
from backend.lab.statistics.proportions import newcombe
from engines import Metric, get_game, summarise, wilson
from engines.student import t95


def shape(_rules):
    return (2,)


STUCK = Metric("stuck", "Stuck", "proportion", "", "", shape, headline=True)
ADVANTAGE = Metric(
    "advantage", "Advantage", "mean", "boxes", "", shape, True, ("first player", "second player")
)
BOXES = Metric("boxes", "Boxes of the first player", "mean", "boxes", "", shape)
BY_OTHERS = ", but by other rules: no whole number lies between."


class Scale(NamedTuple):
    """Like `charts.Scale`, without Altair."""

    low: float
    high: float
    even: bool
    chance: float


def rate(count, n):
    low, high = wilson(count, n)
    return {"value": count / n, "low": low, "high": high, "count": count, "n": n}


@pytest.mark.parametrize(
    ("low", "high", "digits", "shown"),
    [
        (14.52, 14.71, 1, ("14.5", "14.8")),
        (14.5, 14.7, 1, ("14.5", "14.7")),
        (-0.26, 0.11, 1, ("-0.3", "0.2")),
        (0.0, 0.0, 1, ("0.0", "0.0")),
        (1234.56, 1234.6, 2, ("1,234.56", "1,234.60")),
    ],
)
def test_intervals_are_rounded_outward(low, high, digits, shown):
    assert outward(low, high, digits) == shown


def test_a_rate_is_shown_with_the_digits_it_deserves():
    for count, n, figure, interval in (
        (1, 2, "50 %", "9–91 %"),
        (616, 1000, "61.6 %", "58.5–64.6 %"),
        (369_768, 600_000, "61.63 %", "61.50–61.76 %"),
        (1_080, 600_000, "0.180 %", "0.169–0.192 %"),
        (0, 600_000, "0.00000 %", "0.00000–0.00065 %"),
        (61_612_345, 100_000_000, "61.6123 %", "61.6028–61.6219 %"),
    ):
        assert words.figure(STUCK, rate(count, n)) == figure
        assert words.interval(STUCK, rate(count, n)) == interval
    assert words.figure(STUCK, {"value": None, "low": 0.0, "high": 1.0}) == "–"
    assert words.interval(STUCK, {"value": None, "low": 0.0, "high": 1.0}) == ""


@given(n=st.integers(1, 10**9), share=st.floats(0, 1))
def test_a_shown_interval_holds_the_true_one_and_is_hardly_wider(n, share):
    summary = rate(round(n * share), n)
    low, high = summary["low"] * 100, summary["high"] * 100
    shown = [float(end) for end in words.interval(STUCK, summary).removesuffix(" %").split("–")]
    assert shown[0] <= low + 1e-8
    assert shown[1] >= high - 1e-8
    assert shown[1] - shown[0] <= 1.2 * (high - low) + 2e-6


def between(one, other, p_holm=0.0):
    """A comparison of two rates, (count, n) each: `one` less `other`."""
    return {**asdict(newcombe(*one, *other)), "p_holm": p_holm}


@pytest.mark.parametrize(
    ("baseline", "variant", "said"),
    [
        ((616, 1000), (146, 1000), "47.0 points less often than the baseline (43.1 to 50.7)."),
        ((616, 1000), (874, 1000), "25.8 points more often than the baseline (22.1 to 29.5)."),
    ],
)
def test_a_clear_difference_is_said_with_its_interval(baseline, variant, said):
    assert words.compared(STUCK, between(variant, baseline), 1000) == said


def test_no_difference_is_not_called_sameness():
    said = words.compared(STUCK, between((510, 1000), (500, 1000), 0.65), 1000)
    assert said.startswith("no difference to the baseline seen")
    assert "3.4 points less often to 5.4 points more often" in said
    assert "With 1,000 plays of each, a difference under 6.3 points is easily missed." in said


def test_what_may_be_chance_among_many_is_not_called_shown():
    found = between((560, 1000), (500, 1000), 0.081)
    said = words.compared(STUCK, found, 1000, comparisons=12)
    assert said.startswith("perhaps 6.0 points more often than the baseline")
    assert "among 12 comparisons" in said
    assert "(adjusted p = 0.081)" in said
    assert words.difference(STUCK, found)["shown"] is False
    assert words.difference(STUCK, {**found, "p_holm": 0.04})["shown"] is True


@given(
    counts=st.tuples(st.integers(0, 500), st.integers(0, 500)), p=st.floats(0, 1), n=st.just(500)
)
def test_a_sentence_never_claims_more_than_interval_and_test(counts, p, n):
    found = between((counts[0], n), (counts[1], n), p)
    said = words.compared(STUCK, found, n)
    claims = not said.startswith(("no difference", "perhaps"))
    assert claims == (not found["low"] <= 0 <= found["high"] and p < 0.05)
    if claims:
        assert ("more often" in said) == (found["low"] > 0)
        one, other = (float(x) for x in re.findall(r"\((.*) to (.*)\)", said)[0])
        ends = sorted(abs(found[end]) * 100 for end in ("low", "high"))
        assert one <= ends[0] + 1e-9
        assert other >= ends[1] - 1e-9


def test_a_table_shows_a_difference_with_its_sign():
    told = words.difference(STUCK, between((146, 1000), (616, 1000), 0.00001))
    assert told == {
        "value": "−47.0",
        "unit": "points",
        "interval": "−50.7 to −43.1",
        "p": "< 0.0001",
        "shown": True,
    }


@pytest.mark.parametrize(
    ("change", "low", "high", "said"),
    [
        (
            Change("Colours", "4", "5"),
            -0.47,
            -0.45,
            BY_OTHERS,
        ),
        (
            Change("Colours", "5", "4"),
            0.2,
            0.25,
            " between Colours 4 and 5" + BY_OTHERS,
        ),
        (Change("Colours", "4", "6"), -0.47, -0.45, " between Colours 4 and 6."),
        (Change("Colours", "4", "5"), -0.09, -0.04, ""),
        (Change("Adjacency", "edge", "corner"), 0.3, 0.4, ""),
        (None, 0.3, 0.4, ""),
    ],
)
def test_room_to_tune_is_seen_between_neighbouring_values(change, low, high, said):
    found = {"low": low, "high": high, "p_holm": 0.001}
    assert words.room(STUCK, found, change).endswith(said)
    assert bool(words.room(STUCK, found, change)) == bool(said)
    assert words.room(STUCK, {**found, "p_holm": 0.3}, change) == ""


def test_verdicts_and_bands_are_said_in_words():
    assert words.verdict({"band": "often", "more": None}) == "often"
    assert words.verdict({"band": None, "more": 1234}) == "undecided: about 1,300 more plays"
    assert words.verdict({"band": None, "more": None}) == "undecided: it lies on a border"
    assert words.band_ranges([0.05, 0.2]) == [
        ("hardly ever", "below 5 %"),
        ("sometimes", "5 % to 20 %"),
        ("often", "20 % and more"),
    ]


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (0.4, "as chance lets them (χ² = 1.50, 2 d.f., p = 0.4)"),
        (0.02, "more than chance mostly lets them (χ² = 1.50, 2 d.f., p = 0.02)"),
        (1e-9, "far more than chance lets them: something is not as it should be"),
    ],
)
def test_scatter_is_held_against_chance(p, said):
    assert words.spread({"chi2": 1.5, "df": 2, "p": p}).startswith(said)


def test_nothing_counted_is_said():
    nothing = {"value": None, "low": 0.0, "high": 1.0}
    assert words.stated(STUCK, nothing) == "stuck: nothing counted yet"


def test_none_and_all_are_counted_out():
    assert words.stated(STUCK, rate(0, 1200)) == "stuck in none of 1,200 plays (0.00–0.32 %)"
    assert words.stated(STUCK, rate(1200, 1200)) == "stuck in all 1,200 plays (99.68–100.00 %)"


def test_what_never_varied_is_said_to_be_so():
    always = {"value": -3.0, "low": -3.0, "high": -3.0, "n": 1200}
    said = words.stated(ADVANTAGE, always)
    assert said == "first player −3 boxes (in each of 1,200 plays): the second player is ahead"


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "first player −2 boxes (1 play: too few plays to say (fewer than 30))"),
        (29, "first player −2 boxes (29 plays: too few plays to say (fewer than 30))"),
        (30, "first player −2 boxes (in each of 30 plays): the second player is ahead"),
    ],
)
def test_nobody_is_said_to_be_ahead_after_a_few_plays(n, said):
    summary = summarise(ADVANTAGE, None, (n, -2 * n, 4 * n))
    assert words.stated(ADVANTAGE, summary) == said


@pytest.mark.parametrize("metric", [STUCK, ADVANTAGE])
def test_a_few_plays_tell_no_difference(metric):
    found = {"value": 0.9, "low": 0.8, "high": 0.95, "n": 29, "p_holm": 0.0001}
    said = words.compared(metric, found, 29)
    assert said == "how it differs from the baseline: too few plays to say (fewer than 30)."
    assert words.difference(metric, found, 29)["shown"] is False
    assert words.difference(metric, found, 30)["shown"] is True


def test_a_difference_larger_than_any_rate_s_is_not_named():
    found = {"value": 0.0, "low": -0.9, "high": 0.9, "p_holm": 1.0}
    assert words.compared(STUCK, found, 30).endswith(" 30 plays of each may miss any difference.")


@pytest.mark.parametrize(
    ("count", "n", "said"),
    [
        (0, 1, "stuck in none of 1 play ("),
        (1, 1, "stuck in the only play ("),
        (0, 2, "stuck in none of 2 plays ("),
    ],
)
def test_a_single_play_is_one(count, n, said):
    assert words.stated(STUCK, rate(count, n)).startswith(said)


def test_a_lead_of_few_plays_is_held_against_student_s_distribution():
    # Three and a half standard errors: once in 2,150 times by the normal one.
    few = {"value": 3.5, "low": 3.5 - t95(29), "high": 3.5 + t95(29), "n": 30}
    assert "may be ahead (chance alone shows as much once in 656 times)" in words.stated(
        ADVANTAGE, few
    )
    many = {"value": 3.5, "low": 3.5 - t95(10**6), "high": 3.5 + t95(10**6), "n": 10**6}
    assert words.stated(ADVANTAGE, many).endswith("the first player is ahead")


def test_what_is_not_done_is_not_judged():
    ahead = {"value": 1.2, "low": 1.1, "high": 1.3}
    said = words.stated(ADVANTAGE, ahead, partial=True)
    assert said == "first player +1.20 boxes (+1.10 to +1.30)"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((1.0, 0.9, 1.1), "the better player is “Makes no mistake”, by 1.00 boxes a game (0.90 to"),
        ((-1.0, -1.1, -0.9), "the better player is “Random”, by 1.00 boxes a game (0.90 to 1.10)"),
        ((0.06, 0.004, 0.116), "perhaps the better player is “Makes no mistake”, by 0.060 boxes"),
        (
            (0.05, -0.1, 0.2),
            "who plays better is not seen: anything from 0.10 boxes a game in favour of “Random” "
            "to 0.20 boxes in favour of “Makes no mistake” would fit",
        ),
    ],
)
def test_over_both_seats_players_are_named_and_no_lead_is_claimed_too_soon(found, said):
    pair = dict(zip(("value", "low", "high"), found, strict=True))
    told = words.over_both_seats(ADVANTAGE, {**pair, "players": ["Makes no mistake", "Random"]})
    assert told.startswith(said)


def test_what_moving_first_is_worth():
    told = words.moving_first(ADVANTAGE, {"value": -0.5, "low": -0.6, "high": -0.4})
    assert told == "it helps to move second, by 0.50 boxes a game (0.40 to 0.60)"
    open_ = words.moving_first(ADVANTAGE, {"value": 0.0, "low": -0.15, "high": 0.15})
    assert open_ == (
        "whether it helps to move first is not seen: anything from 0.15 boxes a game in favour of "
        "moving second to 0.15 boxes in favour of moving first would fit"
    )


def test_plays_that_were_all_the_same_are_not_called_a_difference_too_small_to_see():
    found = {"value": 0.0, "low": 0.0, "high": 0.0, "p_holm": 1.0}
    said = words.compared(ADVANTAGE, found, 1200)
    assert said == "just as in the baseline in each of 1,200 plays."


def test_failed_parts_are_counted_in_words():
    assert words.failed(0, 0) == ""
    assert words.failed(1, 1) == ("1 part of the work failed 3 times: the result will be partial.")
    assert words.failed(1_234, 5).endswith("The first 5:")


def test_the_baseline_is_called_so():
    assert words.baseline("20 steps") == "20 steps (baseline)"
    assert words.baseline("Baseline: 14 seeds") == "Baseline: 14 seeds"


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        (Scale(0.0, 0.088, False, 0.0), "from none to 8.8 % of the plays: the lighter, the more"),
        (Scale(0.0, 0.542, True, 0.029), "from 0 % to 54.2 % of the plays: the lighter, the more"),
        (Scale(0.398, 0.542, True, 0.029), "It does not begin at 0"),
        (Scale(0.398, 0.542, True, 0.029), "Chance alone moves a cell by up to 2.9 points"),
    ],
)
def test_the_colours_of_maps_are_told_in_words(scale, said):
    assert said in words.colours(scale)


def test_means_are_said_with_their_unit():
    low = {"value": 4.2, "low": 4.1, "high": 4.3}
    assert words.stated(BOXES, low) == "boxes of the first player: 4.20 (4.10–4.30)"
    found = {"value": 1.0, "low": 0.9, "high": 1.1, "p_holm": 0.0}
    assert words.compared(BOXES, found, 90).startswith("1.00 boxes more than the baseline")


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.021, -0.02, 0.06, "first player +0.021 boxes (−0.020 to +0.060): no advantage seen"),
        (1.2, 1.1, 1.3, "first player +1.20 boxes (+1.10 to +1.30): the first player is ahead"),
        (
            -0.5,
            -0.75,
            -0.25,
            "first player −0.50 boxes (−0.75 to −0.25): the second player is ahead",
        ),
        (
            -1.5,
            -3.0,
            -0.04,
            "first player −1.50 boxes (−3.00 to −0.04): the second player may be ahead (chance "
            "alone shows as much once in 23 times)",
        ),
        (0.0, 0.0, 0.0, "first player 0 boxes (0 to 0): no advantage seen"),
        (
            0.025,
            0.002,
            0.048,
            "first player +0.025 boxes (+0.002 to +0.048): the first player may be ahead "
            "(chance alone shows as much once in 30 times)",
        ),
    ],
)
def test_an_advantage_says_who_is_ahead_and_no_more_than_the_interval(value, low, high, said):
    assert words.stated(ADVANTAGE, {"value": value, "low": low, "high": high}) == said


@pytest.mark.parametrize(
    ("exact", "told"),
    [
        (1.0, {"inside": True}),
        (1.12, {"inside": False, "rare": False, "once_in": "54"}),
        (1.30, {"inside": False, "rare": True}),
    ],
)
def test_a_miss_of_the_exact_value_is_told_with_how_rare_it_is(exact, told):
    summary = {"value": 1.0, "low": 0.9, "high": 1.1}
    said = words.exact(ADVANTAGE, exact, summary)
    said_here = {key: said[key] for key in told}
    assert said_here == told


def test_advantages_are_compared_for_one_side_or_the_other():
    found = {"value": 1.0, "low": 0.855, "high": 1.145, "p_holm": 0.0}
    assert words.compared(ADVANTAGE, found, 90) == (
        "1.00 boxes better for the first player than the baseline (0.85 to 1.15)."
    )
    other = {"value": -1.0, "low": -1.2, "high": -0.8, "p_holm": 0.0}
    assert "better for the second player" in words.compared(ADVANTAGE, other, 90)
    same = {"value": 0.0, "low": -0.15, "high": 0.15, "p_holm": 1.0}
    said = words.compared(ADVANTAGE, same, 90)
    assert said.startswith("no difference to the baseline seen: anything from 0.15 boxes better")
    assert "stuck" not in said


def test_a_mean_that_may_be_negative_has_a_minus_sign_and_no_dash():
    summary = {"value": -0.5, "low": -0.6, "high": 0.4}
    assert words.figure(BOXES, summary) == "−0.50"
    assert words.interval(BOXES, summary) == "−0.60 to 0.40"
    assert words.whole(ADVANTAGE, 3) == "+3 boxes"
    assert words.whole(ADVANTAGE, -3) == "−3 boxes"
    assert words.whole(ADVANTAGE, 0) == "0 boxes"


def test_a_board_reads_well():
    assert words.a_board(STUCK) == "a stuck board"
    assert words.a_board(replace(STUCK, title="Unsolved")) == "an unsolved board"
    assert words.a_board(STUCK, "typical") == "a typical stuck board"
    assert words.a_board(STUCK, "worst") == "the stuck board with the fewest moves"
    assert words.a_board(replace(STUCK, title="Long hunt")) == "a board: long hunt"
    hunt = replace(STUCK, title="Long hunt", example="a long hunt")
    shown = [words.a_board(hunt, pick) for pick in PICKS["proportion"]]
    assert shown == ["a long hunt", "a typical long hunt", "the long hunt with the fewest moves"]
    assert words.a_board(BOXES, "typical") == "a typical play"
    assert words.a_board(BOXES, "lowest") == (
        "a play with the lowest figure: boxes of the first player"
    )
    assert words.a_board(ADVANTAGE, "highest") == "the best play of the first player"
    assert words.a_board(ADVANTAGE, "lowest") == "the best play of the second player"
    for metric in (STUCK, BOXES, ADVANTAGE):
        labels = [words.pick_label(metric, pick) for pick in PICKS[metric.kind]]
        assert len(set(labels)) == 3


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, ""),
        (0.2, "less than a second"),
        (12.4, "about 12 s"),
        (600, "about 10 min"),
        (7800, "about 2 h 10 min"),
    ],
)
def test_durations(seconds, said):
    assert words.duration(seconds) == said


def test_changes_name_rules_and_player_in_words():
    game = get_game("map_coloring")
    rules = game.Rules().model_dump(mode="json")
    name, value = next((k, v) for k, v in rules.items() if isinstance(v, int))
    other = {**rules, name: value + 1}
    first, second = game.policies[0], game.policies[1]
    found = changes(game, (rules, first.key), (other, second.key))
    assert [str(c) for c in found] == [
        f"Player {first.title} → {second.title}",
        f"{found[1].label} {value} → {value + 1}",
    ]
    assert name_variant(found, 2) == f"{second.title}, {found[1].label} {value + 1}"
    assert name_variant([], 0) == "Baseline"
    assert name_variant([], 3) == "Variant 3"
    assert changes(game, (rules, first.key), (rules, first.key)) == []


def test_a_policy_with_parameters_keeps_them():
    game = get_game("map_coloring")
    first = game.policies[0]
    assert policy_title(game, f"{first.key}(depth=2)") == f"{first.title} (depth=2)"
    assert policy_title(game, "gone") == "gone"


def test_a_rule_that_json_leaves_out_has_its_usual_value():
    game = get_game("map_coloring")
    rules = game.Rules().model_dump(mode="json")
    other = game.Rules(shape="grown", cells=90).model_dump(mode="json")
    assert "shape" not in rules
    found = changes(game, (rules, "random"), (other, "random"))
    assert "Shape rectangle → grown" in [str(one) for one in found]
    assert "None" not in "".join(map(str, found))
