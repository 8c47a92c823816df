"""Whether anybody is there to work."""

from __future__ import annotations

from backend.lab.selectors.workers import worker_seen_lately, workers_get_ready

READY_SOON = "Workers are getting ready: kernels are compiled once, which takes some minutes."
NOBODY = "No simulation worker has been seen lately."


def who_works(then: str) -> dict[str, str]:
    """Of simulation workers, each empty where it doesn't apply: ``{"getting_ready", "nobody"}``.

    `then` says what happens as soon as one is there.
    """
    if worker_seen_lately("simulation"):
        return {"getting_ready": "", "nobody": ""}
    if workers_get_ready():
        return {"getting_ready": f"{READY_SOON} {then}", "nobody": ""}
    return {"getting_ready": "", "nobody": f"{NOBODY} {then}"}
