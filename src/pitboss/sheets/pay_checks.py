"""The checks of what bets get: pay tables, qualifier, showdown, and what a fold or an unshown hand loses."""

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Final

from pitboss.cards import RANKS
from pitboss.hands.hand_lines import HandLine, leads_of, parse_hand_line
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import PayTable, RankingList, Sheet
from pitboss.sheets.rates import Push, ToOne, parse_rate

ANTE_BONUS: Final = "ante_bonus"
_HOLE_CARDS: Final = 2


def _check_outcomes(sheet: Sheet) -> Iterator[SheetFault]:
    yield from _check_showdown(sheet) if sheet.hands.dealer else _check_without_dealer(sheet)


def _check_pays(sheet: Sheet) -> Iterator[SheetFault]:
    for name in sheet.bets:
        if name != "jackpot" and name not in sheet.pays:
            yield SheetFault(f"bets.{name}", "it has no pay table")
    for bet, table in sheet.pays.items():
        if bet not in sheet.bets and bet != ANTE_BONUS:
            yield SheetFault(f"pays.{bet}", "there is no such bet or bonus")
        yield from _check_pay_table(f"pays.{bet}", sheet, table, bet)


def _check_qualifier(sheet: Sheet) -> Iterator[SheetFault]:
    qualifier = sheet.qualifier
    if qualifier is None:
        return
    if (qualifier.high_cards is None) == (qualifier.hand is None):
        yield SheetFault(
            "qualifier", "it asks for high_cards such as 'Q', or for a hand such as 'one_pair:4'"
        )
    if qualifier.hand is not None:
        yield from _hand_line("qualifier.hand", qualifier.hand, sheet.ranking)
    if qualifier.high_cards is None:
        return
    cards = qualifier.high_cards
    known = [RANKS.find(rank) for rank in cards]
    falling = all(high > low for high, low in pairwise(known))
    if not 0 < len(cards) <= sheet.ranking.size or -1 in known or not falling:
        yield SheetFault("qualifier.high_cards", f"{cards!r} is no high cards such as 'Q' or 'AK'")


def _check_showdown(sheet: Sheet) -> Iterator[SheetFault]:
    outcomes = {"higher", "lower", "same"} | ({"no_qualifying_hand"} if sheet.qualifier else set())
    if set(sheet.showdown) != outcomes:
        yield SheetFault("showdown", f"the outcomes must be {', '.join(sorted(outcomes))}")
    needed = {"ante"} | {name for name, rule in sheet.bets.items() if rule.placed == "decision"}
    compared = needed | set(sheet.showdown.get("higher", ()))
    for outcome, verdicts in sheet.showdown.items():
        for bet in verdicts:
            if bet not in sheet.bets or bet == "jackpot":
                yield SheetFault(f"showdown.{outcome}.{bet}", "there is no such bet on the Dealer's hand")
            elif bet not in needed and not sheet.bets[bet].needs_ante:
                message = "a bet on the Dealer's hand goes with an Ante: needs_ante = true"
                yield SheetFault(f"bets.{bet}.needs_ante", message)
        if outcome == "no_qualifying_hand":
            yield from _check_overlay(set(verdicts), compared)
        elif set(verdicts) != compared:
            yield SheetFault(f"showdown.{outcome}", f"it must say what {', '.join(sorted(compared))} get")


def _check_overlay(named: set[str], compared: set[str]) -> Iterator[SheetFault]:
    """Check the bets that get a result of their own when the Dealer does not qualify."""
    path = "showdown.no_qualifying_hand"
    if not named:
        yield SheetFault(path, "it names no bet, and then no hand of the Dealer's needs to qualify")
    for bet in sorted(named - compared):
        yield SheetFault(f"{path}.{bet}", "the other outcomes do not name this bet")


def _check_without_dealer(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that nothing of a game without a Dealer's hand depends on one."""
    absent = "there is no Dealer's hand (hands.dealer = 0)"
    if sheet.showdown:
        yield SheetFault("showdown", f"{absent}, so every bet is paid by the hands of its own pay table")
    if sheet.qualifier:
        yield SheetFault("qualifier", f"{absent} that could qualify")
    if sheet.hands.dealers_last_card_face_up:
        yield SheetFault("hands.dealers_last_card_face_up", absent)
    if sheet.decline.taken_as != "folded":
        yield SheetFault("decline.taken_as", f"{absent} that a hand could be lower than: it counts as folded")
    if ANTE_BONUS in sheet.pays:
        yield SheetFault(f"pays.{ANTE_BONUS}", f"{absent} that it could be paid regardless of: use pays.ante")
    if sheet.seats.players_on_a_box != "one":
        yield SheetFault("seats.players_on_a_box", f"{absent}, and such a box takes the bets of one player")


def _check_lost(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the bets that a fold, or a hand that is not shown, loses."""
    for part, names in (("fold", sheet.fold.loses), ("decline", sheet.decline.loses)):
        for name in names:
            if name not in sheet.bets:
                yield SheetFault(f"{part}.loses", f"there is no {name} bet")
    decided = {name for name, rule in sheet.bets.items() if rule.placed == "decision"}
    if not sheet.hands.dealer:
        for part, names in (("fold", sheet.fold.loses), ("decline", sheet.decline.loses)):
            for name in sorted({"ante", *decided}.difference(names)):
                message = f"without a Dealer's hand it loses the Ante and every bet of a decision: {name} too"
                yield SheetFault(f"{part}.loses", message)
        return
    main = set(sheet.showdown.get("higher", ()))
    placed = {"ante"} | (main - decided)
    if (main | placed).intersection(sheet.fold.loses) != placed:
        message = "a fold loses the Ante, and comes before any bet of a decision"
        if placed > {"ante"}:
            message = "a fold loses every bet on the Dealer's hand that was placed before the deal"
        yield SheetFault("fold.loses", message)
    if not main.isdisjoint(sheet.decline.loses):
        yield SheetFault("decline.loses", "the bets on the Dealer's hand follow from taken_as")


def _check_pay_table(path: str, sheet: Sheet, table: PayTable, bet: str) -> Iterator[SheetFault]:
    if sum([bool(table.pays), bool(table.hands), bool(table.hole_cards)]) != 1:
        yield SheetFault(path, "it needs one rate, or rates by hand, or rates by hole cards")
    compared = bet in sheet.showdown.get("higher", ())
    yield from _check_rates(path, table, is_bonus=bet == ANTE_BONUS)
    if compared and table.hole_cards:
        yield SheetFault(f"{path}.hole_cards", "the Dealer's hand decides this bet: it is paid by the hand")
    if not compared and table.pays:
        yield SheetFault(f"{path}.pays", "the player's own cards decide it, so it is paid by hand")
    if bet == ANTE_BONUS and not table.hands:
        yield SheetFault(path, "it is a bonus on the player's hand, so it is paid by hand")
    covers = yield from _check_lines(f"{path}.hands", table, sheet.ranking)
    if table.pays_from:
        yield from _check_pays_from(f"{path}.pays_from", sheet, table, compared)
    elif compared and table.hands and not covers:
        message = "every hand can win this bet, so every hand needs a rate, or pays_from the last of them"
        yield SheetFault(path, message)
    if table.most_paid and not (table.hole_cards and table.cap_clauses):
        yield SheetFault(f"{path}.most_paid", "a cap is on rates by hole cards, and needs its cap_clauses")
    if table.cap_clauses and not table.most_paid:
        yield SheetFault(f"{path}.cap_clauses", "there is no cap that they could rest on")
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
        except ValueError as fault:
            yield SheetFault(at, str(fault))
            continue
        if isinstance(parsed, Push) and (is_bonus or not table.hands):
            yield SheetFault(at, "push: only a line of hands can neither pay nor collect a bet")
        if not isinstance(parsed, ToOne | Push):
            yield SheetFault(at, f"{rate}: this bet is given back with a win, so it pays 'to 1'")


def _check_lines(path: str, table: PayTable, ranking: RankingList) -> Generator[SheetFault, None, bool]:
    """Check lines by hand from the top of the ranking list, without gap or overlap; say if all are paid."""
    place, above = 0, len(RANKS)
    for text in table.hands:
        at = f"{path}.{text}"
        line = (yield from _hand_line(at, text, ranking)) if ":" in text else HandLine(text)
        due = ranking.order[place] if place < len(ranking.order) else "nothing more"
        if line is None:
            return True
        if line.category != due:
            unknown = "" if line.category in ranking.order else f"{text} is no hand of the ranking list, and "
            yield SheetFault(at, f"{unknown}{due} must come here: a gap or an overlap")
            return True
        if line.lead is None:
            place, above = place + 1, len(RANKS)
        elif line.lead >= above:
            yield SheetFault(at, "the line above it pays these hands already: an overlap")
        else:
            above = line.lead
    return place == len(ranking.order)


def _check_pays_from(path: str, sheet: Sheet, table: PayTable, compared: bool) -> Iterator[SheetFault]:
    line = yield from _hand_line(path, table.pays_from or "", sheet.ranking)
    if not compared:
        yield SheetFault(path, "only one rate on the Dealer's hand begins at a hand")
    elif line and table.hands and list(table.hands)[-1] != table.pays_from:
        yield SheetFault(path, "with rates by hand it names the last of them, below which a win is a push")


def _hand_line(path: str, text: str, ranking: RankingList) -> Generator[SheetFault, None, HandLine | None]:
    """Read a hand of the ranking list, whole or from a rank up; a rank must part its category."""
    try:
        line = parse_hand_line(text)
    except ValueError as fault:
        yield SheetFault(path, str(fault))
        return None
    if line.category not in ranking.order:
        yield SheetFault(path, f"{line.category} is not in the ranking list")
        return None
    if line.lead is not None:
        possible = leads_of(line.category, ranking.size, ranking.order)
        if line.lead >= possible.stop:
            yield SheetFault(path, f"no {line.category} is so high")
        elif line.lead <= possible.start:
            yield SheetFault(path, f"every {line.category} is that high: write {line.category}")
    return line


def _check_hole_cards(path: str, table: PayTable, sheet: Sheet) -> Iterator[SheetFault]:
    with_dealers = any(line.dealer for line in table.hole_cards)
    if sheet.hands.box != _HOLE_CARDS or (with_dealers and sheet.hands.dealer != _HOLE_CARDS):
        yield SheetFault(f"{path}.hole_cards", "hole cards are hands of two cards")
    seen: set[str] = set()
    with_dealer: set[str] = set()
    for number, line in enumerate(table.hole_cards):
        at = f"{path}.hole_cards.{number}"
        for cards in (*line.cards, *([line.dealer] if line.dealer else [])):
            if not _is_hole_class(cards):
                yield SheetFault(at, f"{cards} is no class of hole cards such as AA, AKs or AKo")
        for cards in line.cards:
            if cards in seen or (line.dealer and cards in with_dealer):
                yield SheetFault(at, f"{cards} overlaps a line above it")
            (with_dealer if line.dealer else seen).add(cards)
    for cards in with_dealer - seen:
        yield SheetFault(path, f"{cards} has a line with the Dealer's hand but none without")
    pairs = {rank * 2 for rank in RANKS}
    if seen & pairs and not pairs <= seen:
        missing = ", ".join(sorted(pairs - seen))
        yield SheetFault(path, f"a gap: some pairs are paid but not {missing}")


def _is_hole_class(cards: str) -> bool:
    ranks, suited = cards[:2], cards[2:]
    if len(ranks) != 2 or any(rank not in RANKS for rank in ranks):
        return False
    if ranks[0] == ranks[1]:
        return suited == ""
    return suited in ("s", "o") and RANKS.index(ranks[0]) > RANKS.index(ranks[1])


SETTLEMENT_CHECKS: Final = (_check_qualifier, _check_outcomes, _check_lost, _check_pays)
"""What must hold for every bet to get something in every outcome that its round can have."""
