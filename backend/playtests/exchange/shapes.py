"""The members of a recorded session and of its entries: their types and bounds, nothing else.

docs/playtests-format.md tells of them; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from backend.common.fields import UUID_TEXT
from backend.common.moments import NEEDED, read_moment
from backend.common.texts import unfit
from backend.play.history import MAX_ENTRIES
from backend.play.models import CLIENT, MAX_CLIENT, MAX_HIDDEN_MS, MAX_THINK_MS, MAX_WRONG
from backend.playtests.exchange.report import MOST_FAULTS
from backend.playtests.models.imports import MAX_EXTERNAL
from engines import Fault
from engines.randomness import MAX_SEED
from engines.shared.faults import pointer
from engines.shared.numbers import WITH_ALL_DIGITS, is_inexact, whole

FORMAT = "tsumi-play/1"
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)

Kind = Literal["move", "undo", "hint", "bot", "wrong"]
Ending = Literal["solved", "finished", "abandoned"]


def _moment(value: Any) -> Any:
    if value is None:
        return None
    moment = read_moment(value) if isinstance(value, str) else None
    if moment is None:
        raise PydanticCustomError("moment", NEEDED)
    return moment


def _not_early(moment: Any) -> Any:
    if moment is not None and moment < EARLIEST:
        raise PydanticCustomError("moment", "This is before the year 2000: was a clock not set?")
    return moment


def _id(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, str) or not UUID_TEXT.fullmatch(value):
        message = "An id is needed here, such as 01890a5d-ac96-774b-bcce-b302099a8057."
        raise PydanticCustomError("id", message)
    return UUID(value)


def _whole(value: Any) -> Any:
    number = whole(value)
    return value if number is None else number


def _to_be_seen(text: str) -> str:
    if wrong := unfit(text):
        raise PydanticCustomError("unfit", "{wrong}", {"wrong": wrong})
    return text


AnyMoment = Annotated[datetime, BeforeValidator(_moment)]
Moment = Annotated[AnyMoment, AfterValidator(_not_early)]
Text = Annotated[str, AfterValidator(_to_be_seen)]
Name = Annotated[Text, Field(min_length=1, max_length=MAX_EXTERNAL)]
Key = Annotated[Text, Field(max_length=40)]
Whole = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[Whole, Field(ge=0)]


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, regex_engine="python-re")


class EntryShape(_Shape):
    """One entry. The last four can be left out: they are worked out anyway."""

    kind: Kind
    number: Whole | None = None
    payload: Any = None
    think_ms: Annotated[Whole, Field(ge=0, le=MAX_THINK_MS)] | None = None
    hidden_ms: Annotated[Whole, Field(ge=0, le=MAX_HIDDEN_MS)] | None = None
    client_time: AnyMoment | None = None  # a clock not set tells differences still
    at: Moment | None = None
    locus: Text | None = None
    legal_count: Whole | None = None
    outcome: Text | None = None
    reason: Text | None = None


class SessionShape(_Shape):
    """One session. The counts and scores can be left out: they are worked out anyway."""

    format: Literal["tsumi-play/1"]
    session: Name
    player: Name | None = None
    puzzle: Annotated[UUID, BeforeValidator(_id)] | None = None
    game: Key | None = None
    game_version: Whole | None = None
    rules: dict[str, Any] | None = None
    board: dict[str, Any] | str | None = None
    seed: Annotated[Whole, Field(ge=0, le=MAX_SEED)] | None = None
    level: Key | None = None
    difficulty: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    mode: Literal["bot", "hotseat"] | None = None
    seat: Literal["first", "second"] | None = None
    bot: Annotated[Text, Field(max_length=64, pattern=r"^[A-Za-z0-9]")] | None = None
    client: Annotated[Text, Field(max_length=MAX_CLIENT, pattern=CLIENT)] | None = None
    synthetic: bool = False
    started_at: Moment
    ended: Ending | None = None
    ended_at: Moment | None = None
    move_count: Count | None = None
    undo_count: Count | None = None
    hint_count: Count | None = None
    bot_count: Count | None = None
    scores: Annotated[list[Whole], Field(min_length=2, max_length=2)] | None = None
    entries: Annotated[list[EntryShape], Field(max_length=MAX_ENTRIES + MAX_WRONG)]


def read_shape(value: Any) -> tuple[SessionShape | None, list[Fault]]:
    """The session, or what is wrong with its shape: a pointer and what would be right."""
    if not isinstance(value, dict):
        return None, [Fault("", 'A session is a JSON object, such as {"format": "tsumi-play/1"}.')]
    try:
        return SessionShape.model_validate(value), []
    except ValidationError as error:
        told = error.errors(include_url=False)[:MOST_FAULTS]
        faults = [Fault(_place(one["loc"]), _words(dict(one))) for one in told]
        return None, list(dict.fromkeys(faults))


def _place(loc: tuple[int | str, ...]) -> str:
    """The pointer; pydantic also names which of several types it tried."""
    tried = {"dict[str,any]", "str"}
    return "".join(pointer(step) for step in loc if step not in tried)


def _known(loc: tuple[int | str, ...]) -> str:
    shape = EntryShape if loc[:1] == ("entries",) else SessionShape
    return ", ".join(shape.model_fields)


def _not_whole(value: Any) -> str:
    inexact = is_inexact(value)
    return f"{WITH_ALL_DIGITS}." if inexact else "A whole number is needed here, such as 3."


_WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "missing": lambda one: "Is missing.",  # noqa: ARG005
    "extra_forbidden": lambda one: f"There is no such name here. Known: {_known(one['loc'])}.",
    "literal_error": lambda one: f"This is none of the choices: {one['ctx']['expected']}.",
    "int_type": lambda one: _not_whole(one["input"]),
    "int_from_float": lambda one: _not_whole(one["input"]),
    "float_type": lambda one: "A number is needed here, such as 0.5.",  # noqa: ARG005
    "string_type": lambda one: "A text is needed here, in quotation marks.",  # noqa: ARG005
    "bool_type": lambda one: "true or false is needed here.",  # noqa: ARG005
    "dict_type": lambda one: "An object is needed here, in braces.",  # noqa: ARG005
    "list_type": lambda one: "A list is needed here, in square brackets.",  # noqa: ARG005
    "model_type": lambda one: 'An object is needed here, such as {"kind": "undo"}.',  # noqa: ARG005
    "string_pattern_mismatch": lambda one: (  # noqa: ARG005
        "Letters, digits, spaces and . _ / + ( ) - are allowed here; a letter or digit comes first."
    ),
    "string_too_long": lambda one: f"At most {one['ctx']['max_length']} characters.",
    "string_too_short": lambda one: "A text of at least one character is needed here.",  # noqa: ARG005
    "too_long": lambda one: f"At most {one['ctx']['max_length']} are allowed.",
    "too_short": lambda one: f"At least {one['ctx']['min_length']} are needed.",
    "greater_than_equal": lambda one: f"At least {one['ctx']['ge']} is needed here.",
    "less_than_equal": lambda one: f"At most {one['ctx']['le']} is allowed here.",
}


def _words(error: dict[str, Any]) -> str:
    words = _WORDS.get(error["type"])
    told = str(error["msg"])
    return words(error) if words else told if told.endswith((".", "?")) else f"{told}."
