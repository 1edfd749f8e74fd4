"""Replay a journal into data frames. Run: python examples/replay_journal.py floor.db

A journal is the file that a floor writes: ``pitboss serve`` keeps it as pitboss.db.
"""

import sys

import polars as pl

import pitboss as pb

path = sys.argv[1] if len(sys.argv) > 1 else "floor.db"

try:
    opened = pb.journal(path)
except pb.JournalError as error:
    sys.exit(f"{error} Name the journal of a floor: python examples/replay_journal.py FILE")

with opened as floor:
    print("Tables of the journal:", ", ".join(floor.names), "\n")
    rounds = floor.frame("rounds").to_pandas()  # a pyarrow.Table, as a data frame of pandas
    lines = pl.from_arrow(floor.frame("lines"))  # the same of polars
    assert isinstance(lines, pl.DataFrame)

# Amounts are in cents. A settlement that was replaced later has lines that no longer stand.
print("By table and gaming day")
by_day = rounds.groupby(["table", "day"]).agg(
    rounds=("round", "count"), staked=("staked", "sum"), players_net=("net", "sum")
)
print((by_day.assign(staked=by_day.staked / 100, players_net=by_day.players_net / 100)).to_string(), "\n")

print("By bet")
by_bet = (
    lines.filter(pl.col("stands"))
    .group_by("bet")
    .agg(
        lines=pl.len(),
        staked=pl.col("stake").sum() / 100,
        net=pl.col("net").sum() / 100,
        clauses=pl.col("clauses").list.explode().unique().sort().str.join(" "),
    )
    .sort("bet")
)
for bet, count, staked, net, clauses in by_bet.iter_rows():
    print(f"  {bet:11} {count:3} lines, staked {staked:9.2f}, net {net:+10.2f}, by {clauses}")
