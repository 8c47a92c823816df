"""What a developer's machine needs: set-up, local services, one supervisor, checks.

The product never imports it.
"""

from __future__ import annotations

import signal
import sys

if "dev.run" in sys.orig_argv and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while it loads there is nothing to clean up
