"""Health check of the web container: it answers, under a name it is reached by."""

from __future__ import annotations

import http.client
import os
import sys


def main() -> int:
    name = (os.environ.get("ALLOWED_HOSTS") or "localhost").split(",")[0].strip().lstrip(".")
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=5)
    connection.request("GET", "/livez", headers={"Host": "localhost" if name == "*" else name})
    return 0 if connection.getresponse().status == 200 else 1


if __name__ == "__main__":
    sys.exit(main())
