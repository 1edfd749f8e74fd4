"""Who is asking: the result of a session or a token."""

from typing import Literal

from msgspec import Struct

from pitboss.access.events import Means
from pitboss.access.roles import PERMISSIONS, Actor, Permission, Role, not_for_him
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


class Principal(Struct, frozen=True, kw_only=True):
    """Somebody who has shown who he is, with all that he may be."""

    name: str
    roles: tuple[Role, ...]
    session: str
    """The session or, of a device, the name of its token."""
    means: Means | Literal["token"]
    scopes: tuple[Permission, ...] = ()
    """What a device may do; of a person, nothing."""
    table: str | None = None
    """The one table that a device's token is good for; none: wherever its scopes are."""

    def may(self, permission: Permission) -> bool:
        """Whether he may do something, so far as it depends on who he is."""
        return isinstance(self.acting(permission, table=self.table), Actor)

    def acting(
        self, permission: Permission, game: Game | None = None, *, table: str | None = None
    ) -> Actor | Refusal:
        """He in the highest of his roles that may do something, or why he may not.

        What a device does at a table it does at the table that its token names, and nowhere else.
        """
        if self.means == "token":
            if permission not in self.scopes:
                message = f"the token {self.session} of {self.name} is not for {permission}"
                return refuse("role_too_low", message)
            if PERMISSIONS[permission].at_table and (self.table is None or self.table != table):
                return self.elsewhere(table)
            return Actor(self.name, "machine")
        allowed = PERMISSIONS[permission]
        able = [role for role in self.roles if role in allowed.roles]
        if not able:
            return not_for_him(permission, game)
        if self.means == "pin" and not allowed.pin:
            return refuse("password_needed", f"to {allowed.gist} takes a password: sign in with it")
        return Actor(self.name, able[-1])

    def elsewhere(self, table: str | None) -> Refusal:
        """That a token is for another table than the one it was shown for."""
        where = f"table {self.table}" if self.table else "no table"
        message = (
            f"the token {self.session} of {self.name} is for {where}, not for {table or 'any other'}: "
            "give the device a token for that table"
        )
        return refuse("token_elsewhere", message)
