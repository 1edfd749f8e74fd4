"""The checks of hands and dealing: every procedure deals and turns over the hands of the sheet."""

from typing import Final

from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import DealingProcedure, HandSizes, Sheet
from pitboss.sheets.script import DealStep, RevealStep, Script, read_script

_FLOP: Final = 3


def check_dealing(sheet: Sheet) -> None:
    """Check the sizes of hands, and that every procedure deals them."""
    _check_hands(sheet)
    for number, dealing in enumerate(sheet.dealing):
        _check_procedure(f"dealing.{number}", sheet, dealing)
        decided = [text for text, _ in dealing.steps if text.startswith("decide ")]
        if decided != [text for text, _ in sheet.dealing[0].steps if text.startswith("decide ")]:
            raise SheetFault(f"dealing.{number}", "its decisions are not those of the first procedure")
    if not sheet.dealing:
        raise SheetFault("dealing", "there is no procedure, neither for a shoe nor for a shuffler")


def _check_hands(sheet: Sheet) -> None:
    """Check that hands are made of cards that are dealt, as many as their ranking list compares."""
    hands = sheet.hands
    flop = _FLOP if hands.community >= _FLOP else 0
    shared = {
        "own": 0,
        "own_and_dealer": hands.dealer,
        "own_and_community": hands.community,
        "own_and_flop": flop,
    }
    ranked = [("hands.shows_down", str(hands.shows_down), sheet.ranking.size)]
    if sheet.jackpot and sheet.jackpot_ranking:
        ranked.append(("jackpot.hand", sheet.jackpot.hand, sheet.jackpot_ranking.size))
    for path, form, size in ranked:
        cards = hands.box + shared[form]
        if form != "own" and not shared[form]:
            raise SheetFault(path, f"{form} needs cards that this game does not deal")
        if cards < size or (form == "own" and cards > size):
            raise SheetFault(path, f"{form} is {cards} cards, and the ranking list is of hands of {size}")


def _check_procedure(path: str, sheet: Sheet, dealing: DealingProcedure) -> None:
    try:
        script = read_script(dealing)
    except ValueError as fault:
        raise SheetFault(path, str(fault)) from None
    for decision in script.decisions:
        rule = sheet.bets.get(decision.bet)
        if rule is None or rule.placed != "decision":
            raise SheetFault(path, f"{decision.bet} is no decision bet")
    if not script.reveals or not script.reveals[-1].dealer:
        raise SheetFault(path, "its last reveal must turn over the Dealer's hand")
    decided = [decision.bet for decision in script.decisions]
    if decided != [name for name, rule in sheet.bets.items() if rule.placed == "decision"]:
        raise SheetFault(path, "every decision bet must be decided once, in the order of the bets")
    _check_cards(path, sheet.hands, script)


def _check_cards(path: str, hands: HandSizes, script: Script) -> None:
    """Check that a procedure deals each place its hand, and turns all of it over in the end."""
    dealt = {"boxes": 0, "dealer": 0, "community": 0}
    for step in script.steps:
        if isinstance(step, DealStep):
            for place in step.to:
                dealt[place] += step.cards * step.times
        elif isinstance(step, RevealStep) and step.community > dealt["community"]:
            raise SheetFault(path, f"community card {step.community} is turned over before it is dealt")
    for place, due in (("boxes", hands.box), ("dealer", hands.dealer), ("community", hands.community)):
        if dealt[place] != due:
            raise SheetFault(path, f"it deals {dealt[place]} to {place}, and a hand there is {due}")
    turned = [reveal.community for reveal in script.reveals if reveal.community]
    if turned != sorted(set(turned)) or max(turned, default=0) != hands.community:
        raise SheetFault(path, "each reveal turns over more community cards, and the last all of them")
