"""The shapes of sessions and their history."""

from __future__ import annotations

from typing import Any, get_args

from django.core.validators import RegexValidator
from rest_framework import serializers

from backend.common.fields import (
    QueryIntegerField,
    StrictCharField,
    StrictChoiceField,
    StrictIntegerField,
    StrictMomentField,
    StrictSerializer,
    StrictUUIDField,
)
from backend.common.pagination import PageQuery
from backend.common.schema import ProblemSerializer
from backend.play.models import (
    CLIENT,
    MAX_CLIENT,
    MAX_HIDDEN_MS,
    MAX_THINK_MS,
    WRONG,
    Move,
    Session,
)
from engines.results import Advice, Reason

MAX_NUMBER = 2**31 - 1
MAX_BATCH = 500
CLIENT_WORDS = (
    "Letters, digits, spaces and . _ / + ( ) - are allowed here; a letter or digit comes first."
)
MOVE_HELP = "As the game's move schema says, or the move's text, such as 3=0 (region 3, colour 0)"
ADVICE = list(get_args(Advice))
REASONS = [reason for reason in get_args(Reason) if reason != "over"]
WINNERS = ["you", "bot", "first", "second", "draw"]


# What clients send ------------------------------------------------------------------------
class PlayedWith(StrictSerializer):
    """What plays; empty is anything."""

    client = StrictCharField(
        max_length=MAX_CLIENT,
        required=False,
        validators=[RegexValidator(CLIENT, CLIENT_WORDS, "not_allowed")],
        help_text="Your program's name and version, such as web/1.2: playtests can be read by it",
    )


class StartSession(PlayedWith):
    puzzle = StrictUUIDField(help_text="The puzzle's id")
    mode = StrictChoiceField(
        choices=Session.Mode.choices,
        required=False,
        help_text="Games for two only, as the next two: against a bot (the usual), or two people "
        "on one device",
    )
    seat = StrictChoiceField(
        choices=Session.Seat.choices,
        required=False,
        help_text="Yours against a bot: by default the one that the puzzle asks to win, else first",
    )
    bot = StrictCharField(
        max_length=64, required=False, help_text="Who is played against, by default the usual one"
    )


class TakeTurn(StrictSerializer):
    number = StrictIntegerField(
        min_value=1, max_value=MAX_NUMBER, help_text="The number this entry will have"
    )
    think_ms = StrictIntegerField(
        min_value=0,
        max_value=MAX_THINK_MS,
        allow_null=True,
        default=None,
        help_text="Milliseconds since the entry before, whatever it was: since its answer was "
        "shown, or the board was. Hidden tabs not counted; null if not measured",
    )
    hidden_ms = StrictIntegerField(
        min_value=0,
        max_value=MAX_HIDDEN_MS,
        allow_null=True,
        default=None,
        help_text="Milliseconds the board was hidden in that time, for longer pauses the maximum; "
        "null if not measured",
    )
    client_time = StrictMomentField(
        allow_null=True, default=None, help_text="The device's clock when the turn was made"
    )


class MakeMove(TakeTurn):
    move = serializers.JSONField(help_text=MOVE_HELP)


class BatchTurn(TakeTurn):
    kind = StrictChoiceField(
        choices=["move", "undo"], default="move", help_text="A hint can't be asked for afterwards"
    )
    move = serializers.JSONField(required=False, help_text=f"{MOVE_HELP}; not with an undo")

    def validate(self, attrs: Any) -> Any:
        if (attrs["kind"] == "move") != ("move" in attrs):
            message = (
                "A move is needed here." if attrs["kind"] == "move" else "An undo has no move."
            )
            raise serializers.ValidationError({"move": message}, code="required")
        return attrs


class PlayBatch(StrictSerializer):
    moves = BatchTurn(  # type: ignore[call-arg]  # of the list
        many=True,
        allow_empty=False,
        max_length=MAX_BATCH,
        help_text="In their order; each has the next number",
    )


class SessionListQuery(PageQuery):
    status = StrictChoiceField(
        choices=Session.Status.choices, required=False, help_text="Only sessions in this status"
    )
    after = serializers.UUIDField(required=False, default=None, help_text="From `next`")


class HistoryQuery(PageQuery):
    wrong = serializers.BooleanField(
        default=False, help_text="Also what was tried and the rules refused"
    )
    after = QueryIntegerField(
        required=False, default=None, min_value=0, max_value=MAX_NUMBER, help_text="From `next`"
    )


# What they get ------------------------------------------------------------------------------
class SessionSummarySerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    puzzle = serializers.UUIDField()
    game = serializers.CharField()
    version = serializers.IntegerField()
    level = serializers.CharField(allow_null=True)
    mode = serializers.ChoiceField(
        choices=Session.Mode.choices,
        allow_null=True,
        help_text="Games for two only: null in games for one, as are all five of these",
    )
    seat = serializers.ChoiceField(
        choices=Session.Seat.choices, allow_null=True, help_text="The player's, against a bot"
    )
    bot = serializers.CharField(allow_null=True)
    client = serializers.CharField(
        allow_null=True, help_text="The program it was begun with, as that told"
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What both seats have so far, first seat first",
    )
    winner = serializers.ChoiceField(
        choices=WINNERS,
        allow_null=True,
        help_text="At the end: you or bot, between two people first or second, or draw",
    )
    status = serializers.ChoiceField(choices=Session.Status.choices)
    stuck = serializers.BooleanField(help_text="The board has no way on but undoing")
    number = serializers.IntegerField(help_text="What the next entry must carry")
    move_count = serializers.IntegerField()
    undo_count = serializers.IntegerField()
    hint_count = serializers.IntegerField()
    bot_count = serializers.IntegerField(help_text="Moves of the bot")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SessionSerializer(SessionSummarySerializer):
    stuck_at = serializers.ListField(
        child=serializers.CharField(),
        help_text="The loci that are stuck; in a game for two, which is over then, that of the "
        "last move. Empty unless `stuck`",
    )
    message = serializers.CharField(help_text="How the board stands, for people")
    to_move = serializers.ChoiceField(
        choices=Session.Seat.choices,
        allow_null=True,
        help_text="The seat whose turn it is, in a game for two that goes on; a bot never keeps "
        "one waiting, so against it this is your seat",
    )
    view = serializers.DictField(help_text="The board as it stands")
    legal_moves = serializers.ListField(
        child=serializers.DictField(), help_text="Every move allowed now"
    )


class EntrySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Move.Kind.choices)
    payload = serializers.DictField(
        help_text="move, bot and wrong: the move; undo: `undone`, the number taken back; hint: "
        "`advice` (move or undo), `reason`, `move` (null: undo), `moves_left` (steps left, this "
        "one included) and `message`; of older ones `move` and `message` only"
    )
    locus = serializers.CharField(allow_null=True, help_text="Where on the board it was")
    think_ms = serializers.IntegerField(allow_null=True)
    hidden_ms = serializers.IntegerField(allow_null=True)
    client_time = serializers.DateTimeField(allow_null=True)
    legal_count = serializers.IntegerField(help_text="Legal moves there were before it")
    outcome = serializers.ChoiceField(choices=Move.Outcome.choices)
    created_at = serializers.DateTimeField()


class HistoryLineSerializer(EntrySerializer):
    kind = serializers.ChoiceField(choices=[*Move.Kind.choices, (WRONG, WRONG)])
    legal_count = serializers.IntegerField(
        allow_null=True, help_text="Legal moves there were before it; null of a wrong try"
    )
    outcome = serializers.ChoiceField(
        choices=Move.Outcome.choices, allow_null=True, help_text="null of a wrong try"
    )
    reason = serializers.CharField(
        required=False, help_text="Of a wrong try only: what the rules said"
    )


class StartedSerializer(SessionSerializer):
    replies = EntrySerializer(many=True, help_text="The bot's first moves, if it begins")


class TurnSerializer(serializers.Serializer[Any]):
    entry = EntrySerializer()
    replies = EntrySerializer(
        many=True, help_text="What the bot answered: the entries that follow, perhaps none"
    )
    session = SessionSerializer()


class HintSerializer(serializers.Serializer[Any]):
    """What to do next."""

    advice = serializers.ChoiceField(choices=ADVICE)
    reason = serializers.ChoiceField(
        choices=REASONS,
        help_text="To move: shortest (no way is shorter), known_way, best_play, rule_of_thumb; to "
        "undo: stuck, too_few_moves, unsolvable, lost, not_known (no way was found)",
    )
    move = serializers.DictField(allow_null=True, help_text="null: undo")
    moves_left = serializers.IntegerField(
        help_text="Steps to the end, undos among them, this one included: falls by one with each "
        "that is followed. In a whole game for two, how many there can be at most"
    )
    message = serializers.CharField(help_text="The same for people")


class HintEntrySerializer(EntrySerializer):
    payload = HintSerializer()


class HintTurnSerializer(TurnSerializer):
    entry = HintEntrySerializer()


class BatchSerializer(serializers.Serializer[Any]):
    repeated = serializers.IntegerField(help_text="How many of the turns sent were there already")
    stored = serializers.IntegerField(help_text="How many after those are stored now")
    entries = EntrySerializer(many=True, help_text="The new entries, a bot's among them")
    problem = ProblemSerializer(
        allow_null=True, help_text="Why the next turn, and so all after it, was not stored"
    )
    session = SessionSerializer()


class SessionPage(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, help_text="Address of the next page")
    results = SessionSummarySerializer(many=True)


class HistoryPage(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True, help_text="Address of the next page")
    results = HistoryLineSerializer(many=True)


class ConflictSerializer(ProblemSerializer):
    session = SessionSerializer(help_text="How things stand")


class LegalSerializer(ProblemSerializer):
    locus = serializers.CharField(required=False, allow_null=True)
    legal = serializers.DictField(
        child=serializers.ListField(),
        required=False,
        help_text="Of a move that the rules refuse: lists of what would be allowed, by the same "
        "names for all refusals of a game, empty where nothing would",
    )
