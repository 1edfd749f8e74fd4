"""Two sheets compared topic by topic, in words, with the clauses of each."""

from collections.abc import Iterator

from msgspec import Struct

from pitboss.citation import Clause
from pitboss.people import role_in_words
from pitboss.sheets.model import PayTable, Sheet
from pitboss.sheets.words import policy_in_words


class SheetTopic(Struct, frozen=True):
    """One topic of a sheet, in words with its clauses."""

    heading: str
    name: str
    says: str
    clauses: tuple[Clause, ...]


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
    "Pays",
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
    yield from _jackpot(sheet)
    yield from _irregularities(sheet)
    for name, reading in sheet.readings.items():
        yield SheetTopic("Readings", _words(name), _words(reading.choice), reading.clauses)


def _identity(sheet: Sheet) -> Iterator[SheetTopic]:
    identity = sheet.identity
    yield SheetTopic("The sheet", "operator", identity.operator, ())
    yield SheetTopic("The sheet", "version", str(identity.version), ())
    yield SheetTopic("The sheet", "in force from", f"{identity.in_force_from:%d %B %Y, %H:%M}", ())
    yield SheetTopic("The sheet", "numbered clauses", str(identity.numbered_clauses), ())


def _seats(sheet: Sheet) -> Iterator[SheetTopic]:
    seats = sheet.seats
    who = {"one": "one player alone", "several": "several players may share the Ante"}
    yield SheetTopic("Seats and bets", "players on a box", who[seats.players_on_a_box], seats.clauses)
    shown = ", ".join(_words(what) for what in seats.displayed)
    yield SheetTopic("Seats and bets", "displayed at the table", shown, seats.clauses)
    for rule in sheet.bets.values():
        says = "before the deal" if rule.placed == "before_deal" else f"{rule.times_ante} x the Ante"
        if rule.needs_ante:
            says += ", with an Ante"
        yield SheetTopic("Seats and bets", rule.title, says, rule.clauses)
    most = sheet.jackpot.most_units
    size = "the prescribed amount" if most == 1 else f"1 to {most} times the minimum"
    yield SheetTopic("Seats and bets", "jackpot bet", size, sheet.bets["jackpot"].clauses)


def _dealing(sheet: Sheet) -> Iterator[SheetTopic]:
    for device in ("shoe", "shuffler"):
        methods = [dealing for dealing in sheet.dealing if dealing.device == device]
        for number, dealing in enumerate(methods, 1):
            name = device if len(methods) == 1 else f"{device}, method {number}"
            steps = "; ".join(step for step, _ in dealing.steps)
            yield SheetTopic("Dealing", name, steps, tuple(dict.fromkeys(c for _, c in dealing.steps)))


def _hands(sheet: Sheet) -> Iterator[SheetTopic]:
    ranking = sheet.ranking
    order = " > ".join(_words(category) for category in ranking.order)
    yield SheetTopic("Hands", "ranking", order, ranking.clauses)
    hands = sheet.hands
    says = f"{hands.box} cards" + (f" and {hands.community} community" if hands.community else "")
    yield SheetTopic("Hands", "a hand", says, hands.clauses)
    if sheet.qualifier:
        high = "-".join(sheet.qualifier.high_cards)
        yield SheetTopic("Hands", "the Dealer qualifies with", f"{high} high", sheet.qualifier.clauses)
    else:
        yield SheetTopic("Hands", "the Dealer qualifies with", "any hand", ())


def _showdown(sheet: Sheet) -> Iterator[SheetTopic]:
    names = {
        "no_qualifying_hand": "Dealer does not qualify",
        "higher": "player higher",
        "lower": "player lower",
        "same": "the same",
    }
    for outcome, verdicts in sheet.showdown.items():
        for bet, verdict in verdicts.items():
            name = f"{names[outcome]}: {sheet.bets[bet].title}"
            yield SheetTopic("Settlement", name, verdict.result, verdict.clauses)


def _pays(sheet: Sheet) -> Iterator[SheetTopic]:
    for bet, table in sheet.pays.items():
        title = sheet.bets[bet].title if bet in sheet.bets else _words(bet).title()
        for line, rate in _lines(table):
            yield SheetTopic("Pays", f"{title}{line}", rate, table.clauses)
        if table.most_paid:
            yield SheetTopic("Pays", f"{title}: at most", f"${table.most_paid} a box", table.cap_clauses)


def _lines(table: PayTable) -> Iterator[tuple[str, str]]:
    if table.pays:
        least = f" from a {_words(table.pays_from)}, else a push" if table.pays_from else ""
        yield "", table.pays + least
    for hand, rate in table.hands.items():
        yield f": {_words(hand)}", rate
    for line in table.hole_cards:
        yield f": {line.title}", line.pays


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


def _jackpot(sheet: Sheet) -> Iterator[SheetTopic]:
    jackpot = sheet.jackpot
    hands = {
        "own": "the player's own cards",
        "own_and_dealer": "best five of the player's and the Dealer's cards",
        "own_and_community": "the player's and the community cards",
        "own_and_flop": "the hole cards and the flop",
    }
    yield SheetTopic("Jackpot", "hand", hands[jackpot.hand], jackpot.clauses)
    for line in jackpot.lines:
        yield SheetTopic("Jackpot", line.title, line.pays, jackpot.clauses)
        if line.envy:
            yield SheetTopic("Jackpot", f"{line.title}: envy", f"${line.envy}", jackpot.envy_clauses)
    same = {"in_turn": "in the order dealt, each of the value then shown", "divided": "added and divided"}
    several = jackpot.several_winners
    clauses = (*several.of_all_clauses, *several.of_part_clauses, *several.both_clauses)
    yield SheetTopic("Jackpot", "same table", same[jackpot.same_table], tuple(dict.fromkeys(clauses)))
    across = {"by_time_dealt": "first hand dealt first", "by_entry": "first entered first"}
    clauses = jackpot.across_tables_clauses
    yield SheetTopic("Jackpot", "across tables", across[jackpot.across_tables], clauses)


def _irregularities(sheet: Sheet) -> Iterator[SheetTopic]:
    broken = sheet.interruption
    says = {"void": "the round is void", "options": "players may withdraw"}[broken.unestablished]
    yield SheetTopic("Irregularities", "power failure, nothing established", says, broken.clauses)
    amounts = sheet.amounts
    times = amounts.under_minimum_times
    under = "settled as placed" if times is None else "settled once, later ones returned"
    yield SheetTopic("Irregularities", "under the minimum, unnoticed", under, amounts.under_minimum)
    for clause, policy in sheet.irregularities.items():
        says = f"{policy_in_words(policy)} ({role_in_words(policy.by)})"
        yield SheetTopic("Irregularities", policy.gist, says, (clause, *policy.follows))


def _words(name: str) -> str:
    return name.replace("_", " ")
