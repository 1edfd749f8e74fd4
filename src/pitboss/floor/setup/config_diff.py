"""Differences between the file of a floor and its journal, and the proposals that would apply them.

Only what the journal records is compared: sheets, amounts, links, tables. The rest (pace, hours, file names)
takes effect from the file directly. The dealing method and device of a table are chosen at the table; the
file sets them for a new table only.

Propose each difference between an edited file and the record once, for two people to approve.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from pitboss.access.proposals import Proposal, ProposalOutcome, proposal_digest, remembered
from pitboss.access.roles import SYSTEM
from pitboss.floor import proposed as pa
from pitboss.floor.amounts import amount_words
from pitboss.floor.proposals import FloorProposals
from pitboss.floor.service import Floor
from pitboss.floor.setup.config import FloorConfig, LinkSetting, TableSetting
from pitboss.floor.tables.events import TableSettings
from pitboss.floor.tables.table import TableState
from pitboss.invariant import InvariantBroken
from pitboss.jackpots import Link
from pitboss.projection import project
from pitboss.reason import Fault, Reason, because
from pitboss.refusal import Refusal
from pitboss.sheets import Game
from pitboss.sheets.house import other_house
from pitboss.sheets.library import LibraryFault, SheetFolder, library, text_of
from pitboss.sheets.loader import is_named
from pitboss.words import say


class CannotSetUp(Fault):
    """The floor cannot be opened from its file, and why."""


class ConfigDifference(Struct, frozen=True, kw_only=True):
    """A setting that the file and the record have differently."""

    path: str
    recorded: str
    wanted: str
    act: pa.ProposedFloorAct | Reason
    """The proposal that would apply this change, or why none does and what to do instead."""


_PLATE: Final = ("boxes", "limits", "denominations")
_ANEW: Final = ("sheet", *(name for name in TableSettings.__struct_fields__ if name not in _PLATE))
"""Settings that change by reopening the table."""


def compare(floor: Floor, config: FloorConfig) -> tuple[ConfigDifference, ...]:
    """Every difference, in the order of approval: a table may need its new link first."""
    return (*_sheets(floor), *_amounts(floor, config), *_links(floor, config), *_tables(floor, config))


def sheet_named(name: str, floor: Floor | None = None) -> Game:
    """A sheet in force on a floor, or one of the library, by its id or short name."""
    known = offered() | (floor.rulebook.games if floor else {})
    found = [known[name]] if name in known else [game for game in known.values() if is_named(game, name)]
    if len(found) > 1:
        ids = tuple(game.sheet.id for game in found)
        raise CannotSetUp(because("setup.short_name", given=repr(name), sheets=ids))
    if found:
        return found[0]
    drafts = [folder for folder in library().folders() if folder.is_named(name)]
    if drafts:
        raise CannotSetUp(because("setup.draft", sheet=drafts[0].id))
    shorts = tuple(game.sheet.identity.short for game in known.values())
    raise CannotSetUp(because("command.no_sheet", given=repr(name), sheets=shorts))


def offered() -> dict[str, Game]:
    """The sheets of the library by id, but no draft; raises :class:`CannotSetUp` if one cannot be played."""
    games = {folder.id: _game(folder) for folder in library().folders()}
    return {sheet: game for sheet, game in games.items() if not game.sheet.identity.draft}


def _game(folder: SheetFolder) -> Game:
    try:
        return folder.game
    except LibraryFault as fault:
        raise CannotSetUp(fault.reason) from None


def _sheets(floor: Floor) -> Iterator[ConfigDifference]:
    """Texts of the library that never were in force; one that two people have replaced is not among them."""
    others = floor.rulebook.games.values()
    for sheet, game in offered().items():
        if game.hashes.sheet not in floor.rulebook.by_hash and not other_house(game, others):
            known, text = floor.rulebook.games.get(sheet), text_of(sheet)
            yield ConfigDifference(
                path=f"sheets.{sheet}",
                recorded=known.hashes.sheet[:12] if known else "none",
                wanted=game.hashes.sheet[:12],
                act=pa.SheetAdoption(sheet, text.form, text.sheet_toml, text.clauses_toml),
            )


def _amounts(floor: Floor, config: FloorConfig) -> Iterator[ConfigDifference]:
    recorded = floor.amounts()
    act = pa.AmountsChange(config.amounts)
    ours, theirs = (
        {
            str(path): say(said) if isinstance(said, Reason) else said
            for path, said in amount_words(each).items()
        }
        for each in (recorded, config.amounts)
    )
    for path in {**ours, **theirs}:
        if ours.get(path) != theirs.get(path):
            yield ConfigDifference(
                path=f"amounts.{path}",
                recorded=ours.get(path, "none"),
                wanted=theirs.get(path, "none"),
                act=act,
            )


def _links(floor: Floor, config: FloorConfig) -> Iterator[ConfigDifference]:
    for wanted in config.links:
        yield from _of_link(floor, config, wanted, floor.link(wanted.id))
    named = [link.id for link in config.links]
    for name in floor.link_names():
        link = floor.link(name)
        if name not in named and link and not link.closed:
            act = because("setup.link_stays")
            yield ConfigDifference(path=f"links.{name}", recorded="open", wanted="none", act=act)


def _of_link(
    floor: Floor, config: FloorConfig, wanted: LinkSetting, recorded: Link | None
) -> Iterator[ConfigDifference]:
    path = f"links.{wanted.id}"
    if recorded is None:
        tables = [table for table in config.tables if table.link == wanted.id]
        members = {table.id: sheet_named(table.sheet, floor).sheet.id for table in tables}
        yield ConfigDifference(
            path=path,
            recorded="none",
            wanted="a new link",
            act=pa.LinkOpening(wanted.id, wanted.config, members),
        )
        return
    if recorded.closed:
        yield ConfigDifference(
            path=path,
            recorded="closed",
            wanted="open",
            act=because("setup.link_closed"),
        )
        return
    queued = recorded.queued.config if recorded.queued else recorded.config
    act = pa.LinkChange(wanted.id, wanted.config)
    for name in wanted.config.__struct_fields__:
        ours, theirs = getattr(queued, name), getattr(wanted.config, name)
        if ours != theirs:
            yield ConfigDifference(path=f"{path}.{name}", recorded=str(ours), wanted=str(theirs), act=act)


def _tables(floor: Floor, config: FloorConfig) -> Iterator[ConfigDifference]:
    for wanted in config.tables:
        yield from _of_table(floor, wanted, floor.table(wanted.id))
    named = [table.id for table in config.tables]
    for name in floor.table_names():
        table = floor.table(name)
        if name not in named and table and table.open:
            yield ConfigDifference(
                path=f"tables.{name}",
                recorded="open",
                wanted="none",
                act=because("setup.table_stays"),
            )


def _of_table(floor: Floor, wanted: TableSetting, recorded: TableState | None) -> Iterator[ConfigDifference]:
    path, act = f"tables.{wanted.id}", wanted_table(floor, wanted)
    if recorded is None:
        yield ConfigDifference(path=path, recorded="none", wanted="a new table", act=act)
        return
    now = pa.recorded_table(recorded)
    anew = [name for name in _ANEW if getattr(now, name) != getattr(act, name)]
    plate = [name for name in _PLATE if getattr(now, name) != getattr(act, name)]
    shown = pa.PlateChange(act.table, act.boxes, act.limits, act.denominations)
    proposed = (act if anew else shown) if recorded.open else because("setup.table_closed")
    for name in (*anew, *plate):
        yield ConfigDifference(
            path=f"{path}.{name}",
            recorded=str(getattr(now, name)),
            wanted=str(getattr(act, name)),
            act=proposed,
        )
    link = floor.link(recorded.link) if recorded.link else None
    if link and recorded.open and not anew and recorded.plate.jackpot_bet != link.config.prescribed_bet:
        yield ConfigDifference(
            path=f"{path}.jackpot_bet",
            recorded=str(recorded.plate.jackpot_bet),
            wanted=str(link.config.prescribed_bet),
            act=shown,
        )


def wanted_table(floor: Floor, wanted: TableSetting) -> pa.TableChange:
    """The proposal that opens a table of the file."""
    sheet = sheet_named(wanted.sheet, floor).sheet.id
    return project(pa.TableChange, wanted, table=wanted.id, sheet=sheet)


REASON = "the file of the floor says so"


class ConfigProposal(Struct, frozen=True):
    """A difference between file and record, and the state of its proposal."""

    difference: ConfigDifference
    state: ProposalOutcome | Literal["waiting", "refused", "left"]
    """``waiting``: proposed. ``refused``: not possible. ``left``: not made by proposal. Or the decision on
    this text."""
    reason: Reason
    """Why it is so, for the log."""


def propose_wanted(
    proposals: FloorProposals, differences: Iterable[ConfigDifference]
) -> tuple[ConfigProposal, ...]:
    """Propose each difference, unless the same proposal waits or was the last one decided.

    What two people have rejected stays rejected until the file changes, and a file that is out of date after
    a decision does not propose to undo it.
    """
    found: dict[str, ConfigProposal] = {}
    wanted = []
    for difference in differences:
        if isinstance(difference.act, Reason):
            wanted.append(ConfigProposal(difference, "left", difference.act))
            continue
        text = pa.as_text(difference.act)
        if text not in found:
            found[text] = _propose(proposals, difference, difference.act, proposal_digest(text))
        said = found[text]
        wanted.append(ConfigProposal(difference, said.state, said.reason))
    return tuple(wanted)


def _propose(
    proposals: FloorProposals, difference: ConfigDifference, act: pa.ProposedFloorAct, digest: str
) -> ConfigProposal:
    before = _last(proposals, act)
    if before and before[0].digest == digest and before[1] != "lapsed":
        return _said(difference, *before)
    answer = proposals.propose(act, SYSTEM, REASON)
    if isinstance(answer, Refusal) and answer.code != "proposal_known":
        return ConfigProposal(difference, "refused", because("setup.not_proposed", why=answer.reason))
    after = _last(proposals, act)
    if after is None:
        raise InvariantBroken(f"a change of {difference.path} was proposed, and no such proposal is recorded")
    return _said(difference, *after)


def _said(
    difference: ConfigDifference, one: Proposal, state: ProposalOutcome | Literal["waiting"]
) -> ConfigProposal:
    if state == "waiting":
        return ConfigProposal(difference, state, because("setup.proposal_waits", proposal=one.id))
    reason = because("setup.proposal_decided", proposal=one.id, outcome=state)
    return ConfigProposal(difference, state, reason)


def _last(
    proposals: FloorProposals, act: pa.ProposedFloorAct
) -> tuple[Proposal, ProposalOutcome | Literal["waiting"]] | None:
    """The software's newest proposal on the same subject, and its outcome."""
    now = proposals.people.clock()
    for one, decided in remembered(proposals.state(pa.subject_of(act))):
        if one.by == SYSTEM and type(pa.from_text(one.what)) is type(act):
            return one, decided.outcome if decided else "waiting" if now < one.expires else "lapsed"
    return None
