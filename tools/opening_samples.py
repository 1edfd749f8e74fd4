"""Writes the sample opening files and their round: ``python -m tools.opening_samples``.

One shoe, always the same, deals a round of 3 Card Poker as the dealing procedure of a shoe says. The player
of box 1 holds the openings of what they saw, the regulator those of all cards. ``logged.json`` is the
player's file with the proof that the commitment stands in the log.
"""

import hashlib
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.cards import Card
from pitboss.records.round_file import FileStep, RoundFile, write_round_file
from pitboss.refusal import Refusal
from pitboss.round import apply, open_round
from pitboss.round import commands as cmd
from pitboss.round.plan import dealers_command, next_act
from pitboss.settlement import Table
from pitboss.sheets import load
from pitboss.shoe import (
    CardsDrawn,
    Commitment,
    Shoe,
    ShoeInUse,
    cards_of,
    commit,
    draw,
    open_cards,
    open_positions,
)
from pitboss.shoe.dealing import Use, evolve
from pitboss.shoe.opening_file import InLog, write_openings
from pitboss.shuffle import ORDERS, arranged
from pitboss.tlog.checkpoint import TreeHead, cosign
from pitboss.tlog.merkle import Tree, leaf_hash
from pitboss.tlog.note import ED25519, note_key, sign_note
from pitboss.tlog.proof_text import TlogProof
from pitboss.tlog.shown import Label, ShownAppend, ShownEvent

FOLDER = Path(__file__).parents[1] / "tests" / "openings"
NUMBER = int.from_bytes(hashlib.sha512(b"sample").digest()) % ORDERS
SHOE = Shoe("T1/2026-03-01/17", arranged(NUMBER), bytes(range(32)))
LOG, WITNESS = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
"""The keys of the log and of a witness."""
ORIGIN = "floor.example/log"
RECORDED = 1_772_366_400
"""Noon of 1 March 2026, in seconds."""
PLAYERS = {1: "ann", 2: "bob"}
USES: dict[str, Use] = {"deal": "dealt", "burn": "burnt", "discard": "discarded"}


def deal_round(shoe: Shoe, sheet: str, device: str) -> tuple[RoundFile, list[CardsDrawn]]:
    """A round that nobody folds, dealt from a shoe by its positions alone."""
    game = load(sheet)
    table = Table(sheet=sheet, device="shoe" if device == "shoe" else "shuffler")
    state = open_round(cmd.OpenRound(table, None, cmd.Hashes("", "", "")))
    in_use = ShoeInUse(commit(shoe))
    steps: list[FileStep] = []
    draws: list[CardsDrawn] = []

    def do(command: cmd.Command) -> None:
        nonlocal state
        answer = apply(game, state, command)
        assert not isinstance(answer, Refusal), answer
        state = answer[0]
        steps.append(FileStep(command))

    def drawn(use: Use, count: int, to: cmd.Place | None) -> tuple[Card, ...]:
        nonlocal in_use
        answer = draw(in_use, count, use, to)
        assert isinstance(answer, tuple)
        in_use = evolve(in_use, answer[0])
        draws.append(answer[0])
        return cards_of(shoe, answer[0])

    for box, player in PLAYERS.items():
        do(cmd.PlaceBet(box=box, player=player, bet="ante", amount=2500))
    do(cmd.CloseBets())
    looked = False
    while not state.settled:
        act = next_act(game, state, game.script(table.device))
        if act.act in USES:
            cards = drawn(USES[act.act], act.cards, act.to)
            do(dealers_command(act, cards))
        elif act.act == "ask":
            for box in act.boxes:
                if not looked:
                    do(cmd.ExamineHand(box))
                due = game.script(table.device).decisions[state.reveals]
                amount = 2500 * game.sheet.bets[due.bet].sizes[0]
                do(cmd.PlaceBet(box=box, player=PLAYERS[box], bet=due.bet, amount=amount))
            looked = True
        else:
            do(dealers_command(act))
    return RoundFile(table, None, (tuple(steps),)), draws


def in_log(commitment: Commitment, append: int = 17, size: int = 40) -> InLog:
    """A proof out of a log of which only one append is known."""
    label = Label(
        position=101, stream="table/T1", version=60, kind="ShoeReady", schema=1, recorded=RECORDED * 1_000_000
    )
    data = msgspec.json.encode({"type": "ShoeReady", "commitment": commitment, "sealed": ""}).decode()
    hidden = ShownEvent(hash=bytes(range(32)))
    shown = ShownAppend(append, (hidden, ShownEvent(label=label, salt=bytes(16), data=data), hidden))
    leaves = [leaf_hash(str(n).encode()) for n in range(size)]
    leaves[append - 1] = shown.leaf()
    tree = Tree(leaves)
    note = sign_note(TreeHead(ORIGIN, size, tree.root).text(), ORIGIN, LOG)
    note = note.with_signatures(cosign(note, "witness.example", WITNESS, RECORDED + 60))
    proof = TlogProof(append - 1, tree.path(append - 1), note)
    return InLog(shown, proof.text(), note_key(ORIGIN, LOG, ED25519).text())


def main() -> None:
    file, _ = deal_round(SHOE, "rws-three-card-v3", "shoe")
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "round.toml").write_text(write_round_file(file), encoding="utf-8")
    deals = [step.command for step in file.rounds[0] if isinstance(step.command, cmd.DealCards)]
    seen = [card for deal in deals if deal.to in (1, "dealer") for card in deal.cards]
    commitment = commit(SHOE)
    openings = open_cards(SHOE, seen)
    (FOLDER / "player.json").write_bytes(write_openings(commitment, openings))
    (FOLDER / "logged.json").write_bytes(write_openings(commitment, openings, in_log(commitment)))
    (FOLDER / "regulator.json").write_bytes(write_openings(commitment, open_positions(SHOE, range(1, 53))))


if __name__ == "__main__":
    main()
