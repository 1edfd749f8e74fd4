"""The plate of a table (3.3): which limits, boxes and chips a sheet allows, and how they change. Pure."""

from msgspec import structs

from pitboss.citation import Clauses, clauses_or
from pitboss.floor.tables import events as fe
from pitboss.floor.tables.table import TableState
from pitboss.jackpots import Link
from pitboss.people import Approval, approval_fault
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.settlement import Table
from pitboss.sheets.game import Game


def plate_refusal(game: Game, plate: Table, denominations: tuple[int, ...]) -> Refusal | None:
    """Refusal of a plate that the sheet does not allow."""
    layout = game.sheet.layout
    if not layout.fewest_boxes <= plate.boxes <= layout.most_boxes:
        why = because(
            "plate_not_possible.boxes", least=layout.fewest_boxes, most=layout.most_boxes, boxes=plate.boxes
        )
        return refuse("plate_not_possible", why, layout.clauses)
    if wrong := game.device_fault(plate.device):
        return refuse("method_not_possible", wrong, dealing_clauses(game))
    seats = game.sheet.seats.clauses
    for bet, limits in plate.limits.items():
        if bet not in game.sheet.bets:
            known = tuple(game.sheet.bets)
            return refuse("plate_not_possible", because("plate_not_possible.bet", bet=bet, bets=known), seats)
        if not 0 < limits.minimum <= limits.maximum:
            title = game.sheet.bets[bet].title
            why = because("plate_not_possible.limits", bet=title)
            return refuse("plate_not_possible", why, seats)
    if not denominations or min(denominations) <= 0:
        return refuse("plate_not_possible", because("plate_not_possible.chips"), seats)
    return None


def dealing_clauses(game: Game) -> Clauses:
    """The clauses of every step of every procedure."""
    steps = dict.fromkeys(step[1] for dealing in game.sheet.dealing for step in dealing.steps)
    return clauses_or(steps, game.sheet.layout.clauses)


def settings_refusal(game: Game, table: str, settings: fe.TableSettings, *, seals: bool) -> Refusal | None:
    """Refusal of settings that exclude each other; ``seals``: the floor has a key to seal decks with."""
    if settings.cards == "shoe" and not seals:
        return refuse("no_shoe", because("no_shoe.key"), game.sheet.deck.clauses)
    if settings.automatic and settings.counts_tray:
        why = because("no_tray.software", table=table)
        return refuse("no_tray", why, game.ruling_clauses)
    return None


def plate_changed(
    game: Game,
    table: TableState,
    link: Link | None,
    plate: Table,
    denominations: tuple[int, ...],
    approval: Approval,
) -> fe.PlateChanged | Refusal:
    """New limits, boxes and chips for the next round; the jackpot bet is the link's prescribed one."""
    if fault := approval_fault(approval, because("act.change_plate")):
        return refuse(*fault, game.ruling_clauses)
    prescribed = {table.plate.jackpot_bet} | ({link.config.prescribed_bet} if link else set())
    if plate.sheet != table.plate.sheet or plate.jackpot_bet not in prescribed:
        why = because("plate_not_possible.sheet")
        return refuse("plate_not_possible", why, game.ruling_clauses)
    refusal = plate_refusal(game, plate, denominations)
    return refusal or fe.PlateChanged(structs.replace(plate, live=True), denominations, approval)
