"""Which addresses texts and a key may be sent to.

Everything is decided from the address as written; a host is then taken apart and put
together again from checked pieces, so that no two readers of it can disagree.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from ai_memory.errors import ConfigError

_NAME = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?")
_PATH = re.compile(r"[A-Za-z0-9/._~%:@!$&'()*+,;=-]*")

# Services that hand out a machine's own credentials to whoever asks from inside it.
_METADATA_NAMES = frozenset({"metadata", "metadata.google.internal"})
_METADATA_ADDRESSES = frozenset(map(ipaddress.ip_address, ("100.100.100.200", "fd00:ec2::254")))

_IPV4_TAILS = tuple(map(ipaddress.IPv6Network, ("::/96", "64:ff9b::/96")))
_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A service's base address, found fit to be called."""

    url: str  # scheme, host, port and path, without a slash at the end
    authority: str  # host, and port where one is given; lower case
    loopback: bool  # the host is this machine, by a literal name or address


def parse_endpoint(base_url: str) -> Endpoint:
    """Return the address taken apart and checked.

    Raises:
        ConfigError: It is no http(s) address, carries a user, query or fragment, uses
            http beyond this machine, or leads to a link-local or metadata address in
            any spelling.
    """
    try:
        parts = urlsplit(base_url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError as error:
        raise _refused(base_url, f"is not an address ({error})") from None
    _check_form(base_url, parts, host)
    loopback = _is_loopback(host)
    if parts.scheme == "http" and not loopback:
        raise _refused(base_url, "would send texts and key in the clear")
    if _is_metadata(host):
        raise _refused(base_url, "is a link-local or metadata address")
    shown = f"[{host}]" if ":" in host else host
    authority = shown if port is None else f"{shown}:{port}"
    return Endpoint(f"{parts.scheme}://{authority}{parts.path.rstrip('/')}", authority, loopback)


def _check_form(base_url: str, parts: SplitResult, host: str) -> None:
    if parts.scheme not in ("http", "https"):
        raise _refused(base_url, "does not begin with https://")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise _refused(parts.scheme + "://…", "has a user, a query or a fragment")
    if not (_NAME.fullmatch(host) or _literal(host)) or "%" in host:
        raise _refused(base_url, "has no host that can be read in one way only")
    if not _PATH.fullmatch(parts.path):
        raise _refused(base_url, "has a path with characters that must be escaped")


def _literal(host: str) -> _Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    address = _literal(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def _is_metadata(host: str) -> bool:
    address = _literal(host) or _legacy_ipv4(host.rstrip("."))
    if address is None:
        return host.rstrip(".") in _METADATA_NAMES
    inside = _embedded_ipv4(address)
    return any(
        each.is_link_local or each in _METADATA_ADDRESSES for each in (address, inside) if each
    )


def _legacy_ipv4(host: str) -> ipaddress.IPv4Address | None:
    """Read 2852039166, 0xa9fea9fe, 0251.254.43518 and the like as resolvers do."""
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def _embedded_ipv4(address: _Address) -> ipaddress.IPv4Address | None:
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if any(address in network for network in _IPV4_TAILS):
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def _refused(base_url: str, why: str) -> ConfigError:
    return ConfigError(
        f"llm.embedding_base_url = {base_url!r} {why}",
        "Use an https:// address, or http:// to 127.0.0.1, [::1] or localhost.",
    )
