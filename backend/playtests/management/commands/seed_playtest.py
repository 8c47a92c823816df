"""``manage.py seed_playtest``: a corpus of simulated people, with planted truths if wanted."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backend.common.problems import Problem
from backend.playtests.models import Study
from backend.playtests.selectors.studies import find_study
from backend.playtests.services import (
    Worse,
    close_study,
    create_study,
    open_study,
    seed_playtest,
    seed_study,
    usual_people,
)
from backend.puzzles.models import Puzzle
from backend.puzzles.services import make_puzzle
from engines import EngineError, all_games, derive_seed, get_game

RULES_HINT = """Write such as --rules '{"width": 15}'."""


class Command(BaseCommand):
    help = "Write sessions of simulated people, labelled synthetic, to try the playtest pages on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        solo = [game.slug for game in all_games() if game.players == 1]
        parser.add_argument("--players", type=int, required=True)
        parser.add_argument("--sessions", type=int, required=True)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--game", choices=solo, default=solo[0])
        parser.add_argument("--puzzles", type=int, default=2, help="for each set of rules")
        parser.add_argument(
            "--rules", action="append", help="a variant's rules as JSON; may be given again"
        )
        parser.add_argument(
            "--policy", help="what people play who take care; the game's last if left out"
        )
        parser.add_argument(
            "--epsilon",
            type=float,
            default=0.5,
            help="share of sessions played without care, by the game's first policy; 0.5 if left "
            "out, with 0 everybody plays --policy",
        )
        parser.add_argument(
            "--each-move",
            action="store_true",
            help="--epsilon is of each decision instead, in the policy that has such a parameter",
        )
        parser.add_argument(
            "--wrong",
            type=float,
            default=0,
            help="share of moves before which a wrong one is tried",
        )
        parser.add_argument("--stall-at", default="", help="a locus that stalls everyone")
        parser.add_argument(
            "--worse-by",
            type=float,
            default=0,
            help="points by which people get stuck more often in the last rules than they would "
            "in these by themselves; of rules that are like the others, so much more than in those",
        )
        parser.add_argument(
            "--study",
            help="the code of an open study for them to take part in; or “new”: one is made, an "
            "arm for each set of rules, and closed again when --sessions are played or all of it",
        )
        parser.add_argument("--assignment", choices=Study.Assignment.values, default="one")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        if min(options["players"], options["sessions"], options["puzzles"]) < 1:
            raise CommandError("--players, --sessions and --puzzles are 1 or more.")
        if not 0 <= options["wrong"] <= 1:
            raise CommandError("--wrong is 0 to 1.")
        if not (0 <= options["epsilon"] <= 1 and 0 <= options["worse_by"] <= 100):
            raise CommandError("--epsilon is 0 to 1, --worse-by 0 to 100.")
        if not 0 <= options["seed"] < 2**63:
            raise CommandError("--seed is 0 to 2^63 - 1.")
        try:
            if options["study"] not in (None, "new"):
                self._seed_study(find_study(options["study"]), options)
            else:
                self._seed(options)
        except EngineError as error:
            raise CommandError(str(error)) from None
        except Problem as problem:
            faults = "; ".join(fault.message for fault in problem.faults)
            raise CommandError(faults or str(problem.detail)) from None

    def _seed_study(self, study: Study, options: dict[str, Any]) -> None:
        if get_game(study.game).players != 1:
            raise CommandError("Simulated people play games for one only.")
        people = usual_people(
            game=study.game,
            policy=options["policy"],
            epsilon=options["epsilon"],
            each_move=options["each_move"],
            stall_at=options["stall_at"],
            wrong=options["wrong"],
        )
        corpus = seed_study(
            study=study,
            people=people,
            players=options["players"],
            sessions=options["sessions"],
            seed=options["seed"],
            points=options["worse_by"],
        )
        made = corpus.sessions.count()
        self.stdout.write(f"Corpus {corpus.pk}: {made} synthetic sessions for study {study.code}.")
        if made < options["sessions"]:
            self.stdout.write(
                f"That is fewer than {options['sessions']}: in a study everybody plays each puzzle "
                "of theirs once, and all are through. More come of more --players, or more puzzles."
            )

    def _seed(self, options: dict[str, Any]) -> None:
        game = get_game(options["game"])
        variants = [_rules(text) for text in options["rules"] or ["{}"]]
        made = [
            [
                make_puzzle(game=game.slug, rules=rules, seed=derive_seed(options["seed"], 2, nth))
                for nth in range(options["puzzles"])
            ]
            for rules in variants
        ]
        if options["study"]:
            study = open_study(study=_new_study(made, options), by=None)
            self._seed_study(study, options)
            close_study(study=study, by=None)
            return
        people = usual_people(
            game=game.slug,
            policy=options["policy"],
            epsilon=options["epsilon"],
            each_move=options["each_move"],
            stall_at=options["stall_at"],
            wrong=options["wrong"],
        )
        corpus = seed_playtest(
            puzzles=[puzzle for same in made for puzzle in same],
            people=people,
            players=options["players"],
            sessions=options["sessions"],
            seed=options["seed"],
            worse=Worse(tuple(puzzle.pk for puzzle in made[-1]), options["worse_by"]),
        )
        self.stdout.write(f"Corpus {corpus.pk}: {options['sessions']} synthetic sessions.")


def _rules(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise CommandError(f"--rules {text} is no JSON: {error}. {RULES_HINT}") from None
    if not isinstance(found, dict):
        raise CommandError(f"--rules {text} is no object. {RULES_HINT}")
    return found


def _new_study(made: Sequence[Sequence[Puzzle]], options: dict[str, Any]) -> Study:
    """A study of these puzzles, an arm for each set of rules."""
    return create_study(
        by=None,
        name="Simulated people try the study page",
        question="Do the rules differ in how often people get stuck?",
        game=options["game"],
        assignment=options["assignment"],
        wanted=options["players"],
        consent="Nobody takes part in this study: its people are simulated.",
        arms=[
            {"title": "", "rules": {}, "puzzles": [one.pk for one in puzzles], "fresh": 0}
            for puzzles in made
        ],
    )
