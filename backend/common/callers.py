"""Who sends a request: a player, a member of staff, nobody known; and from where."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request


def caller_of(request: Request) -> str:
    """`player:…` or `user:…` with an id, empty for nobody known."""
    if hasattr(request.auth, "pk"):
        return f"player:{request.auth.pk}"
    return f"user:{request.user.pk}" if request.user and request.user.is_authenticated else ""


def address_of(request: HttpRequest) -> str:
    """The address that the request came from; of IPv6 the network, for a device has many.

    What stands in `X-Forwarded-For` is believed as far as our own proxies have written it:
    `PROXY_COUNT` entries from the right.
    """
    address = str(request.META.get("REMOTE_ADDR", ""))
    if settings.PROXY_COUNT:
        hops = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
        address = hops[-min(settings.PROXY_COUNT, len(hops))].strip() or address
    return _network_of(address)


@lru_cache(maxsize=1024)
def _network_of(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
