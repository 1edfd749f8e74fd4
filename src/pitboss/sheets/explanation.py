"""What the system does about a clause, in the sentences of ``pitboss explain`` and of the rulebook page.

What a sheet takes from a clause besides its policy, in sentences: entries of the data and refusals.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from pitboss.people import role_in_words
from pitboss.refusal_list import AREAS
from pitboss.sheets.checks import citations
from pitboss.sheets.model import Argument, BetResult, Sheet, ShowdownOutcome
from pitboss.sheets.readings import POINTS
from pitboss.sheets.register import ClauseKind, number_of
from pitboss.sheets.script import read_script
from pitboss.sheets.words import ARGUMENTS, CONDITIONS, instead_in_words, policy_in_words, step_in_words

_SENTENCES: Final = {
    "layout": "It says how many boxes a table has.",
    "deck": "It says how many cards the deck has.",
    "deck.wrong_count": "It decides what follows when a card is missing or one too many.",
    "deck.counting": "It has the cards counted by hand when their number is in doubt.",
    "deck.foreign_card": "It decides what follows when a card does not belong to the deck.",
    "deck.unshuffled": "It decides what follows when the cards were not shuffled.",
    "deck.runs_out": "It decides what follows when there are too few cards to finish the round.",
    "deck.shuffler": "It is about the device that shuffles by itself.",
    "seats": "It is part of the rules on who may bet where, how many hands they may look at, and what the "
    "table displays.",
    "seats.placed_in_error": "Bets are settled where the chips lie when the Bets are closed, also those that "
    "were placed by mistake.",
    "seats.placed_by_staff": "Staff may enter a bet for a player who asks. It counts as the player's own, "
    "wins or loses as it was placed, and the record says that staff placed it, and in which role.",
    "seats.examined_clauses": "The Dealer tells a player of several boxes how many hands they may look at.",
    "hands": "It is part of the rules on how many cards make a hand.",
    "ranking": "It is part of the order by which hands are compared with the Dealer's.",
    "ranking.kinds": "It decides between hands of two kinds.",
    "ranking.cards": "It decides between hands of the same kind by their cards.",
    "ranking.equal": "It decides when hands count as the same.",
    "ranking.low_run": "By it the ace is the lowest card of the lowest straight.",
    "jackpot_ranking": "It is part of the order by which jackpot hands are ranked.",
    "qualifier": "It says which hand of the Dealer qualifies.",
    "qualifier.announce_clauses": "The Dealer announces that their hand does not qualify.",
    "jackpot.notify_clauses": "A player who notifies a jackpot hand leaves it face up until it is settled.",
    "jackpot": "It is part of what the jackpot pays, and for which hands.",
    "jackpot.several_winners": "It decides how several players who win shares at one table are paid.",
    "jackpot.across_tables_clauses": "It decides who is paid first when players win at several tables.",
    "jackpot.units_clauses": "It decides what a jackpot bet of several units pays.",
    "jackpot.no_qualifying_hand_clauses": "Jackpot bets are settled though the Dealer does not qualify.",
    "jackpot.qualifying_hand_clauses": "Jackpot bets are settled when the Dealer qualifies.",
    "jackpot.envy_clauses": "It gives the Envy Bonus.",
    "amounts.over_maximum": "A bet over the maximum that nobody noticed in time stands at the maximum, and "
    "the excess goes back.",
    "amounts.over_ante": "It decides how much of a decision bet over its size stands if nobody noticed it.",
    "amounts.under_ante": "A decision bet under its size that nobody noticed stands as it was placed.",
    "amounts.orphan_jackpot": "A jackpot bet without an Ante goes back when the round is settled.",
    "amounts.orphan_bonus": "A Bonus bet without an Ante goes back when the round is settled.",
    "amounts.past_error": "An error of an earlier round that is noticed later does not touch later rounds.",
    "amounts.past_limits_error": "Bets outside the limits in earlier rounds stay settled.",
    "leaving.settle_clauses": "Bets of a player who has left are settled where nothing is left to decide.",
    "interruption.continue_clauses": "After an interruption the round goes on if an outcome is established.",
    "interruption.void_clauses": "After an interruption the round is void if no outcome is established.",
    "interruption.withdraw_clauses": "After an interruption players may take their bets back if no outcome "
    "is established.",
    "interruption": "It decides what follows from a technical interruption or power failure.",
    "void_clauses": "Every bet of a void round goes back.",
}
"""The sentence of each entry, by its path into the sheet."""
UNTOLD: Final = "An entry of the sheet rests on it."
"""The sentence of an entry that has none; no shipped sheet needs it."""
_OUTCOMES: Final[dict[ShowdownOutcome, str]] = {
    "no_qualifying_hand": "When the Dealer does not qualify",
    "higher": "When the player's hand is higher than the Dealer's",
    "lower": "When the player's hand is lower than the Dealer's",
    "same": "When the hands are the same",
}
_RESULTS: Final[dict[BetResult, str]] = {
    "win": "wins",
    "lose": "loses",
    "push": "is a stand-off",
    "returned": "goes back",
}
_OF_POLICIES: Final = {
    "follows": "It is cited with {}.",
    "instead": "It applies in place of {} where that one does not.",
    "continue_clauses": "By it a player goes on when {} gives them the choice.",
    "withdraw_clauses": "By it a player takes their bets back when {} gives them the choice.",
    "viewed_clauses": "It applies under {} when a hand was viewed.",
    "unviewed_clauses": "It applies under {} when no hand was viewed.",
    "action_clauses": "It names what the House may do under {}.",
}
_OF_OPTIONS: Final = ("continue_clauses", "withdraw_clauses")
_OTHERS: Final = "Whatever else is refused rests on it, if no clause of its own is named."
_REFUSALS: Final[dict[str, str]] = {}
for _area in AREAS:
    _REFUSALS.update((code, gloss.meaning) for code, gloss in _area.cited.items())
    _REFUSALS.update((code, gloss.meaning) for code, gloss in _area.plain.items())


class ClauseUses:
    """What a sheet takes from each of its clauses; the sheet is walked through once, for all of them."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._paths: dict[str, list[str]] = {}
        for path, cited in citations(sheet):
            self._paths.setdefault(number_of(cited), []).append(path.removesuffix(".clauses"))

    def follows(self, clause: str) -> Iterator[str]:
        """What follows from a clause by the entries of the sheet that cite it, each sentence once."""
        policies: dict[str, dict[str, None]] = {}
        sentences: dict[str, None] = {}
        for path in self._paths.get(clause, ()):
            first, *rest = path.split(".")
            if first == "irregularities":
                key = next(part for part in rest if part in _OF_POLICIES)
                reported = ".".join(rest[: rest.index(key)])
                if key not in _OF_OPTIONS or _gives_options(self._sheet, reported):
                    policies.setdefault(key, {})[reported] = None
            elif first not in ("readings", "refusals"):
                sentences[_sentence(self._sheet, path)] = None
        yield from sentences
        yield from (_OF_POLICIES[key].format(_listed(clauses, "or")) for key, clauses in policies.items())

    def refused(self, clause: str) -> Iterator[str]:
        """What is refused because of a clause, in the sentences of the list of refusals."""
        for path in self._paths.get(clause, ()):
            if path.startswith("refusals."):
                yield _REFUSALS.get(path.removeprefix("refusals."), _OTHERS)


def _gives_options(sheet: Sheet, reported: str) -> bool:
    """Whether a report gives players options by the readings taken."""
    point = sheet.readings.get("options_once_reconstructed")
    return sheet.irregularities[reported].options != "none" or (point is not None and point.choice != "none")


def _sentence(sheet: Sheet, path: str) -> str:
    match path.split("."):
        case ["bets", bet]:
            return f"It is part of the rules on the {_title(sheet, bet)} bet: when it is placed and its size."
        case ["showdown", outcome, bet]:
            result = sheet.showdown[outcome][bet].result  # type: ignore[index]
            return f"{_OUTCOMES[outcome]}, the {_title(sheet, bet)} {_RESULTS[result]}."  # type: ignore[index]
        case ["pays", bet]:
            return f"It says what the {_title(sheet, bet)} pays."
        case ["pays", bet, "cap_clauses"]:
            return f"It limits what the {_title(sheet, bet)} pays."
        case ["fold"]:
            return f"A fold loses {_listed(_title(sheet, bet) for bet in sheet.fold.loses)}."
        case ["decline"]:
            taken = {"folded": "as folded", "lower": "as lower than the Dealer's"}[sheet.decline.taken_as]
            by = sheet.decline.viewed_by
            view = f" The {role_in_words(by)} or above may view it." if by else ""
            return f"A hand that its player does not show counts {taken}.{view}"
        case ["leaving"]:
            means = {"fold": "has folded it", "hand_invalid": "has it invalidated, and its bets go back"}
            return f"A player who leaves before a hand is decided {means[sheet.leaving.means]}."
        case ["amounts", "under_minimum"]:
            once = sheet.amounts.under_minimum_times is not None
            rest = ", but a player is paid or loses so once only: their later ones go back" if once else ""
            return f"A bet under the minimum that nobody noticed in time stands as it was placed{rest}."
        case ["dealing", number, "steps", place]:
            dealing = sheet.dealing[int(number)]
            step = step_in_words(sheet, read_script(dealing).steps[int(place)])
            return f"When cards come from a {dealing.device}, {step}."
        case ["ranking", compared, "of", category]:
            named = category.replace("_", " ")
            return f"{_SENTENCES[f'ranking.{compared}'][:-1]}, here {named}."
        case ["jackpot", "several_winners", _]:
            return _SENTENCES["jackpot.several_winners"]
        case _:
            return _SENTENCES.get(path, UNTOLD)


def _title(sheet: Sheet, bet: str) -> str:
    return sheet.bets[bet].title if bet in sheet.bets else bet.replace("_", " ").title()


def _listed(words: Iterable[str], joint: str = "and") -> str:
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


class Passage(Struct, frozen=True):
    """A heading with the sentences under it."""

    title: str
    sentences: tuple[str, ...]


KINDS: Final[dict[ClauseKind, str]] = {
    "settles": "It decides what a bet gets.",
    "enforces": "The system refuses, requires or orders something because of it.",
    "records": "People do this at the table; the system shows or records it.",
    "defines": "Words and structure that other clauses rest on.",
}
"""How the system honours a clause, by its kind."""


class Explainer:
    """Explains the clauses of one sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._uses = ClauseUses(sheet)

    def passages(self, clause: str) -> Iterator[Passage]:
        """All that the system does about a clause: reports of it, what else follows from it, and readings."""
        yield from policy_of(self._sheet, clause)
        yield from self.effects(clause)
        yield from readings_of(self._sheet, clause)

    def effects(self, clause: str) -> Iterator[Passage]:
        """What else follows from a clause, and what is refused because of it."""
        if found := tuple(self._uses.follows(clause)):
            yield Passage("What follows from it:", found)
        if found := tuple(self._uses.refused(clause)):
            yield Passage("What the system refuses because of it:", found)


def policy_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """What follows when the irregularity of a clause is reported: effect, role and conditions."""
    if policy := sheet.irregularities.get(clause):
        sentences = [
            f"{_capital(policy_in_words(policy))}.",
            f"Decided by the {role_in_words(policy.by)} or above.",
        ]
        if policy.needs:
            sentences.append(f"The report says {_told(policy.needs)}.")
        if policy.takes:
            sentences.append(f"The report may also say {_told(policy.takes)}.")
        if policy.when:
            conditions = " and ".join(CONDITIONS[condition] for condition in policy.when)
            sentences.append(f"It applies when {conditions}; the system takes that from the round.")
        if others := instead_in_words(sheet, clause):
            sentences.append(f"Otherwise {others} applies.")
        if policy.after_settlement:
            sentences.append("It may still be reported after settlement, before the next round.")
        yield Passage(f"When it is reported ({policy.gist}):", tuple(sentences))


def readings_of(sheet: Sheet, clause: str) -> Iterator[Passage]:
    """The readings that were taken where a clause leaves something open."""
    for name, reading in sheet.readings.items():
        if clause in (number_of(cited) for cited in reading.clauses):
            point = POINTS[name]
            others = (
                f"It could also be read so ({choice.replace('_', ' ')}): {begun(says)}."
                for choice, says in point.options.items()
                if choice != reading.choice
            )
            yield Passage(f"{point.question}?", (f"As this sheet is read: {begun(reading.gist)}.", *others))


def begun(sentence: str) -> str:
    """A sentence after a colon."""
    return sentence[:1].lower() + sentence[1:]


def _told(arguments: tuple[Argument, ...]) -> str:
    return " and ".join(ARGUMENTS[argument] for argument in arguments)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
