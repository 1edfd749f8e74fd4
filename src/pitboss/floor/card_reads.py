"""The answer to a reading shoe: its card was taken, or why it is doubted."""

from msgspec import structs

from pitboss.access.command_record import Done, Order
from pitboss.access.roles import Actor
from pitboss.floor.commands import ReadCard
from pitboss.floor.service import Floor
from pitboss.floor.tables.reading_shoe import Read, doubt_standing
from pitboss.refusal import Refusal


def read_at(floor: Floor, table: str, read: Read, by: Actor, command_id: str) -> Done | Refusal:
    """Record a card that left the reading shoe of a table; an impossible one is recorded as a doubt and
    refused."""
    answer = floor.execute(Order(command=ReadCard(table=table, read=read), by=by, id=command_id))
    if isinstance(answer, Refusal):
        return answer
    doubt = doubt_standing(floor.tables.get(table).state, read)
    return doubt or structs.replace(answer, repeated=answer.repeated or not answer.events)
