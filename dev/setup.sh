#!/bin/sh
# dev/setup.sh run|test: .venv with its requirements. At once if it is there already.
# Chooses the newest Python from 3.11 to 3.14; PYTHON=… chooses another.
set -eu
cd "$(dirname "$0")/.."

if .venv/bin/python -I -c '' 2>/dev/null; then
    exec .venv/bin/python -I dev/bootstrap.py "$1"
fi

best='' best_version=0 bare=''
for python in ${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3 python}; do
    version=$("$python" -c 'import sys; print("%d%02d" % sys.version_info[:2])' 2>/dev/null) || continue
    if [ "$version" -lt 311 ] || [ "$version" -gt 314 ]; then continue; fi
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        bare=$python
        continue
    fi
    if [ "$version" -gt "$best_version" ]; then best=$python best_version=$version; fi
done

if [ -n "$best" ]; then
    exec "$best" -I dev/bootstrap.py "$1"
elif [ -n "$bare" ]; then
    echo "$bare cannot make virtual environments. Install its venv package" >&2
    echo "(Debian, Ubuntu: apt-get install python3-venv), then run make again." >&2
else
    echo "Tsumi needs Python 3.11, 3.12, 3.13 or 3.14, and none was found on PATH." >&2
    echo "Install one, or name it: make ${1:-setup} PYTHON=/path/to/python3" >&2
fi
exit 2
