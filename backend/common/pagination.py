"""Pages cut by the last key seen, so that new rows never shift what comes next."""

from __future__ import annotations

from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.request import Request

from backend.common.fields import QueryIntegerField, StrictSerializer

MAX_LIMIT = 100
Row = TypeVar("Row", bound=Model)


class PageQuery(StrictSerializer):
    """Parameters of every paged list; a subclass says what `after` is."""

    limit = QueryIntegerField(
        min_value=1, max_value=MAX_LIMIT, default=50, help_text="Rows per page"
    )


def cut_page(rows: QuerySet[Row], *, key: str, after: Any, limit: int) -> tuple[list[Row], Any]:
    """Up to `limit` rows after that key, and the key to go on after (None at the end).

    `key` is a unique, indexed field; with a leading "-" the newest come first.
    """
    name = key.removeprefix("-")
    if after is not None:
        rows = rows.filter(**{f"{name}__{'lt' if key != name else 'gt'}": after})
    found = list(rows.order_by(key)[: limit + 1])
    last = getattr(found[limit - 1], name) if len(found) > limit else None
    return found[:limit], last


def page_document(request: Request, results: Any, last: Any) -> dict[str, Any]:
    """``{"results": …, "next": address or null}``; the address is relative to the host."""
    if last is None:
        return {"next": None, "results": results}
    parameters = {**request.query_params.dict(), "after": str(last)}
    return {"next": f"{request.path}?{urlencode(parameters)}", "results": results}
