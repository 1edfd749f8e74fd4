"""Addresses in the file of a floor: host names, the origin of its log, and its witnesses."""

import re
from ipaddress import ip_address
from typing import Final, Literal

from pitboss.floor.log.witness_policy import NamedWitness
from pitboss.money import brief
from pitboss.tlog.note import COSIGNATURE, BadNote, parse_note_key

_ORIGIN: Final = re.compile(r"[^\s+\x00-\x1f\x7f]{1,120}")
"""The name of a key in a signed note has no space and no plus sign."""
_URL: Final = re.compile(r"https?://[A-Za-z0-9._~:\[\]-]+(?:/[A-Za-z0-9._~%/-]*)?")
_LABEL: Final = re.compile(r"[a-z0-9]|[a-z0-9][a-z0-9-]{0,61}[a-z0-9]")


class WitnessFault(Exception):
    """A fault in the address or key of a witness."""

    def __init__(self, field: Literal["url", "vkey"], message: str) -> None:
        super().__init__(message)
        self.field = field


def named_witness(url: str, vkey: str) -> NamedWitness:
    """A witness by its address and its verifier key; raises :class:`WitnessFault`."""
    if not _URL.fullmatch(url):
        raise WitnessFault("url", f"{brief(url)} is no address such as https://witness.example/pitboss")
    try:
        key = parse_note_key(vkey)
    except BadNote as fault:
        raise WitnessFault("vkey", str(fault)) from None
    if key.algorithm != COSIGNATURE:
        raise WitnessFault("vkey", f"{key.name} is the key of a log and not that of a witness")
    return NamedWitness(url, key)


def origin_fault(text: str) -> str:
    """The fault in the origin of a log; empty if there is none."""
    if _ORIGIN.fullmatch(text):
        return ""
    return f"{brief(text)} is no name such as casino.example/floor-1, without spaces and +"


def is_host(text: str) -> bool:
    """Whether a text is a lower-case host name or an IP address."""
    try:
        return str(ip_address(text)) == text
    except ValueError:
        labels = text.split(".")
        return len(text) <= 253 and not labels[-1].isdigit() and all(map(_LABEL.fullmatch, labels))
