"""People: roles and permissions, accounts, signing in, sessions, proposals.

Only pure modules are imported here; :mod:`pitboss.access.sign_in` imports argon2.
"""

from pitboss.access.aggregates import access_registry
from pitboss.access.roles import PERMISSIONS, ROLES, SYSTEM, Actor, ActorRole, Permission, Role, may
from pitboss.access.warrant import Warrant

__all__ = [
    "PERMISSIONS",
    "ROLES",
    "SYSTEM",
    "Actor",
    "ActorRole",
    "Permission",
    "Role",
    "Warrant",
    "access_registry",
    "may",
]
