"""Compiling kernels with Numba, and two bit operations that Numba lacks.

Imported by kernels only: this module imports Numba.

`entry` compiles a function that Python calls and keeps the machine code on disk. Numba's
own cache would go stale: it notices when the function's own file changes, but not the files
of the functions it calls. So the cache folder is named by a fingerprint of all the sources
that can matter.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba import types
from numba.extending import intrinsic

from engines.shared.folders import writable_folder

ENGINES = Path(__file__).parent

OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": False, "error_model": "numpy"}


def _entry(options: dict[str, Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """The function compiled without the GIL, and kept on disk where possible."""
    folder = _cache_folder(Path(function.__code__.co_filename).parent)
    if folder is None:  # nowhere to write: every process compiles for itself
        return numba.njit(**options)(function)  # type: ignore[no-any-return]
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


class Decorators(NamedTuple):
    """What compiles the functions of a kernel."""

    inline: Callable[..., Any]
    """Compiles a small function that becomes part of its callers."""

    splice: Callable[..., Any]
    """Copies a big function that is called once into its caller, before anything is compiled:
    it costs neither a call nor a compilation of its own. One `return`, at the end."""

    stage: Callable[..., Any]
    """Compiles a function that other kernels call."""

    entry: Callable[..., Any]
    """Compiles a function that Python calls."""


def _decorators(options: dict[str, Any]) -> Decorators:
    return Decorators(
        inline=numba.njit(forceinline=True, **options),
        splice=numba.njit(inline="always", **options),
        stage=numba.njit(**options),
        entry=partial(_entry, options),
    )


inline, splice, stage, entry = _decorators(OPTIONS)

borrowing = _decorators({**OPTIONS, "_nrt": False})
"""For kernels that only borrow arrays: all are made in Python and outlive the call. Numba then
counts no references to them, which can take a fifth of a short trial's time. A function that
makes an array after all, if only by copying one slice to another, does not compile. Numba does
not document the option; without it, importing this module would fail."""


@cache
def _cache_folder(sources: Path) -> Path | None:
    """A writable folder for the code compiled from `sources`, None if there is none."""
    return writable_folder(sources, f"kernels-{_fingerprint(sources)}")


def _fingerprint(sources: Path) -> str:
    """Changes with any source file whose code or constants can be in the compiled kernels.

    These are the files in the folder and the modules of this package that they import; of the
    latter's own imports only what compiled modules import, since plain ones lend no more than
    constants.
    """
    files: set[Path] = set()
    waiting = [Path(__file__), *sources.glob("*.py")]
    while waiting:
        file = waiting.pop()
        if file not in files:
            files.add(file)
            if file.parent == sources or "engines.compiled" in file.read_text():
                waiting += _imported(file)
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _imported(file: Path) -> list[Path]:
    """The files of this package that a module imports from."""
    tree = ast.parse(file.read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names = {name for node in imports for name in (str(node.module), *_members(node))}
    places = [ENGINES.parent.joinpath(*name.split(".")) for name in names]
    files = [place.with_suffix(".py") for place in places]
    files += [place / "__init__.py" for place in places]
    return [file for file in files if file.is_file() and file.is_relative_to(ENGINES)]


def _members(node: ast.ImportFrom) -> list[str]:
    """The names imported, in full: some may be modules of a package."""
    return [f"{node.module}.{alias.name}" for alias in node.names]


def _popcount(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return (types.int64(types.uint64), generate) if word == types.uint64 else None


def _lowest_bit(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return (types.int64(types.uint64), generate) if word == types.uint64 else None


popcount: Callable[..., Any] = intrinsic(_popcount)
"""How many bits of an unsigned 64-bit word are set (int64)."""

lowest_bit: Callable[..., Any] = intrinsic(_lowest_bit)
"""The place (0 … 63) of the lowest set bit of an unsigned 64-bit word; 64 for 0 (int64)."""
