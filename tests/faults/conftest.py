"""What tests of faults share. Each tells how many chunks its fault met, and how long it took.

What they told is printed at the end of the run (in one process; see also `--junit-xml`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Tell = Callable[..., None]


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled_kernels: None) -> None:
    """Workers are started with kernels at hand."""


@pytest.fixture(autouse=True)
def _quiet_broker() -> None:
    """No message of an earlier test is left."""
    from tests.support.workers import empty_broker  # needs Django, set up by now

    empty_broker()


@pytest.fixture
def disturbed(record_property: Callable[[str, Any], None]) -> Tell:
    """`disturbed(chunks, what, recovery=1.5)`: so many chunks met the fault. None will not do."""

    def tell(chunks: int, what: str, **seconds: float) -> None:
        assert chunks > 0, f"no chunk was {what}"
        took = [f"{name} {value:.1f} s" for name, value in seconds.items()]
        record_property("fault", ", ".join([f"{chunks} chunks {what}", *took]))

    return tell


def pytest_terminal_summary(terminalreporter: Any) -> None:
    told = [
        f"{report.nodeid.rsplit('::')[-1]}: {value}"
        for report in terminalreporter.stats.get("passed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == "fault"
    ]
    if told:
        terminalreporter.section("faults")
        for line in told:
            terminalreporter.write_line(line)
