"""A real PostgreSQL and a real redis-server in a folder, without installing either.

    with postgres(Path(".tsumi")) as database, redis(Path(".tsumi")) as broker:
        os.environ.update(DATABASE_URL=database.url, REDIS_URL=broker.url)

Both listen on 127.0.0.1 only, on a free port, behind a random password. Unix sockets are not
used: their paths may have 107 bytes, folders may be longer.
"""

from __future__ import annotations

from dev.services.places import remove_outside, remove_outside_data
from dev.services.postgres_server import postgres
from dev.services.redis_server import redis
from dev.services.servers import DATABASE, Address, Service, ServiceError, secret

__all__ = [
    "DATABASE",
    "Address",
    "Service",
    "ServiceError",
    "postgres",
    "redis",
    "remove_outside",
    "remove_outside_data",
    "secret",
]
