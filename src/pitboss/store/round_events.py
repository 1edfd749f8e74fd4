"""The events of a round as kinds of the journal, with their versions."""

from functools import cache
from typing import Any, get_args

from pitboss.round import events
from pitboss.store.codec import Registry, Upcaster


def _round_opened_1(data: dict[str, Any]) -> dict[str, Any]:
    """Tables were not yet told apart into live ones and those of a round file."""
    return {**data, "table": {**data["table"], "live": False}}


def _round_settled_1(data: dict[str, Any]) -> dict[str, Any]:
    """A linked round was told the display and took its awards from it."""
    displayed = data.pop("displayed", None)
    if displayed is not None:
        jackpot = data["settlement"]["jackpot"]
        shares = [won for won in jackpot["payouts"] if won.get("percent")]
        awards = [{name: won[name] for name in ("box", "player", "amount")} for won in shares]
        data["linked"] = {"displayed": jackpot["after"], "awards": awards}
    return data


def _round_settled_2(data: dict[str, Any]) -> dict[str, Any]:
    """No claim was denied for good."""
    return data


_UPCASTERS: dict[type, dict[int, Upcaster]] = {
    events.RoundOpened: {1: _round_opened_1},
    events.RoundSettled: {1: _round_settled_1, 2: _round_settled_2},
}
"""For each type whose shape has changed, how every older version becomes the next one."""


@cache
def round_registry() -> Registry:
    """Every event of :mod:`pitboss.round.events`."""
    registry = Registry()
    for type_ in get_args(events.Event):
        upcasters = _UPCASTERS.get(type_, {})
        registry.register(type_, schema=len(upcasters) + 1, upcasters=upcasters)
    return registry
