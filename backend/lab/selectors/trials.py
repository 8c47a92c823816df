"""Single trials of a run worth looking at, found through the headline, trial by trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from backend.common.problems import NotFound
from backend.lab.boards import board_of, dealt
from backend.lab.loci import counted_bits
from backend.lab.models import ChunkStatus, Run
from backend.lab.versions import game_as_begun
from engines import Metric, Playthrough, headline_of

PICKS = {
    "proportion": ("first", "typical", "worst"),
    "mean": ("typical", "highest", "lowest"),
}
"""What may be asked for, by the kind of the headline; the first is the usual one.

- proportion: of the trials in which it counted, in the order of their numbers; or, of the first
  `SAMPLE` of them, those of middling length first, or the shortest first
- mean: of the first `LOOKED_AT` trials, those with the middle, highest or lowest value
"""

SAMPLE = 31
LOOKED_AT = 1_000_000

_SHIFTED = bytes((n + 128) & 255 for n in range(256))
"""Turns signed bytes into bytes in the same order: -128 becomes 0, 127 becomes 255."""


def pick_trial(run: Run, metric: Metric, pick: str, nth: int = 0) -> int | None:
    """The `nth` (from 0) of the trials that `pick` asks for; None: there are not so many.

    `metric` is the game's headline and `pick` one of its kind's `PICKS`. Only trials of chunks
    that are done are looked at.
    """
    if metric.kind == "mean":
        return _by_value(run, pick, nth)
    if pick == "first":
        return _counted_trial(run, nth)
    return _by_length(run, pick, nth)


def find_trial(run: Run, *, trial: int | None, which: str | None, nth: int) -> int:
    """Trial number `trial`, or the `nth` of those that `which` asks for (the usual pick if None).

    Raises `NotFound` (404).
    """
    if trial is not None:
        if trial >= run.variant.experiment.trials:
            raise NotFound(f"Trials are 0 to {run.variant.experiment.trials - 1:,}.")
        return trial
    game = game_as_begun(run.variant.experiment)
    headline = headline_of(game)
    known = PICKS[headline.kind]
    if which is not None and which not in known:
        raise NotFound(f"Of this game's headline there are: {', '.join(known)}.")
    found = pick_trial(run, headline, which or known[0], nth)
    if found is None:
        raise NotFound("There is no such trial among those that are done.")
    return found


def counted_trials(run: Run) -> Iterator[int]:
    """Trials in which the headline, a proportion, counted, in order."""
    for first, headline in _headlines(run):
        yield from (first + at for at in counted_bits(headline))


def replay(run: Run, trial: int) -> Playthrough:
    """A trial of this run, move by move, in plain Python.

    Raises `Conflict` (409) when the game has another version now.
    """
    variant = run.variant
    game: Any = game_as_begun(variant.experiment)
    rules = game.Rules.model_validate(variant.rules)
    board = board_of(variant, trial)
    return game.replay_trial(rules, variant.policy, run.seed, trial, board=board)  # type: ignore[no-any-return]


def describe_trial(run: Run, trial: int) -> dict[str, Any]:
    """A trial, whole, JSON-ready: its board, its moves, and how it ended."""
    play = replay(run, trial)
    game = game_as_begun(run.variant.experiment)
    fixed = dealt(run.variant.experiment, trial)
    return {
        "position": run.variant.position,
        "replicate": run.replicate,
        "seed": run.seed,
        "trial": trial,
        "puzzle": None if fixed is None else str(fixed.puzzle_id),
        "board": game.dump_board(play.board),
        "moves": [game.dump_move(move) for move in play.moves],
        "status": play.outcome.status,
        "message": play.outcome.message,
        "loci": list(play.loci),
        "headline": play.headline_value,
    }


def _counted_trial(run: Run, nth: int) -> int | None:
    skipped = 0
    for first, headline in _headlines(run):
        count = int.from_bytes(headline, "little").bit_count()
        if skipped + count > nth:
            return first + _nth_bit(headline, nth - skipped)
        skipped += count
    return None


def _by_length(run: Run, pick: str, nth: int) -> int | None:
    """Of the first trials in which the headline counted, by the length of their plays."""
    trials = list(islice(counted_trials(run), SAMPLE))
    lengths = sorted((len(replay(run, trial).moves), trial) for trial in trials)
    if nth >= len(lengths):
        return None
    if pick == "typical":
        middle = lengths[len(lengths) // 2][0]
        lengths.sort(key=lambda one: (abs(one[0] - middle), one[1]))
    return lengths[nth][1]


def _by_value(run: Run, pick: str, nth: int) -> int | None:
    """Of the first trials, those whose value is in the middle or at an end, in order."""
    chunks = list(_first_values(run))
    counts: Counter[int] = Counter()
    for _, values in chunks:
        counts.update(values)
    if not counts:
        return None
    wanted = {"highest": max, "lowest": min, "typical": _median}[pick](counts)  # type: ignore[operator]
    for first, values in chunks:
        if (found := values.count(wanted)) <= nth:
            nth -= found
            continue
        at = -1
        for _ in range(nth + 1):
            at = values.index(wanted, at + 1)
        return first + at
    return None


def _median(counts: Counter[int]) -> int:
    """The value in the middle (of two the lower one), of value -> how often."""
    seen, half = 0, counts.total() / 2
    for value in sorted(counts):
        seen += counts[value]
        if seen >= half:
            return value
    raise ValueError("nothing was counted")


def _first_values(run: Run) -> Iterator[tuple[int, bytes]]:
    """(first trial, values, shifted) of the first `LOOKED_AT` trials that are done."""
    left = LOOKED_AT
    for first, headline in _headlines(run):
        yield first, headline[:left].translate(_SHIFTED)
        left -= len(headline)
        if left <= 0:
            return


def _headlines(run: Run) -> Iterator[tuple[int, bytes]]:
    """(first trial, headline) of the chunks that are done, in order, a few at a time."""
    done = run.chunks.filter(status=ChunkStatus.DONE).order_by("first_trial")
    for first, headline in done.values_list("first_trial", "headline").iterator(chunk_size=20):
        yield first, bytes(headline or b"")


def _nth_bit(headline: bytes, nth: int) -> int:
    """The place of the `nth` (from 0) bit that is set, lowest bit of the first byte first."""
    for at, byte in enumerate(headline):
        count = byte.bit_count()
        if nth < count:
            places = [place for place in range(8) if byte >> place & 1]
            return at * 8 + places[nth]
        nth -= count
    raise ValueError("There are not that many bits set.")
