"""The money of a dispute page: each bet's result and reason, each player's sum, and what was posted."""

from pitboss.ledger.accounts import account_in_words
from pitboss.money import grouped, grouped_exact, with_sign
from pitboss.people import role_in_words
from pitboss.replay.dispute.document import escape
from pitboss.replay.replay import Replay
from pitboss.round.events import SettlementAdjusted
from pitboss.round.words import title_of
from pitboss.settlement import Line
from pitboss.sheets.game import Game
from pitboss.sheets.register import number_of


def result_view(shown: Replay) -> str:
    """The sums, one tile per player."""
    settlement = shown.settlement
    if settlement is None:
        return "<p>The round is under way: nothing is settled yet.</p>"
    tiles = "".join(
        f'<li><span class="name">{escape(name)}</span>'
        f'<span class="net {_sign(net)}">{with_sign(net)}</span>'
        f'<span class="small muted">{_by_box(shown, name)}</span></li>'
        for name, net in settlement.players().items()
    )
    return f'<ul class="players">{tiles}</ul>{_jackpot(shown)}'


def lines_view(shown: Replay) -> str:
    """One row per settlement line: money on the left, reason and clauses on the right."""
    settlement = shown.settlement
    if settlement is None:
        return ""
    rows = "".join(_line(shown.game, line) for line in settlement.lines)
    identity = shown.game.sheet.identity
    currency = escape(f"{identity.currency} ({identity.currency_sign})")
    heads = "".join(f"<th{_number(name)}>{name}</th>" for name in ("Box", "Player", "Bet", "Stake", "Result"))
    return (
        f'<table class="stack lines"><caption>Amounts in {currency}. Net is what the player has more, '
        f'or less, than before the bet.</caption><thead><tr>{heads}<th class="number">Net</th>'
        f"<th>Why, and by which clauses</th></tr></thead><tbody>{rows}</tbody></table>{notes_view(shown)}"
    )


def notes_view(shown: Replay) -> str:
    """What was done otherwise than the sheet orders, for a supervisor."""
    told = "".join(f"<li>{escape(str(note))}.</li>" for note in shown.notes)
    return f"<p><b>Noted, without effect on the settlement:</b></p><ul>{told}</ul>" if told else ""


def slips_view(shown: Replay) -> str:
    """The slips of jackpot wins, and rulings after the round."""
    parts = []
    for slip in shown.slips:
        back = " (reversed)" if slip.number in shown.reversed_slips else ""
        signed = ", ".join(f"{p.name} ({role_in_words(p.role)})" for p in slip.signatures)
        parts.append(
            f"<li><b>Slip {slip.number}{back}</b>: {grouped(slip.amount)} to {escape(slip.player)}, box "
            f"{slip.box}, for {escape(slip.hand)}: {slip.percent} % of {grouped_exact(slip.value)}. "
            f"Verified and signed by {escape(signed)}.</li>"
        )
    for ruling in shown.rulings:
        for event in ruling.events:
            if isinstance(event, SettlementAdjusted):
                by = f"{escape(ruling.by.name)} ({role_in_words(event.by)})"
                parts.append(
                    f"<li><b>Ruling</b> by {by} after the round: "
                    f"{with_sign(event.amount)} for {escape(event.player)}, box {event.box}, "
                    f"{escape(title_of(shown.game, event.bet))}: {escape(event.reason)}. "
                    f"{_clauses(shown.game, event.clauses)}</li>"
                )
    return f'<h3>Slips and rulings</h3><ul class="plain">{"".join(parts)}</ul>' if parts else ""


def transfers_view(shown: Replay) -> str:
    """Every transfer, in recorded order."""
    rows = "".join(
        f'<tr><td data-label="From">{escape(account_in_words(entry.source))}</td>'
        f'<td data-label="To">{escape(account_in_words(entry.target))}</td>'
        f'<td class="number">{grouped_exact(entry.amount)}</td>'
        f"<td>{escape(', '.join(entry.cited.clauses))}</td>"
        f'<td class="small muted">{escape(entry.id)}</td></tr>'
        for entry in shown.transfers
    )
    if not rows:
        return ""
    return (
        '<h3>Transfers</h3><table class="stack"><thead><tr><th>From</th><th>To</th><th class="number">Amount'
        f"</th><th>Clauses</th><th>Entry</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _line(game: Game, line: Line) -> str:
    return (
        f'<tr><td data-label="Box">{line.box}</td><td>{escape(line.player)}</td>'
        f"<td>{escape(title_of(game, line.bet))}</td>"
        f'<td class="number" data-label="Stake">{grouped(line.stake)}</td>'
        f'<td class="{line.result}">{line.result}</td>'
        f'<td class="number net {line.result}" data-label="Net">{with_sign(line.net)}</td>'
        f'<td><p class="why">{escape(line.why)}</p>{_clauses(game, line.clauses)}</td></tr>'
    )


def _clauses(game: Game, clauses: tuple[str, ...]) -> str:
    items = "".join(
        f"<li><b>{escape(clause)}</b>{escape(game.register[number_of(clause)].gist)}</li>"
        for clause in clauses
    )
    return f'<ul class="clauses">{items}</ul>'


def _jackpot(shown: Replay) -> str:
    moves = shown.settlement.jackpot if shown.settlement else None
    if moves is None:
        return ""
    paid = "".join(
        f"; {grouped(payout.amount)} paid to {escape(payout.player)} for {escape(payout.hand)}"
        for payout in moves.payouts
    )
    return (
        f"<p>The jackpot showed <b>{grouped_exact(moves.before)}</b> when betting opened and "
        f"<b>{grouped_exact(moves.after)}</b> when the round was over{paid}.</p>"
    )


def _by_box(shown: Replay, name: str) -> str:
    assert shown.settlement is not None, "sums are of a settled round"
    boxes = dict.fromkeys(line.box for line in shown.settlement.lines if line.player == name)
    return f"box {', '.join(map(str, boxes))}"


def _number(name: str) -> str:
    return ' class="number"' if name == "Stake" else ""


def _sign(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"
