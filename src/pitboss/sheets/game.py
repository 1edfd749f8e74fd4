"""A sheet ready to play: rates and procedures parsed, rankings built."""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from msgspec import Struct

from pitboss.cards import RANKS
from pitboss.citation import Clause, Clauses, some_clauses
from pitboss.hands import Comparison, HandLine, Rank, Ranking, parse_hand_line
from pitboss.hands.ranking import CATEGORIES
from pitboss.invariant import InvariantBroken
from pitboss.money import parse_cents
from pitboss.reason import Reason, because
from pitboss.refusal_codes import RefusalCode
from pitboss.sheets.model import OTHER, DecidingClauses, Device, Jackpot, JackpotLine, PayTable, Sheet
from pitboss.sheets.rates import Rate, parse_rate
from pitboss.sheets.readings import Readings
from pitboss.sheets.register import ClauseRegister, number_of
from pitboss.sheets.script import Script, read_script


class HoleLine(Struct, frozen=True):
    """A hole-card line of a pay table."""

    cards: frozenset[str]
    dealer: str | None
    rate: Rate
    title: str


class Pays(Struct, frozen=True, kw_only=True):
    """A pay table with its rates parsed."""

    clauses: tuple[Clause, ...]
    flat: Rate | None
    pays_from: HandLine | None
    hands: tuple[tuple[HandLine, Rate], ...]
    hole_lines: tuple[HoleLine, ...]
    most_paid: int | None
    cap_clauses: tuple[Clause, ...]


class JackpotPay(Struct, frozen=True, kw_only=True):
    """A jackpot line with its rate parsed."""

    hand: str
    suits: str
    rate: Rate
    title: str
    major: bool
    envy: int
    """Cents for every other box with a jackpot bet, or 0."""


class SheetHashes(Struct, frozen=True):
    """SHA-256 of a sheet's data with its register, and of the readings it takes."""

    sheet: str
    readings: str


class Game:
    """A sheet ready to play. Immutable by convention; shared by all its rounds."""

    def __init__(
        self, sheet: Sheet, readings: Readings, register: ClauseRegister, hashes: SheetHashes
    ) -> None:
        self.sheet: Final = sheet
        self.readings: Final = readings
        self.register: Final = register
        self.hashes: Final = hashes
        self.ranking: Final = Ranking(sheet.ranking.size, sheet.ranking.order)
        lists = sheet.jackpot_ranking
        self._jackpot_ranking = Ranking(lists.size, lists.order) if lists else None
        self.pays: Final = {bet: _pays(table) for bet, table in sheet.pays.items()}
        lines = sheet.jackpot.lines if sheet.jackpot else ()
        self.jackpot_pays: Final = tuple(_jackpot_pay(line) for line in lines)
        self.gives_envy: Final = any(line.envy for line in self.jackpot_pays)
        self._rates = {
            bet: _by_category(self.ranking, ((line.category, (line.lead, rate)) for line, rate in pays.hands))
            for bet, pays in self.pays.items()
        }
        by_hand = ((line.hand, line) for line in self.jackpot_pays)
        self._jackpot_lines = _by_category(self._jackpot_ranking, by_hand) if self._jackpot_ranking else {}
        self.scripts: Final[dict[Device, tuple[Script, ...]]] = {
            device: tuple(read_script(d) for d in sheet.dealing if d.device == device)
            for device in ("shoe", "shuffler")
        }
        self._first_script: dict[Device, Script] = {d: s[0] for d, s in self.scripts.items() if s}
        self._fold_clauses = {d: _fold_clauses(sheet, s) for d, s in self._first_script.items()}
        self.device: Final[Device] = "shuffler" if self.scripts["shuffler"] else "shoe"
        """The device of a table that names none."""
        qualifier = sheet.qualifier
        self._high_cards = (
            tuple(RANKS.index(rank) for rank in qualifier.high_cards or "") if qualifier else ()
        )
        self._least_hand = parse_hand_line(qualifier.hand) if qualifier and qualifier.hand else None
        self.qualifying_ranks: Final = len(self._high_cards) or 1
        """The number of ranks of odd cards that show whether they qualify."""
        self.needed_to_qualify: Final = _needed(self._high_cards, self._least_hand)
        self.ruling_clauses: Final = some_clauses(
            clause for clause, policy in sheet.irregularities.items() if policy.effect == "ruling"
        )
        self.excess_card_clauses: Final = self._answering_excess()
        self.judges_looks: Final = any(
            policy.effect == "judge_second_look" for policy in sheet.irregularities.values()
        )
        self.looking_clauses: Final = sheet.seats.examined_clauses or sheet.seats.clauses
        self.registered_clauses: Final = tuple(
            clause for clause, policy in sheet.irregularities.items() if policy.effect == "freeze_jackpot"
        )
        self.main_bets: Final = frozenset(sheet.showdown.get("higher", ()))
        self.no_hand_pays: Final = sheet.showdown.get("no_qualifying_hand", {})
        """The outcome of bets that need a Qualifying Hand of the Dealer, without one."""
        self.hand_bets: Final = hand_bets(sheet)
        rules = sheet.bets.items()
        self.decision_bets: Final = frozenset(bet for bet, rule in rules if rule.placed == "decision")
        self.equal_bets: Final = {bet: rule for bet, rule in rules if rule.equals}
        self.fold_loses: Final = _lost_by_a_fold(sheet, readings)
        self.bet_order: Final = {bet: place for place, bet in enumerate(sheet.bets)}
        self.bet_names: Final = tuple(sheet.bets)
        bonuses = (*sheet.bets, "ante_bonus", "envy")
        self.line_order: Final = {bet: place for place, bet in enumerate(bonuses)}

    @property
    def jackpot(self) -> Jackpot:
        """The jackpot of a game that has one, which is known by ``sheet.jackpot``."""
        if self.sheet.jackpot is None:
            raise InvariantBroken(f"the jackpot of {self.sheet.id} is asked for, and the game has none")
        return self.sheet.jackpot

    @property
    def jackpot_ranking(self) -> Ranking:
        """The ranking of the hands that a jackpot pays, in a game that has one."""
        if self._jackpot_ranking is None:
            raise InvariantBroken(f"jackpot hands of {self.sheet.id} are ranked, and the game has no jackpot")
        return self._jackpot_ranking

    def refusal_clauses(self, code: RefusalCode, otherwise: Clauses | None = None) -> Clauses:
        """The sheet's clauses for a refusal; by default those given, or those of a ruling."""
        refusals = self.sheet.refusals
        return refusals.get(code) or refusals.get(OTHER) or otherwise or self.ruling_clauses

    def _answering_excess(self) -> frozenset[Clause]:
        """The clauses that answer a card too many; a ruling where the refusal names none that always applies.

        A void for the number of cards in the deck answers it as well, whatever clauses the refusal cites.
        """
        policies = self.sheet.irregularities
        counted = self.sheet.deck.wrong_count
        voids = [
            clause
            for clause, policy in policies.items()
            if policy.effect == "void" and ("deck_count" in policy.subjects or clause in counted)
        ]
        found = [clause for clause in self.refusal_clauses("excess_card") if clause in policies]
        always = any(set(policies[clause].when) <= {"bets_closed"} for clause in found)
        return frozenset((*found, *voids) if always else (*found, *voids, *self.ruling_clauses))

    def device_fault(self, device: Device) -> Reason | None:
        """Why the game cannot be dealt from a device; None if it can."""
        if self.scripts[device]:
            return None
        title = self.sheet.identity.title
        return because("sheet.device", game=title, device=device, other=self.device)

    def script(self, device: Device) -> Script:
        """The device's procedure; the first if it has two, which reveal alike."""
        return self._first_script[device]

    def sizes_made(self, device: Device, decided: tuple[str, ...], bet: str) -> tuple[int, ...]:
        """The multiples of the Ante allowed for a decision bet, at the decision where it is made."""
        made = self.script(device).decision_made(decided, bet)
        return (made.sizes if made else ()) or self.sheet.bets[bet].sizes

    def fold_clauses(self, device: Device) -> tuple[Clause, ...]:
        """The clauses of a fold, by device if the sheet has them so."""
        return self._fold_clauses[device]

    def qualifies(self, dealer: Rank) -> bool:
        """Whether the Dealer has a Qualifying Hand; always true in a game without a qualifier."""
        if self._least_hand:
            return self._least_hand.reached_by(self.ranking, dealer)
        return self.ranking.has_high_cards(dealer, self._high_cards)

    def deciding_clauses(self, compared: Comparison) -> tuple[Clause, ...]:
        """The clauses that decide between two hands; none in a sheet that does not name them."""
        listed = self.sheet.ranking
        found: DecidingClauses | None = getattr(listed, compared.by)
        if found is None:
            return ()
        low_run = compared.by == "cards" and self.ranking.is_low_run(compared.lower)
        more = found.of.get(compared.higher.category, ())
        return (*found.clauses, *more, *(listed.low_run if low_run else ()))

    def rate_of_hand(self, bet: str, rank: Rank) -> Rate | None:
        """The rate of the pay table's line for this hand, or none below its last line."""
        for lead, rate in self._rates[bet][rank.category]:
            if lead is None or rank.tie_break[0] >= lead:
                return rate
        return None

    def jackpot_line(self, rank: Rank) -> JackpotPay | None:
        """The highest line of the jackpot pay table that the hand reaches; None if none."""
        for line in self._jackpot_lines.get(rank.category, ()):
            if not rank.suit or rank.suit in line.suits:
                return line
        return None


LineT = TypeVar("LineT")


def _by_category(ranking: Ranking, lines: Iterable[tuple[str, LineT]]) -> dict[str, tuple[LineT, ...]]:
    """The lines of a pay table, each with its category, that hands of each finest category may reach."""
    given = tuple(lines)
    return {
        finest: tuple(line for category, line in given if ranking.includes(category, finest))
        for finest in CATEGORIES[ranking.size]
    }


def _fold_clauses(sheet: Sheet, script: Script) -> tuple[Clause, ...]:
    steps = {step.clause for step in script.steps}
    own = tuple(clause for clause in sheet.fold.clauses if number_of(clause) in steps)
    return own or sheet.fold.clauses


Games = Mapping[str, Game]
"""The sheets in force, by their ids."""


def _needed(high_cards: tuple[int, ...], hand: HandLine | None) -> Reason:
    """The least Qualifying Hand: queen high, ace-king, a pair of fours or better."""
    if hand:
        return because("needed.line", least=str(hand))
    return because("needed.cards", ranks=tuple(RANKS[rank] for rank in high_cards))


def hand_bets(sheet: Sheet) -> frozenset[str]:
    """The bets that bring a box its hand: those before the deal that need no Ante."""
    return frozenset(
        bet
        for bet, rule in sheet.bets.items()
        if rule.placed == "before_deal" and not rule.needs_ante and not rule.equals
    )


def _lost_by_a_fold(sheet: Sheet, readings: Readings) -> frozenset[str]:
    """The bets that a fold loses at once, by the sheet and the reading of it."""
    alone = hand_bets(sheet) if readings.pair_plus_after_fold == "lost" else frozenset()
    return frozenset(sheet.fold.loses) | alone


def _pays(table: PayTable) -> Pays:
    return Pays(
        clauses=table.clauses,
        flat=parse_rate(table.pays) if table.pays else None,
        pays_from=parse_hand_line(table.pays_from) if table.pays_from else None,
        hands=tuple((parse_hand_line(hand), parse_rate(rate)) for hand, rate in table.hands.items()),
        hole_lines=tuple(
            HoleLine(frozenset(line.cards), line.dealer, parse_rate(line.pays), line.title)
            for line in table.hole_cards
        ),
        most_paid=parse_cents(table.most_paid) if table.most_paid else None,
        cap_clauses=table.cap_clauses,
    )


def _jackpot_pay(line: JackpotLine) -> JackpotPay:
    return JackpotPay(
        hand=line.hand,
        suits=line.suits,
        rate=parse_rate(line.pays),
        title=line.title,
        major=line.major,
        envy=parse_cents(line.envy) if line.envy else 0,
    )
