"""Two sheets compared topic by topic, in words, with the clauses of each.

Topics are paired by subject: a bet by its part in the round, a jackpot hand by its rank, an irregularity by
the subjects that its sheet names. So a rule never seems missing because it has another number or name.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.hands import line_in_words, parse_hand_line
from pitboss.people import role_in_words
from pitboss.plural import counted, one_of
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
from pitboss.sheets.words import SUBJECTS, policy_in_words, step_in_words
from pitboss.time_zones import local_time

_PAYS: Final = "Pays"
_BETWEEN_LINES: Final = "; "


class SheetTopic(Struct, frozen=True):
    """One topic of a sheet, in words with its clauses."""

    heading: str
    name: str
    says: str
    clauses: tuple[Clause, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of a pay table; none for another topic."""
        return tuple(self.says.split(_BETWEEN_LINES)) if self.heading == _PAYS else ()


class SheetDifference(Struct, frozen=True):
    """A topic on which two sheets differ; None for a sheet without the topic."""

    heading: str
    name: str
    first: SheetTopic | None
    second: SheetTopic | None


def differences(first: Sheet, second: Sheet) -> list[SheetDifference]:
    """The topics on which two sheets differ; clause numbers are ignored."""
    one = {(topic.heading, topic.name): topic for topic in topics(first)}
    two = {(topic.heading, topic.name): topic for topic in topics(second)}
    found = []
    for key in {**one, **two}:
        a, b = one.get(key), two.get(key)
        if (a and a.says) != (b and b.says):
            found.append(SheetDifference(*key, a, b))
    order = {heading: place for place, heading in enumerate(_HEADINGS)}
    return sorted(found, key=lambda difference: order[difference.heading])


_HEADINGS = (
    "The sheet",
    "Seats and bets",
    "Dealing",
    "Hands",
    "Settlement",
    _PAYS,
    "Fold, decline, leave",
    "Jackpot",
    "Irregularities",
    "Readings",
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
        yield SheetTopic("Readings", f"{point.question}?", point.options[reading.choice], reading.clauses)


def _identity(sheet: Sheet) -> Iterator[SheetTopic]:
    identity = sheet.identity
    yield SheetTopic("The sheet", "operator", identity.operator, ())
    yield SheetTopic("The sheet", "house", identity.house, ())
    yield SheetTopic("The sheet", "currency", f"{identity.currency}, written {identity.currency_sign}", ())
    yield SheetTopic("The sheet", "time zone", identity.time_zone, ())
    begins = local_time(identity.in_force_from, identity.time_zone)
    draft = " (draft)" if identity.draft else ""
    says = f"version {identity.version}{draft}, in force from {begins:%d %B %Y, %H:%M}"
    yield SheetTopic("The sheet", "version", f"{says}, {identity.numbered_clauses} clauses", ())


def _seats(sheet: Sheet) -> Iterator[SheetTopic]:
    layout, seats = sheet.layout, sheet.seats
    few, most = layout.fewest_boxes, layout.most_boxes
    boxes = str(most) if few == most else f"{few} to {most}"
    yield SheetTopic("Seats and bets", "boxes of a table", boxes, layout.clauses)
    who = {"one": "one player alone", "several": "several players may share the Ante"}
    yield SheetTopic("Seats and bets", "players on a box", who[seats.players_on_a_box], seats.clauses)
    looks = counted(seats.hands_examined, "hand")
    clauses = seats.examined_clauses or seats.clauses
    yield SheetTopic("Seats and bets", "examined by a player", looks, clauses)
    shown = ", ".join(_words(what) for what in seats.displayed)
    yield SheetTopic("Seats and bets", "displayed at the table", shown, seats.clauses)
    for bet, rule in sheet.bets.items():
        sizes = one_of([str(size) for size in rule.sizes])
        says = "before the deal" if rule.placed == "before_deal" else f"{sizes} x the Ante"
        if rule.needs_ante:
            says += ", with an Ante"
        if rule.equals:
            says += f", as high as the {sheet.bets[rule.equals].title}"
        name = _bet_name(sheet, bet)
        says = says if name == rule.title else f"{rule.title}, {says}"
        yield SheetTopic("Seats and bets", name, says, rule.clauses)
    if sheet.jackpot:
        most = sheet.jackpot.most_units
        size = "the prescribed amount" if most == 1 else f"1 to {most} times the minimum"
        yield SheetTopic("Seats and bets", "jackpot bet", size, sheet.bets["jackpot"].clauses)


def _dealing(sheet: Sheet) -> Iterator[SheetTopic]:
    for device in ("shoe", "shuffler"):
        methods = [dealing for dealing in sheet.dealing if dealing.device == device]
        if not methods:
            continue
        says = " – or: ".join(_steps(sheet, dealing) for dealing in methods)
        clauses = dict.fromkeys(clause for dealing in methods for _, clause in dealing.steps)
        yield SheetTopic("Dealing", device, says, tuple(clauses))


def _steps(sheet: Sheet, dealing: DealingProcedure) -> str:
    return "; ".join(step_in_words(sheet, step) for step in read_script(dealing).steps)


def _hands(sheet: Sheet) -> Iterator[SheetTopic]:
    ranking = sheet.ranking
    order = " > ".join(_words(category) for category in ranking.order)
    yield SheetTopic("Hands", "ranking", order, ranking.clauses)
    hands = sheet.hands
    says = f"{hands.box} cards" + (f" and {hands.community} community" if hands.community else "")
    if hands.shows_down == "own_and_community":
        says += f", the best {ranking.size} of them"
    yield SheetTopic("Hands", "a hand", says, hands.clauses)
    dealers = f"{hands.dealer} cards" if hands.dealer else "none"
    dealers += ", the last face up" if hands.dealers_last_card_face_up else ""
    yield SheetTopic("Hands", "the Dealer's hand", dealers, hands.clauses)
    if sheet.qualifier:
        yield SheetTopic(
            "Hands", "the Dealer qualifies with", _least(sheet.qualifier), sheet.qualifier.clauses
        )
    else:
        yield SheetTopic("Hands", "the Dealer qualifies with", "any hand", ())


def _least(qualifier: Qualifier) -> str:
    if qualifier.hand:
        return f"{line_in_words(parse_hand_line(qualifier.hand))} or better"
    return f"{'-'.join(qualifier.high_cards or '')} high"


def _showdown(sheet: Sheet) -> Iterator[SheetTopic]:
    names = {
        "no_qualifying_hand": "Dealer does not qualify",
        "higher": "player higher",
        "lower": "player lower",
        "same": "the same",
    }
    for outcome, verdicts in sheet.showdown.items():
        for bet, verdict in verdicts.items():
            name = f"{names[outcome]}: {_bet_name(sheet, bet)}"
            yield SheetTopic("Settlement", name, _RESULTS[verdict.result], verdict.clauses)


_RESULTS = {"win": "wins", "lose": "loses", "push": "stands off", "returned": "goes back"}


def _pays(sheet: Sheet) -> Iterator[SheetTopic]:
    for bet, table in sheet.pays.items():
        title = _bet_name(sheet, bet) if bet in sheet.bets else _words(bet).title()
        yield SheetTopic(_PAYS, title, _BETWEEN_LINES.join(_rates(table)), table.clauses)
        if table.most_paid:
            yield SheetTopic(
                _PAYS,
                f"{title}: at most",
                f"{sheet.identity.currency_sign}{table.most_paid} a box",
                table.cap_clauses,
            )


def _rates(table: PayTable) -> Iterator[str]:
    if table.pays:
        least = f" from {line_in_words(parse_hand_line(table.pays_from))}" if table.pays_from else ""
        yield table.pays + (f"{least}, else a stand-off" if least else "")
    yield from (f"{_hand(hand)} {rate}" for hand, rate in table.hands.items())
    if table.hands and table.pays_from:
        yield "any other win a stand-off"
    yield from (f"{line.title} {line.pays}" for line in table.hole_cards)


def _hand(text: str) -> str:
    """A line of a pay table: ``one pair``, or ``a pair of tens or better``."""
    line = parse_hand_line(text)
    return _words(line.category) if line.lead is None else f"{line_in_words(line)} or better"


def _bet_name(sheet: Sheet, bet: str) -> str:
    """A bet as two sheets have it in common: Play, Bet and Flop are each the bet to stay in."""
    decisions = [name for name, rule in sheet.bets.items() if rule.placed == "decision"]
    return "the bet to stay in" if decisions[:1] == [bet] else sheet.bets[bet].title


def _ways_out(sheet: Sheet) -> Iterator[SheetTopic]:
    heading = "Fold, decline, leave"
    for bet, rule in sheet.bets.items():
        if rule.placed == "before_deal":
            says = "lost" if bet in sheet.fold.loses else "lives on"
            yield SheetTopic(heading, f"fold: {rule.title}", says, sheet.fold.clauses)
    taken = {"folded": "counts as folded", "lower": "counts as lower than the Dealer's"}
    decline = sheet.decline
    yield SheetTopic(heading, "a hand not shown", taken[decline.taken_as], decline.clauses)
    means = {"fold": "the hand is folded", "hand_invalid": "the hand is invalid, bets returned"}
    yield SheetTopic(
        heading, "walking away, decision open", means[sheet.leaving.means], sheet.leaving.clauses
    )


def _jackpot(jackpot: Jackpot, sign: str) -> Iterator[SheetTopic]:
    hands = {
        "own": "the player's own cards",
        "own_and_dealer": "best five of the player's and the Dealer's cards",
        "own_and_community": "the player's and the community cards",
        "own_and_flop": "the hole cards and the flop",
    }
    yield SheetTopic("Jackpot", "hand", hands[jackpot.hand], jackpot.clauses)
    for hand in dict.fromkeys(line.hand for line in jackpot.lines):
        lines = [line for line in jackpot.lines if line.hand == hand]
        pays = "; ".join(_in_suits(line, line.pays) for line in lines)
        yield SheetTopic("Jackpot", _HANDS.get(hand, _words(hand)), pays, jackpot.clauses)
    envy = "; ".join(f"{line.title} {sign}{line.envy}" for line in jackpot.lines if line.envy)
    if envy:
        yield SheetTopic("Jackpot", "Envy Bonus", envy, jackpot.envy_clauses)
    same = {"in_turn": "in the order dealt, each of the value then shown", "divided": "added and divided"}
    several = jackpot.several_winners
    clauses = (*several.of_all_clauses, *several.of_part_clauses, *several.both_clauses)
    yield SheetTopic("Jackpot", "same table", same[jackpot.same_table], tuple(dict.fromkeys(clauses)))
    across = {"by_time_dealt": "first hand dealt first", "by_entry": "first entered first"}
    clauses = jackpot.across_tables_clauses
    yield SheetTopic("Jackpot", "across tables", across[jackpot.across_tables], clauses)


_HANDS = {"akq_suited": "A-K-Q suited"}
_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


def _in_suits(line: JackpotLine, pays: str) -> str:
    return pays if len(line.suits) == len(_SUITS) else f"{pays} in {', '.join(_SUITS[s] for s in line.suits)}"


def _irregularities(sheet: Sheet) -> Iterator[SheetTopic]:
    broken = sheet.interruption
    says = {"void": "the round is void", "options": "players may withdraw"}[broken.unestablished]
    yield SheetTopic("Irregularities", "power failure, nothing established", says, broken.clauses)
    amounts = sheet.amounts
    times = amounts.under_minimum_times
    under = "settled as placed" if times is None else "settled once, later ones returned"
    yield SheetTopic("Irregularities", "under the minimum, unnoticed", under, amounts.under_minimum)
    if amounts.orphan_bonus:
        yield SheetTopic(
            "Irregularities", "a Bonus bet without an Ante", "it goes back", amounts.orphan_bonus
        )
    if past := (*amounts.past_error, *amounts.past_limits_error):
        which = "no error" if amounts.past_error else "no bet outside the limits"
        yield SheetTopic("Irregularities", "an earlier round", f"{which} of it is undone", past)
    if stand := sheet.seats.placed_in_error:
        says = "they stand where the chips lie"
        yield SheetTopic("Irregularities", SUBJECTS["placed_in_error"], says, stand)
    subjects = _by_subject(sheet)
    if sheet.seats.examined_clauses and SUBJECTS["second_look"] not in subjects:
        says = "only one hand may be viewed; no clause says what follows"
        yield SheetTopic("Irregularities", SUBJECTS["second_look"], says, sheet.seats.examined_clauses)
    for name, policies in subjects.items():
        clauses = (number for clause, policy in policies for number in (clause, *policy.follows))
        yield SheetTopic("Irregularities", name, _policies_in_words(policies), tuple(clauses))


Policies = list[tuple[Clause, Irregularity]]


def _by_subject(sheet: Sheet) -> dict[str, Policies]:
    """The policies of a sheet by what they are about; a text without subjects has its sentences instead."""
    found: dict[str, Policies] = {name: [] for name in SUBJECTS.values()}
    for clause in sorted(sheet.irregularities, key=sort_key):
        policy = sheet.irregularities[clause]
        for name in [SUBJECTS[subject] for subject in policy.subjects] or [policy.gist]:
            found.setdefault(name, []).append((clause, policy))
    return {name: policies for name, policies in found.items() if policies}


def _policies_in_words(policies: Policies) -> str:
    """What follows, and who decides if not the Dealer; one without a condition covers the other cases."""
    told = sorted(
        ((_when(policy), policy_in_words(policy)) for _, policy in policies), key=lambda e: not e[0]
    )
    some = any(when for when, _ in told)
    says = "; ".join(f"{when or 'otherwise'}: {words}" if some else words for when, words in told)
    roles = dict.fromkeys(role_in_words(policy.by) for _, policy in policies if policy.by != "dealer")
    return f"{says} ({' or '.join(roles)})" if roles else says


def _when(policy: Irregularity) -> str:
    looks = {
        "unseen": "before any cards are seen",
        "seen": "once cards are seen",
        "unhandled": "before any hand is touched",
    }
    return next((looks[condition] for condition in policy.when if condition in looks), "")


def _words(name: str) -> str:
    return name.replace("_", " ")
