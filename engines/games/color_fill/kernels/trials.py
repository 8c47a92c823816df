"""The loop over trials: what Python calls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from engines.compiled import entry, splice, stage
from engines.counting_numba import add_value
from engines.games.color_fill.kernels import beam as beams
from engines.games.color_fill.kernels import search as searches
from engines.games.color_fill.kernels.patches import (
    NONE,
    ONE,
    TAKEN,
    find_patches,
    follow,
    play_ahead,
    set_first,
    words_for,
)
from engines.games.color_fill.kernels.plays import (
    draw_cells,
    draw_grown,
    play_by_chance,
    play_greedy,
)
from engines.games.color_fill.kernels.search import PROVEN, UPPER
from engines.games.color_fill.kernels.workspace import (
    GREEDY,
    GREEDY_LOOKAHEAD,
    HINT_FOLLOWER,
    Field,
    Graph,
    Setting,
    make_field,
    make_graph,
)
from engines.games.color_fill.lines import hint_width
from engines.games.color_fill.metrics import METRICS
from engines.games.color_fill.types import Rules
from engines.metrics import counters_type
from engines.randomness import BOARD, PLAY
from engines.randomness_numba import open_stream

BEAM_WIDTH = 32  # no less than a hint's
PERCENT = 100


Counters = counters_type(__name__, METRICS)


class Workspace(NamedTuple):
    field: Field
    graph: Graph
    ladder: NDArray[np.uint64]  # (6, 2, W) positions of the player who looks ahead
    sizes: NDArray[np.int64]  # (6,)
    at: NDArray[np.int64]  # (6,)
    beam: beams.Beam
    widths: NDArray[np.int64]  # (cells + 1,) patches -> positions a layer of the beam for a hint
    store: searches.Store


def make_workspace(rules: Rules, nodes: int) -> Workspace:
    """Arrays for boards of these rules, and for proofs of at most `nodes` positions."""
    cells = rules.width * rules.height
    graph = make_graph(cells)
    words = graph.everything.shape[0]
    return Workspace(
        field=make_field(rules),
        graph=graph,
        ladder=np.zeros((6, 2, words), np.uint64),
        sizes=np.zeros(6, np.int64),
        at=np.zeros(6, np.int64),
        beam=beams.make_beam(BEAM_WIDTH, rules.colors, cells, words),
        widths=np.array([hint_width(max(1, patches)) for patches in range(cells + 1)]),
        store=searches.make_store(3 * nodes, cells, words),
    )


@entry
def run_trials(
    ws: Any,
    setting: Any,
    seed: int,
    first: int,
    trials: int,
    fixed: int,
    sample: int,
    nodes: int,
    counters: Any,
) -> None:
    """Play trials first … first + trials - 1 and count.

    fixed: 1 when every trial plays the board in the field, 0 when each draws its own. Of
    every `sample`th trial it is proven, by looking at `nodes` positions at most, how many
    moves its board needs.
    """
    play_trials(ws, setting, seed, first, trials, fixed, sample, nodes, counters, int64(0))


@entry
def run_grown_trials(
    ws: Any,
    garden: Any,
    centre: bool,
    setting: Any,
    seed: int,
    first: int,
    trials: int,
    sample: int,
    nodes: int,
    counters: Any,
) -> None:
    """The same, each trial on a board of its own that grows in the garden; the region starts
    in the `centre`, which is in the setting, or at the board's first cell."""
    for trial in range(trials):
        state = open_stream(seed, first + trial, BOARD)
        start = draw_grown(ws.field, garden, setting, state)
        own = Setting(
            setting.width,
            setting.height,
            setting.colors,
            setting.slack,
            setting.cells,
            setting.start if centre else start,
            setting.policy,
            setting.slips,
            setting.depth,
        )
        play_trials(
            ws, own, seed, first + trial, int64(1), int64(1), sample, nodes, counters, trial
        )


@stage
def play_trials(
    ws: Any,
    setting: Any,
    seed: int,
    first: int,
    trials: int,
    fixed: int,
    sample: int,
    nodes: int,
    counters: Any,
    before: int,
) -> None:
    """What `run_trials` does; the headline has `before` trials before these."""
    field, graph = ws.field, ws.graph
    total = setting.cells
    optimal = int64(-2)  # not looked for yet; -1: no proof
    allowed = last_color = last_gain = start = words = patches = int64(0)
    for trial in range(trials):
        if fixed == 0:
            state = open_stream(seed, first + trial, BOARD)
            state = draw_cells(field, setting, state)
        if fixed == 0 or trial == 0:
            allowed, last_color, last_gain = play_greedy(field, setting)
        limit = allowed + setting.slack
        follows = setting.policy == HINT_FOLLOWER
        ahead = setting.policy == GREEDY_LOOKAHEAD
        if (ahead or follows) and (fixed == 0 or trial == 0):
            patches = find_patches(field, graph, setting)
            words = words_for(patches)
            start = int64(field.patch_of[setting.start])
        moves, color, gained, in_time = allowed, last_color, last_gain, total
        if ahead:
            moves, in_time = play_ahead(
                graph, ws.ladder, ws.sizes, ws.at, setting, start, words, limit, field.line
            )
        elif follows:
            moves = follow_hint(ws, setting, start, patches, allowed)
        elif setting.policy != GREEDY:
            state = open_stream(seed, first + trial, PLAY)
            moves, color, gained, in_time = play_by_chance(field, setting, limit, state)
        if moves > limit:
            counters.stuck[0] += 1
            number = before + trial
            counters.headline[number >> 3] |= 1 << (number & 7)
            counters.progress[PERCENT * in_time // total] += 1
        if moves > 0:
            if ahead or follows:
                count_patches(field, ws.ladder[1, TAKEN], counters.last_taken)
            else:
                count_rim(field.rim[color], gained, counters.last_taken)
        add_value(counters.moves, moves)
        add_value(counters.limit, limit)
        if (first + trial) % sample == 0:
            if fixed == 0 or optimal == -2:
                optimal = least_line(ws, setting, allowed, nodes)
            counters.proven[1] += 1
            if optimal >= 0:
                counters.proven[0] += 1
                add_value(counters.optimal, optimal)
                add_value(counters.over_optimal, moves - optimal)
    counters.stuck[1] += trials


@stage
def follow_hint(ws: Any, setting: Any, start: int, patches: int, known: int) -> int:
    """Play the best line that a quick search finds, the greedy one in the field if it finds
    none shorter than its `known` moves: how many moves it took."""
    graph, line, words = ws.graph, ws.field.line, words_for(patches)
    moves = known
    if known > 0:
        pair = ws.ladder[0]
        set_first(graph, pair, start, words)
        found = beams.find_line(
            graph, ws.beam, pair, setting.colors, words, known, ws.widths[patches]
        )
        if found >= 0:
            beams.read_line(ws.beam, found, line)
            moves = found
        follow(graph, ws.ladder, line, moves, start, words)
    return moves


@stage
def least_line(ws: Any, setting: Any, known: int, nodes: int) -> int:
    """The length of the shortest line of the board in the field; -1: not proven.

    `known` is the length of a line that is known. The rim's first row is overwritten.
    """
    graph, colors = ws.graph, setting.colors
    answer = known
    if known > 0:
        words = words_for(find_patches(ws.field, graph, setting))
        pair = ws.ladder[0]
        set_first(graph, pair, int64(ws.field.patch_of[setting.start]), words)
        found = beams.find_line(graph, ws.beam, pair, colors, words, known, int64(BEAM_WIDTH))
        if found >= 0:
            answer = found
        searches.begin(graph, ws.store, pair, colors, words, answer)
        if searches.go_on(graph, ws.store, colors, words, nodes) == PROVEN:
            answer = ws.store.status[UPPER]
        else:
            answer = -1
    return answer


@splice
def count_rim(rim: Any, gained: int, last_taken: Any) -> None:
    for i in range(gained):
        last_taken[rim[i]] += 1


@splice
def count_patches(field: Any, some: Any, last_taken: Any) -> None:
    for at in range(last_taken.shape[0]):
        patch = int64(field.patch_of[at])
        if patch >= 0 and (some[patch >> 6] >> np.uint64(patch & 63)) & ONE != NONE:
            last_taken[at] += 1
