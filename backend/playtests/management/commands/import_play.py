"""``manage.py import_play``: recorded play from a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from backend.common.problems import NotAllowed
from backend.playtests.exchange.report import Report
from backend.playtests.models import Import
from backend.playtests.services import guess_layout, import_play, record_import
from engines.shared.characters import visible


class Command(BaseCommand):
    help = "Import recorded play (docs/playtests-format.md). The same file again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="JSON Lines or CSV; - is standard input")
        parser.add_argument(
            "--source", default="elsewhere", help="where it was recorded; ids are known by it"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be, store nothing"
        )
        parser.add_argument(
            "--all-or-nothing", action="store_true", help="store nothing if anything is wrong"
        )
        parser.add_argument(
            "--layout", choices=Import.Layout.values, help="by default what the file's name says"
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        name = options["file"]
        try:
            if name == "-":
                report = self._read(sys.stdin.buffer, "", options)
            else:
                with Path(name).open("rb") as stream:
                    report = self._read(stream, Path(name).name, options)
        except OSError as error:
            raise CommandError(visible(f"{name} can't be read: {error.strerror}.")) from None
        except NotAllowed as refusal:
            raise CommandError(str(refusal.detail)) from None
        self._tell(report)

    def _read(self, stream: IO[bytes], name: str, options: dict[str, Any]) -> Report:
        layout = options["layout"] or guess_layout(file_name=name or "-.jsonl", content=b"")
        source, dry_run = options["source"], options["dry_run"]
        report = import_play(
            stream=stream,
            layout=layout,
            source=source,
            dry_run=dry_run,
            all_or_nothing=options["all_or_nothing"],
        )
        if not dry_run:
            record_import(report=report, source=source, layout=layout, file_name=name)
        return report

    def _tell(self, report: Report) -> None:
        for fault in report.faults:
            self.stderr.write(str(fault))
        self.stdout.write(report.summary())
        if not report.sessions:
            raise CommandError("There is no session in this file.")
        if report.faults:
            raise CommandError(f"{report.refused} of {report.sessions} sessions are refused.")
