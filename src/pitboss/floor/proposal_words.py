"""Proposed acts in plain words, with the current values beside the new ones."""

from collections.abc import Iterator, Mapping

from pitboss.access.proposals import Proposal
from pitboss.access.proposed_words import account_words
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import DEFAULT_AMOUNTS, amount_words
from pitboss.floor.amounts import NAME as AMOUNTS
from pitboss.floor.service import Floor
from pitboss.jackpots import LinkConfig, NextSeed, OtherLink, Revenue
from pitboss.money import format_cents, format_exact
from pitboss.plural import counted
from pitboss.sheets import SheetFault
from pitboss.sheets.compare import SheetDifference, SheetTopic, differences
from pitboss.sheets.loader import read_texts
from pitboss.words import say

_AMOUNTS = ("reset", "cap", "prescribed_bet", "alarm_above")
_DEALT_BY = {True: "the software", False: "a Dealer"}


def proposal_words(one: Proposal, floor: Floor | None = None) -> tuple[str, ...]:
    """What a proposal about any subject does, in sentences."""
    return (
        proposed_in_words(pa.from_text(one.what), floor)
        if pa.is_of_floor(one.subject)
        else tuple(say(each) for each in account_words(one.what))
    )


def proposed_in_words(act: pa.ProposedFloorAct, floor: Floor | None = None) -> tuple[str, ...]:
    """What a proposed act does, in sentences for those who approve it; with a floor, also what it changes."""
    return tuple(_words(act, floor))


def _words(act: pa.ProposedFloorAct, floor: Floor | None) -> Iterator[str]:
    match act:
        case pa.PlateChange():
            yield f"From its next round on, table {act.table} displays:"
            table = floor.table(act.table) if floor else None
            titles = _titles(floor, table.plate.sheet) if table else {}
            now = plate_words(pa.recorded_table(table), titles) if table else {}
            yield from _beside(plate_words(act, titles), now)
        case pa.TableChange():
            table = floor.table(act.table) if floor else None
            yield f"Table {act.table} is opened{' anew' if table else ''}, between two rounds:"
            titles = _titles(floor, act.sheet)
            now = table_words(pa.recorded_table(table), titles) if table else {}
            yield from _beside(table_words(act, titles), now)
        case pa.AwardReversal():
            yield f"The last round of table {act.table} is settled again."
            yield "An award that was paid for it and that it did not win is taken back."
        case pa.AmountsChange():
            yield "One person moves alone, and nobody by one act more than the most:"
            held = floor.amount_streams.refresh(AMOUNTS).state if floor else None
            yield from _beside(amount_words(act.amounts), amount_words(held or DEFAULT_AMOUNTS))
        case pa.SheetAdoption():
            yield from _of_sheet(act, floor)
        case pa.BreakSetting():
            yield f"{act.player} takes a break of {counted(act.days, 'day')}, from the approval on:"
            yield "no seat, no chips and no bet until its end. Nobody can shorten it."
        case _:
            yield from _of_link(act, floor)


def _of_link(act: pa.LinkProposal, floor: Floor | None) -> Iterator[str]:
    link = floor.link(act.link) if floor else None
    match act:
        case pa.LinkOpening():
            tables = ", ".join(f"{table} ({sheet})" for table, sheet in act.members.items())
            yield f"A new link {act.link} begins, at its reset value, for {tables or 'no table'}:"
            yield from _beside(config_words(act.config), {})
        case pa.LinkChange():
            yield f"After its next 100 % hit, or at once if its pool is empty, link {act.link} has:"
            yield from _beside(config_words(act.config), config_words(link.config) if link else {})
        case pa.DisplayCorrection():
            way = "raised" if act.amount > 0 else "lowered"
            yield f"The display of link {act.link} is {way} by {format_exact(abs(act.amount))}."
        case pa.LinkTransfer():
            amount = format_exact(act.amount)
            yield f"{amount} of the {act.part} of link {act.link} goes to {destination(act.to)}."
        case pa.TableRemoval():
            yield f"Table {act.table} leaves link {act.link}."
        case pa.LinkClosure():
            yield f"Link {act.link} ends; all it holds goes to {destination(act.to)}."
        case pa.ClaimDenial():
            yield f"The claim {act.claim} of link {act.link} is denied: it is no win."
            yield "Its round is settled without it, and the jackpot bet is collected."


def _of_sheet(act: pa.SheetAdoption, floor: Floor | None) -> Iterator[str]:
    try:
        game = read_texts(act.sheet_toml, act.clauses_toml, act.format)
    except SheetFault as fault:
        yield f"A text of {act.sheet} that this build cannot read: {fault}"
        return
    identity = game.sheet.identity
    yield (
        f"{identity.called}, version {identity.version} ({act.sheet}), is played from the next opening of "
        "betting on; rounds under way keep the text they began with."
    )
    yield f"SHA-256 {game.hashes.sheet}"
    known = floor.rulebook.games.get(act.sheet) if floor else None
    if known is None:
        return
    found = differences(known.sheet, game.sheet)
    yield from (difference_in_words(difference) for difference in found)
    if not found:
        yield "It differs from the text in force only in words, clauses or the register."


def difference_in_words(difference: SheetDifference) -> str:
    """One difference between two texts of a sheet; of a pay table, the lines that differ."""
    first, second = difference.first, difference.second
    before, after = _says(first, second), _says(second, first)
    return f"{difference.heading}, {difference.name}: {after}, instead of {before}"


def _says(topic: SheetTopic | None, other: SheetTopic | None) -> str:
    if topic is None:
        return "nothing"
    lines = [line for line in topic.lines if other and line not in other.lines]
    says = "; ".join(lines) or topic.says
    return f"{says} [{' '.join(topic.clauses)}]" if topic.clauses else says


def _beside(wanted: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """The new values that differ from the current ones, which follow each; all where nothing is yet."""
    if not now:
        yield from (f"{name} {will}" for name, will in wanted.items())
        return
    changed = [name for name in {**wanted, **now} if wanted.get(name) != now.get(name)]
    for name in changed:
        yield f"{name} {wanted.get(name, 'none')}, instead of {now.get(name, 'none')}"
    if not changed:
        yield "as it is now: nothing changes"


def _titles(floor: Floor | None, sheet: str) -> dict[str, str]:
    """What a sheet in force calls its bets, by name."""
    game = floor.rulebook.games.get(sheet) if floor else None
    return {name: rule.title for name, rule in game.sheet.bets.items()} if game else {}


def plate_words(plate: pa.PlateChange | pa.TableChange, titles: Mapping[str, str]) -> dict[str, str]:
    """Limits, boxes and chips of a plate, in words; ``titles`` names its bets."""
    return {
        **{
            f"limits of {titles.get(bet, bet)}": f"{format_cents(one.minimum)} to {format_cents(one.maximum)}"
            for bet, one in plate.limits.items()
        },
        "boxes": str(plate.boxes),
        "chips": " ".join(format_cents(chip) for chip in plate.denominations),
    }


def table_words(table: pa.TableChange, titles: Mapping[str, str]) -> dict[str, str]:
    """All settings of a table, in words."""
    return {
        "sheet": table.sheet,
        "link": table.link or "none",
        "dealt by": _DEALT_BY[table.automatic],
        "cards from": {"shoe": "the software's shoe", "outside": "outside"}[table.cards],
        "device": table.device,
        **plate_words(table, titles),
        "away": f"{table.away_seconds} s at most",
        "tray": "counted" if table.counts_tray else "not counted",
        "card sets": "recorded" if table.card_sets else "not recorded",
        "a seat is kept for": f"{counted(table.idle_rounds, 'round')} without a bet"
        if table.idle_rounds
        else "ever",
    }


def config_words(config: LinkConfig) -> dict[str, str]:
    """The parameters of a link, in words."""
    found = {}
    for name in config.__struct_fields__:
        value = getattr(config, name)
        if name in _AMOUNTS:
            found[name.replace("_", " ")] = format_cents(value)
        elif name.endswith("_rate"):
            found[name.replace("_", " ")] = f"{value * 100} %"
        elif name == "overflow_to":
            found["overflow to"] = destination(value)
    return found


def destination(to: NextSeed | OtherLink | Revenue) -> str:
    """Where money goes, in words."""
    match to:
        case NextSeed():
            return "the next seed"
        case Revenue():
            return "the house"
    return f"link {to.link}"
