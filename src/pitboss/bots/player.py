"""One bot: it sits at a table, bets each round, looks, and decides."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from pitboss.bots.strategy import decide, equal_bets
from pitboss.client import AsyncClient, Refused, ServerFault, calls
from pitboss.messages import acts
from pitboss.messages.tables import TableNow
from pitboss.money import format_cents, parse_cents

LOG: Final = logging.getLogger("pitboss.bots")
_PATIENCE: Final = 1.0
_ANTES: Final = 20
"""Antes that a bot holds before it bets; a round takes fewer, whatever the sheet."""


class Bot:
    """A player at one box of one table."""

    def __init__(self, client: AsyncClient, name: str, table: str, box: int) -> None:
        self.client, self.name, self.table, self.box = client, name, table, box
        self.rounds = 0
        self._bet_in = self._counted = 0

    async def play(self, rounds: int, done: Callable[[], None] = lambda: None) -> None:
        """Play so many rounds, with a call of ``done`` after each; a lost connection is taken up again."""
        while self.rounds < rounds:
            try:
                async for now in self.client.follow_table(self.table):
                    before = self.rounds
                    await self._act(now)
                    if self.rounds > before:
                        done()
                    if self.rounds >= rounds:
                        return
            except ServerFault as fault:
                LOG.warning("%s waits: %s", self.name, fault)
                await asyncio.sleep(_PATIENCE)

    async def _act(self, now: TableNow) -> None:
        if now.round is None:
            return
        box = now.round.boxes[self.box - 1]
        try:
            if now.round.phase == "betting" and self._bet_in != now.round.number:
                if box.player != self.name:
                    await self._bet_in_round(now, now.round.number)
            elif now.round.phase == "playing" and box.player == self.name and box.to_decide:
                if not box.examined:
                    await self.client.send(calls.act(self.table, acts.ExamineHand(box=self.box)))
                    return
                legal = await self.client.send(calls.legal(self.table))
                await self.client.send(calls.act(self.table, decide(now, box, legal)))
        except Refused as refused:
            LOG.info("%s is refused: %s", self.name, refused)
            if refused.code == "reality_check_due":
                await self.client.send(calls.answer_reality_check())
        if now.round.phase == "settled" and self._bet_in == now.round.number != self._counted:
            self._counted = now.round.number
            self.rounds += 1

    async def _bet_in_round(self, now: TableNow, number: int) -> None:
        """Bet once a round; a bet that was not taken is placed again, or the table would wait for it."""
        self._bet_in = number
        try:
            await self._bet(now)
        except (ServerFault, Refused):
            self._bet_in = 0
            raise

    async def _bet(self, now: TableNow) -> None:
        ante = now.limits["ante"].least
        await self._buy_in(now, ante)
        await self.client.send(calls.act(self.table, acts.PlaceBet(box=self.box, bet="ante", amount=ante)))
        for same in equal_bets(now.sheet):
            bet = acts.PlaceBet(box=self.box, bet=same, amount=ante)
            await self.client.send(calls.act(self.table, bet))
        if now.jackpot_bet:
            bet = acts.PlaceBet(box=self.box, bet="jackpot", amount=now.jackpot_bet)
            await self.client.send(calls.act(self.table, bet))

    async def _buy_in(self, now: TableNow, ante: str) -> None:
        """Enough chips for whatever a round may ask, where players buy them for themselves."""
        chips = now.chips or "0"
        held = 0 if chips.startswith("-") else parse_cents(chips)
        most = parse_cents(now.buy_in_most or "0")
        if held < _ANTES * parse_cents(ante) and most > held:
            await self.client.send(calls.buy_in(self.table, format_cents(most - held)))
