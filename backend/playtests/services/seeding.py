"""Sessions of simulated people, written as a client writes what was played out of reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Min, Sum
from django.utils import timezone

from backend.common.problems import Conflict
from backend.play import services as play
from backend.play.models import WRONG, Finish, Move, Player, Session, WrongTry
from backend.play.models.wrong import MAX_REASON
from backend.play.selectors import Position
from backend.play.services import Wanted
from backend.play.services.playing import Kind
from backend.play.timing import MS, Timing
from backend.playtests.models import Corpus, Participant, SyntheticSession
from backend.playtests.noise import at_epsilon, noisy_policies
from backend.playtests.people import People, Plan, Planned, pace_of, plan_session
from backend.playtests.services.readings import AT_ONCE, read_sessions
from backend.playtests.summing import natural
from backend.puzzles.boards import load_board
from backend.puzzles.models import Puzzle
from engines import UnknownName, derive_seed, get_game, read_rules

Person = tuple[Player, float]
"""A simulated person, and their pace in ms."""

DAYS = 28
"""Sessions are spread over so many days back."""

MEASURED = 300
"""Plays by which a board's own stuck rate is known before it is made worse."""


@dataclass(frozen=True, slots=True)
class Worse:
    """Puzzles whose stuck rate is raised by `points` (0 … 100)."""

    puzzles: tuple[UUID, ...] = ()
    points: float = 0.0


def seed_playtest(
    *,
    puzzles: Sequence[Puzzle],
    people: People,
    players: int,
    sessions: int,
    seed: int,
    worse: Worse = Worse(),
) -> Corpus:
    """`sessions` of `players` simulated people on these puzzles in turn, read and labelled.

    They are written through the play services, each as one batch that was played before, and then
    dated back to when it was played. None of their finishes enters a leaderboard. Raises
    `UnknownName` where nobody could stall at the place that is to be planted.
    """
    check_place(puzzles=puzzles, people=people, seed=seed)
    corpus = make_corpus(people=people, worse=worse, seed=seed)
    crowd = [make_person(people=people, number=number, seed=seed) for number in range(players)]
    raised = raise_rates(puzzles=puzzles, people=people, worse=worse, seed=seed)
    made: list[UUID] = []
    for number in range(sessions):
        # The players go through the puzzles side by side, each meeting all of them in time.
        puzzle = puzzles[(number // players + number) % len(puzzles)]
        made.append(
            play_one(
                corpus=corpus,
                people=people,
                person=crowd[number % players],
                puzzle=puzzle,
                chance=Random(derive_seed(seed, 1, number)),
                more_stuck=raised.get(puzzle.pk, 0.0),
            )
        )
        if len(made) == AT_ONCE:
            read_sessions(session_ids=made)
            made.clear()
    read_sessions(session_ids=made)
    return corpus


def check_place(*, puzzles: Iterable[Puzzle], people: People, seed: int) -> None:
    """Raises `UnknownName` unless somebody may come to `people.stall_at` on one of the boards."""
    if not people.stall_at:
        return
    known: set[str] = set()
    for nth, puzzle in enumerate(puzzles):
        game, board = load_board(puzzle)
        chance = Random(derive_seed(seed, 3, nth))
        plan = plan_session(
            game, board, read_rules(game, puzzle.rules), people, pace_ms=people.pace_ms,
            chance=chance,
        )  # fmt: skip
        states = [game.initial_state(board)]
        for turn in plan.turns:
            known |= {game.locus(states[-1], move) for move in game.legal_moves(states[-1])}
            if turn.kind == "move":
                states.append(game.apply(states[-1], game.parse_move(turn.move)))
            elif turn.kind == "undo":
                states.pop()
    if people.stall_at not in known:
        raise UnknownName("place", people.stall_at, sorted(known, key=natural))


def make_corpus(*, people: People, worse: Worse, seed: int, **more: Any) -> Corpus:
    """The label of all that is simulated now, with the truth that is planted in it."""
    return Corpus.objects.create(
        truth={
            "seed": seed,
            "people": asdict(people),
            "worse": {"puzzles": [str(pk) for pk in worse.puzzles], "points": worse.points},
            **more,
        }
    )


def play_one(
    *,
    corpus: Corpus,
    people: People,
    person: Person,
    puzzle: Puzzle,
    chance: Random,
    more_stuck: float,
    begin: Callable[[], Position] | None = None,
) -> UUID:
    """One session of one person, on some day of the last weeks; returns its id.

    `begin` starts the session; left out, it is a session like any other.
    """
    player, pace_ms = person
    game, board = load_board(puzzle)
    plan = plan_session(
        game,
        board,
        read_rules(game, puzzle.rules),
        people,
        pace_ms=pace_ms,
        chance=chance,
        more_stuck=more_stuck,
    )
    ago = timedelta(days=DAYS * chance.random())
    usual = partial(play.start_session, player=player, puzzle_id=puzzle.pk)
    return _play(corpus, player, plan, ago, begin or (lambda: usual()[0]))


def make_person(*, people: People, number: int, seed: int) -> Person:
    player, _ = play.create_player()
    player = play.name_player(player=player, name=f"Synthetic {number + 1}")
    return player, pace_of(people, Random(derive_seed(seed, 0, number)))


def raise_rates(
    *, puzzles: Iterable[Puzzle], people: People, worse: Worse, seed: int
) -> dict[UUID, float]:
    """Of each puzzle to be made worse, the share of plays that must get stuck besides."""
    return {
        puzzle.pk: _more_stuck(puzzle, people, worse.points, seed)
        for puzzle in puzzles
        if puzzle.pk in worse.puzzles
    }


def _more_stuck(puzzle: Puzzle, people: People, points: float, seed: int) -> float:
    """The share of plays not stuck that must get stuck for the rate to rise by `points`."""
    game, board = load_board(puzzle)
    rules = read_rules(game, puzzle.rules)
    careless, careful = (
        sum(
            game.replay_trial(rules, policy, seed, trial, board=board).outcome.status == "stuck"
            for trial in range(MEASURED)
        )
        / MEASURED
        for policy in (people.careless, people.policy)
    )
    rate = people.epsilon * careless + (1 - people.epsilon) * careful
    return 1.0 if rate >= 1 else min(1.0, points / 100 / (1 - rate))


@transaction.atomic
def _play(
    corpus: Corpus, player: Player, plan: Plan, ago: timedelta, begin: Callable[[], Position]
) -> UUID:
    """Write one session that began `ago`, or as long ago as it took."""
    took = sum(turn.think_ms + turn.hidden_ms for turn in _counted(plan)) * MS
    begun = timezone.now() - max(ago, took + timedelta(minutes=1))
    session_id = begin().session.pk
    Session.objects.filter(pk=session_id).update(started_at=begun)
    SyntheticSession.objects.create(session_id=session_id, corpus=corpus)
    if plan.turns:
        batch = play.play_batch(
            player=player, session_id=session_id, turns=list(_turns(plan, begun))
        )
        if batch.problem:
            raise batch.problem
        _keep_wrong(session_id, plan, begun)
    if plan.gave_up:
        play.abandon_session(player=player, session_id=session_id)
    _date_back(player, session_id, begun)
    return session_id


def _date_back(player: Player, session_id: UUID, begun: datetime) -> None:
    """Each entry happened when its client says, and the session ended with the last of them."""
    own = Move.objects.filter(session_id=session_id)
    own.update(created_at=F("client_time"))
    WrongTry.objects.filter(session_id=session_id).update(created_at=F("client_time"))
    first_move = own.filter(kind=Kind.MOVE).aggregate(at=Min("client_time"))["at"]
    session = Session.objects.get(pk=session_id)
    session.first_move_at = first_move
    if first_move is not None:
        later = own.filter(created_at__gt=first_move)
        session.hidden_ms = later.aggregate(ms=Sum("hidden_ms"))["ms"] or 0
    session.last_entry_at = session.last_client_time
    fields = ["first_move_at", "last_entry_at", "hidden_ms"]
    if not session.is_active:
        session.finished_at = session.last_client_time or begun
        fields.append("finished_at")
    session.save(update_fields=fields)
    Finish.objects.filter(session=session).update(
        finished_at=session.finished_at,
        time_ms=session.time_ms or 0,
        unranked=Finish.Unranked.TOO_FAST,  # sent later all at once
    )
    Player.objects.filter(pk=player.pk, created_at__gt=begun).update(created_at=begun)
    Participant.objects.filter(player=player, agreed_at__gt=begun).update(agreed_at=begun)


def _counted(plan: Plan) -> list[Planned]:
    """The turns that take a number; what is tried wrong takes none, and no time of its own."""
    return [turn for turn in plan.turns if turn.kind != WRONG]


def _keep_wrong(session_id: UUID, plan: Plan, begun: Any) -> None:
    tries, number, clock = [], 1, begun
    for turn in plan.turns:
        if turn.kind != WRONG:
            number, clock = number + 1, clock + (turn.think_ms + turn.hidden_ms) * MS
        elif turn.refused is not None:
            tries.append(
                WrongTry(
                    session_id=session_id,
                    number=number,
                    payload=turn.move,
                    locus=turn.refused.locus or "",
                    reason=str(turn.refused)[:MAX_REASON],
                    think_ms=turn.think_ms,
                    client_time=clock + turn.think_ms * MS,
                )
            )
    if tries:
        play.keep_wrong_tries(session_id=session_id, tries=tries)


def _turns(plan: Plan, begun: Any) -> list[Wanted]:
    found, clock = [], begun
    for number, turn in enumerate(_counted(plan), 1):
        clock += (turn.think_ms + turn.hidden_ms) * MS
        timing = Timing(turn.think_ms, turn.hidden_ms or None, clock)
        found.append(Wanted(Kind(turn.kind), number, turn.move, timing))
    return found


def usual_people(
    *,
    game: str,
    policy: str | None,
    epsilon: float = 0.5,
    each_move: bool = False,
    **planted: Any,
) -> People:
    """The model with the game's own policies. Raises `UnknownName`.

    With `each_move` everybody plays one policy, whose own parameter `epsilon` this is; `Conflict`
    where the game has none with it.
    """
    maker = get_game(game)
    careless = maker.policies[0].key
    if not each_move:
        careful = maker.check_policy(policy) if policy else maker.policies[-1].key
        return People(policy=careful, careless=careless, epsilon=epsilon, **planted)
    noisy = [one.key for one in noisy_policies(maker)]
    if not noisy or policy not in (None, *noisy):
        known = ", ".join(noisy) or "none"
        raise Conflict(f"Policies of {maker.title} with an epsilon for each move: {known}.")
    return People(
        policy=at_epsilon(maker, policy or noisy[0], epsilon),
        careless=careless,
        epsilon=0.0,
        **planted,
    )
