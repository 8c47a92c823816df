"""`python -m bench [NAME …]`: runs the benchmarks named, or all, and prints their tables."""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import subprocess
import sys
from pathlib import Path

import bench


def benchmarks() -> dict[str, str]:
    """Name and first docstring line of every module with a `run`."""
    found = {}
    for module in pkgutil.iter_modules(bench.__path__):
        if not module.name.startswith("_"):
            loaded = importlib.import_module(f"bench.{module.name}")
            if hasattr(loaded, "run"):
                found[module.name] = (loaded.__doc__ or "").strip().splitlines()[0]
    return found


def machine() -> str:
    """One line about where this ran."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.split(":", 1)[1].strip()
            for line in info.read_text().splitlines()
            if line.startswith("model name")
        ]
        name = names[0] if names else name
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {os.cpu_count()} processors{load}; Python {platform.python_version()}"


def main(names: list[str]) -> int:
    known = benchmarks()
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"No benchmark {', '.join(unknown)}. There are:", file=sys.stderr)
        for name, about in known.items():
            print(f"  {name:16} {about}", file=sys.stderr)
        return 2
    if len(names) != 1:  # each in a process of its own: none sees what another has loaded
        commands = [[sys.executable, "-m", "bench", name] for name in names or known]
        return max(subprocess.run(command, check=False).returncode for command in commands)
    print(f"{machine()}\n", flush=True)
    for table in importlib.import_module(f"bench.{names[0]}").run():
        print(table.text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
