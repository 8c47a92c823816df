"""Making puzzles: by rules and seed, for a date, on demand; adopting levels for them."""

from __future__ import annotations

from backend.puzzles.services.adopting import adopt_level, check_level, retire_level
from backend.puzzles.services.daily import (
    check_date,
    check_slot,
    daily_seed,
    ensure_daily_puzzle,
    ensure_daily_set,
    make_daily_puzzle,
)
from backend.puzzles.services.making import (
    UnprovenPuzzle,
    hash_rules,
    make_level_puzzle,
    make_puzzle,
    verify_certificate,
)
from backend.puzzles.services.orders import (
    make_ordered_puzzle,
    order_puzzle,
    ring_for_orders,
    ring_order,
    wait_for_order,
)

__all__ = [
    "UnprovenPuzzle",
    "adopt_level",
    "check_date",
    "check_level",
    "check_slot",
    "daily_seed",
    "ensure_daily_puzzle",
    "ensure_daily_set",
    "hash_rules",
    "make_daily_puzzle",
    "make_level_puzzle",
    "make_ordered_puzzle",
    "make_puzzle",
    "order_puzzle",
    "retire_level",
    "ring_for_orders",
    "ring_order",
    "verify_certificate",
    "wait_for_order",
]
