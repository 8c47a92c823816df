"""``manage.py seed_playtest``: a corpus of simulated people, with planted truths if wanted."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backend.common.problems import Conflict
from backend.playtests.services import Worse, seed_playtest, usual_people
from backend.puzzles.services import make_puzzle
from engines import EngineError, all_games, derive_seed, get_game


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
        parser.add_argument("--policy", help="what people play who take care")
        parser.add_argument(
            "--epsilon", type=float, default=0.5, help="share of sessions played without care"
        )
        parser.add_argument(
            "--each-move",
            action="store_true",
            help="--epsilon is of each decision instead, in the policy that has such a parameter",
        )
        parser.add_argument("--stall-at", default="", help="a locus that stalls everyone")
        parser.add_argument(
            "--worse-by", type=float, default=0, help="points by which the last rules stick more"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        if min(options["players"], options["sessions"], options["puzzles"]) < 1:
            raise CommandError("--players, --sessions and --puzzles are 1 or more.")
        if not (0 <= options["epsilon"] <= 1 and 0 <= options["worse_by"] <= 100):
            raise CommandError("--epsilon is 0 to 1, --worse-by 0 to 100.")
        if not 0 <= options["seed"] < 2**63:
            raise CommandError("--seed is 0 to 2^63 - 1.")
        try:
            self._seed(options)
        except (Conflict, EngineError, json.JSONDecodeError) as error:
            raise CommandError(str(error)) from None

    def _seed(self, options: dict[str, Any]) -> None:
        game = get_game(options["game"])
        variants = [json.loads(text) for text in options["rules"] or ["{}"]]
        made = [
            [
                make_puzzle(game=game.slug, rules=rules, seed=derive_seed(options["seed"], 2, nth))
                for nth in range(options["puzzles"])
            ]
            for rules in variants
        ]
        people = usual_people(
            game=game.slug,
            policy=options["policy"],
            epsilon=options["epsilon"],
            each_move=options["each_move"],
            stall_at=options["stall_at"],
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
