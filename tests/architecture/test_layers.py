"""Rules that `make check` cannot say with import-linter alone."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.architecture.sources import ROOT, files, imports, name

FORM = ("__init__.py", "apps.py", "urls.py")  # always the same, so nothing to say
FRAMEWORKS = ("django", "rest_framework", "celery", "redis", "psycopg")


def _services() -> list[Path]:
    backend = ROOT / "backend"
    return [*sorted(backend.glob("*/services.py")), *sorted(backend.glob("*/services/**/*.py"))]


def _is(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def test_engines_import_no_framework() -> None:
    found = [
        f"{name(path)}:{line}: {module}"
        for path in files(".py", parts=("engines",))
        for line, module in imports(path)
        if _is(module, *FRAMEWORKS, "backend", "workers", "dev")
    ]
    assert not found, "\n".join(found)


def test_numba_stays_in_the_engines() -> None:
    found = [
        f"{name(path)}:{line}: {module}"
        for path in files(".py", parts=("backend", "workers"))
        for line, module in imports(path)
        if _is(module, "numba", "llvmlite")
    ]
    assert not found, "\n".join(found)


def test_services_take_keywords_only() -> None:
    assert _services()
    found = []
    for path in _services():
        for node in ast.parse(path.read_text()).body:
            if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
                continue
            if node.args.args or node.args.posonlyargs or node.args.vararg:
                found.append(f"{name(path)}:{node.lineno}: {node.name}")
    assert not found, "\n".join(found)


def test_services_never_see_a_request() -> None:
    found = [
        f"{name(path)}:{line}: {module}"
        for path in _services()
        for line, module in imports(path)
        if _is(module, "django.http", "django.views", "django.forms", "rest_framework")
        and module != "rest_framework.exceptions"
    ]
    assert not found, "\n".join(found)


def test_every_module_says_what_it_is() -> None:
    found = []
    for path in files(".py"):
        tree = ast.parse(path.read_text())
        if not tree.body or "migrations" in path.parts:
            continue
        if ast.get_docstring(tree) is None and path.name not in FORM:
            found.append(f"{name(path)}: no docstring")
        code = [n for n in tree.body if not isinstance(n, ast.Expr)]
        future = any(isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in code)
        if code and not future:
            found.append(f"{name(path)}: no `from __future__ import annotations`")
    assert not found, "\n".join(found)
