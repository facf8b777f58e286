"""Which addresses the server may send push messages to: they come from browsers, so from anybody.

A stranger must not have the server call machines of its own network. So an endpoint is an https address with
a name, and the name is looked up when a message is sent: an address that is not public is not called.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flagfall.server.refusal import Refusal

if TYPE_CHECKING:
    from aiohttp.abc import AbstractResolver

PORT = 443
_EMBEDDED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into IPv4 ones."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public network, whatever it is wrapped in."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if found in _EMBEDDED:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast and not found.is_reserved


def check_endpoint(endpoint: str, local: bool) -> str:
    """The origin of an endpoint that may be used, for the key's signature; refused if it may not."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Refusal("bad-message", "is not an address", field="endpoint") from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or not host or parts.username is not None or parts.password is not None:
        raise Refusal("bad-message", "is not an address", field="endpoint")
    if not local and (parts.scheme != "https" or port not in (None, PORT) or not _is_name(host)):
        raise Refusal("bad-message", "is not the https address of a push service", field="endpoint")
    if parts.scheme not in ("http", "https"):
        raise Refusal("bad-message", "is not the https address of a push service", field="endpoint")
    return f"{parts.scheme}://{parts.netloc}"


def _is_name(host: str) -> bool:
    """Whether a host is a name of the public network; numbers are none."""
    labels = host.split(".")
    return len(labels) > 1 and all(labels) and not labels[-1][:1].isdigit() and ":" not in host


def public_resolver(local: bool) -> AbstractResolver:
    """Looks names up, and finds nothing where a name has an address that is not public."""
    from aiohttp import ThreadedResolver

    class PublicResolver(ThreadedResolver):
        async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_UNSPEC) -> Any:
            found = await super().resolve(host, port, family)
            if not local and not all(is_public(str(one["host"])) for one in found):
                raise OSError(None, f"{host} is not public")
            return found

    return PublicResolver()
