"""Finds a browser for the browser tests, and installs Debian's where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
MISSING = (
    "no browser found: install Chromium (Debian, Ubuntu: apt-get install chromium) or set "
    "CHROMIUM to the program"
)


def find_browser() -> str | None:
    """The program of a Chromium or Chrome; CHROMIUM names another."""
    given = os.environ.get("CHROMIUM")
    if given:
        return shutil.which(given)
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    return next((path for path in APPLICATIONS if Path(path).exists()), None)


def ensure_browser() -> str | None:
    """As `find_browser`; as root on Debian, installs it first where it is missing."""
    found = find_browser()
    can = shutil.which("apt-get") and os.geteuid() == 0 and "CHROMIUM" not in os.environ
    if found or not can:
        return found
    print("Installing Chromium for the browser tests (apt-get install chromium) …", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    for command in (["apt-get", "update", "-qq"], install):
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != 0:
            print(f"`{' '.join(command)}` failed.", file=sys.stderr)
    return find_browser()
