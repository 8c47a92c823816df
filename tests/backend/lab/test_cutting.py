from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.lab.cutting import MAX_CHUNKS, chunk_size, cut


@given(
    trials=st.integers(1, 10**9),
    runs=st.integers(1, 5000),
    speed=st.floats(0.1, 1e7),
    seconds=st.floats(0.01, 10),
)
def test_sizes_are_whole_bytes_and_chunks_not_too_many(trials, runs, speed, seconds):
    size = chunk_size(trials=trials, runs=runs, speed=speed, seconds=seconds)
    assert size >= 8
    assert size % 8 == 0
    assert -(-trials // size) * runs <= max(MAX_CHUNKS, runs)


@given(trials=st.integers(1, 5000), size=st.integers(1, 100).map(lambda n: 8 * n))
def test_chunks_cover_every_trial_once(trials, size):
    covered = [trial for first, count in cut(trials, size) for trial in range(first, first + count)]
    assert covered == list(range(trials))


def test_a_chunk_takes_about_the_time_it_should():
    assert chunk_size(trials=10**8, runs=1, speed=200_000, seconds=1.5) == 300_000
