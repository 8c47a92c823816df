"""The experiments worth queueing: those of the source article, and some that it leaves open."""

from __future__ import annotations

from engines.declarations import Preset, PresetVariant
from engines.games.dots_and_boxes.types import Rules


def _variant(
    title: str, policy: str, size: tuple[int, int] = (4, 4), *, extra_turn: bool = True
) -> PresetVariant:
    rows, cols = size
    return PresetVariant(title, Rules(rows=rows, cols=cols, extra_turn=extra_turn), policy)


def _preset(
    key: str, title: str, question: str, *variants: PresetVariant, trials: int = 200_000
) -> Preset:
    title = f"Dots and boxes: {title}"
    return Preset(key, title, question, variants, trials=trials, replicates=3, seed=1)


LENGTHS = {500: ", a short look", 3_000: "", 20_000: ", a long look"}
"""The article's numbers of games, in words that hold when the number is changed."""


def _match_ups(side: int, trials: int) -> Preset:
    """The article's four, on a square grid."""
    size = (side, side)
    key = f"match-ups-{side}x{side}" if trials == 3_000 else f"match-ups-{trials}-games"
    return _preset(
        key,
        f"four match-ups, {side}×{side}{LENGTHS[trials]}",
        "Is it fair between equals? Does the extra turn change the result? Does it help to take "
        "boxes, and not to give any away?",
        _variant("Baseline: random against random", "random,random", size),
        _variant("Without extra turn", "random,random", size, extra_turn=False),
        _variant("Greedy against random", "greedy,random", size),
        _variant("Careful against greedy", "careful,greedy", size),
        trials=trials,
    )


PRESETS = (
    _match_ups(4, 3_000),
    _match_ups(3, 3_000),
    _match_ups(5, 3_000),
    _match_ups(4, 500),
    _match_ups(4, 20_000),
    _preset(
        "sizes",
        "not giving boxes away, 3×3 to 5×5",
        "Is the grid too small for a careful player to be better than a greedy one?",
        _variant("Baseline: 4×4", "careful,greedy"),
        _variant("3×3", "careful,greedy", (3, 3)),
        _variant("5×5", "careful,greedy", (5, 5)),
    ),
    _preset(
        "swapped-greedy",
        "greedy against random, seats swapped",
        "Is who plays better worth more than who begins?",
        _variant("Baseline: greedy begins", "greedy,random"),
        _variant("Random begins", "random,greedy"),
    ),
    _preset(
        "swapped-careful",
        "careful against greedy, seats swapped",
        "Is who plays better worth more than who begins?",
        _variant("Baseline: careful begins", "careful,greedy"),
        _variant("Greedy begins", "greedy,careful"),
    ),
    _preset(
        "fairness",
        "random against random, with and without extra turn",
        "Has the first player or the second an advantage between equals?",
        _variant("Baseline: extra turn", "random,random"),
        _variant("No extra turn", "random,random", extra_turn=False),
    ),
    _preset(
        "chains",
        "what knowing chains is worth",
        "What do players add who count chains, leave their ends, or look ahead?",
        _variant("Baseline: careful against careful", "careful,careful"),
        _variant("Chain player begins", "chain,careful"),
        _variant("Chain player is second", "careful,chain"),
        _variant("Looks ahead and begins", "lookahead,careful"),
        trials=5_000,
    ),
    _preset(
        "best-play",
        "careful against best play, 2×2",
        "How far is a careful player from one that makes no mistake?",
        _variant("Baseline: careful against careful", "careful,careful", (2, 2)),
        _variant("Best play begins", "optimal,careful", (2, 2)),
        _variant("Best play is second", "careful,optimal", (2, 2)),
        trials=20_000,
    ),
)
