"""The checks of the course of a round: what a procedure asks, turns over and deals, in its order."""

from collections.abc import Iterator
from itertools import pairwise

from pitboss.reason import because
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
