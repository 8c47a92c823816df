"""Nothing that a client can send is answered with a crash.

The operations come from the OpenAPI document, so a new endpoint is attacked from its first
day. Bodies start from what is right and go wrong in one place, or are wrong altogether.
"""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any
from urllib.parse import quote, quote_from_bytes

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, FormatChecker

from backend.puzzles.models import Puzzle
from tests.support.api import PROBLEM, Api, fill_day, new_player_api
from tests.support.operations import NOBODY, document, operations
from tests.support.play import start

pytestmark = pytest.mark.django_db

ODD_IDS = [
    NOBODY,
    NOBODY.upper(),
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0",
    "-1",
    "null",
    "..",
    "%2e%2e%2f",
    "%00",
    "%ff%fe",
    "%ed%a0%80",
    "%0d%0aX-Evil:1",
    "x" * 3000,
    "' OR 1=1 --",
]
ODD_DATES = [
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "2026-02-30",
    "2025-01-01",
    "+2026-01-01",
    "2026-1-1",
    "٢٠٢٦-٠١-٠١",
    "99999-01-01",
    "today",
]
ODD_VALUES: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    2**31,
    2**63 - 1,
    2**63,
    -(2**63) - 1,
    10**400,
    1e308,
    "",
    "0",
    "x" * 5000,
    "\x00",
    "\ud800",
    "\U0010ffff",
    [],
    [[]],
    {},
    {"": {}},
    {"$ref": "#"},
    [None] * 2000,
    NOBODY,
]
DROPPED = object()
RAW = [
    b"null",
    b"[]",
    b"",
    b"\x00",
    b"\xff\xfe\x00",
    b"{",
    b"NaN",
    b"[Infinity]",
    b'{"number":1e999}',
    b"[" * 50_000,
    b'{"a":' * 50_000,
    b'{"number":1,"number":1}',
    b'{"number":' + b"9" * 10_000 + b"}",
    b'{"move":"\\ud83d"}',
    b"\xef\xbb\xbf{}",
    '{"number": ١}'.encode(),
    b" " * 400_000,
    b'"' + b"x" * 300_000 + b'"',
]
ODD_HEADERS = {
    "accept": ["", "*/*", "text/html", ";;;", "application/json; q=x", "a" * 9000, "\xff"],
    "authorization": ["", "Bearer", "Bearer \x00", "Bearer a b", "Basic !!!", "\xe9\xff"],
    "content_type": [
        "",
        "application/json; charset=utf-16",
        "application/json; charset=nonsense",
        "application/json;;;=",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "text/plain",
        "\xff/\x00",
    ],
    "content_length": ["0", "-1", "x", ""],
    "content_encoding": ["gzip", "\xff"],
    "if_none_match": ["*", '"', "W/", '"a", "b', "\xff\x00", "," * 5000],
    "if_match": ["*", '"x"', "\xff"],
    "if_modified_since": ["yesterday", "Thu, 01 Jan 0000 00:00:00 GMT"],
    "host": ["", "evil.example", "localhost:99999", "[::1", "a b", "\xff"],
    "cookie": ["sessionid=\xff\x00", "sessionid=" + "x" * 5000, "csrftoken=;;;", "="],
    "x_forwarded_for": ["\xff", "999.1.1.1", "1.2.3.4, " * 500],
    "x_request_id": ["\x00", "x" * 5000],
    "x_http_method_override": ["DELETE", "\xff"],
    "range": ["bytes=0-0", "bytes=-", "x"],
}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]


JSON = ("application/json", PROBLEM)


@cache
def answers() -> dict[tuple[str, str, str], Draft202012Validator]:
    """What each operation's JSON must look like, by path, method and status."""
    components = document()["components"]
    return {
        (path, method.upper(), status): Draft202012Validator(
            {**media["schema"], "components": components}, format_checker=FormatChecker()
        )
        for path, item in document()["paths"].items()
        for method, told in item.items()
        for status, answer in told["responses"].items()
        for kind, media in answer.get("content", {}).items()
        if kind in JSON
    }


@st.composite
def bodies(draw: Any, good: dict[str, Any]) -> bytes:
    """Bytes: right, wrong in one place, some JSON, or no JSON at all."""
    match draw(st.integers(0, 4)):
        case 0:
            return json.dumps(good).encode()
        case 1:
            raw: bytes = draw(st.sampled_from(RAW) | st.binary(max_size=200))
            return raw
        case 2:
            value = draw(json_values)
            return json.dumps(value).encode()
    body = deepcopy(good)
    place: Any = body  # go down as far as luck has it, and put something odd there
    while True:
        listed = isinstance(place, list)
        name = draw(st.sampled_from(range(len(place)) if listed else [*place, "extra", ""]))
        inner = place[name] if listed else place.get(name)
        if not (inner and isinstance(inner, dict | list) and draw(st.booleans())):
            break
        place = inner
    odd = draw(st.sampled_from([*ODD_VALUES, DROPPED]) | json_values)
    if odd is not DROPPED:
        place[name] = odd
    elif listed or name in place:
        del place[name]
    return json.dumps(body).encode()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
odd_text = st.sampled_from([*ODD_IDS, *ODD_DATES]) | st.text(max_size=30).map(
    lambda text: quote(text.encode("utf-8", "surrogatepass"), safe="")
)
queries = st.lists(
    st.tuples(
        st.sampled_from(["date", "limit", "after", "status", "format", "x", ""]),
        st.sampled_from([*ODD_DATES, *ODD_IDS, "1", "0", "active"])
        | st.binary(max_size=12).map(quote_from_bytes),
    ),
    max_size=3,
)
headers = st.dictionaries(st.sampled_from(sorted(ODD_HEADERS)), st.integers(0, 20), max_size=2)


@pytest.mark.parametrize("index", range(len(operations())))
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_no_input_crashes_an_operation(index: int, data: Any, visitor: dict[str, Api]) -> None:
    template, method, goods, parts, _ = operations()[index]
    path = template
    fit = "staff" if "/experiments/" in path or "/tunings/" in path else "player"
    api = visitor[data.draw(st.sampled_from([fit, fit, fit, *visitor]))]
    if data.draw(st.integers(0, 9)) == 0:
        method = data.draw(st.sampled_from(METHODS))
    for name in parts:
        right = RIGHT.get(name, NOBODY)
        value = right if data.draw(st.integers(0, 2)) else data.draw(odd_text)
        path = path.replace("{" + name + "}", value or "-")
    query = "&".join(f"{name}={value}" for name, value in data.draw(queries))
    good = data.draw(st.sampled_from(goods))
    if "puzzle" in good and data.draw(st.booleans()):
        good = {**good, "puzzle": RIGHT["puzzle_id"]}
    sent = data.draw(bodies(good)) if method not in ("GET", "HEAD") else b""
    odd = {
        name: ODD_HEADERS[name][number % len(ODD_HEADERS[name])]
        for name, number in data.draw(headers).items()
    }
    response = api.call(method, f"{path}?{query}" if query else path, sent, **odd)
    check(response, template, method)


def check(response: Any, path: str, method: str) -> None:
    """An answer as the document says; 503 only where a daily set would have to be made."""
    status = response.status_code
    if status == 503:
        assert "/daily/" in response.request["PATH_INFO"]
    else:
        assert status < 500, response.getvalue()[:500]
    if status >= 400 and method != "HEAD":
        assert response["Content-Type"] == PROBLEM
        told = json.loads(response.getvalue())
        assert told["status"] == status
        assert "sys." not in told["detail"]
        for fault in told.get("errors", []):
            assert isinstance(fault["detail"], str)
    rules = answers().get((path, method, str(status))) or answers().get((path, method, "default"))
    kind = response.get("Content-Type", "").partition(";")[0]
    if rules and kind in JSON and method != "HEAD" and status not in (204, 301, 304):
        rules.validate(json.loads(response.getvalue()))


RIGHT: dict[str, str] = {}


@pytest.fixture
def visitor(puzzle: Puzzle, admin_client: Client, settings: Any) -> dict[str, Api]:
    """Nobody, a player with a session, and a designer."""
    settings.DAILY_WAIT_SECONDS = settings.PUZZLE_WAIT_SECONDS = 0
    player = new_player_api()
    today = timezone.now().date()
    fill_day(today)
    RIGHT.update(
        puzzle_id=str(puzzle.id),
        session_id=start(player, puzzle).id,
        day=today.isoformat(),
        game="map_coloring",
        level="easy",
    )
    return {"nobody": Api(), "player": player, "staff": Api(admin_client)}
