"""Puts examples into the OpenAPI document: each once, where tools put larger ones together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from backend.common.problems import CONTENT_TYPE
from backend.config import examples

PREFIX = "#/components/schemas/"


def add_examples(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of the generator, after all others."""
    schemas = result["components"]["schemas"]
    answers = examples.answers()
    for name, value in answers.items():
        # A problem is shown whole: most kinds have no faults in them.
        _show(schemas[name], value, known=set(answers) - {"Fault"})
    for item in result["paths"].values():
        for operation in item.values():
            _show_parameters(operation.get("parameters", []))
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                named = examples.requests().get(_component(media["schema"]))
                media["examples"] = named or examples.files()[kind]
            for status, answer in operation["responses"].items():
                for kind, media in answer.get("content", {}).items():
                    if kind in examples.files():
                        media.setdefault("examples", examples.files()[kind])
                problem = answer.get("content", {}).get(CONTENT_TYPE)
                if problem and status in examples.problems() and _is_plain(problem):
                    problem["example"] = examples.problems()[status]
    return result


def _show(schema: dict[str, Any], value: dict[str, Any], *, known: set[str]) -> None:
    """An example of the whole, or of each member, where others have examples of their own."""
    members = schema["properties"]
    own = {name: member for name, member in members.items() if not known & set(_named(member))}
    if len(own) == len(members):
        schema["examples"] = [value]
        return
    for name, member in own.items():
        if name in value:
            member["examples"] = [value[name]]


def _show_parameters(parameters: list[dict[str, Any]]) -> None:
    for parameter in parameters:
        if parameter["in"] == "path" and parameter["name"] in examples.parameters():
            parameter["example"] = examples.parameters()[parameter["name"]]


def _is_plain(media: dict[str, Any]) -> bool:
    """Whether it is the common problem document, not one that says more."""
    return _component(media["schema"]) == "Problem"


def _component(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(PREFIX)


def _named(schema: Any) -> Iterator[str]:
    """Names of the components that a schema refers to, however deep."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield _component(schema)
        for inner in schema.values():
            yield from _named(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _named(inner)
