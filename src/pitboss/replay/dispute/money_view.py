"""The money of a dispute page: each bet's result and reason, each player's sum, and what was posted."""

from collections.abc import Iterable

from pitboss.ledger.accounts import account_said
from pitboss.money import grouped, grouped_exact, with_sign
from pitboss.reason import Reason, because
from pitboss.replay.dispute.document import Teller, escape
from pitboss.replay.replay import Replay
from pitboss.round.events import SettlementAdjusted
from pitboss.round.words import title_of
from pitboss.settlement import Line
from pitboss.sheets.game import Game
from pitboss.sheets.register import number_of


def result_view(tell: Teller, shown: Replay) -> str:
    """The sums, one tile per player."""
    settlement = shown.settlement
    if settlement is None:
        return f"<p>{tell(because('record.under_way'))}</p>"
    tiles = "".join(
        f'<li><span class="name">{escape(name)}</span>'
        f'<span class="net {_sign(net)}">{with_sign(net)}</span>'
        f'<span class="small muted">{_by_box(tell, shown, name)}</span></li>'
        for name, net in settlement.players().items()
    )
    return f'<ul class="players">{tiles}</ul>{_jackpot(tell, shown)}'


def lines_view(tell: Teller, shown: Replay) -> str:
    """One row per settlement line: money on the left, reason and clauses on the right."""
    settlement = shown.settlement
    if settlement is None:
        return ""
    rows = "".join(_line(tell, shown.game, line) for line in settlement.lines)
    identity = shown.game.sheet.identity
    currency = f"{identity.currency} ({identity.currency_sign})"
    heads = (
        ("", because("record.box")),
        ("", because("record.player")),
        ("", because("record.bet")),
        (' class="number"', because("record.stake")),
        ("", because("record.result")),
        (' class="number"', because("record.net")),
        ("", because("record.why")),
    )
    headings = "".join(f"<th{style}>{tell(head)}</th>" for style, head in heads)
    return (
        f'<table class="stack lines"><caption>{tell(because("record.amounts", currency=currency))}</caption>'
        f"<thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>{notes_view(tell, shown)}"
    )


def notes_view(tell: Teller, shown: Replay) -> str:
    """What was done otherwise than the sheet orders, for a supervisor."""
    notes = (because("record.note", note=note.reason, clauses=note.clauses) for note in shown.notes)
    told = "".join(f"<li>{tell(note)}</li>" for note in notes)
    return f"<p><b>{tell(because('record.noted'))}</b></p><ul>{told}</ul>" if told else ""


def slips_view(tell: Teller, shown: Replay) -> str:
    """The slips of jackpot wins, and rulings after the round."""
    parts = []
    for slip in shown.slips:
        about = because(
            "record.slip",
            slip=slip.number,
            reversed="yes" if slip.number in shown.reversed_slips else "no",
            amount=slip.amount,
            player=slip.player,
            box=slip.box,
            hand=slip.hand,
            percent=slip.percent,
            value=grouped_exact(slip.value),
            people=tuple(_person(person.name, person.role) for person in slip.signatures),
        )
        parts.append(f"<li>{tell(about)}</li>")
    for ruling in shown.rulings:
        for event in ruling.events:
            if isinstance(event, SettlementAdjusted):
                about = because(
                    "record.ruling",
                    person=_person(ruling.by.name, event.by),
                    amount=with_sign(event.amount),
                    player=event.player,
                    box=event.box,
                    bet=title_of(shown.game, event.bet),
                    given=event.reason,
                )
                clauses = _clauses(tell, shown.game, event.clauses)
                parts.append(f"<li>{tell(about)} {clauses}</li>")
    listed = f'<ul class="plain">{"".join(parts)}</ul>'
    return f"<h3>{tell(because('record.slips'))}</h3>{listed}" if parts else ""


def transfers_view(tell: Teller, shown: Replay) -> str:
    """Every transfer, in recorded order."""
    source, target = tell(because("record.from")), tell(because("record.to"))
    rows = "".join(
        f'<tr><td data-label="{source}">{tell(account_said(entry.source))}</td>'
        f'<td data-label="{target}">{tell(account_said(entry.target))}</td>'
        f'<td class="number">{grouped_exact(entry.amount)}</td>'
        f"<td>{escape(', '.join(entry.cited.clauses))}</td>"
        f'<td class="small muted">{escape(entry.id)}</td></tr>'
        for entry in shown.transfers
    )
    if not rows:
        return ""
    return (
        f'<h3>{tell(because("record.transfers"))}</h3><table class="stack"><thead><tr><th>{source}</th>'
        f'<th>{target}</th><th class="number">{tell(because("record.amount"))}</th>'
        f"<th>{tell(because('record.clauses'))}</th><th>{tell(because('record.entry'))}</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _person(name: str, role: str) -> Reason:
    return because("record.person", name=name, roles=(role,))


def _line(tell: Teller, game: Game, line: Line) -> str:
    box, stake, net = because("record.box"), because("record.stake"), because("record.net")
    return (
        f'<tr><td data-label="{tell(box)}">{line.box}</td><td>{escape(line.player)}</td>'
        f"<td>{tell(because('record.title_of', title=title_of(game, line.bet)))}</td>"
        f'<td class="number" data-label="{tell(stake)}">{grouped(line.stake)}</td>'
        f'<td class="{line.result}">{tell(because("record.bet_result", result=line.result))}</td>'
        f'<td class="number net {line.result}" data-label="{tell(net)}">{with_sign(line.net)}</td>'
        f'<td><p class="why">{tell.sentence(line.reason)}</p>{_clauses(tell, game, line.clauses)}</td></tr>'
    )


def _clauses(tell: Teller, game: Game, clauses: Iterable[str]) -> str:
    items = "".join(
        f"<li><b>{escape(clause)}</b>{tell.gist(game.register[number_of(clause)].gist)}</li>"
        for clause in clauses
    )
    return f'<ul class="clauses">{items}</ul>'


def _jackpot(tell: Teller, shown: Replay) -> str:
    moves = shown.settlement.jackpot if shown.settlement else None
    if moves is None:
        return ""
    about = because(
        "record.jackpot",
        before=grouped_exact(moves.before),
        after=grouped_exact(moves.after),
        payouts=tuple(
            because("record.payout", amount=paid.amount, player=paid.player, hand=paid.hand)
            for paid in moves.payouts
        ),
    )
    return f"<p>{tell(about)}</p>"


def _by_box(tell: Teller, shown: Replay, name: str) -> str:
    assert shown.settlement is not None, "sums are of a settled round"
    boxes = dict.fromkeys(line.box for line in shown.settlement.lines if line.player == name)
    return tell(because("record.boxes", boxes=tuple(boxes)))


def _sign(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"
