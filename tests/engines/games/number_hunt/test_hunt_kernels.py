"""The kernels and the plain-Python reference are two tellings of one game."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise
from math import prod

import pytest

from engines import GenerationFailed
from engines.errors import EngineError, UnknownName
from engines.games.number_hunt import GAME
from engines.games.number_hunt.generator import covered, make_board, place_circles
from engines.games.number_hunt.kernels import trials as kernels
from engines.games.number_hunt.kernels import workspace
from engines.games.number_hunt.metrics import METRICS, heat_cells
from engines.games.number_hunt.policies import POLICIES, play
from engines.games.number_hunt.types import Board, Circle, Rules, most_circles
from engines.metrics import make_counters
from engines.randomness import BOARD, MAX_SEED, PLAY, Stream

replay_trial, simulate = GAME.replay_trial, GAME.simulate

KEYS = [policy.key for policy in POLICIES]
TIGHT = Rules(circles=34, min_radius=20, max_radius=24, attempts=20, rebuilds=3)


def random_rules(rng: random.Random) -> Rules:
    """Rules that a layout comes about for, most often."""
    small = rng.randint(4, 20)
    room = Rules(
        circles=5,
        width=rng.randint(100, 600),
        height=rng.randint(100, 600),
        min_radius=small,
        max_radius=small + rng.choice([0, 0, 3, 10, 25]),
        gap=rng.choice([0, 1, 4, 10]),
        attempts=rng.choice([1, 30, 100, 100]),
        rebuilds=rng.choice([0, 2, 10]),
        sight=rng.choice(["window", "window", "circle"]),
        patience=rng.choice([1, 7, 20]),
    )
    most = min(100, most_circles(room.model_copy(update={"min_radius": room.max_radius})) // 2)
    return room.model_copy(update={"circles": rng.randint(5, max(5, most))})


def kernel_trial(
    rules: Rules, policy: str, seed: int, trial: int, board: Board | None = None
) -> tuple[Board, list[int], list[int], kernels.Counters]:
    """One trial by the kernel: field, looks, figures of the layout, counters."""
    setting = workspace.make_setting(rules, policy, heat_cells(rules))
    counters = make_counters(kernels.Counters, METRICS, rules, 1)
    ws = workspace.make_workspace(rules.circles)
    if board is None:
        kernels.run_trials(ws, setting, seed, trial, 1, counters)
    else:
        workspace.load_board(ws, board)
        kernels.run_plays(ws, setting, seed, trial, 1, counters)
    circles = tuple(Circle(*circle) for circle in ws.circles.T.tolist())
    return Board(rules, circles), ws.looks.tolist(), ws.last.tolist(), counters


def assert_same_trial(
    rules: Rules, policy: str, seed: int, trial: int, given: Board | None = None
) -> bool:
    """Whether there was a field to play on."""
    case = (rules, policy, seed, trial)
    board, looks, last, counters = kernel_trial(rules, policy, seed, trial, given)
    if given is None:
        layout = place_circles(rules, Stream(seed, trial, BOARD))
        assert last == [layout.attempts, layout.rebuilds, layout.most], case
        if len(layout.circles) < rules.circles:
            assert counters.unplaced[0] == 1, case
            with pytest.raises(GenerationFailed):
                make_board(rules, Stream(seed, trial, BOARD))
            return False
    own = given or make_board(rules, Stream(seed, trial, BOARD))
    assert board == own, case
    assert looks == list(play(own, policy, Stream(seed, trial, PLAY)).looks), case
    return True


@pytest.mark.parametrize("policy", KEYS)
def test_same_trial_look_for_look(policy: str) -> None:
    """Thousands of trials over random rules, on fresh fields and on given ones."""
    rng = random.Random(policy)
    played = 0
    for _ in range(600):
        rules = random_rules(rng)
        for _ in range(2):
            seed, trial = rng.getrandbits(63), rng.getrandbits(rng.choice([1, 20, 62]))
            fresh = assert_same_trial(rules, policy, seed, trial)
            played += fresh
        if fresh:
            board = make_board(rules, Stream(seed, trial, BOARD))
            assert_same_trial(rules, policy, seed, rng.getrandbits(62), board)
    assert played > 900


@pytest.mark.parametrize("policy", KEYS)
@pytest.mark.parametrize(
    "rules",
    [
        Rules(circles=100, width=1000, height=1000, min_radius=4, max_radius=100, gap=0),
        Rules(circles=100, min_radius=10, max_radius=12, gap=0),
        Rules(circles=64, min_radius=10, max_radius=12),
        Rules(circles=65, min_radius=10, max_radius=12),
        Rules(circles=5, width=1000, height=100, min_radius=50, max_radius=50, gap=100),
        Rules(circles=5, width=100, height=1000, min_radius=50, max_radius=50, gap=0),
        Rules(circles=50, width=1000, height=100, min_radius=4, max_radius=4, attempts=1),
        Rules(circles=90, min_radius=18, max_radius=18, attempts=200, rebuilds=0),
    ],
)
def test_same_trial_at_the_bounds(rules: Rules, policy: str) -> None:
    for trial in (0, 1, MAX_SEED - 1):
        assert_same_trial(rules, policy, MAX_SEED, trial)


def reference_tally(
    rules: Rules, policy: str, seed: int, first: int, trials: int
) -> dict[str, list[int]]:
    """The counters, counted again from the plain-Python layouts and players."""
    counts = {m.key: [0] * prod(m.shape(rules)) for m in METRICS}
    _, across, cell = heat_cells(rules)

    def add(key: str, value: int) -> None:
        for power in range(3):
            counts[key][power] += value**power

    def hit(key: str, *, counted: bool) -> None:
        counts[key][0] += counted
        counts[key][1] += 1

    for trial in range(first, first + trials):
        layout = place_circles(rules, Stream(seed, trial, BOARD))
        whole = len(layout.circles) == rules.circles
        add("attempts", layout.attempts)
        add("rebuilds", layout.rebuilds)
        hit("rebuilt", counted=layout.rebuilds > 0)
        hit("unplaced", counted=not whole)
        if not whole:
            continue
        board = make_board(rules, Stream(seed, trial, BOARD))
        played = play(board, policy, Stream(seed, trial, PLAY))
        for looks in played.looks:
            add("looks", looks)
            counts["hunt_looks"][min(looks, 4 * rules.circles)] += 1
        most, longest = max(played.looks), played.longest
        add("total", sum(played.looks))
        add("longest", most)
        add("density", covered(board))
        counts["longest_number"][longest] += 1
        x, y, _ = board.circles[longest - 1]
        counts["longest_at"][y // cell * across + x // cell] += 1
        hit("long_hunt", counted=most > rules.patience)
    return counts


@pytest.mark.parametrize("policy", KEYS)
def test_same_tally(policy: str) -> None:
    rng = random.Random(policy)
    for rules in (TIGHT, *(random_rules(rng) for _ in range(12))):
        seed, first = rng.getrandbits(63), rng.getrandbits(40)
        tally = simulate(rules, policy, seed, first, 25)
        wanted = reference_tally(rules, policy, seed, first, 25)
        assert {key: list(counts) for key, counts in tally.counts.items()} == wanted, rules


@pytest.mark.parametrize("policy", KEYS)
@pytest.mark.parametrize("own_board", [False, True])
def test_chunks_add_up(policy: str, own_board: bool) -> None:
    """However the trials are cut, the sums and the headline bits are the same."""
    rules = Rules(circles=30)
    board = make_board(rules, Stream(1, 0, BOARD)) if own_board else None
    whole = simulate(rules, policy, 9, 1000, 500, board)
    for cuts in ([0, 500], [0, 0, 1, 8, 17, 250, 499, 500, 500]):
        parts = [
            simulate(rules, policy, 9, 1000 + start, stop - start, board)
            for start, stop in pairwise(cuts)
        ]
        added = {
            key: tuple(map(sum, zip(*(part.counts[key] for part in parts), strict=True)))
            for key in whole.counts
        }
        assert added == whole.counts
        hits = [
            start + offset
            for start, part in zip(cuts, parts, strict=False)
            for offset in part.headline_trials()
        ]
        assert hits == whole.headline_trials()
    assert len(whole.headline_trials()) == whole.counts["long_hunt"][0]


def test_headline_trials_replay_as_long_hunts() -> None:
    counted = set(simulate(Rules(), "scan", 4, 50, 100).headline_trials())
    assert 0 < len(counted) < 100
    for offset in range(100):
        replay = replay_trial(Rules(), "scan", 4, 50 + offset)
        assert replay.headline_value == (offset in counted)
        assert bool(replay.loci) == (offset in counted)
        assert replay.outcome.status == "solved"


def test_a_field_that_is_never_placed_is_counted_and_not_played() -> None:
    tally = simulate(TIGHT, "scan", 1, 0, 200)
    failed, n = tally.counts["unplaced"]
    assert 0 < failed < n == 200
    assert tally.counts["long_hunt"][1] == tally.counts["total"][0] == 200 - failed
    assert sum(tally.counts["longest_at"]) == 200 - failed
    trial = next(
        t
        for t in range(200)
        if len(place_circles(TIGHT, Stream(1, t, BOARD)).circles) < TIGHT.circles
    )
    assert trial not in tally.headline_trials()
    with pytest.raises(GenerationFailed, match="did not find room"):
        replay_trial(TIGHT, "scan", 1, trial)


def test_the_same_fields_for_every_policy() -> None:
    """What is paired: the fields come from streams of their own."""
    keys = ("density", "attempts", "rebuilt", "rebuilds", "unplaced")
    tallies = [simulate(TIGHT, policy, 5, 0, 300) for policy in KEYS]
    assert len({tuple(t.counts[key] for key in keys) for t in tallies}) == 1


def test_shape_of_a_tally() -> None:
    rules = Rules(circles=9, width=300, height=100)
    tally = simulate(rules, "scan", 1, 0, 20)
    assert list(tally.counts) == [metric.key for metric in METRICS]
    for metric in METRICS:
        assert len(tally.counts[metric.key]) == prod(metric.shape(rules))
        assert all(type(n) is int for n in tally.counts[metric.key])
    assert heat_cells(rules) == (4, 12, 25)
    assert len(tally.headline) == 3
    assert [m.key for m in METRICS if m.headline] == ["long_hunt"]
    nothing = simulate(rules, "scan", 1, 5, 0)
    assert nothing.trials == 0
    assert nothing.headline == b""
    assert not any(nothing.vector())


def test_one_given_field() -> None:
    rules = Rules()
    board = make_board(rules, Stream(1, 0, BOARD))
    counts = simulate(rules, "random_look", 2, 0, 400, board).counts
    share = covered(board)
    assert counts["density"] == (400, 400 * share, 400 * share * share)
    for key in ("attempts", "rebuilt", "rebuilds", "unplaced"):
        assert not any(counts[key])
    assert counts["long_hunt"][1] == 400
    assert counts["looks"][0] == 400 * 25
    wanted = sum(sum(play(board, "random_look", Stream(2, t, PLAY)).looks) for t in range(400))
    assert counts["looks"][1] == counts["total"][1] == wanted


def test_bad_arguments() -> None:
    rules = Rules()
    with pytest.raises(UnknownName, match="policy"):
        simulate(rules, "clever", 1, 0, 1)
    for seed, first, trials in ((-1, 0, 1), (MAX_SEED + 1, 0, 1), (1, -1, 1), (1, 0, -1)):
        with pytest.raises(ValueError, match=r"must be|numbered"):
            simulate(rules, "scan", seed, first, trials)
    with pytest.raises(ValueError, match="numbered"):
        simulate(rules, "scan", 1, MAX_SEED, 1)
    board = make_board(Rules(gap=5), Stream(1, 0, BOARD))
    with pytest.raises(EngineError, match="other rules"):
        simulate(rules, "scan", 1, 0, 1, board)
    with pytest.raises(EngineError, match="other rules"):
        replay_trial(rules, "scan", 1, 0, board)


def test_only_simulating_imports_numba() -> None:
    code = (
        "import sys\n"
        "from engines.games.number_hunt import GAME\n"
        "simulate, replay_trial = GAME.simulate, GAME.replay_trial\n"
        "from engines.games.number_hunt.types import Rules\n"
        "replay_trial(Rules(), 'scan', 1, 0)\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "simulate(Rules(), 'scan', 1, 0, 1)\n"
        "assert 'numba' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
