"""Addresses in the file of a floor: host names, the origin of its log, and its witnesses."""

import re
from ipaddress import ip_address
from typing import Final, Literal

from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.money import brief
from pitboss.reason import Fault, Reason, because
from pitboss.tlog.note import COSIGNATURE, BadNote, parse_note_key

_ORIGIN: Final = re.compile(r"[^\s+\x00-\x1f\x7f]{1,120}")
"""The name of a key in a signed note has no space and no plus sign."""
_URL: Final = re.compile(r"https?://[A-Za-z0-9._~:\[\]-]+(?:/[A-Za-z0-9._~%/-]*)?")
_LABEL: Final = re.compile(r"[a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9]")


class WitnessFault(Fault):
    """A fault in the address or key of a witness."""

    def __init__(self, field: Literal["url", "vkey"], reason: Reason) -> None:
        super().__init__(reason)
        self.field = field


def named_witness(url: str, vkey: str) -> NamedWitness:
    """A witness by its address and its verifier key; raises :class:`WitnessFault`."""
    if not _URL.fullmatch(url):
        raise WitnessFault("url", because("config.witness_url", given=brief(url)))
    try:
        key = parse_note_key(vkey)
    except BadNote as fault:
        raise WitnessFault("vkey", fault.reason) from None
    if key.algorithm != COSIGNATURE:
        raise WitnessFault("vkey", because("config.key_of_log", name=key.name))
    return NamedWitness(url, key)


def origin_fault(text: str) -> Reason | None:
    """The fault in the origin of a log; None if there is none."""
    return None if _ORIGIN.fullmatch(text) else because("config.origin", given=brief(text))


def is_host(text: str) -> bool:
    """Whether a text is a lower-case host name or an IP address."""
    try:
        return str(ip_address(text)) == text
    except ValueError:
        labels = text.split(".")
        return len(text) <= 253 and not labels[-1].isdigit() and all(map(_LABEL.fullmatch, labels))
