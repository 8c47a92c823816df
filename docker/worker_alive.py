"""Health check of a worker's container: its heartbeat in Postgres is fresh.

    python docker/worker_alive.py

Without Django, which would take a second of processor time at each check.
"""

from __future__ import annotations

import os
import socket
import sys

import psycopg

QUERY = """
    SELECT EXISTS (
        SELECT FROM lab_workerheartbeat
        WHERE hostname = %s AND seen_at > clock_timestamp() - make_interval(secs => %s)
    )
"""


def main() -> int:
    seconds = float(os.environ.get("WORKER_STALE_SECONDS") or 60)
    with psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=5) as connection:
        row = connection.execute(QUERY, [socket.gethostname(), seconds]).fetchone()
    return 0 if row == (True,) else 1


if __name__ == "__main__":
    sys.exit(main())
