"""The file of a floor: tables, links, limits, pace. Read strictly; a fault names its path and line.

Addresses in the file of a floor: host names, the origin of its log, and its witnesses.
"""

import os
import re
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct, structs

from pitboss.floor.amounts import (
    DEFAULT_AMOUNTS,
    MONEY_ACTS,
    ActAmounts,
    FloorAmounts,
    MoneyAct,
    amounts_fault,
    changed_amounts,
)
from pitboss.floor.dealer.turns import Pace
from pitboss.floor.log.witness_policy import NamedWitness, WitnessPolicy
from pitboss.floor.setup.config_file import (
    ActPart,
    AmountsPart,
    DisplaysPart,
    FloorFile,
    FloorPart,
    LinkPart,
    ServerPart,
    TablePart,
    WitnessPart,
    WitnessPolicyPart,
)
from pitboss.floor.tables.acts_in_round import MOST_ACTS
from pitboss.floor.tables.events import TableSettings
from pitboss.floor.tables.seats import SEATS_WITHOUT_BET
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.jackpots.config import config_fault
from pitboss.jackpots.strict_file import StrictFile
from pitboss.ledger import OperatingHours
from pitboss.money import Dollars, brief
from pitboss.people import Approval, Person
from pitboss.projection import project
from pitboss.reason import Fault, Reason, Unreadable, because
from pitboss.settlement import Limits
from pitboss.sheets.model import Device
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


DEFAULT_FILE: Final = Path(__file__).parent / "floor.toml"

_ALARM: Final = 30.0
"""Minutes without enough cosignatures until the alarm, unless the file says otherwise."""


class ConfigFault(Fault):
    """A fault in the file of a floor, with its path and line."""


class ServerSetting(Struct, frozen=True):
    """The network settings of the floor's servers, as parsed."""

    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Trusted reverse proxies, whose forwarding headers are believed."""
    hosts: tuple[str, ...] = ()
    """Host names and addresses that browsers may use, besides loopback and the bound address."""


class LinkSetting(Struct, frozen=True):
    """A link of the file, as parsed."""

    id: str
    config: LinkConfig


class TableSetting(TableSettings, frozen=True, kw_only=True):
    """A table of the file, as parsed."""

    id: str
    sheet: str
    """An id or a short name, as written."""
    device: Device
    boxes: int
    limits: dict[str, Limits]
    pace: Pace


class FloorConfig(Struct, frozen=True, kw_only=True):
    """The file of a floor, as parsed."""

    name: str
    demo: bool
    journal: str
    signing_key: str
    seal_key: str
    origin: str | None
    """The origin of the transparency log; None: derived from the signing key."""
    checkpoint_minutes: float
    checkpoint_appends: int
    """Sign a checkpoint after this many appends, those of checkpoints not counted."""
    witness: str | None
    """The file to which every signed checkpoint is appended."""
    hours: OperatingHours
    approval: Approval
    links: tuple[LinkSetting, ...]
    tables: tuple[TableSetting, ...]
    play_money: int = 0
    """Players of a demo floor may buy chips themselves at automatic tables up to this, in cents."""
    acts_in_round: int = MOST_ACTS
    """Maximum acts of one player at a table in one round."""
    seats_without_bet: int = SEATS_WITHOUT_BET
    """Maximum seats that players may take for themselves and hold without a bet, over all tables."""
    amounts: FloorAmounts = DEFAULT_AMOUNTS
    server: ServerSetting = ServerSetting()
    witnesses: tuple[NamedWitness, ...] = ()
    witness_policy: WitnessPolicy = WitnessPolicy()


SECRETS: Final = {
    "PITBOSS_JOURNAL": "journal",
    "PITBOSS_SIGNING_KEY": "signing_key",
    "PITBOSS_SEAL_KEY": "seal_key",
}
"""Environment variables that override fields with secrets; a URL may hold a password."""


def read_config(path: Path, environment: Mapping[str, str] = os.environ) -> FloorConfig:
    """Read the file of a floor with overrides from the environment; raises :class:`ConfigFault`."""
    text = _ConfigReader.text_at(path)
    said = {field: environment[name] for name, field in SECRETS.items() if environment.get(name)}
    return structs.replace(parse_config(text, str(path)), **said)


def parse_config(text: str, file: str) -> FloorConfig:
    """Parse the text of a floor's file."""
    return _ConfigReader(text, file).read()


class _ConfigReader(StrictFile):
    fault = ConfigFault

    def read(self) -> FloorConfig:
        file = self.convert(FloorFile)
        self.unique("links", [link.id for link in file.links])
        self.unique("tables", [table.id for table in file.tables])
        links = tuple(self.link(f"links[{n}]", link, file) for n, link in enumerate(file.links))
        tables = tuple(self.table(f"tables[{n}]", table, file) for n, table in enumerate(file.tables))
        part = file.floor
        try:
            hours = OperatingHours(part.shifts)
        except Unreadable as fault:
            raise self.fail("floor.shifts", fault.reason) from None
        approval = Approval(
            Person(file.approval.first.name, file.approval.first.role),
            Person(file.approval.second.name, file.approval.second.role),
            file.approval.reason,
        )
        return project(
            FloorConfig,
            part,
            hours=hours,
            approval=approval,
            links=links,
            tables=tables,
            play_money=self.play_money(part),
            amounts=self.amounts(file.amounts),
            server=self.server(file.server),
            origin=self.origin(part),
            witnesses=self.witnesses(file),
            witness_policy=self.witness_policy(file),
        )

    def origin(self, part: FloorPart) -> str | None:
        if part.origin is not None and (wrong := origin_fault(part.origin)):
            raise self.fail("floor.origin", wrong)
        return part.origin

    def witnesses(self, file: FloorFile) -> tuple[NamedWitness, ...]:
        found = [self.one_witness(f"witnesses[{n}]", part) for n, part in enumerate(file.witnesses)]
        for number, witness in enumerate(found):
            if any(witness.key.name == other.key.name for other in found[:number]):
                raise self.fail(f"witnesses[{number}].vkey", because("config.twice", name=witness.key.name))
        return tuple(found)

    def one_witness(self, path: str, part: WitnessPart) -> NamedWitness:
        try:
            return named_witness(part.url, part.vkey)
        except WitnessFault as fault:
            raise self.fail(f"{path}.{fault.field}", fault.reason) from None

    def witness_policy(self, file: FloorFile) -> WitnessPolicy:
        part, every = file.witness_policy or WitnessPolicyPart(), file.floor.checkpoint_minutes
        minutes = max(_ALARM, 3 * every) if part.alarm_minutes is None else part.alarm_minutes
        if file.witness_policy and part.needed > len(file.witnesses):
            reason = because("config.few_witnesses", needed=part.needed, named=len(file.witnesses))
            raise self.fail("witness_policy.needed", reason)
        if minutes <= every:
            raise self.fail("witness_policy.alarm_minutes", because("config.always_alarm"))
        return WitnessPolicy(
            needed=part.needed, alarm_seconds=minutes * 60, holds_rounds=part.when_late == "hold_rounds"
        )

    def amounts(self, part: AmountsPart) -> FloorAmounts:
        found = FloorAmounts(
            **{act: self.of_act(f"amounts.{act}", getattr(part, act), act) for act in MONEY_ACTS}
        )
        if fault := amounts_fault(found):
            raise self.fail(f"amounts.{fault[0]}", fault[1])
        return found

    def of_act(self, path: str, part: ActPart | DisplaysPart, act: MoneyAct) -> ActAmounts:
        said = {name: given for name, given in structs.asdict(part).items() if given is not None}
        cents = {
            name: tuple(
                self.cents(f"{path}.{name}", amount)
                for amount in (given if isinstance(given, tuple) else (given,))
            )
            for name, given in said.items()
        }
        return changed_amounts(getattr(DEFAULT_AMOUNTS, act), cents)

    def play_money(self, part: FloorPart) -> int:
        if part.play_money and not part.demo:
            raise self.fail("floor.play_money", because("config.play_money"))
        return self.cents("floor.play_money", part.play_money)

    def server(self, part: ServerPart) -> ServerSetting:
        proxies = [self.network(f"server.proxies[{n}]", text) for n, text in enumerate(part.proxies)]
        for number, name in enumerate(part.hosts):
            if not is_host(name):
                raise self.fail(f"server.hosts[{number}]", because("config.host", given=repr(name)))
        return ServerSetting(tuple(proxies), part.hosts)

    def network(self, path: str, text: str) -> IPv4Network | IPv6Network:
        try:
            found = ip_network(text)
        except ValueError as fault:
            raise self.fail(path, because("config.proxy", given=str(fault))) from None
        if found.prefixlen == 0:
            raise self.fail(path, because("config.every_proxy"))
        return found

    def unique(self, path: str, ids: list[str]) -> None:
        for number, name in enumerate(ids):
            if name in ids[:number]:
                raise self.fail(f"{path}[{number}].id", because("config.twice", name=name))

    def link(self, path: str, link: LinkPart, file: FloorFile) -> LinkSetting:
        known = [other.id for other in file.links]
        config = LinkConfig(
            reset=self.cents(f"{path}.reset", link.reset),
            contribution_rate=self.rate(f"{path}.contribution_rate", link.contribution_rate),
            reserve_rate=self.rate(f"{path}.reserve_rate", link.reserve_rate),
            cap=self.cents(f"{path}.cap", link.cap),
            overflow_to=self.destination(f"{path}.overflow_to", link, known),
            prescribed_bet=self.cents(f"{path}.prescribed_bet", link.prescribed_bet),
            rounding="down_to_the_cent",
            alarm_above=self.cents(f"{path}.alarm_above", link.alarm_above),
        )
        if fault := config_fault(config):
            raise self.fail(path, fault)
        return LinkSetting(link.id, config)

    def destination(self, path: str, link: LinkPart, known: list[str]) -> NextSeed | OtherLink | Revenue:
        match link.overflow_to:
            case "next_seed":
                return NextSeed()
            case "revenue":
                return Revenue()
            case other if other in known and other != link.id:
                return OtherLink(other)
            case other:
                raise self.fail(path, because("config.overflow", given=repr(other)))

    def table(self, path: str, table: TablePart, file: FloorFile) -> TableSetting:
        if table.link is not None and table.link not in [link.id for link in file.links]:
            raise self.fail(f"{path}.link", because("config.no_link", given=repr(table.link)))
        outside = table.cards == "outside"
        if table.card_sets and not outside:
            raise self.fail(f"{path}.card_sets", because("config.no_card_sets"))
        if table.dealer == "automatic" and outside:
            raise self.fail(f"{path}.cards", because("config.automatic_cards"))
        limits = {bet: self.limits(f"{path}.limits.{bet}", pair) for bet, pair in table.limits.items()}
        return project(
            TableSetting,
            table,
            automatic=table.dealer == "automatic",
            limits=limits,
            denominations=tuple(self.cents(f"{path}.denominations", chip) for chip in table.denominations),
            pace=table.pace or file.pace,
            counts_tray=self.counts_tray(path, table),
            card_sets=outside and not file.floor.demo if table.card_sets is None else table.card_sets,
        )

    def counts_tray(self, path: str, table: TablePart) -> bool:
        by_people = table.dealer == "manual"
        if table.counts_tray and not by_people:
            raise self.fail(f"{path}.counts_tray", because("config.automatic_tray"))
        return by_people if table.counts_tray is None else table.counts_tray

    def limits(self, path: str, pair: tuple[Dollars, Dollars]) -> Limits:
        least, most = (self.cents(path, amount) for amount in pair)
        if not 0 < least <= most:
            raise self.fail(path, because("config.limits"))
        return Limits(least, most)
