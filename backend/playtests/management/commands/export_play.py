"""``manage.py export_play``: recorded play into a file, by pseudonyms."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from backend.common.moments import read_date
from backend.common.problems import NotFound
from backend.playtests.models import Import
from backend.playtests.selectors.exporting import Wanted, export_play, unknown_in
from backend.playtests.selectors.filters import Filters
from backend.playtests.selectors.studies import find_study
from engines import game_slugs


class Command(BaseCommand):
    help = (
        "Export recorded play (docs/playtests-format.md). Ids are pseudonyms, new in each export."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", default="-", help="a file; - is standard output")
        parser.add_argument("--layout", choices=Import.Layout.values, default="jsonl")
        parser.add_argument("--who", choices=["people", "synthetic", "everyone"], default="people")
        parser.add_argument("--game", choices=game_slugs())
        parser.add_argument("--puzzle", type=UUID, help="a puzzle's id")
        parser.add_argument("--since", type=_date, help="first date (UTC)")
        parser.add_argument("--until", type=_date, help="last date (UTC)")
        parser.add_argument("--level", help="a level of a game")
        parser.add_argument("--hints", choices=["with", "without"], default="")
        parser.add_argument("--client", default="", help="the client that was played with")
        parser.add_argument("--source", default="", help="here, imported, or the name of a source")
        parser.add_argument("--study", default="", help="a study's code: what was played for it")
        parser.add_argument("--arm", type=int, help="with --study: its arm, the first is 0")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        who = options["who"]
        if options["arm"] is not None and not options["study"]:
            raise CommandError("Say of which study the arm is: --study CODE.")
        filters = Filters(
            who="synthetic" if who == "synthetic" else "people",
            hints=options["hints"],
            level=options["level"],
            client=options["client"],
            source=options["source"],
            since=options["since"],
            until=options["until"],
            study=_code(options["study"]),
            arm=options["arm"],
        )
        wanted = Wanted(filters, who == "everyone", options["game"], options["puzzle"])
        if unknown := unknown_in(wanted):
            raise CommandError(" ".join(f"--{name}: {said}" for name, said in unknown))
        pieces = export_play(wanted, options["layout"])
        if options["output"] == "-":
            for piece in pieces:
                self.stdout.write(piece, ending="")
            return
        try:
            with Path(options["output"]).open("w", encoding="utf-8", newline="") as out:
                out.writelines(pieces)
        except OSError as error:
            raise CommandError(f"{options['output']} can't be written: {error.strerror}.") from None


def _date(text: str) -> date:
    day = read_date(text)
    if day is None:
        raise ArgumentTypeError("a date is needed here, such as 2026-04-01")
    return day


def _code(spelled: str) -> str:
    """A study's code as it is stored."""
    if not spelled:
        return ""
    try:
        return find_study(spelled).code
    except NotFound as problem:
        raise CommandError(str(problem.detail)) from None
