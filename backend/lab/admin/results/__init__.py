"""The result page: what `experiment_results` says, as tables, charts and sentences.

Imported by the result view only: charts need Altair.
"""

from __future__ import annotations

from backend.lab.admin.results.page import results_context

__all__ = ["results_context"]
