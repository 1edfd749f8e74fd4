"""Proposed acts in words, with the current values and the new ones.

What proposals about accounts will do.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from pitboss.access import commands as cmd
from pitboss.access.proposals import Proposal
from pitboss.access.roles import PERMISSIONS
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import DEFAULT_AMOUNTS, amount_words
from pitboss.floor.service import Floor
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.money import format_cents, format_exact
from pitboss.reason import Reason, because
from pitboss.sheets import SheetFault
from pitboss.sheets.compare import SheetDifference, SheetTopic, differences
from pitboss.sheets.loader import read_texts

_DECODER: Final = msgspec.json.Decoder(cmd.TwoPersonAction)


def account_words(what: str) -> tuple[Reason, ...]:
    """Sentences that tell an approver what a proposal will do."""
    command = _DECODER.decode(what)
    match command:
        case cmd.GrantRole(name=name, role=role):
            return (because("proposed.role", name=name, role=role),)
        case cmd.IssueToken():
            says = because(
                "proposed.token",
                name=command.name,
                token=command.token,
                days=command.days,
                tables=(command.table,) if command.table else (),
            )
            return (says, *(PERMISSIONS[scope].gist for scope in command.scopes))
    return (because("proposed.enrolment", name=command.name),)


_CONFIG = {
    "reset": "setting.reset",
    "contribution_rate": "setting.contribution_rate",
    "reserve_rate": "setting.reserve_rate",
    "cap": "setting.cap",
    "overflow_to": "setting.overflow_to",
    "prescribed_bet": "setting.prescribed_bet",
    "alarm_above": "setting.alarm_above",
}
"""The codes of what the parameters of a link are called."""
_Settings = Mapping[Reason | str, Reason | str]


def proposal_words(one: Proposal, floor: Floor | None = None) -> tuple[Reason, ...]:
    """The effect of a proposal about any subject."""
    return (
        proposed_in_words(pa.from_text(one.what), floor)
        if pa.is_of_floor(one.subject)
        else account_words(one.what)
    )


def proposed_in_words(act: pa.ProposedFloorAct, floor: Floor | None = None) -> tuple[Reason, ...]:
    """The effect of a proposed act, for its approvers; with a floor, also the current values."""
    return tuple(_words(act, floor))


def _words(act: pa.ProposedFloorAct, floor: Floor | None) -> Iterator[Reason]:
    match act:
        case pa.PlateChange():
            yield because("proposed.plate", table=act.table)
            table = floor.table(act.table) if floor else None
            titles = _titles(floor, table.plate.sheet) if table else {}
            now = plate_words(pa.recorded_table(table), titles) if table else {}
            yield from _beside(plate_words(act, titles), now)
        case pa.TableChange():
            table = floor.table(act.table) if floor else None
            yield because("proposed.reopening" if table else "proposed.opening", table=act.table)
            titles = _titles(floor, act.sheet)
            now = table_words(pa.recorded_table(table), titles) if table else {}
            yield from _beside(table_words(act, titles), now)
        case pa.AwardReversal():
            yield because("proposed.award", table=act.table)
            yield because("proposed.award_back")
        case pa.AmountsChange():
            yield because("proposed.amounts")
            held = floor.amounts() if floor else DEFAULT_AMOUNTS
            yield from _beside(amount_words(act.amounts), amount_words(held))
        case pa.SheetAdoption():
            yield from _of_sheet(act, floor)
        case pa.BreakSetting():
            yield because("proposed.break", player=act.player, days=act.days)
            yield because("proposed.break_means")
        case _:
            yield from _of_link(act, floor)


def _of_link(act: pa.LinkProposal, floor: Floor | None) -> Iterator[Reason]:
    link = floor.link(act.link) if floor else None
    match act:
        case pa.LinkOpening():
            tables = tuple(
                because("proposed.member", table=table, sheet=sheet) for table, sheet in act.members.items()
            )
            yield because("proposed.link", link=act.link, tables=tables)
            yield from _beside(config_words(act.config), {})
        case pa.LinkChange():
            yield because("proposed.link_change", link=act.link)
            yield from _beside(config_words(act.config), config_words(link.config) if link else {})
        case pa.DisplayCorrection():
            code = "proposed.display_raised" if act.amount > 0 else "proposed.display_lowered"
            yield because(code, link=act.link, amount=format_exact(abs(act.amount)))
        case pa.LinkTransfer():
            amount = format_exact(act.amount)
            yield because(
                "proposed.transfer", amount=amount, fund=act.part, link=act.link, to=destination(act.to)
            )
        case pa.TableRemoval():
            yield because("proposed.removal", table=act.table, link=act.link)
        case pa.LinkClosure():
            yield because("proposed.closure", link=act.link, to=destination(act.to))
        case pa.ClaimDenial():
            yield because("proposed.denial", claim=act.claim, link=act.link)
            yield because("proposed.denial_means")


def _of_sheet(act: pa.SheetAdoption, floor: Floor | None) -> Iterator[Reason]:
    try:
        game = read_texts(act.sheet_toml, act.clauses_toml, act.format)
    except SheetFault as fault:
        yield because("proposed.unreadable", sheet=act.sheet, fault=str(fault))
        return
    identity = game.sheet.identity
    yield because("proposed.sheet", game=identity.called, version=identity.version, sheet=act.sheet)
    yield because("proposed.hash", hash=game.hashes.sheet)
    known = floor.rulebook.games.get(act.sheet) if floor else None
    if known is None:
        return
    found = differences(known.sheet, game.sheet)
    yield from (difference_in_words(difference) for difference in found)
    if not found:
        yield because("proposed.same_text")


def difference_in_words(difference: SheetDifference) -> Reason:
    """One difference between two texts of a sheet; of a pay table, the lines that differ."""
    first, second = difference.first, difference.second
    before, after = _says(first, second), _says(second, first)
    return because(
        "proposed.difference", heading=difference.headed, name=difference.named, after=after, before=before
    )


def _says(topic: SheetTopic | None, other: SheetTopic | None) -> Reason:
    if topic is None:
        return because("value.nothing")
    lines = tuple(line for line in topic.lines if other and line not in other.lines)
    says = because("sentences", all=lines) if lines else topic.reason
    return because("rule.cited", what=says, clauses=" ".join(topic.clauses)) if topic.clauses else says


def _beside(wanted: _Settings, now: _Settings) -> Iterator[Reason]:
    """The new values that differ from the current ones, which follow each; all where nothing is yet."""
    if not now:
        yield from (because("setting.is", setting=name, value=will) for name, will in wanted.items())
        return
    none = because("value.none")
    changed = [name for name in {**wanted, **now} if wanted.get(name) != now.get(name)]
    for name in changed:
        value, before = wanted.get(name, none), now.get(name, none)
        yield because("setting.instead", setting=name, value=value, before=before)
    if not changed:
        yield because("setting.same")


def _titles(floor: Floor | None, sheet: str) -> dict[str, str]:
    """Titles of bets in a sheet in force, by name."""
    game = floor.rulebook.games.get(sheet) if floor else None
    return {name: rule.title for name, rule in game.sheet.bets.items()} if game else {}


def plate_words(plate: pa.PlateChange | pa.TableChange, titles: Mapping[str, str]) -> _Settings:
    """Limits, boxes and chips of a plate; ``titles`` names its bets."""
    return {
        **{
            because("setting.limits", bet=titles.get(bet, bet)): because(
                "value.range", least=one.minimum, most=one.maximum
            )
            for bet, one in plate.limits.items()
        },
        because("setting.boxes"): str(plate.boxes),
        because("setting.chips"): " ".join(format_cents(chip) for chip in plate.denominations),
    }


def table_words(table: pa.TableChange, titles: Mapping[str, str]) -> _Settings:
    """All settings of a table."""
    return {
        because("setting.sheet"): table.sheet,
        because("setting.link"): table.link or because("value.none"),
        because("setting.dealt_by"): because("value.software" if table.automatic else "value.dealer"),
        because("setting.cards_from"): because(
            "value.own_shoe" if table.cards == "shoe" else "value.outside"
        ),
        because("setting.device"): because("value.device", device=table.device),
        **plate_words(table, titles),
        because("setting.away"): because("value.seconds", seconds=str(table.away_seconds)),
        because("setting.tray"): because("value.counted" if table.counts_tray else "value.not_counted"),
        because("setting.card_sets"): because("value.recorded" if table.card_sets else "value.not_recorded"),
        because("setting.seat_kept"): because("value.rounds", rounds=table.idle_rounds)
        if table.idle_rounds
        else because("value.ever"),
    }


def config_words(config: LinkConfig) -> _Settings:
    """The parameters of a link."""
    found: dict[Reason | str, Reason | str] = {}
    for name, code in _CONFIG.items():
        value = getattr(config, name)
        if name.endswith("_rate"):
            found[because(code)] = because("value.percent", percent=str(value * 100))
        else:
            found[because(code)] = format_cents(value) if isinstance(value, int) else destination(value)
    return found


def destination(to: NextSeed | OtherLink | Revenue) -> Reason:
    """The destination of money."""
    match to:
        case NextSeed():
            return because("value.next_seed")
        case Revenue():
            return because("value.house")
    return because("value.link", link=to.link)
