"""Who plays what: drawn by a hash of study and player, so that it can be checked and never moves.

BLAKE2b (Saarinen & Aumasson, RFC 7693) of ``study id + player id + purpose`` gives 64 bits, as
good as random and the same for ever. With `n` arms each has the probability 1/n to within
n / 2^64; arms are equal in expectation, not in number, and the sample-ratio test says whether
what came of it is what chance allows.
"""

from __future__ import annotations

import hashlib
from uuid import UUID

ARM, ORDER = b"arm", b"order"


def draw_arm(study: UUID, player: UUID, arms: int) -> int:
    """The position of the player's arm, 0 … arms - 1."""
    return _bits(study, player, ARM) % arms


def draw_order(study: UUID, player: UUID, puzzles: int) -> list[int]:
    """The player's own order of the places 0 … puzzles - 1: by the hash of each."""
    keys = [_bits(study, player, ORDER + place.to_bytes(4, "big")) for place in range(puzzles)]
    return sorted(range(puzzles), key=lambda place: (keys[place], place))


def _bits(study: UUID, player: UUID, purpose: bytes) -> int:
    digest = hashlib.blake2b(study.bytes + player.bytes, digest_size=8, person=purpose[:16])
    return int.from_bytes(digest.digest(), "big")
