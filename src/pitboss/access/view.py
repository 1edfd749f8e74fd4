"""The view of decisions about people: accounts, proposals, and the codes and tokens made for them."""

from typing import Protocol

from pitboss.access.account import Account
from pitboss.access.proposals import Proposals
from pitboss.access.tokens import code_digest, enrolment_code, machine_token, token_digest
from pitboss.commands.view import LiveView


class PeopleView(Protocol):
    """The inputs of decisions about people."""

    @property
    def at(self) -> int:
        """The instant of the decision, in microseconds since 1970."""

    def account(self, name: str) -> Account | None:
        """An account, guarded: the append fails if it has changed since."""

    def proposals(self, subject: str) -> Proposals | None:
        """The proposals about a subject."""

    def made_code(self) -> str:
        """Make an enrolment code; return its SHA-256."""

    def made_token(self, device: str) -> str:
        """Make a device's token; return its SHA-256."""


class LivePeopleView(LiveView):
    """The view of a running server, with its people."""

    def account(self, name: str) -> Account | None:
        """An account, guarded: a role cannot be lost between the decision and its record."""
        state: Account | None = self.guard("account", name).state
        return state

    def proposals(self, subject: str) -> Proposals | None:
        """The proposals about a subject."""
        state: Proposals | None = self.held("proposal", subject).state
        return state

    def made_code(self) -> str:
        """Make an enrolment code; return its SHA-256."""
        self.shown = enrolment_code()
        return self._make(code_digest(self.shown))

    def made_token(self, device: str) -> str:
        """Make a device's token; return its SHA-256."""
        self.shown = machine_token(device)
        return self._make(token_digest(self.shown))

    def _make(self, digest: str) -> str:
        self.made.append(digest)
        return digest
