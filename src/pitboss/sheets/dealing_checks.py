"""The checks of hands and dealing: every procedure deals and turns over the hands of the sheet.

The checks of the course of a round: what a procedure asks, turns over and deals, in its order.
"""

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Final

from pitboss.cards import DECK
from pitboss.hands.ranking import MOST_CARDS
from pitboss.reason import because
from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import DealingProcedure, HandSizes, Sheet
from pitboss.sheets.script import (
    BurnStep,
    DealStep,
    DecisionStep,
    DiscardStep,
    RevealStep,
    Script,
    read_script,
    step_faults,
)


def check_course(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check that the engine can follow a procedure to its end, step by step."""
    yield from _check_decisions(path, sheet, script)
    yield from _check_reveals(path, sheet, script)
    yield from _check_order(path, script)


def check_equal_bets(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the bets that must be as high as another, which comes before them."""
    if next(iter(sheet.bets), "") != "ante":
        yield SheetFault("bets", because("course.ante_first"))
    for name, rule in sheet.bets.items():
        if rule.equals and (rule.placed != "before_deal" or not rule.needs_ante):
            message = because("course.equal_bet")
            yield SheetFault(f"bets.{name}.equals", message)
        if rule.needs_ante and name != "jackpot" and not sheet.amounts.orphan_bonus:
            message = because("course.orphan", bet=name)
            yield SheetFault("amounts.orphan_bonus", message)


def check_alike(sheet: Sheet, scripts: list[Script]) -> Iterator[SheetFault]:
    """Check that procedures of one device ask and turn over alike: which one is dealt by changes no rule."""
    first: dict[str, tuple[int, list[object]]] = {}
    for number, (dealing, script) in enumerate(zip(sheet.dealing, scripts, strict=True)):
        course: list[object] = []
        for step in script.steps:
            if isinstance(step, DecisionStep):
                course.append((step.bet, step.otherwise, step.sizes, step.takes_back))
            elif isinstance(step, RevealStep):
                course.append((step.community, step.dealer))
        other, known = first.setdefault(dealing.device, (number, course))
        if known != course:
            message = because("course.otherwise", other=other)
            yield SheetFault(f"dealing.{number}", message)


def _check_decisions(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    if not script.decisions:
        message = because("course.no_decision")
        yield SheetFault(path, message)
        return
    ended = set[str]()
    for step in script.decisions:
        yield from (_check_taken_back if step.takes_back else _check_bet)(path, sheet, step)
        if step.bet in ended:
            message = because("course.asked_again", bet=step.bet)
            yield SheetFault(path, message)
        if step.otherwise == "fold":
            ended.add(step.bet)
    decided = [step.bet for step in script.decisions if not step.takes_back]
    if list(dict.fromkeys(decided)) != [
        name for name, rule in sheet.bets.items() if rule.placed == "decision"
    ]:
        yield SheetFault(path, because("course.every_bet"))


def _check_bet(path: str, sheet: Sheet, step: DecisionStep) -> Iterator[SheetFault]:
    rule = sheet.bets.get(step.bet)
    if rule is None or rule.placed != "decision":
        yield SheetFault(path, because("course.no_decision_bet", bet=step.bet))
        return
    for size in step.sizes:
        if size not in rule.sizes:
            yield SheetFault(path, because("course.size", bet=step.bet, size=size, sizes=rule.sizes))
    if not all(low < high for low, high in pairwise(step.sizes)):
        yield SheetFault(path, because("course.sizes", bet=step.bet))


def _check_taken_back(path: str, sheet: Sheet, step: DecisionStep) -> Iterator[SheetFault]:
    rule = sheet.bets.get(step.bet)
    if rule is None or not rule.equals:
        message = because("course.not_withdrawn", bet=step.bet)
        yield SheetFault(path, message)
    if sheet.seats.players_on_a_box != "one":
        message = because("course.withdrawn_alone")
        yield SheetFault(path, message)


def _check_reveals(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    hands = sheet.hands
    if not hands.dealer:
        yield from _check_dealerless(path, sheet, script)
    elif not script.reveals or not script.reveals[-1].dealer:
        yield SheetFault(path, because("course.last_reveal"))
    for step in script.reveals[:-1]:
        if step.dealer:
            yield SheetFault(path, because("course.dealer_once"))
    turned = [step.community for step in script.reveals if step.community]
    if turned != sorted(set(turned)) or max(turned, default=0) != hands.community:
        yield SheetFault(path, because("course.more_community"))


def _check_dealerless(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check a game without a Dealer's hand, in which only community cards are turned over."""
    if sheet.hands.dealers_last_card_face_up:
        yield SheetFault("hands.dealers_last_card_face_up", because("course.no_dealer"))
    if not script.reveals:
        yield SheetFault(path, because("course.last_community"))
    if any(step.dealer for step in script.reveals):
        yield SheetFault(path, because("course.dealer_zero"))


def _check_order(path: str, script: Script) -> Iterator[SheetFault]:
    """Check that hands are whole when they are decided on, and that nothing comes after the last reveal."""
    begun = False
    for step in script.steps:
        if isinstance(step, DecisionStep | RevealStep):
            begun = True
        elif isinstance(step, DealStep) and begun and "boxes" in step.to:
            message = because("course.boxes_first")
            yield SheetFault(path, message)
            break
    if script.reveals and not isinstance(script.steps[-1], RevealStep):
        yield SheetFault(path, because("course.end"))


_FLOP: Final = 3


def check_dealing(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the sizes of hands, and that every procedure deals them."""
    yield from _check_hands(sheet)
    yield from check_equal_bets(sheet)
    scripts = list[Script]()
    for number, dealing in enumerate(sheet.dealing):
        scripts += yield from _check_procedure(f"dealing.{number}", sheet, dealing)
        decided = [text for text, _ in dealing.steps if text.startswith("decide ")]
        if decided != [text for text, _ in sheet.dealing[0].steps if text.startswith("decide ")]:
            yield SheetFault(f"dealing.{number}", because("dealing.decisions"))
    if len(scripts) == len(sheet.dealing):
        yield from check_alike(sheet, scripts)
    if not sheet.dealing:
        yield SheetFault("dealing", because("dealing.none"))


def _check_hands(sheet: Sheet) -> Iterator[SheetFault]:
    """Check that hands are made of cards that are dealt, as many as their ranking list compares."""
    hands = sheet.hands
    for name, number, least in (
        ("box", hands.box, 1),
        ("dealer", hands.dealer, 0),
        ("community", hands.community, 0),
    ):
        if number < least:
            yield SheetFault(f"hands.{name}", because("dealing.hand", cards=number))
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
            yield SheetFault(path, because("dealing.not_dealt", form=form))
        elif cards > MOST_CARDS:
            yield SheetFault(path, because("dealing.chosen_from", form=form, cards=cards, most=MOST_CARDS))
        elif cards < size:
            yield SheetFault(path, because("dealing.too_few", form=form, cards=cards, size=size))
    shown = hands.dealer + shared[hands.shows_down]
    if hands.dealer and not sheet.ranking.size <= shown <= MOST_CARDS:
        reason = because("dealing.dealers_hand", cards=shown, size=sheet.ranking.size)
        yield SheetFault("hands.dealer", reason)


def _check_procedure(
    path: str, sheet: Sheet, dealing: DealingProcedure
) -> Generator[SheetFault, None, list[Script]]:
    if wrong := step_faults(dealing):
        yield from (SheetFault(f"{path}.steps.{place}", fault) for place, fault in wrong.items())
        return []
    script = read_script(dealing)
    yield from _check_deck(path, sheet, script)
    yield from _check_cards(path, sheet.hands, script)
    yield from check_course(path, sheet, script)
    return [script]


def _check_deck(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check that the deck suffices for a table with all its boxes."""
    boxes, hands = sheet.layout.most_boxes, sheet.hands
    away = sum(isinstance(step, BurnStep | DiscardStep) for step in script.steps)
    needed = boxes * hands.box + hands.dealer + hands.community + away
    if needed > len(DECK):
        message = because("dealing.deck", boxes=boxes, needed=needed, deck=len(DECK))
        yield SheetFault(path, message)


def _check_cards(path: str, hands: HandSizes, script: Script) -> Iterator[SheetFault]:
    """Check that a procedure deals each place its hand, and nothing is turned over before it is dealt."""
    dealt = {"boxes": 0, "dealer": 0, "community": 0}
    for step in script.steps:
        if isinstance(step, DealStep):
            for place in step.to:
                dealt[place] += step.cards * step.times
        elif isinstance(step, RevealStep) and step.community > dealt["community"]:
            yield SheetFault(path, because("dealing.community_early", card=step.community))
        elif isinstance(step, RevealStep) and step.dealer and dealt["dealer"] < hands.dealer:
            yield SheetFault(path, because("dealing.dealer_early"))
    for place, due in (("boxes", hands.box), ("dealer", hands.dealer), ("community", hands.community)):
        if dealt[place] != due:
            yield SheetFault(path, because("dealing.dealt", cards=dealt[place], place=place, due=due))
