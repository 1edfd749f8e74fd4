"""People: roles and what they may do, accounts, signing in, sessions, and what two people must approve.

Only what is pure is imported here; :mod:`pitboss.access.sign_in` brings in argon2.
"""

from pitboss.access.registry import access_registry
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
