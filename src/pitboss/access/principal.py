"""The authenticated caller: a person with a session, or a device with a token."""

from typing import Literal

from msgspec import Struct

from pitboss.access.roles import PERMISSIONS, Actor, Permission, Role, permission_missing
from pitboss.people import Means
from pitboss.reason import because
from pitboss.refusal import Refusal, refuse
from pitboss.sheets.game import Game


class Principal(Struct, frozen=True, kw_only=True):
    """An authenticated person or device, with their roles or scopes."""

    name: str
    roles: tuple[Role, ...]
    session: str
    """The id of the session or, for a device, the name of its token."""
    means: Means | Literal["token"]
    scopes: tuple[Permission, ...] = ()
    """The permissions of a device; empty for a person."""
    table: str | None = None
    """The one table that a device's token is valid for; ``None`` for any table."""

    def may(self, permission: Permission) -> bool:
        """Whether the principal has a permission."""
        return isinstance(self.acting(permission, table=self.table), Actor)

    def acting(
        self, permission: Permission, game: Game | None = None, *, table: str | None = None
    ) -> Actor | Refusal:
        """The principal in their highest role with a permission, or the refusal.

        A device acts at the table that its token names, and at no other.
        """
        if self.means == "token":
            if permission not in self.scopes:
                reason = because(
                    "role_too_low.token", token=self.session, name=self.name, permission=permission
                )
                return refuse("role_too_low", reason)
            if PERMISSIONS[permission].at_table and (self.table is None or self.table != table):
                return self.elsewhere(table)
            return Actor(self.name, "machine")
        allowed = PERMISSIONS[permission]
        able = [role for role in self.roles if role in allowed.roles]
        if not able:
            return permission_missing(permission, game)
        if self.means == "pin" and not allowed.pin:
            return refuse("password_needed", because("password_needed.permit", permit=allowed.gist))
        return Actor(self.name, able[-1])

    def elsewhere(self, table: str | None) -> Refusal:
        """The refusal of a token that is valid for another table."""
        reason = because(
            "token_elsewhere",
            token=self.session,
            name=self.name,
            own=(self.table,) if self.table else (),
            tables=(table,) if table else (),
        )
        return refuse("token_elsewhere", reason)
