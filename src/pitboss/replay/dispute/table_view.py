"""The table at the end of the round: every hand with its bets.

Playing cards as inline SVG: an index in two corners, pips as on paper, a letter for the court cards.

The timeline of a round with the link's display, as a chart and a table.
"""

import re
from typing import Final

from pitboss.cards import UNKNOWN, Card
from pitboss.hands import called
from pitboss.invariant import InvariantBroken
from pitboss.money import grouped, grouped_exact
from pitboss.reason import Reason, because
from pitboss.replay.dispute.document import Teller, escape
from pitboss.replay.replay import Moment, Replay
from pitboss.replay.replay_json import clock_time
from pitboss.round import Round
from pitboss.round.words import title_of
from pitboss.settlement import Box
from pitboss.settlement.facts import Facts, all_known
from pitboss.settlement.hands_held import CardsUnknown, HandsHeld
from pitboss.sheets.game import Game

_HALF: Final = (
    "M0-46C12-28 46-10 46 14C46 30 34 36 24 36C14 36 7 31 4 24C5 36 8 42 14 46L-14 46"
    "C-8 42-5 36-4 24C-7 31-14 36-24 36C-34 36-46 30-46 14C-46-10-12-28 0-46Z"
)
_SUITS: Final = {
    "s": f'<path d="{_HALF}"/>',
    "h": '<path d="M0 44C-12 27-46 8-46-16C-46-34-34-43-23-43C-11-43-3-35 0-25'
    'C3-35 11-43 23-43C34-43 46-34 46-16C46 8 12 27 0 44Z"/>',
    "d": '<path d="M0-48C9-28 21-12 35 0C21 12 9 28 0 48C-9 28-21 12-35 0C-21-12-9-28 0-48Z"/>',
    "c": '<path d="M4 20C5 34 8 42 14 46L-14 46C-8 42-5 34-4 20Z"/>'
    '<circle cy="-22" r="21"/><circle cx="-23" cy="11" r="21"/><circle cx="23" cy="11" r="21"/>'
    '<path d="M-9-6L9-6L12 18L-12 18Z"/>',
}
_LEFT, _MIDDLE, _RIGHT = 36, 50, 64
_SIDES: Final = ((_LEFT, 34), (_RIGHT, 34))
_PIPS: Final[dict[str, tuple[tuple[int, float], ...]]] = {
    "2": ((_MIDDLE, 34),),
    "3": ((_MIDDLE, 34), (_MIDDLE, 70)),
    "4": _SIDES,
    "5": (*_SIDES, (_MIDDLE, 70)),
    "6": (*_SIDES, (_LEFT, 70), (_RIGHT, 70)),
    "7": (*_SIDES, (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 52)),
    "8": (*_SIDES, (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 52)),
    "9": (*_SIDES, (_LEFT, 58), (_RIGHT, 58), (_MIDDLE, 70)),
    "T": (*_SIDES, (_LEFT, 58), (_RIGHT, 58), (_MIDDLE, 46)),
}
"""The pips of the upper half and of the middle; the lower half is the upper one turned round."""
_MIDDLE_Y: Final = 70
_PIP: Final = 19
_ONE_SIDED: Final = frozenset("7")


def symbols() -> str:
    """The four suits, to be used by every card of a page."""
    drawn = "".join(
        f'<symbol id="suit-{suit}" viewBox="-50 -50 100 100">{shape}</symbol>'
        for suit, shape in _SUITS.items()
    )
    return f'<svg class="defs" width="0" height="0" aria-hidden="true">{drawn}</svg>'


def hand(tell: Teller, cards: tuple[Card, ...]) -> str:
    """Cards side by side, each with its name for screen readers."""
    return f'<div class="hand">{"".join(card_svg(tell, card) for card in cards)}</div>'


def card_svg(tell: Teller, card: Card) -> str:
    """One card; an unknown one shows its back."""
    name = because("record.card_hidden")
    if card != UNKNOWN:
        name = because("record.card", rank=card[0], suit=card[1])
    opening = f'<svg class="card" viewBox="0 0 100 140" role="img" aria-label="{tell(name)}">'
    paper = '<rect x="1" y="1" width="98" height="138" rx="8" class="paper"/>'
    if card == UNKNOWN:
        back = '<rect x="8" y="8" width="84" height="124" rx="5" class="back"/>'
        return f'{opening}{paper}{back}<text x="50" y="84" class="unknown">?</text></svg>'
    rank, suit = card[0], card[1]
    index = _index(rank, suit)
    turned = f'<g transform="rotate(180 50 70)">{index}</g>'
    colour = "red" if suit in "hd" else "black"
    return f'{opening}{paper}<g class="{colour}">{index}{turned}{_face(rank, suit)}</g></svg>'


def _index(rank: str, suit: str) -> str:
    shown = rank.replace("T", "10")
    narrow = ' textLength="17" lengthAdjust="spacingAndGlyphs"' if shown == "10" else ""
    return f'<text x="13.5" y="25" class="index"{narrow}>{shown}</text>{_pip(suit, 13.5, 37, 14)}'


def _face(rank: str, suit: str) -> str:
    if rank == "A":
        return _pip(suit, 50, 70, 46)
    if rank in "JQK":
        frame = '<rect x="26" y="20" width="48" height="100" rx="3" class="frame"/>'
        corners = _pip(suit, 35, 31, 13) + _turned(_pip(suit, 35, 31, 13))
        return f'{frame}<text x="50" y="87" class="court">{rank}</text>{corners}'
    upper = [_pip(suit, x, y, _PIP) for x, y in _PIPS[rank] if y < _MIDDLE_Y]
    middle = [_pip(suit, x, y, _PIP) for x, y in _PIPS[rank] if y == _MIDDLE_Y]
    lower = upper[:2] if rank in _ONE_SIDED else upper
    return "".join([*upper, *middle, _turned("".join(lower))])


def _turned(drawn: str) -> str:
    return f'<g transform="rotate(180 50 70)">{drawn}</g>'


def _pip(suit: str, x: float, y: float, size: float) -> str:
    left, top = x - size / 2, y - size / 2
    return f'<use href="#suit-{suit}" x="{left:g}" y="{top:g}" width="{size:g}" height="{size:g}"/>'


def table_view(tell: Teller, game: Game, state: Round) -> str:
    """Dealer, community and boxes on the felt."""
    middle = []
    if game.sheet.hands.dealer:
        middle.append(_place(tell, because("record.dealer"), state.dealer, _dealers(game, state)))
    for name, cards in (
        (because("record.community"), state.community),
        (because("record.burnt"), state.burnt),
        (because("record.put_aside"), state.discarded),
    ):
        if cards:
            middle.append(_place(tell, name, cards, None))
    boxes = "".join(_box(tell, game, state, box) for box in state.boxes if box.wagers or box.cards)
    return (
        f'<div class="felt"><div class="middle">{"".join(middle)}</div><div class="boxes">{boxes}</div></div>'
    )


def _place(tell: Teller, name: Reason, cards: tuple[Card, ...], held: Reason | None) -> str:
    told = f"<p>{tell.begun(held)}</p>" if held else ""
    return f'<div class="place"><h3>{tell(name)}</h3>{hand(tell, cards)}{told}</div>'


def _dealers(game: Game, state: Round) -> Reason | None:
    held = _rank(game, state, state.dealer, game.sheet.hands.dealer)
    if held and game.sheet.qualifier:
        rank = game.ranking.rank(state.dealer + _shared(game, state))
        return because("record.qualifies", hand=held, way="yes" if game.qualifies(rank) else "no")
    return because("record.hand", hand=held) if held else None


def _box(tell: Teller, game: Game, state: Round, box: Box) -> str:
    held, jackpot = _rank(game, state, box.cards, game.sheet.hands.box), _jackpot_hand(game, state, box)
    hands = [because("record.hand", hand=held)] if held else []
    hands += [because("record.jackpot_hand", hand=jackpot)] if jackpot else []
    told = "".join(f"<p>{tell.begun(each)}</p>" for each in hands)
    wagers: dict[tuple[str, str], int] = {}
    for wager in box.wagers:
        key = (wager.bet, wager.player)
        wagers[key] = wagers.get(key, 0) + wager.amount
    bets = "".join(
        f"<li>{_title(tell, game, bet)} <b>{grouped(amount)}</b>{_whose(box, player)}</li>"
        for (bet, player), amount in sorted(wagers.items(), key=lambda item: game.bet_order[item[0][0]])
    )
    heading = because("record.box_empty", box=box.number)
    if box.player:
        heading = because("record.box_of", box=box.number, player=box.player)
    how = because("record.states", states=_states(box), back=_taken_back(game, box))
    state_text = f'<p class="state">{text}</p>' if (text := tell.begun(how)) else ""
    return (
        f'<div class="box place"><h3>{tell(heading)}</h3>{hand(tell, box.cards)}{told}{state_text}'
        f'<ul class="bets">{bets}</ul></div>'
    )


def _title(tell: Teller, game: Game, bet: str) -> str:
    return tell(because("record.title_of", title=title_of(game, bet)))


def _whose(box: Box, player: str) -> str:
    return f" {escape(player)}" if player != box.player else ""


def _states(box: Box) -> tuple[Reason, ...]:
    states = (("folded", box.folded), ("out", box.out), ("declined", box.declined), ("left", box.left))
    return tuple(
        because("record.state", state=state, clauses=clauses if isinstance(clauses, tuple) else ())
        for state, clauses in states
        if clauses
    )


def _taken_back(game: Game, box: Box) -> tuple[Reason, ...]:
    return tuple(because("record.taken_back", bet=title_of(game, bet)) for bet in box.taken_back)


def _shared(game: Game, state: Round) -> tuple[Card, ...]:
    return state.community if game.sheet.hands.shows_down == "own_and_community" else ()


def _rank(game: Game, state: Round, cards: tuple[Card, ...], full: int) -> str:
    """A hand as a param of a reason; empty while a card of it is not known."""
    shared = _shared(game, state)
    whole = len(cards) == full and len(shared) in (0, game.sheet.hands.community)
    enough = len(cards) + len(shared) >= game.ranking.size
    if not (whole and enough and all_known(cards + shared)):
        return ""
    return called(game.ranking.rank(cards + shared), game.ranking.size)


def _jackpot_hand(game: Game, state: Round, box: Box) -> str:
    """The hand that decided a jackpot bet, where it differs from the one that met the Dealer's."""
    if not box.has("jackpot") or game.jackpot.hand == "own" or len(box.cards) != game.sheet.hands.box:
        return ""
    held = HandsHeld(
        game,
        Facts(
            table=state.table,
            boxes=state.boxes,
            dealer=state.dealer,
            community=state.community,
            display=state.display,
        ),
    )
    try:
        return called(held.jackpot_rank(box))
    except (CardsUnknown, ValueError, InvariantBroken, IndexError):
        return ""


_RED = re.compile("((?:10|[2-9JQKA])[♥♦])")
_WIDTH, _HEIGHT, _TOP, _BOTTOM = 960, 130, 26, 100


def timeline_view(tell: Teller, shown: Replay) -> str:
    """The table of moments, after a chart of the display if it moved."""
    linked = shown.displays is not None
    rows = "".join(_row(tell, moment, shown, linked) for moment in shown.moments)
    sign = f'<th class="number">{tell(because("record.display"))}</th>' if linked else ""
    note = tell(because("record.order", linked="yes" if linked else "no"))
    heads = (
        because("record.time"),
        because("record.position"),
        because("record.who"),
        because("record.what"),
    )
    headings = "".join(f"<th>{tell(head)}</th>" for head in heads)
    return (
        f'{_chart(tell, shown)}<table class="stack timeline"><caption>{note}'
        f"</caption><thead><tr>{headings}{sign}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(tell: Teller, moment: Moment, shown: Replay, linked: bool) -> str:
    recorded = moment.first.recorded
    kind = "" if moment.act else ' class="linked"' if moment.own else ' class="other"'
    position, display = tell(because("record.position")), tell(because("record.display"))
    follows = "".join(f'<br><span class="follows">{_suited(tell(each))}</span>' for each in moment.then)
    value = f'<td class="number" data-label="{display}">{_display(moment)}</td>' if linked else ""
    who = tell(_who(moment, shown))
    return (
        f"<tr{kind}><td>{clock_time(recorded.recorded, shown.game):%H:%M:%S}</td>"
        f'<td data-label="{position}">{recorded.position}</td><td class="who">{who}</td>'
        f"<td>{_suited(tell(moment.said))}{follows}</td>{value}</tr>"
    )


def _who(moment: Moment, shown: Replay) -> Reason:
    if moment.role == "link":
        return because("record.by_link", link=moment.who or shown.link)
    roles = (because("record.role", role=role.replace(" ", "_")) for role in moment.role.split(" and "))
    names = (moment.who,) if moment.act else tuple(moment.who.split(" and "))
    return because("record.acting", names=names, roles=tuple(roles))


def _suited(text: str) -> str:
    """Red suits in red."""
    return _RED.sub(r'<span class="suit">\1</span>', text)


def _display(moment: Moment) -> str:
    shows = "" if moment.displayed is None else grouped_exact(moment.displayed)
    if not moment.change:
        return shows
    sign = "+" if moment.change > 0 else ""
    return f'{shows}<br><span class="change">{sign}{grouped_exact(moment.change)}</span>'


def _chart(tell: Teller, shown: Replay) -> str:
    """The display as a step line, one step per moment."""
    values = [moment.displayed for moment in shown.moments if moment.displayed is not None]
    if len(set(values)) < 2:
        return ""
    low, high = min(values), max(values)
    wide = _WIDTH / len(values)
    points = []
    for place, value in enumerate(values):
        y = _BOTTOM - float((value - low) / (high - low)) * (_BOTTOM - _TOP)
        points += [f"{place * wide:.1f},{y:.1f}", f"{(place + 1) * wide:.1f},{y:.1f}"]
    line = " ".join(points)
    chart = because("record.chart", first=grouped_exact(values[0]), last=grouped_exact(values[-1]))
    label = because("record.extremes", chart=chart, high=grouped_exact(high), low=grouped_exact(low))
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{tell(chart)}">'
        f'<polygon class="area" points="0,{_BOTTOM} {line} {_WIDTH},{_BOTTOM}"/>'
        f'<polyline class="line" points="{line}"/>'
        f'<text x="0" y="14">{tell(label)}</text>'
        f'<text x="0" y="122">{_time(shown, 0)}</text>'
        f'<text x="{_WIDTH}" y="122" text-anchor="end">{_time(shown, -1)}</text></svg>'
    )


def _time(shown: Replay, place: int) -> str:
    during = [moment for moment in shown.moments if moment.displayed is not None]
    return f"{clock_time(during[place].first.recorded.recorded, shown.game):%H:%M:%S}"
