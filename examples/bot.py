"""A bot that plays by the book at a floor of ``pitboss serve``. Run: python examples/bot.py [URL]"""

import secrets
import sys

import pitboss as pb
from pitboss.client import Client, Refused, calls
from pitboss.messages import acts
from pitboss.messages.tables import BoxNow, RoundNow, TableNow

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
ROUNDS = 3
Act = acts.PlaceBet | acts.ExamineHand | acts.FoldHand
game = pb.sheet("3CP")
shut: set[int] = set()  # boxes where something was refused


def next_act(table: TableNow, now: RoundNow, mine: BoxNow | None) -> Act | None:
    """What the bot does now: bet the least Ante, look at its hand, and do what is worth most."""
    if mine is None and now.phase == "betting":
        held = shut | {seat.box for seat in table.seats if seat.player != name}
        free = [box.number for box in now.boxes if box.player is None and box.number not in held]
        return acts.PlaceBet(box=free[0], bet="ante", amount=table.limits["ante"].least) if free else None
    if mine is None or not mine.to_decide:
        return None
    if not mine.examined:
        return acts.ExamineHand(box=mine.number)
    if game.advise(" ".join(mine.cards)).best == "fold":
        return acts.FoldHand(box=mine.number)
    return acts.PlaceBet(box=mine.number, bet="play", amount=mine.wagers[0].amount)


with Client(URL) as nobody:
    name = f"robin-{secrets.token_hex(3)}"
    token = nobody.send(calls.register(name, secrets.token_urlsafe(18))).token
    place = next(table.id for table in nobody.send(calls.tables()) if table.sheet == game.id)

with Client(URL, token=token) as me:
    me.send(calls.buy_in(place, "500.00"))
    done: set[tuple[int, str]] = set()
    played: set[int] = set()
    for table in me.follow_table(place):
        if (now := table.round) is None:
            continue
        mine = next((box for box in now.boxes if box.player == name), None)
        act = next_act(table, now, mine)
        what = act.bet if isinstance(act, acts.PlaceBet) else type(act).__name__
        if act and (now.number, what) not in done:  # a message may be older than what was done
            try:
                me.send(calls.act(place, act))
                done.add((now.number, what))
            except Refused as refused:
                print(f"refused: {refused}", file=sys.stderr)
                shut.add(act.box)
        if now.settlement and mine and now.number not in played:
            played.add(now.number)
            for line in (line for line in now.settlement.lines if line.player == name):
                print(f"round {len(played)}: {line.bet} {line.result} {line.net} {line.clauses}")
        if len(played) == ROUNDS:
            break
