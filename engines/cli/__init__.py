"""The command line: reads arguments, runs one command, prints text or one JSON document.

Exit status: 0 done; 1 the output could not be written; 2 the arguments were wrong, and stderr
says how; 130 interrupted.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from engines.cli.arguments import make_parser, parse_arguments
from engines.errors import EngineError, InvalidRules, Unreadable
from engines.shared.characters import visible

UNWRITTEN, WRONG, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line. Returns the exit status; argparse may raise SystemExit."""
    parser = make_parser()
    try:
        options = parse_arguments(parser, argv)
        answer = options.run(options)
        if options.json:
            text = json.dumps(answer.document(), ensure_ascii=True, allow_nan=False)
        else:
            text = answer.text()
        return _print(text, parser.prog)
    except EngineError as error:
        print(f"{parser.prog}: {visible(explain(error), lines=True)}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED


def _print(text: str, program: str) -> int:
    """Prints to stdout; returns the exit status."""
    if hasattr(sys.stdout, "reconfigure"):  # a terminal that lacks a character shows "?"
        sys.stdout.reconfigure(errors="replace")
    try:
        print(text, flush=True)
    except OSError as error:
        # Python would complain again when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return PIPE_CLOSED
        print(f"{program}: can't write the output: {error.strerror}.", file=sys.stderr)
        return UNWRITTEN
    return 0


def explain(error: EngineError) -> str:
    """The error's text, each fault on a line of its own where there are several."""
    if isinstance(error, InvalidRules | Unreadable) and error.faults[0].pointer:
        what = "these rules are not possible" if isinstance(error, InvalidRules) else "unreadable"
        lines = [f"  {fault.pointer}: {fault.message}" for fault in error.faults]
        return "\n".join([f"{what}:", *lines])
    return str(error)
