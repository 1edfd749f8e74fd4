"""From a view to the context of a round, and from a decision in it to changes of table and link."""

from functools import partial

from pitboss.commands.record import Changes, Order, StreamChange
from pitboss.floor.links import with_transfers
from pitboss.floor.tables.round_context import RoundChanges, RoundContext
from pitboss.floor.tables.table import TableState
from pitboss.floor.view import View
from pitboss.jackpots import Link
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.sheets import Game
from pitboss.store.streams import StreamState


def round_context(
    view: View, held: StreamState[TableState], table: TableState, game: Game, order: Order, linked: bool
) -> RoundContext:
    """All inputs of a decision about the round of a table; with its link where it may be needed."""
    link: StreamState[Link] = view.link(table.link) if linked and table.link else StreamState()
    return RoundContext(
        games=view.games,
        game=game,
        table=table,
        table_at=held.position,
        link=link.state,
        link_at=link.position,
        day=partial(view.day, max(held.heard, link.heard)),
        by=order.by,
        entered=order.entered,
        second=order.second,
        faces=view.faces,
    )


def changes_of(view: View, context: RoundContext, outcome: RoundChanges) -> Changes:
    """The changes to a table and its link, with what both post."""
    table = context.table
    own = StreamChange("table", table.id, outcome.table)
    if not outcome.link or table.link is None:
        return (own,)
    moved = with_transfers(view.link(table.link).state, outcome.link, context.day)
    return own, StreamChange("link", table.link, moved)


def no_table(name: str) -> Refusal:
    """The refusal where no open table has this name."""
    return refuse("no_such_table", because("no_such_table.open", table=name))
