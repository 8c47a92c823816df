"""`python -m engines`: the games on the command line, without Django or a database."""

from __future__ import annotations

import sys

from engines.cli import main

if __name__ == "__main__":
    sys.exit(main())
