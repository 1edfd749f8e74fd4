"""The table at the end of the round: every hand with its bets.

Playing cards as inline SVG: an index in two corners, pips as on paper, a letter for the court cards.

The timeline of a round with the link's display, as a chart and a table.
"""

import re
from typing import Final

from pitboss.cards import UNKNOWN, Card, card_in_words
from pitboss.hands import hand_in_words
from pitboss.invariant import InvariantBroken
from pitboss.money import grouped, grouped_exact
from pitboss.replay.dispute.document import escape
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


def hand(cards: tuple[Card, ...]) -> str:
    """Cards side by side, each with its name for screen readers."""
    return f'<div class="hand">{"".join(card_svg(card) for card in cards)}</div>'


def card_svg(card: Card) -> str:
    """One card; an unknown one shows its back."""
    opening = f'<svg class="card" viewBox="0 0 100 140" role="img" aria-label="{card_in_words(card)}">'
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


def table_view(game: Game, state: Round) -> str:
    """Dealer, community and boxes on the felt."""
    middle = [_place("Dealer", state.dealer, _dealers(game, state))] if game.sheet.hands.dealer else []
    if state.community:
        middle.append(_place("Community", state.community, ""))
    for name, cards in (("Burnt", state.burnt), ("Put aside", state.discarded)):
        if cards:
            middle.append(_place(name, cards, ""))
    boxes = "".join(_box(game, state, box) for box in state.boxes if box.wagers or box.cards)
    return (
        f'<div class="felt"><div class="middle">{"".join(middle)}</div><div class="boxes">{boxes}</div></div>'
    )


def _place(name: str, cards: tuple[Card, ...], words: str) -> str:
    told = f"<p>{escape(words)}</p>" if words else ""
    return f'<div class="place"><h3>{name}</h3>{hand(cards)}{told}</div>'


def _dealers(game: Game, state: Round) -> str:
    words = _rank(game, state, state.dealer, game.sheet.hands.dealer)
    if words and game.sheet.qualifier:
        rank = game.ranking.rank(state.dealer + _shared(game, state))
        words += ", a Qualifying Hand" if game.qualifies(rank) else ", no Qualifying Hand"
    return words


def _box(game: Game, state: Round, box: Box) -> str:
    words = [_rank(game, state, box.cards, game.sheet.hands.box), _jackpot_hand(game, state, box)]
    told = "".join(f"<p>{escape(text)}</p>" for text in words if text)
    back = [f"{title_of(game, bet)} taken back" for bet in box.taken_back]
    how = ", ".join(part for part in (_state(box), *back) if part)
    wagers: dict[tuple[str, str], int] = {}
    for wager in box.wagers:
        key = (wager.bet, wager.player)
        wagers[key] = wagers.get(key, 0) + wager.amount
    bets = "".join(
        f"<li>{escape(title_of(game, bet))} <b>{grouped(amount)}</b>{_whose(box, player)}</li>"
        for (bet, player), amount in sorted(wagers.items(), key=lambda item: game.bet_order[item[0][0]])
    )
    heading = f"Box {box.number} · {escape(box.player or 'nobody')}"
    state_text = f'<p class="state">{escape(how)}</p>' if how else ""
    return (
        f'<div class="box place"><h3>{heading}</h3>{hand(box.cards)}{told}{state_text}'
        f'<ul class="bets">{bets}</ul></div>'
    )


def _whose(box: Box, player: str) -> str:
    return f" {escape(player)}" if player != box.player else ""


def _state(box: Box) -> str:
    states = (
        (box.folded, "folded"),
        (box.out, "out of the round"),
        (box.declined, "not shown"),
        (box.left, "its player left"),
    )
    found = [
        word + (f" ({', '.join(clauses)})" if isinstance(clauses, tuple) else "")
        for clauses, word in states
        if clauses
    ]
    return "; ".join(found).capitalize()


def _shared(game: Game, state: Round) -> tuple[Card, ...]:
    return state.community if game.sheet.hands.shows_down == "own_and_community" else ()


def _rank(game: Game, state: Round, cards: tuple[Card, ...], full: int) -> str:
    shared = _shared(game, state)
    whole = len(cards) == full and len(shared) in (0, game.sheet.hands.community)
    enough = len(cards) + len(shared) >= game.ranking.size
    if not (whole and enough and all_known(cards + shared)):
        return ""
    words = hand_in_words(game.ranking.rank(cards + shared), game.ranking.size)
    return words[0].upper() + words[1:]


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
        return f"For the jackpot: {hand_in_words(held.jackpot_rank(box))}"
    except (CardsUnknown, ValueError, InvariantBroken, IndexError):
        return ""


_RED = re.compile("((?:10|[2-9JQKA])[♥♦])")
_WIDTH, _HEIGHT, _TOP, _BOTTOM = 960, 130, 26, 100


def timeline_view(shown: Replay) -> str:
    """The table of moments, after a chart of the display if it moved."""
    linked = shown.displays is not None
    rows = "".join(_row(moment, shown, linked) for moment in shown.moments)
    sign = '<th class="number">Display</th>' if linked else ""
    note = (
        "A gold mark is what the jackpot's link recorded for this round, a grey one what other tables moved. "
        if linked
        else ""
    )
    return (
        f'{_chart(shown)}<table class="stack timeline"><caption>{note}Times are those of the house\'s clock; '
        "the order is that of the journal's positions.</caption><thead><tr><th>Time</th><th>Position</th>"
        f"<th>Who</th><th>What</th>{sign}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _row(moment: Moment, shown: Replay, linked: bool) -> str:
    recorded = moment.first.recorded
    kind = "" if moment.act else ' class="linked"' if moment.own else ' class="other"'
    name = moment.who or f"link {shown.link}"
    role = f" ({moment.role})" if moment.role != "link" else ""
    follows = "".join(f'<br><span class="follows">{_suited(text)}</span>' for text in moment.follows)
    value = f'<td class="number" data-label="Display">{_display(moment)}</td>' if linked else ""
    return (
        f"<tr{kind}><td>{clock_time(recorded.recorded, shown.game):%H:%M:%S}</td>"
        f'<td data-label="Position">{recorded.position}</td><td class="who">{escape(name)}{escape(role)}</td>'
        f"<td>{_suited(moment.what)}{follows}</td>{value}</tr>"
    )


def _suited(text: str) -> str:
    """Red suits in red."""
    return _RED.sub(r'<span class="suit">\1</span>', escape(text))


def _display(moment: Moment) -> str:
    shows = "" if moment.displayed is None else grouped_exact(moment.displayed)
    if not moment.change:
        return shows
    sign = "+" if moment.change > 0 else ""
    return f'{shows}<br><span class="change">{sign}{grouped_exact(moment.change)}</span>'


def _chart(shown: Replay) -> str:
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
    label = f"The display from {grouped_exact(values[0])} to {grouped_exact(values[-1])}"
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
        f'<polygon class="area" points="0,{_BOTTOM} {line} {_WIDTH},{_BOTTOM}"/>'
        f'<polyline class="line" points="{line}"/>'
        f'<text x="0" y="14">{label}; highest {grouped_exact(high)}, lowest {grouped_exact(low)}</text>'
        f'<text x="0" y="122">{_time(shown, 0)}</text>'
        f'<text x="{_WIDTH}" y="122" text-anchor="end">{_time(shown, -1)}</text></svg>'
    )


def _time(shown: Replay, place: int) -> str:
    during = [moment for moment in shown.moments if moment.displayed is not None]
    return f"{clock_time(during[place].first.recorded.recorded, shown.game):%H:%M:%S}"
