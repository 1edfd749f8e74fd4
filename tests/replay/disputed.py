"""One evening on a small floor, the same every time: for the documents and for what reads the record."""

from fractions import Fraction
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from pitboss.cards import Card
from pitboss.floor import Actor
from pitboss.jackpots import LinkConfig, NextSeed
from pitboss.round import commands as cmd
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.jackpots.floor import HOLDEM, THREE_CARD

CONFIG = LinkConfig(
    reset=10_000_000,
    contribution_rate=Fraction(1, 4),
    reserve_rate=Fraction(1, 20),
    cap=90_000_000,
    overflow_to=NextSeed(),
    prescribed_bet=500,
    rounding="down_to_the_cent",
    alarm_above=100_000,
)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
SUE, SHAW = Actor("Sue", "pit_supervisor"), Actor("Shaw", "shift_manager")
BEGINS = 1_741_608_000_000_000
"""20:00 in Singapore on 10 March 2025."""


class Clock:
    """Four seconds pass with every append."""

    def __init__(self) -> None:
        self.now = BEGINS

    def tick(self) -> int:
        self.now += 4_000_000
        return self.now


def play_evening(url: str | Path, witness: Path | None = None, key: Path | None = None) -> None:
    """Two three-card tables and one of hold'em on one link: an ordinary round, a royal, and a ruling."""
    if key:
        key.touch(mode=0o600)
        key.write_bytes(KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    clock = Clock()
    with open_journal(url, clock=clock.tick) as journal:
        house = House(journal, clock=lambda: clock.now)
        house.open({"T1": THREE_CARD, "T2": THREE_CARD, "H1": HOLDEM}, config=CONFIG)
        _ordinary_round(house)
        _royal_round(house)
        house.begin("T1", "bet 1 ann ante 25", "bet 1 ann jackpot 5", "close")
        ruling = cmd.AdjustSettlement(
            box=2,
            player="bob",
            bet="ante",
            amount=5000,
            by="shift_manager",
            reason="the camera shows a flush",
        )
        house.ok(house.floor.adjust("T1", 1, ruling, SHAW, house.id()))
        checkpoint = make_checkpoint(journal, KEY)
        if witness:
            add_to_file(witness, checkpoint.note)
        house.play(
            "T1", "deal 1 2h 4d 9c", "deal dealer Kh 8d 5s", "deal community Js Ts", "fold 1", "reveal"
        )
        house.play("T1", "settle")


def _ordinary_round(house: House) -> None:
    """T1/1: a card is mistyped and put right; the others raise the display meanwhile."""
    house.begin("T1", "bet 1 ann ante 100", "bet 1 ann pair_plus 25", "bet 1 ann jackpot 5")
    house.play("T1", "bet 2 bob ante 50", "bet 2 bob jackpot 5", "close")
    house.begin("T2", "bet 3 cat ante 25", "bet 3 cat jackpot 5", "close")
    house.play("T1", "deal 1 Qs Qh 7d", "deal 2 Kc 9c 4c", "deal dealer Kd Jh 6s", "deal community 2h Ts")
    wrong = cmd.CorrectCard(
        at=2, recorded=Card("9c"), card=Card("9d"), by="pit_supervisor", reason="the dealer mistyped a suit"
    )
    house.ok(house.floor.act("T1", wrong, SUE, house.id()))
    house.play("T1", "look 1", "look 2", "bet 1 ann play 100", "bet 2 bob play 50", "reveal", "settle")
    house.play("T2", "deal 3 2d 7h Jc", "deal dealer 3d 8h Qc", "deal community 2c 4s", "fold 3", "reveal")
    house.play("T2", "settle")


def _royal_round(house: House) -> None:
    """T1/2: a royal flush and a straight flush with the same community cards, while H1 takes bets."""
    house.begin(
        "T1", "bet 1 ann ante 100", "bet 1 ann jackpot 5", "bet 2 bob ante 50", "bet 2 bob pair_plus 25"
    )
    house.play("T1", "bet 2 bob jackpot 5", "bet 4 dee ante 25", "bet 4 dee jackpot 5", "close")
    house.begin(
        "H1", "bet 1 eve ante 25", "bet 1 eve jackpot 5", "bet 2 fay ante 25", "bet 2 fay jackpot 5", "close"
    )
    house.play("T1", "deal 1 As Ks Qs", "deal 2 9s 8s 7s", "deal 4 5d 2c Jh", "deal dealer Kh 8d 5s")
    house.play(
        "T1", "deal community Js Ts", "look 1", "look 2", "look 4", "bet 1 ann play 100", "bet 2 bob play 50"
    )
    house.play("H1", "deal community 2c 7d 9h Jc 3s", "deal 1 Ah 4h", "deal 2 Qd 8d", "deal dealer Kc 6s")
    house.play("T1", "fold 4", "reveal", "settle")
    for claim in tuple(house.state_of().claims):
        house.verify(claim)
    for claim in tuple(house.state_of().claims):
        house.pay(claim)
    house.play("T1", "settle")
