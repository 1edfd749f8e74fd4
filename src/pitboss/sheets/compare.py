"""Two sheets compared topic by topic, with the clauses of each.

Topics are paired by subject: a bet by its part in the round, a jackpot hand by its rank, an irregularity by
the subjects that its sheet names. So a rule never seems missing because it has another number or name.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.reason import Reason, because
from pitboss.sheets.model import (
    DealingProcedure,
    Irregularity,
    Jackpot,
    JackpotLine,
    PayTable,
    Qualifier,
    Sheet,
)
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import sort_key
from pitboss.sheets.script import read_script
from pitboss.sheets.words import SUBJECTS, policy_reason, step_reason, subject
from pitboss.time_zones import local_time
from pitboss.words import say

_PAYS: Final = because("heading.pays")


class _Named(Struct, frozen=True):
    headed: Reason
    named: Reason

    @property
    def heading(self) -> str:
        """The heading in English."""
        return say(self.headed)

    @property
    def name(self) -> str:
        """The topic's name in English."""
        return say(self.named)


class SheetTopic(_Named, frozen=True):
    """One topic of a sheet, with its clauses."""

    reason: Reason
    clauses: tuple[Clause, ...]

    @property
    def says(self) -> str:
        """The text of the sheet in English."""
        return say(self.reason)

    @property
    def lines(self) -> tuple[Reason, ...]:
        """The lines of a pay table; none for another topic."""
        lines = self.reason.params.get("all") if self.headed == _PAYS else None
        return tuple(line for line in lines if isinstance(line, Reason)) if isinstance(lines, tuple) else ()


class SheetDifference(_Named, frozen=True):
    """A topic on which two sheets differ; None for a sheet without the topic."""

    first: SheetTopic | None
    second: SheetTopic | None


def differences(first: Sheet, second: Sheet) -> list[SheetDifference]:
    """The topics on which two sheets differ; clause numbers are ignored."""
    one = {(topic.headed, topic.named): topic for topic in topics(first)}
    two = {(topic.headed, topic.named): topic for topic in topics(second)}
    found = []
    for key in {**one, **two}:
        a, b = one.get(key), two.get(key)
        if (a and a.reason) != (b and b.reason):
            found.append(SheetDifference(*key, a, b))
    order = {heading: place for place, heading in enumerate(_HEADINGS)}
    return sorted(found, key=lambda difference: order[difference.headed])


_SHEET: Final = because("heading.sheet")
_SEATS: Final = because("heading.seats")
_DEALING: Final = because("heading.dealing")
_HANDS: Final = because("heading.hands")
_SETTLEMENT: Final = because("heading.settlement")
_WAYS_OUT: Final = because("heading.ways_out")
_JACKPOT: Final = because("heading.jackpot")
_IRREGULARITIES: Final = because("heading.irregularities")
_READINGS: Final = because("heading.readings")
_HEADINGS = (
    *(_SHEET, _SEATS, _DEALING, _HANDS, _SETTLEMENT),
    *(_PAYS, _WAYS_OUT, _JACKPOT, _IRREGULARITIES, _READINGS),
)


def topics(sheet: Sheet) -> Iterator[SheetTopic]:
    """All comparable topics of a sheet."""
    yield from _identity(sheet)
    yield from _seats(sheet)
    yield from _dealing(sheet)
    yield from _hands(sheet)
    yield from _showdown(sheet)
    yield from _pays(sheet)
    yield from _ways_out(sheet)
    if sheet.jackpot:
        yield from _jackpot(sheet.jackpot, sheet.identity.currency_sign)
    yield from _irregularities(sheet)
    for name, reading in sheet.readings.items():
        point = POINTS[name]
        question = because("explained.question", question=point.question)
        answer = because("explained.gist", gist=point.options[reading.choice])
        yield SheetTopic(_READINGS, question, answer, reading.clauses)


def _text(text: str) -> Reason:
    return because("rule.text", text=text)


def _identity(sheet: Sheet) -> Iterator[SheetTopic]:
    identity = sheet.identity
    currency = because("rule.currency", currency=identity.currency, sign=identity.currency_sign)
    yield SheetTopic(_SHEET, because("topic.operator"), _text(identity.operator), ())
    yield SheetTopic(_SHEET, because("topic.house"), _text(identity.house), ())
    yield SheetTopic(_SHEET, because("topic.currency"), currency, ())
    yield SheetTopic(_SHEET, because("topic.time_zone"), _text(identity.time_zone), ())
    version = because(
        "rule.version",
        version=identity.version,
        draft="yes" if identity.draft else "no",
        begins=f"{local_time(identity.in_force_from, identity.time_zone):%Y-%m-%d %H:%M}",
        clauses=identity.numbered_clauses,
    )
    yield SheetTopic(_SHEET, because("topic.version"), version, ())


_PLAYERS: Final = {"one": "rule.one_player", "several": "rule.several_players"}
_DISPLAYED: Final = {
    "limits": "rule.limits",
    "jackpot_bet": "rule.jackpot_bet",
    "dealing_method": "rule.dealing_method",
}


def _seats(sheet: Sheet) -> Iterator[SheetTopic]:
    layout, seats = sheet.layout, sheet.seats
    few, most = layout.fewest_boxes, layout.most_boxes
    boxes = (
        because("rule.number", number=most) if few == most else because("rule.range", least=few, most=most)
    )
    yield SheetTopic(_SEATS, because("topic.boxes"), boxes, layout.clauses)
    who = because(_PLAYERS[seats.players_on_a_box])
    yield SheetTopic(_SEATS, because("topic.players"), who, seats.clauses)
    looks = because("rule.looks", hands=seats.hands_examined)
    clauses = seats.examined_clauses or seats.clauses
    yield SheetTopic(_SEATS, because("topic.examined"), looks, clauses)
    shown = because("rule.list", all=tuple(because(_DISPLAYED[what]) for what in seats.displayed))
    yield SheetTopic(_SEATS, because("topic.displayed"), shown, seats.clauses)
    for bet, rule in sheet.bets.items():
        name = _bet_name(sheet, bet)
        says = []
        if name.code == "topic.stay_in":
            says.append(because("rule.bet", bet=rule.title))
        placed = rule.placed == "before_deal"
        says.append(because("rule.before_deal") if placed else because("rule.times_ante", sizes=rule.sizes))
        if rule.needs_ante:
            says.append(because("rule.with_ante"))
        if rule.equals:
            says.append(because("rule.as_high", bet=sheet.bets[rule.equals].title))
        yield SheetTopic(_SEATS, name, because("rule.list", all=tuple(says)), rule.clauses)
    if sheet.jackpot:
        most = sheet.jackpot.most_units
        size = because("rule.prescribed") if most == 1 else because("rule.units", most=most)
        yield SheetTopic(_SEATS, because("topic.jackpot_bet"), size, sheet.bets["jackpot"].clauses)


_DEVICES: Final = {"shoe": "topic.shoe", "shuffler": "topic.shuffler"}


def _dealing(sheet: Sheet) -> Iterator[SheetTopic]:
    for device, code in _DEVICES.items():
        methods = [dealing for dealing in sheet.dealing if dealing.device == device]
        if not methods:
            continue
        says, *others = (_steps(sheet, dealing) for dealing in methods)
        for other in others:
            says = because("rule.either", first=says, second=other)
        clauses = dict.fromkeys(clause for dealing in methods for _, clause in dealing.steps)
        yield SheetTopic(_DEALING, because(code), says, tuple(clauses))


def _steps(sheet: Sheet, dealing: DealingProcedure) -> Reason:
    return because("sentences", all=tuple(step_reason(sheet, step) for step in read_script(dealing).steps))


def _hands(sheet: Sheet) -> Iterator[SheetTopic]:
    ranking = sheet.ranking
    order = because("rule.ranking", order=tuple(_words(category) for category in ranking.order))
    yield SheetTopic(_HANDS, because("topic.ranking"), order, ranking.clauses)
    hands = sheet.hands
    best = ranking.size if hands.shows_down == "own_and_community" else 0
    hand = because("rule.hand", cards=hands.box, community=hands.community, best=best)
    yield SheetTopic(_HANDS, because("topic.hand"), hand, hands.clauses)
    face_up = hands.dealers_last_card_face_up
    dealers = because("rule.none")
    if hands.dealer:
        dealers = because("rule.dealers_hand", cards=hands.dealer, face_up="yes" if face_up else "no")
    yield SheetTopic(_HANDS, because("topic.dealers_hand"), dealers, hands.clauses)
    qualifies = because("topic.qualifies")
    if sheet.qualifier:
        yield SheetTopic(_HANDS, qualifies, _least(sheet.qualifier), sheet.qualifier.clauses)
    else:
        yield SheetTopic(_HANDS, qualifies, because("rule.any_hand"), ())


def _least(qualifier: Qualifier) -> Reason:
    if qualifier.hand:
        return because("needed.line", least=qualifier.hand)
    return because("needed.cards", ranks=tuple(qualifier.high_cards or ""))


_OUTCOMES: Final = {
    "no_qualifying_hand": "topic.no_qualifying_hand",
    "higher": "topic.higher",
    "lower": "topic.lower",
    "same": "topic.same",
}
_RESULTS: Final = {
    "win": "rule.win",
    "lose": "rule.lose",
    "push": "rule.push",
    "returned": "rule.returned",
}


def _showdown(sheet: Sheet) -> Iterator[SheetTopic]:
    for outcome, verdicts in sheet.showdown.items():
        for bet, verdict in verdicts.items():
            name = because(_OUTCOMES[outcome], bet=_bet_name(sheet, bet))
            yield SheetTopic(_SETTLEMENT, name, because(_RESULTS[verdict.result]), verdict.clauses)


def _pays(sheet: Sheet) -> Iterator[SheetTopic]:
    for bet, table in sheet.pays.items():
        title = _bet_name(sheet, bet) if bet in sheet.bets else because("topic.bet", bet=_words(bet).title())
        yield SheetTopic(_PAYS, title, because("sentences", all=tuple(_rates(table))), table.clauses)
        if table.most_paid:
            amount = f"{sheet.identity.currency_sign}{table.most_paid}"
            most = because("rule.most_paid", amount=amount)
            yield SheetTopic(_PAYS, because("topic.at_most", bet=title), most, table.cap_clauses)


def _rates(table: PayTable) -> Iterator[Reason]:
    if table.pays and table.pays_from:
        yield because("rule.rate_from", rate=table.pays, least=table.pays_from)
    elif table.pays:
        yield because("rule.rate", rate=table.pays)
    yield from (_line(hand, str(rate)) for hand, rate in table.hands.items())
    if table.hands and table.pays_from:
        yield because("rule.other_wins")
    yield from (because("rule.line", hand=line.title, rate=line.pays) for line in table.hole_cards)


def _line(hand: str, rate: str) -> Reason:
    """A line of a pay table: ``one pair``, or ``a pair of tens or better``."""
    if ":" not in hand:
        title = _words(hand)
        return (
            because("rule.hand_pushes", hand=title)
            if rate == "push"
            else because("rule.line", hand=title, rate=rate)
        )
    if rate == "push":
        return because("rule.from_pushes", least=hand)
    return because("rule.line_from", least=hand, rate=rate)


def _bet_name(sheet: Sheet, bet: str) -> Reason:
    """A bet as two sheets have it in common: Play, Bet and Flop are each the bet to stay in."""
    decisions = [name for name, rule in sheet.bets.items() if rule.placed == "decision"]
    if decisions[:1] == [bet]:
        return because("topic.stay_in")
    return because("topic.bet", bet=sheet.bets[bet].title)


_TAKEN: Final = {"folded": "rule.as_folded", "lower": "rule.as_lower"}
_LEAVING: Final = {"fold": "rule.folded", "hand_invalid": "rule.invalid"}


def _ways_out(sheet: Sheet) -> Iterator[SheetTopic]:
    for bet, rule in sheet.bets.items():
        if rule.placed == "before_deal":
            says = because("rule.lost" if bet in sheet.fold.loses else "rule.lives_on")
            yield SheetTopic(_WAYS_OUT, because("topic.fold", bet=rule.title), says, sheet.fold.clauses)
    decline, leaving = sheet.decline, sheet.leaving
    taken = because(_TAKEN[decline.taken_as])
    yield SheetTopic(_WAYS_OUT, because("topic.not_shown"), taken, decline.clauses)
    means = because(_LEAVING[leaving.means])
    yield SheetTopic(_WAYS_OUT, because("topic.leaving"), means, leaving.clauses)


_JACKPOT_HANDS: Final = {
    "own": "rule.own",
    "own_and_dealer": "rule.own_and_dealer",
    "own_and_community": "rule.own_and_community",
    "own_and_flop": "rule.own_and_flop",
}
_SAME_TABLE: Final = {"in_turn": "rule.in_turn", "divided": "rule.divided"}
_ACROSS: Final = {"by_time_dealt": "rule.by_time_dealt", "by_entry": "rule.by_entry"}
_TITLES: Final = {"akq_suited": "A-K-Q suited"}
_EVERY_SUIT: Final = 4


def _jackpot(jackpot: Jackpot, sign: str) -> Iterator[SheetTopic]:
    hand = because(_JACKPOT_HANDS[jackpot.hand])
    yield SheetTopic(_JACKPOT, because("topic.jackpot_hand"), hand, jackpot.clauses)
    for each in dict.fromkeys(line.hand for line in jackpot.lines):
        pays = tuple(_in_suits(line) for line in jackpot.lines if line.hand == each)
        name = because("topic.line", hand=_TITLES.get(each, _words(each)))
        yield SheetTopic(_JACKPOT, name, because("sentences", all=pays), jackpot.clauses)
    envy = tuple(
        because("rule.envy", hand=line.title, amount=f"{sign}{line.envy}")
        for line in jackpot.lines
        if line.envy
    )
    if envy:
        told = because("sentences", all=envy)
        yield SheetTopic(_JACKPOT, because("topic.envy"), told, jackpot.envy_clauses)
    several = jackpot.several_winners
    clauses = (*several.of_all_clauses, *several.of_part_clauses, *several.both_clauses)
    same = because(_SAME_TABLE[jackpot.same_table])
    yield SheetTopic(_JACKPOT, because("topic.same_table"), same, tuple(dict.fromkeys(clauses)))
    across = because(_ACROSS[jackpot.across_tables])
    yield SheetTopic(_JACKPOT, because("topic.across_tables"), across, jackpot.across_tables_clauses)


def _in_suits(line: JackpotLine) -> Reason:
    if len(line.suits) == _EVERY_SUIT:
        return because("rule.rate", rate=line.pays)
    return because("rule.in_suits", rate=line.pays, suits=tuple(line.suits))


def _irregularities(sheet: Sheet) -> Iterator[SheetTopic]:
    for name, says, clauses in _beside_reports(sheet):
        yield SheetTopic(_IRREGULARITIES, name, says, clauses)
    subjects = _by_subject(sheet)
    second_look = subject("second_look")
    if sheet.seats.examined_clauses and second_look not in subjects:
        only_one = because("rule.only_one")
        yield SheetTopic(_IRREGULARITIES, second_look, only_one, sheet.seats.examined_clauses)
    for name, policies in subjects.items():
        clauses = tuple(number for clause, policy in policies for number in (clause, *policy.follows))
        yield SheetTopic(_IRREGULARITIES, name, _policies_reason(policies), clauses)


_UNESTABLISHED: Final = {"void": "rule.void", "options": "rule.withdraw"}


def _beside_reports(sheet: Sheet) -> Iterator[tuple[Reason, Reason, tuple[Clause, ...]]]:
    """Faults that are not reported: an interruption, wrong amounts, misplaced chips."""
    broken, amounts = sheet.interruption, sheet.amounts
    yield because("topic.power_failure"), because(_UNESTABLISHED[broken.unestablished]), broken.clauses
    under = because("rule.as_placed" if amounts.under_minimum_times is None else "rule.once")
    yield because("topic.under_minimum"), under, amounts.under_minimum
    if amounts.orphan_bonus:
        yield because("topic.orphan_bonus"), because("rule.returned"), amounts.orphan_bonus
    if past := (*amounts.past_error, *amounts.past_limits_error):
        which = because("rule.no_error" if amounts.past_error else "rule.no_limits")
        yield because("topic.earlier_round"), which, past
    if stand := sheet.seats.placed_in_error:
        yield subject("placed_in_error"), because("rule.chips_lie"), stand


Policies = list[tuple[Clause, Irregularity]]


def _by_subject(sheet: Sheet) -> dict[Reason, Policies]:
    """The policies of a sheet by what they are about; a text without subjects has its sentences instead."""
    found: dict[Reason, Policies] = {subject(name): [] for name in SUBJECTS}
    for clause in sorted(sheet.irregularities, key=sort_key):
        policy = sheet.irregularities[clause]
        named = [subject(name) for name in policy.subjects]
        for name in named or [because("explained.gist", gist=policy.gist)]:
            found.setdefault(name, []).append((clause, policy))
    return {name: policies for name, policies in found.items() if policies}


def _policies_reason(policies: Policies) -> Reason:
    """The consequence, and who decides if not the Dealer; one without a condition covers the other cases."""
    ordered = sorted((policy for _, policy in policies), key=lambda policy: not _looked(policy))
    some = any(map(_looked, ordered))
    parts = tuple(_when(policy) if some else policy_reason(policy) for policy in ordered)
    says = because("sentences", all=parts)
    roles = dict.fromkeys(policy.by for _, policy in policies if policy.by != "dealer")
    return because("rule.by", what=says, roles=tuple(roles)) if roles else says


_LOOKS: Final = {"unseen": "rule.unseen", "seen": "rule.seen", "unhandled": "rule.unhandled"}


def _looked(policy: Irregularity) -> bool:
    return any(condition in _LOOKS for condition in policy.when)


def _when(policy: Irregularity) -> Reason:
    what = policy_reason(policy)
    for condition in policy.when:
        if condition in _LOOKS:
            return because(_LOOKS[condition], what=what)
    return because("rule.otherwise", what=what)


def _words(name: str) -> str:
    return name.replace("_", " ")
