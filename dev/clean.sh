#!/bin/sh
# dev/clean.sh: ends what is left of this clone and removes what was made here.
set -eu
cd "$(dirname "$0")/.."
if [ -d .tsumi ] && .venv/bin/python -c '' 2>/dev/null; then
    .venv/bin/python -m dev.leftovers || exit $?
fi
echo "Removing .venv, .tsumi with its database, compiled kernels and caches; this may take a minute …"
rm -rf .venv .tsumi staticfiles .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
find . -name node_modules -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
echo "Clean. The next make run or make test sets everything up again."
