"""Simulated people take part in a study, so that its page can be tried."""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random
from uuid import UUID

from backend.common.problems import Conflict
from backend.play.models import Player
from backend.play.selectors import Position
from backend.playtests.models import ArmPuzzle, Corpus, Study
from backend.playtests.people import People
from backend.playtests.selectors.joining import list_own_puzzles
from backend.playtests.services.joining import begin_session, check_open, join_study
from backend.playtests.services.readings import AT_ONCE, read_sessions
from backend.playtests.services.seeding import (
    Worse,
    check_place,
    make_corpus,
    make_person,
    play_one,
    raise_rates,
)
from engines import derive_seed


def seed_study(
    *, study: Study, people: People, players: int, sessions: int, seed: int, points: float = 0.0
) -> Corpus:
    """`players` simulated people join an open study and play its puzzles, each in their own

    order and all side by side, until they are through or `sessions` are played. In the last arm
    people get stuck `points` more often. They are labelled, and take nobody's place.
    Raises `Conflict` if the study is not open, or wants fewer people, and as `seed_playtest` does.
    """
    check_open(study=study)
    there = study.participants.filter(is_synthetic=True).count()
    if there + players > study.wanted:
        message = (
            f"The study wants {study.wanted} people; {there} simulated ones are in it already."
        )
        raise Conflict(message, code="full")
    items = ArmPuzzle.objects.filter(arm__study=study).select_related("puzzle", "arm")
    puzzles = {item.puzzle.pk: item.puzzle for item in items if item.puzzle is not None}
    last = max(item.arm.position for item in items)
    worse = Worse(
        tuple(item.puzzle_id for item in items if item.puzzle_id and item.arm.position == last),
        points,
    )
    check_place(puzzles=puzzles.values(), people=people, seed=seed)
    corpus = make_corpus(people=people, worse=worse, seed=seed, study=study.code)
    raised = raise_rates(puzzles=puzzles.values(), people=people, worse=worse, seed=seed)
    crowd = []
    for number in range(players):
        person = make_person(people=people, number=number, seed=seed)
        taking_part, _ = join_study(study=study, player=person[0], consent=True, is_synthetic=True)
        crowd.append((person, [one.puzzle for one in list_own_puzzles(taking_part)]))
    made: list[UUID] = []
    for place in count():
        ahead = [(person, own[place]) for person, own in crowd if place < len(own)]
        for person, puzzle in ahead[: sessions - len(made)]:
            made.append(
                play_one(
                    corpus=corpus,
                    people=people,
                    person=person,
                    puzzle=puzzles[puzzle],
                    chance=Random(derive_seed(seed, 1, len(made))),
                    more_stuck=raised.get(puzzle, 0.0),
                    begin=partial(_begin, study, person[0]),
                )
            )
        if not ahead or len(made) >= sessions:
            break
    for first in range(0, len(made), AT_ONCE):
        read_sessions(session_ids=made[first : first + AT_ONCE])
    return corpus


def _begin(study: Study, player: Player) -> Position:
    return begin_session(study=study, player=player).position
