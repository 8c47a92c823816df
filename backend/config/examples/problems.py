"""Examples of problem documents."""

from __future__ import annotations

from functools import cache
from typing import Any

from backend.common.problems import problem_document
from backend.config.examples.parts import DAY
from engines import Fault


def problem_answers() -> dict[str, Any]:
    """The parts of every problem document, by component."""
    return {
        "Fault": {"pointer": "/number", "detail": "A whole number is needed here, such as 3."},
        "Problem": problem_document(405, 'Method "PUT" not allowed.', code="method_not_allowed"),
    }


@cache
def problems() -> dict[str, Any]:
    """Problem documents by status, as the keys of an operation's responses."""
    fault = Fault("/number", "A whole number is needed here, such as 3.")
    return {
        "400": problem_document(
            400, "Some values cannot be read.", code="unreadable", faults=[fault]
        ),
        "403": problem_document(
            403,
            "Your account may not add experiments: it lacks the permission lab.add_experiment. "
            "Whoever keeps the accounts can grant it in the admin.",
            code="forbidden",
        ),
        "404": problem_document(404, "There is nothing at this address.", code="not_found"),
        "409": problem_document(409, "The experiment has ended.", code="conflict"),
        "411": problem_document(
            411, "Send the file with its Content-Length, not in chunks.", code="length_required"
        ),
        "413": problem_document(413, "A file holds at most 4 MB.", code="too_large"),
        "415": problem_document(
            415,
            'Unsupported media type "application/pdf" in request.',
            code="unsupported_media_type",
        ),
        "422": problem_document(
            422,
            "Some values are not allowed.",
            code="out_of_bounds",
            faults=[Fault("/number", "Ensure this value is greater than or equal to 1.")],
        ),
        "503": problem_document(
            503,
            f"The puzzles of {DAY.date()} are being made. Try again in a moment.",
            code="unavailable",
        ),
    }
