"""Golden playthroughs: seeded rounds written out step by step, event by event, to be read and compared.

``python -m tools.golden`` writes them anew; read what has changed before you keep it.
"""

import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.cards import DECK, Card
from pitboss.money import format_cents, format_exact
from pitboss.records.steps import format_step, parse_step
from pitboss.refusal import Refusal
from pitboss.round import Round, decide, evolve, open_round
from pitboss.round import commands as cmd
from pitboss.round.events import Event, RoundOpened
from pitboss.round.plan import dealers_command, next_act
from pitboss.round.queries import displayed
from pitboss.round.views import view
from pitboss.settlement import Display, Table
from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.model import Device

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden"
CASES: Final[dict[str, tuple[Device, int]]] = {
    "shuffler": ("shuffler", 1),
    "shoe": ("shoe", 2),
    "irregularity": ("shoe", 3),
}
"""The device of each case and its seed."""

IRREGULARITIES: Final = {
    "rws-three-card-v3": "report 5.10 box=1,2 reconstructed=no reason=the second card of box 1 fell open",
    "rws-progressive-three-card-v5": "report 5.14 order=?,? reason=two cards came out of the shoe together",
    "rws-multilink-three-card-v4": "report 5.12 box=1,2 reason=one card of box 2 was exposed",
    "rws-multilink-holdem-v2": "report 5.10 box=1,2 reconstructed=no reason=a card of box 2 fell open",
    "mbs-megalink-stud-v9": "interrupt",
}
"""What goes wrong before anybody has looked; each lets players choose."""

PLAYERS: Final = {1: "ann", 2: "bob", 3: "ann"}
HASHES: Final = cmd.Hashes("build", "sheet", "readings")
ANTE: Final = 2500
SIDE_BET: Final = 500
SHOWN: Final = (cmd.CloseBets, cmd.ExamineHand, cmd.Reveal, cmd.Choose)
"""After these steps the public view is written too."""


class Playthrough:
    """One seeded round, played as the dealing procedure says and written down as it goes."""

    def __init__(self, game: Game, device: Device, seed: int) -> None:
        self.game = game
        self.rng = random.Random(f"{game.sheet.id} {device} {seed}")
        self.script = game.script(device)
        self.deck = list(DECK)
        self.rng.shuffle(self.deck)
        table = Table(sheet=game.sheet.id, device=device, jackpot_bet=SIDE_BET)
        display = Display(Fraction(8_000_000), 5_000_000, Fraction(1, 8))
        self.state: Round = open_round(cmd.OpenRound(table, display, HASHES))
        self.lines = [f"{game.sheet.identity.title}, dealt from a {device}, seed {seed}", ""]
        self._write_events((RoundOpened(table, display, HASHES, cmd.Memory()),))

    def do(self, command: cmd.Command) -> None:
        """Take one step and write down what follows from it."""
        answer = decide(self.game, self.state, command)
        assert not isinstance(answer, Refusal), (format_step(command), answer)
        self.lines += ["", f"> {format_step(command)}"]
        for event in answer:
            self.state = evolve(self.state, event)
        self._write_events(answer)
        if isinstance(command, SHOWN):
            self.lines += [f"  seen by all: {line}" for line in _public_view(self.game, self.state)]

    def play(self, irregularity: str | None) -> str:
        """The whole round as text."""
        for box, player in PLAYERS.items():
            for bet, rule in self.game.sheet.bets.items():
                if bet == "ante":
                    self.do(cmd.PlaceBet(box=box, player=player, bet=bet, amount=ANTE))
                elif rule.placed == "before_deal" and self.rng.random() < 0.75:
                    self.do(cmd.PlaceBet(box=box, player=player, bet=bet, amount=SIDE_BET))
        self.do(cmd.CloseBets())
        pending = irregularity
        while not self.state.settled:
            act = next_act(self.game, self.state, self.script)
            if pending and (act.act == "ask" or "order=" in pending):
                self._go_wrong(pending)
                pending = None
            elif act.act == "ask":
                self._decide(act.boxes[0])
            else:
                self.do(dealers_command(act, self._draw(act.cards)))
        return "\n".join([*self.lines, "", *_settlement(self.state), ""])

    def _go_wrong(self, irregularity: str) -> None:
        """Bob takes his bets back, Ann goes on."""
        self.do(parse_step(irregularity)[0])
        assert self.state.options, "every irregularity of these rounds lets somebody choose"
        while self.state.options:
            box = self.state.options[0].box
            self.do(cmd.Choose(box, "withdraw" if PLAYERS[box] == "bob" else "continue"))

    def _decide(self, number: int) -> None:
        player = PLAYERS[number]
        if not any(box.examined for box in self.state.player_boxes(player)):
            self.do(cmd.ExamineHand(number))
        due = self.script.decisions[self.state.reveals]
        if self.rng.random() < 0.75:
            amount = self.game.sheet.bets[due.bet].sizes[0] * ANTE
            self.do(cmd.PlaceBet(box=number, player=player, bet=due.bet, amount=amount))
        else:
            self.do(cmd.FoldHand(number) if due.otherwise == "fold" else cmd.Check(number))

    def _draw(self, cards: int) -> tuple[Card, ...]:
        return tuple(self.deck.pop() for _ in range(cards))

    def _write_events(self, events: tuple[Event, ...]) -> None:
        self.lines += [f"  {_json(event)}" for event in events]


def _json(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=_plain).decode()


def _plain(value: object) -> object:
    """What JSON has no form for: a displayed value is exact, so it is written as it is counted."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value))


def _public_view(game: Game, state: Round) -> Iterator[str]:
    """What anybody at the table sees: the jackpot, the cards, and who is asked for something."""
    seen = view(game, state)
    value = displayed(game, state)
    shown = format_exact(value) if value is not None else "none"
    yield f"jackpot {shown}, burnt {seen.burnt}, put aside {seen.discarded}"
    yield f"Dealer {' '.join(seen.dealer) or '-'}, community {' '.join(seen.community) or '-'}"
    for box in seen.boxes:
        if box.wagers:
            bets = ", ".join(f"{wager.bet} {format_cents(wager.amount)}" for wager in box.wagers)
            marks: dict[str, Any] = {
                "examined": box.examined,
                "folded": box.folded,
                "out": box.out,
                "to decide": box.to_decide,
                "to choose": box.to_choose,
            }
            told = "".join(f", {mark}" for mark, is_so in marks.items() if is_so)
            yield f"box {box.number} of {box.player}: {' '.join(box.cards) or '-'} [{bets}]{told}"


def _settlement(state: Round) -> Iterator[str]:
    settlement = state.settlement
    assert settlement is not None, "a playthrough ends settled"
    yield f"{settlement.outcome}:"
    for line in settlement.lines:
        money = f"{format_cents(line.stake)} {line.result} {format_cents(line.net)}"
        yield f"  box {line.box} {line.player} {line.bet} {money} [{' '.join(line.clauses)}] {line.why}"
    for player, net in settlement.players().items():
        yield f"  {player} {format_cents(net)}"
    if settlement.jackpot:
        before, after = format_exact(settlement.jackpot.before), format_exact(settlement.jackpot.after)
        yield f"  jackpot {before}, afterwards {after}"


def render(sheet: str, case: str) -> str:
    """The text of one playthrough."""
    device, seed = CASES[case]
    irregularity = IRREGULARITIES[sheet] if case == "irregularity" else None
    return Playthrough(load(sheet), device, seed).play(irregularity)


def playthroughs() -> dict[str, tuple[str, str]]:
    """Every playthrough by the name of its file."""
    return {f"{sheet}_{case}.txt": (sheet, case) for sheet in sheet_ids() for case in CASES}


def main() -> None:
    """Write every playthrough."""
    FOLDER.mkdir(exist_ok=True)
    for name, (sheet, case) in playthroughs().items():
        (FOLDER / name).write_text(render(sheet, case), encoding="utf-8")
        print(FOLDER / name)


if __name__ == "__main__":
    main()
