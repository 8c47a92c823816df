"""`celery -A tests.support.faulty`: the real application, with faults where tests ask for them.

FAIL_FIRST_TRIAL=N   the chunk that starts at trial N raises
SLOW_SECONDS=S       every slice of a chunk takes S seconds longer (the GIL let go)
LOOP_SECONDS=S       a message keeps a child going for S seconds only
DEAF=1               a lost lease is noticed only when the result is written
SLOW_EXACT=S         exact values take S seconds longer
"""

from __future__ import annotations

import os
import time
from typing import Any

from workers.celery import app

_fail = os.environ.get("FAIL_FIRST_TRIAL")
_slow = float(os.environ.get("SLOW_SECONDS", "0"))


@app.on_after_finalize.connect
def _install(**_: Any) -> None:
    import django

    django.setup()
    from backend.lab import expectations, heart, work

    whole = work.compute

    def compute(game: Any, rules: Any, policy: str, seed: int, first: int, *more, go_on, **given):  # type: ignore[no-untyped-def]
        if _fail is not None and first == int(_fail):
            raise ZeroDivisionError("a deliberate fault")

        def slow() -> bool:
            time.sleep(_slow)
            return bool(go_on())

        return whole(game, rules, policy, seed, first, *more, go_on=slow, **given)

    work.compute = compute
    if loop := os.environ.get("LOOP_SECONDS"):
        work.run_chunks.__kwdefaults__["seconds"] = float(loop)
    if os.environ.get("DEAF"):
        heart.Heart._beat = lambda *_: None
    if pause := os.environ.get("SLOW_EXACT"):
        work_out = expectations._work_out

        def slowly(variant):  # type: ignore[no-untyped-def]
            time.sleep(float(pause))
            return work_out(variant)

        expectations._work_out = slowly


__all__ = ["app"]
