"""What a server answers when it does not do what was asked."""

import msgspec

from pitboss.messages.answers import Envelope, FaultNow


class ClientError(Exception):
    """An answer that is no success, or no answer at all."""


class Refused(ClientError):
    """The floor refuses, with a code, a sentence and clauses."""

    def __init__(self, status: int, fault: FaultNow) -> None:
        cited = f" ({', '.join(fault.clauses)})" if fault.clauses else ""
        super().__init__(f"{fault.message}{cited}")
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
        return ServerFault(f"the server answered {status} without an envelope: is it a Pitboss?")
    return ServerFault(fault.message) if status >= 500 else Refused(status, fault)
