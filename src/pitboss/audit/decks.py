"""The sealed decks of a journal, opened with the floor's key and compared with what was dealt."""

from msgspec import Struct

from pitboss.floor.tables import events as fe
from pitboss.floor.tables.faces import faces_up
from pitboss.floor.tables.sealing import BadSeal, Sealer
from pitboss.floor.tables.table import TableState
from pitboss.reason import because, reason_of
from pitboss.replay.differences import Mismatch
from pitboss.round.events import CardsShown
from pitboss.shoe import commit


class Decks:
    """Audits decks: without the key only positions, with it every named card."""

    def __init__(self, sealer: Sealer | None) -> None:
        self._sealer = sealer
        self.closed = 0
        """Decks that could not be opened without the key."""
        self.opened = 0
        """Decks that match their commitment."""
        self.named = 0
        """Named cards that match the committed deck."""

    def differ(self, table: TableState | None, event: Struct) -> Mismatch | None:
        """The mismatch between the next event of a table and its deck."""
        if self._sealer is None:
            self.closed += isinstance(event, fe.ShoeReady)
            return None
        match event:
            case fe.ShoeReady():
                return self._ready(self._sealer, event)
            case CardsShown() as shown if table and table.shoe and table.round:
                shoe = self._sealer.open(table.shoe.commitment.shoe, table.sealed)
                faces = faces_up(table.round, table.shoe.draws, shoe, shown.at)
                if faces != shown.turned:
                    return because("fault.cards", cards=shown.turned), because("due.cards", cards=faces)
                self.named += len(faces)
        return None

    def _ready(self, sealer: Sealer, event: fe.ShoeReady) -> Mismatch | None:
        try:
            shoe = sealer.open(event.commitment.shoe, event.sealed)
        except BadSeal as fault:
            return because("fault.deck", why=reason_of(fault)), because("due.deck")
        if commit(shoe) != event.commitment:
            return because("fault.commitment"), because("due.value", value=commit(shoe).root.hex())
        self.opened += 1
        return None
