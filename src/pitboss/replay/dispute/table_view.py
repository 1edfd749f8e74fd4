"""The table at the end of the round: every hand with its bets."""

from pitboss.cards import Card
from pitboss.hands import hand_in_words
from pitboss.invariant import InvariantBroken
from pitboss.money import grouped
from pitboss.replay.dispute.cards import hand
from pitboss.replay.dispute.markup import escape
from pitboss.round import Round
from pitboss.round.words import title_of
from pitboss.settlement import Box
from pitboss.settlement.facts import Facts, all_known
from pitboss.settlement.hands_held import CardsUnknown, HandsHeld
from pitboss.sheets.game import Game


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
