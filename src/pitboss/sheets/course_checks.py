"""The checks of the course of a round: what a procedure asks, turns over and deals, in its order."""

from collections.abc import Iterator
from itertools import pairwise

from pitboss.sheets.checks import SheetFault
from pitboss.sheets.model import Sheet
from pitboss.sheets.script import DealStep, DecisionStep, RevealStep, Script


def check_course(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check that the engine can follow a procedure to its end, step by step."""
    yield from _check_decisions(path, sheet, script)
    yield from _check_reveals(path, sheet, script)
    yield from _check_order(path, script)


def check_equal_bets(sheet: Sheet) -> Iterator[SheetFault]:
    """Check the bets that must be as high as another, which comes before them."""
    if next(iter(sheet.bets), "") != "ante":
        yield SheetFault("bets", "the ante comes first: the sizes of other bets follow from it")
    for name, rule in sheet.bets.items():
        if rule.equals and (rule.placed != "before_deal" or not rule.needs_ante):
            message = "a bet that equals the ante is placed before the deal, and needs_ante is true"
            yield SheetFault(f"bets.{name}.equals", message)
        if rule.needs_ante and name != "jackpot" and not sheet.amounts.orphan_bonus:
            message = f"{name} needs an Ante, so what becomes of it without one needs clauses"
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
            message = f"it decides and reveals otherwise than dealing.{other}, which is of the same device"
            yield SheetFault(f"dealing.{number}", message)


def _check_decisions(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    if not script.decisions:
        message = "nobody decides anything in it: it needs a step such as 'decide play or fold'"
        yield SheetFault(path, message)
        return
    ended = set[str]()
    for step in script.decisions:
        yield from (_check_taken_back if step.takes_back else _check_bet)(path, sheet, step)
        if step.bet in ended:
            message = f"{step.bet} is asked for again after a decision that made it or folded"
            yield SheetFault(path, message)
        if step.otherwise == "fold":
            ended.add(step.bet)
    decided = [step.bet for step in script.decisions if not step.takes_back]
    if list(dict.fromkeys(decided)) != [
        name for name, rule in sheet.bets.items() if rule.placed == "decision"
    ]:
        yield SheetFault(path, "every decision bet must be decided, the first time in the order of the bets")


def _check_bet(path: str, sheet: Sheet, step: DecisionStep) -> Iterator[SheetFault]:
    rule = sheet.bets.get(step.bet)
    if rule is None or rule.placed != "decision":
        yield SheetFault(path, f"{step.bet} is no decision bet")
        return
    for size in step.sizes:
        if size not in rule.sizes:
            allowed = ", ".join(str(known) for known in rule.sizes)
            yield SheetFault(path, f"{step.bet} x {size} is none of its times_ante: {allowed}")
    if not all(low < high for low, high in pairwise(step.sizes)):
        yield SheetFault(path, f"the sizes of {step.bet} must be named once each, the lowest first")


def _check_taken_back(path: str, sheet: Sheet, step: DecisionStep) -> Iterator[SheetFault]:
    rule = sheet.bets.get(step.bet)
    if rule is None or not rule.equals:
        message = f"{step.bet} is no bet that can be withdrawn: it must be one that equals the ante"
        yield SheetFault(path, message)
    if sheet.seats.players_on_a_box != "one":
        message = "a bet is withdrawn from a box of one player, and seats.players_on_a_box says otherwise"
        yield SheetFault(path, message)


def _check_reveals(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    hands = sheet.hands
    if not hands.dealer:
        yield from _check_dealerless(path, sheet, script)
    elif not script.reveals or not script.reveals[-1].dealer:
        yield SheetFault(path, "its last reveal must turn over the Dealer's hand")
    for step in script.reveals[:-1]:
        if step.dealer:
            yield SheetFault(path, "the Dealer's hand is turned over once, by the last reveal")
    turned = [step.community for step in script.reveals if step.community]
    if turned != sorted(set(turned)) or max(turned, default=0) != hands.community:
        yield SheetFault(path, "each reveal turns over more community cards, and the last all of them")


def _check_dealerless(path: str, sheet: Sheet, script: Script) -> Iterator[SheetFault]:
    """Check a game without a Dealer's hand, in which only community cards are turned over."""
    if sheet.hands.dealers_last_card_face_up:
        yield SheetFault("hands.dealers_last_card_face_up", "the Dealer has no hand")
    if not script.reveals:
        yield SheetFault(path, "without a Dealer's hand, its last reveal must turn over the community cards")
    if any(step.dealer for step in script.reveals):
        yield SheetFault(path, "it turns over a Dealer's hand, and hands.dealer is 0")


def _check_order(path: str, script: Script) -> Iterator[SheetFault]:
    """Check that hands are whole when they are decided on, and that nothing comes after the last reveal."""
    begun = False
    for step in script.steps:
        if isinstance(step, DecisionStep | RevealStep):
            begun = True
        elif isinstance(step, DealStep) and begun and "boxes" in step.to:
            message = "the boxes receive their cards before the first decision and the first reveal"
            yield SheetFault(path, message)
            break
    if script.reveals and not isinstance(script.steps[-1], RevealStep):
        yield SheetFault(path, "nothing comes after its last reveal")
