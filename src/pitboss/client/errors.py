"""Error responses of a server."""

import msgspec

from pitboss.messages.answers import Envelope, FaultNow
from pitboss.reason import Fault, because


class ClientError(Fault):
    """An error response, or no response at all."""


class Refused(ClientError):
    """The floor refuses, with a code, a sentence and clauses."""

    def __init__(self, status: int, fault: FaultNow) -> None:
        super().__init__(because("refused.cited", why=fault.message, clauses=fault.clauses))
        self.status = status
        self.code = fault.code
        self.clauses = fault.clauses
        self.path = fault.path


class ServerFault(ClientError):
    """The server cannot be reached, or something is wrong on its side; the same command may be sent again."""


def error_of(status: int, content: bytes) -> ClientError:
    """The error in an answer."""
    try:
        fault = msgspec.json.decode(content, type=Envelope).error
    except msgspec.MsgspecError:
        return ServerFault(because("client.no_envelope", status=status))
    return (
        ServerFault(because("error.given", given=fault.message)) if status >= 500 else Refused(status, fault)
    )
