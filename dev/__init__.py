"""What a developer's machine needs: set-up, local services, one supervisor, checks.

The product never imports it.
"""

from __future__ import annotations

import signal
import sys

if "dev.run" in sys.orig_argv:
    # While it loads there is nothing to clean up. A script's background jobs ignore Ctrl-C unless
    # they say otherwise.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
