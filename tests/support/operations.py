"""The API's operations, as its OpenAPI document tells them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from drf_spectacular.generators import SchemaGenerator

NOBODY = "01890a5d-ac96-774b-bcce-b302099a8057"


class Operation(NamedTuple):
    """`bodies` are good ones; `parts` and `query` the names of what its address takes."""

    path: str
    method: str
    bodies: list[dict[str, Any]]
    parts: list[str]
    query: list[str]


@cache
def document() -> Any:
    return SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]


@cache
def operations() -> list[Operation]:
    return [
        Operation(
            path,
            method.upper(),
            list(_good_bodies(told)),
            *([one["name"] for one in told.get("parameters", []) if one["in"] == place]
              for place in ("path", "query")),
        )
        for path, item in sorted(document()["paths"].items())
        for method, told in item.items()
    ]  # fmt: skip


def _good_bodies(told: Any) -> Iterator[dict[str, Any]]:
    """The document's examples, and a body with every member of roughly the right type."""
    content = told.get("requestBody", {}).get("content", {}).get("application/json")
    if not content:
        yield {}
        return
    yield from (example["value"] for example in content["examples"].values())
    schema = content["schema"]
    schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    samples = {"integer": 1, "string": NOBODY, "object": {}, "array": [{}], "boolean": True}
    samples |= {"number": 0.5}
    body = {}
    for name, member in schema.get("properties", {}).items():
        kind = member.get("type", "object")
        body[name] = samples[kind[0] if isinstance(kind, list) else kind]
    yield body
