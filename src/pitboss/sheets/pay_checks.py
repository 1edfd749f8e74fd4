"""The checks of what bets get: pay tables, qualifier, showdown, and what a fold or an unshown hand loses.

The checks of a jackpot: a game has all of it or none, and its pay table has neither gap nor overlap.
"""

from collections.abc import Generator, Iterator
from itertools import pairwise, zip_longest
from typing import Final

from pitboss.cards import RANKS, SUITS
from pitboss.hands.hand_lines import HandLine, leads_of, parse_hand_line
from pitboss.reason import Unreadable, because
from pitboss.sheets.checks import SheetFault, check_ranking
from pitboss.sheets.model import Jackpot, PayTable, RankingList, Sheet
from pitboss.sheets.rates import Push, ToOne, parse_rate

_MOST_UNITS: Final = 100
"""The most units of a jackpot bet: odds are computed for each."""
_ALL_OF_IT: Final = ("[bets.jackpot]", "[jackpot]", "[jackpot_ranking]", "amounts.orphan_jackpot")
_OF_A_JACKPOT: Final = ("freeze_jackpot", "return_orphan")
"""The effects that only a game with a jackpot can carry out."""


def check_jackpot(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the jackpot of a game that has one, and that a game without has nothing of it."""
    jackpot, ranking = sheet.jackpot, sheet.jackpot_ranking
    parts = {
        "bets.jackpot": "jackpot" in sheet.bets,
        "jackpot": jackpot is not None,
        "jackpot_ranking": ranking is not None,
        "amounts.orphan_jackpot": bool(sheet.amounts.orphan_jackpot),
    }
    missing = [path for path, there in parts.items() if not there]
    if jackpot and ranking and not missing:
        yield from _check_jackpot(sheet, jackpot, ranking)
    elif len(missing) < len(parts):
        yield SheetFault(missing[0], because("jackpot.missing", parts=_ALL_OF_IT))
    else:
        yield from _check_without(sheet)


def _check_jackpot(sheet: Sheet, jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    yield from check_ranking("jackpot_ranking", ranking)
    if not jackpot.lines:
        message = because("jackpot.pays_nothing", parts=_ALL_OF_IT)
        yield SheetFault("jackpot.lines", message)
    if not 1 <= jackpot.most_units <= _MOST_UNITS:
        message = because("jackpot.units", given=jackpot.most_units, most=_MOST_UNITS)
        yield SheetFault("jackpot.most_units", message)
    rule = sheet.bets["jackpot"]
    if rule.placed != "before_deal" or not rule.needs_ante:
        message = because("jackpot.bet")
        yield SheetFault("bets.jackpot", message)
    if "jackpot" in sheet.pays:
        yield SheetFault("pays.jackpot", because("jackpot.lines"))
    yield from _check_jackpot_lines(jackpot, ranking)


def _check_without(sheet: Sheet) -> Iterator[SheetFault]:
    if "jackpot_bet" in sheet.seats.displayed:
        yield SheetFault("seats.displayed", because("jackpot.none", given="jackpot_bet"))
    for clause, policy in sheet.irregularities.items():
        if policy.effect in _OF_A_JACKPOT:
            path = f"irregularities.{clause}.effect"
            yield SheetFault(path, because("jackpot.none", given=policy.effect))


def _check_jackpot_lines(jackpot: Jackpot, ranking: RankingList) -> Iterator[SheetFault]:
    lines = jackpot.lines
    suits: dict[str, str] = {}
    for number, line in enumerate(lines):
        path = f"jackpot.lines.{number}"
        try:
            rate = parse_rate(line.pays)
        except Unreadable as fault:
            yield SheetFault(path, fault.reason)
        else:
            if isinstance(rate, ToOne | Push):
                yield SheetFault(path, because("jackpot.rate", rate=line.pays))
        if set(suits.get(line.hand, "")) & set(line.suits):
            yield SheetFault(path, because("pays.overlap", line=line.hand))
        suits[line.hand] = suits.get(line.hand, "") + line.suits
    for hand, named in suits.items():
        if sorted(named) != sorted(SUITS):
            yield SheetFault("jackpot.lines", because("jackpot.suits", hand=hand))
    yield from _check_run(list(suits), list(ranking.order))
    if any(line.envy for line in lines) != bool(jackpot.envy_clauses):
        yield SheetFault("jackpot.envy_clauses", because("jackpot.envy_clauses"))


def _check_run(hands: list[str], order: list[str]) -> Iterator[SheetFault]:
    """Check that the pay table follows the ranking list from its top, without gap or repetition."""
    if hands != order[: len(hands)]:
        for hand, due in zip_longest(hands, order[: len(hands)], fillvalue=None):
            if hand != due:
                reason = because("pays.due", due=due or because("pays.nothing_more"))
                yield SheetFault(f"jackpot.lines.{hand or 'nothing more'}", reason)
                return


ANTE_BONUS: Final = "ante_bonus"
_HOLE_CARDS: Final = 2


def _check_outcomes(sheet: Sheet) -> Iterator[SheetFault]:
    yield from _check_showdown(sheet) if sheet.hands.dealer else _check_without_dealer(sheet)


def _check_pays(sheet: Sheet) -> Iterator[SheetFault]:
    for name in sheet.bets:
        if name != "jackpot" and name not in sheet.pays:
            yield SheetFault(f"bets.{name}", because("pays.none"))
    for bet, table in sheet.pays.items():
        if bet not in sheet.bets and bet != ANTE_BONUS:
            yield SheetFault(f"pays.{bet}", because("pays.unknown"))
        yield from _check_pay_table(f"pays.{bet}", sheet, table, bet)


def _check_qualifier(sheet: Sheet) -> Iterator[SheetFault]:
    qualifier = sheet.qualifier
    if qualifier is None:
        return
    if (qualifier.high_cards is None) == (qualifier.hand is None):
        yield SheetFault("qualifier", because("qualifier.either"))
    if qualifier.hand is not None:
        yield from _hand_line("qualifier.hand", qualifier.hand, sheet.ranking)
    if qualifier.high_cards is None:
        return
    cards = qualifier.high_cards
    known = [RANKS.find(rank) for rank in cards]
    falling = all(high > low for high, low in pairwise(known))
    if not 0 < len(cards) <= sheet.ranking.size or -1 in known or not falling:
        yield SheetFault("qualifier.high_cards", because("qualifier.high_cards", given=repr(cards)))


def _check_showdown(sheet: Sheet) -> Iterator[SheetFault]:
    outcomes = {"higher", "lower", "same"} | ({"no_qualifying_hand"} if sheet.qualifier else set())
    if set(sheet.showdown) != outcomes:
        yield SheetFault("showdown", because("showdown.outcomes", outcomes=tuple(sorted(outcomes))))
    needed = {"ante"} | {name for name, rule in sheet.bets.items() if rule.placed == "decision"}
    compared = needed | set(sheet.showdown.get("higher", ()))
    for outcome, verdicts in sheet.showdown.items():
        for bet in verdicts:
            if bet not in sheet.bets or bet == "jackpot":
                yield SheetFault(f"showdown.{outcome}.{bet}", because("showdown.no_bet"))
            elif bet not in needed and not sheet.bets[bet].needs_ante:
                message = because("showdown.needs_ante")
                yield SheetFault(f"bets.{bet}.needs_ante", message)
        if outcome == "no_qualifying_hand":
            yield from _check_overlay(set(verdicts), compared)
        elif set(verdicts) != compared:
            yield SheetFault(f"showdown.{outcome}", because("showdown.bets", bets=tuple(sorted(compared))))


def _check_overlay(named: set[str], compared: set[str]) -> Iterator[SheetFault]:
    """Check the bets that get a result of their own when the Dealer does not qualify."""
    path = "showdown.no_qualifying_hand"
    if not named:
        yield SheetFault(path, because("showdown.no_bets"))
    for bet in sorted(named - compared):
        yield SheetFault(f"{path}.{bet}", because("showdown.unnamed"))


def _check_without_dealer(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that nothing of a game without a Dealer's hand depends on one."""
    if sheet.showdown:
        yield SheetFault("showdown", because("dealerless.showdown"))
    if sheet.qualifier:
        yield SheetFault("qualifier", because("dealerless.qualifier"))
    if sheet.hands.dealers_last_card_face_up:
        yield SheetFault("hands.dealers_last_card_face_up", because("dealerless.face_up"))
    if sheet.decline.taken_as != "folded":
        yield SheetFault("decline.taken_as", because("dealerless.declined"))
    if ANTE_BONUS in sheet.pays:
        yield SheetFault(f"pays.{ANTE_BONUS}", because("dealerless.ante_bonus"))
    if sheet.seats.players_on_a_box != "one":
        yield SheetFault("seats.players_on_a_box", because("dealerless.shared_box"))


def _check_lost(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the bets that a fold, or a hand that is not shown, loses."""
    for part, names in (("fold", sheet.fold.loses), ("decline", sheet.decline.loses)):
        for name in names:
            if name not in sheet.bets:
                yield SheetFault(f"{part}.loses", because("pays.no_bet", bet=name))
    decided = {name for name, rule in sheet.bets.items() if rule.placed == "decision"}
    if not sheet.hands.dealer:
        for part, names in (("fold", sheet.fold.loses), ("decline", sheet.decline.loses)):
            for name in sorted({"ante", *decided}.difference(names)):
                message = because("pays.lost_without_dealer", bet=name)
                yield SheetFault(f"{part}.loses", message)
        return
    main = set(sheet.showdown.get("higher", ()))
    placed = {"ante"} | (main - decided)
    if (main | placed).intersection(sheet.fold.loses) != placed:
        message = because("pays.fold_loses_ante")
        if placed > {"ante"}:
            message = because("pays.fold_loses_main")
        yield SheetFault("fold.loses", message)
    if not main.isdisjoint(sheet.decline.loses):
        yield SheetFault("decline.loses", because("pays.declined"))


def _check_pay_table(path: str, sheet: Sheet, table: PayTable, bet: str) -> Iterator[SheetFault]:
    if sum([bool(table.pays), bool(table.hands), bool(table.hole_cards)]) != 1:
        yield SheetFault(path, because("pays.one_form"))
    compared = bet in sheet.showdown.get("higher", ())
    yield from _check_rates(path, table, is_bonus=bet == ANTE_BONUS)
    if compared and table.hole_cards:
        yield SheetFault(f"{path}.hole_cards", because("pays.by_hand"))
    if not compared and table.pays:
        yield SheetFault(f"{path}.pays", because("pays.by_own_cards"))
    if bet == ANTE_BONUS and not table.hands:
        yield SheetFault(path, because("pays.bonus_by_hand"))
    covers = yield from _check_lines(f"{path}.hands", table, sheet.ranking)
    if table.pays_from:
        yield from _check_pays_from(f"{path}.pays_from", sheet, table, compared)
    elif compared and table.hands and not covers:
        message = because("pays.every_hand")
        yield SheetFault(path, message)
    if table.most_paid and not (table.hole_cards and table.cap_clauses):
        yield SheetFault(f"{path}.most_paid", because("pays.cap"))
    if table.cap_clauses and not table.most_paid:
        yield SheetFault(f"{path}.cap_clauses", because("pays.no_cap"))
    if table.hole_cards:
        yield from _check_hole_cards(path, table, sheet)


def _check_rates(path: str, table: PayTable, *, is_bonus: bool) -> Iterator[SheetFault]:
    """Check that every rate is one of a bet that is given back with a win."""
    rates = {f"{path}.pays": table.pays} if table.pays else {}
    rates |= {f"{path}.hands.{hand}": rate for hand, rate in table.hands.items()}
    rates |= {f"{path}.hole_cards.{n}.pays": line.pays for n, line in enumerate(table.hole_cards)}
    for at, rate in rates.items():
        try:
            parsed = parse_rate(rate)
        except Unreadable as fault:
            yield SheetFault(at, fault.reason)
            continue
        if isinstance(parsed, Push) and (is_bonus or not table.hands):
            yield SheetFault(at, because("pays.push"))
        if not isinstance(parsed, ToOne | Push):
            yield SheetFault(at, because("pays.to_one", rate=rate))


def _check_lines(path: str, table: PayTable, ranking: RankingList) -> Generator[SheetFault, None, bool]:
    """Check lines by hand from the top of the ranking list, without gap or overlap; say if all are paid."""
    place, above = 0, len(RANKS)
    for text in table.hands:
        at = f"{path}.{text}"
        line = (yield from _hand_line(at, text, ranking)) if ":" in text else HandLine(text)
        due = ranking.order[place] if place < len(ranking.order) else because("pays.nothing_more")
        if line is None:
            return True
        if line.category != due:
            if line.category in ranking.order:
                yield SheetFault(at, because("pays.due", due=due))
            else:
                yield SheetFault(at, because("pays.no_hand", given=text, due=due))
            return True
        if line.lead is None:
            place, above = place + 1, len(RANKS)
        elif line.lead >= above:
            yield SheetFault(at, because("pays.overlap_above"))
        else:
            above = line.lead
    return place == len(ranking.order)


def _check_pays_from(path: str, sheet: Sheet, table: PayTable, compared: bool) -> Iterator[SheetFault]:
    line = yield from _hand_line(path, table.pays_from or "", sheet.ranking)
    if not compared:
        yield SheetFault(path, because("pays.from_dealers"))
    elif line and table.hands and list(table.hands)[-1] != table.pays_from:
        yield SheetFault(path, because("pays.from_last"))


def _hand_line(path: str, text: str, ranking: RankingList) -> Generator[SheetFault, None, HandLine | None]:
    """Read a hand of the ranking list, whole or from a rank up; a rank must part its category."""
    try:
        line = parse_hand_line(text)
    except Unreadable as fault:
        yield SheetFault(path, fault.reason)
        return None
    if line.category not in ranking.order:
        yield SheetFault(path, because("ranking.not_in", category=line.category))
        return None
    if line.lead is not None:
        possible = leads_of(line.category, ranking.size, ranking.order)
        if line.lead >= possible.stop:
            yield SheetFault(path, because("ranking.too_high", category=line.category))
        elif line.lead <= possible.start:
            yield SheetFault(path, because("ranking.every", category=line.category))
    return line


def _check_hole_cards(path: str, table: PayTable, sheet: Sheet) -> Iterator[SheetFault]:
    with_dealers = any(line.dealer for line in table.hole_cards)
    if sheet.hands.box != _HOLE_CARDS or (with_dealers and sheet.hands.dealer != _HOLE_CARDS):
        yield SheetFault(f"{path}.hole_cards", because("pays.hole_cards"))
    seen: set[str] = set()
    with_dealer: set[str] = set()
    for number, line in enumerate(table.hole_cards):
        at = f"{path}.hole_cards.{number}"
        for cards in (*line.cards, *([line.dealer] if line.dealer else [])):
            if not _is_hole_class(cards):
                yield SheetFault(at, because("pays.hole_class", given=cards))
        for cards in line.cards:
            if cards in seen or (line.dealer and cards in with_dealer):
                yield SheetFault(at, because("pays.overlap", line=cards))
            (with_dealer if line.dealer else seen).add(cards)
    for cards in with_dealer - seen:
        yield SheetFault(path, because("pays.only_with_dealer", cards=cards))
    pairs = {rank * 2 for rank in RANKS}
    if seen & pairs and not pairs <= seen:
        yield SheetFault(path, because("pays.pairs", missing=tuple(sorted(pairs - seen))))


def _is_hole_class(cards: str) -> bool:
    ranks, suited = cards[:2], cards[2:]
    if len(ranks) != 2 or any(rank not in RANKS for rank in ranks):
        return False
    if ranks[0] == ranks[1]:
        return suited == ""
    return suited in ("s", "o") and RANKS.index(ranks[0]) > RANKS.index(ranks[1])


SETTLEMENT_CHECKS: Final = (_check_qualifier, _check_outcomes, _check_lost, _check_pays)
"""Checks that every bet has a result in every possible outcome of its round."""
