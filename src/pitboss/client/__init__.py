"""A typed client of the API, in a plain and in an asynchronous form.

The calls are made by :mod:`pitboss.client.calls`. A module is loaded when one of its names is first used.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboss.client.asynchronous import AsyncClient
    from pitboss.client.errors import ClientError, Refused, ServerFault
    from pitboss.client.plain import Client

__all__ = ["AsyncClient", "Client", "ClientError", "Refused", "ServerFault"]

_MODULES = {
    "AsyncClient": "asynchronous",
    "Client": "plain",
    "ClientError": "errors",
    "Refused": "errors",
    "ServerFault": "errors",
}

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _MODULES:
            raise AttributeError(f"module 'pitboss.client' has no name {name!r}")
        from importlib import import_module

        from pitboss.extras import needed_by
        from pitboss.import_without import without

        # The command of httpx takes click and rich, a third of its time; nobody needs it here.
        with needed_by(f"pitboss.client.{name}"), without("httpx._main"):
            found = globals()[name] = getattr(import_module(f"pitboss.client.{_MODULES[name]}"), name)
        return found


def __dir__() -> list[str]:
    return [*__all__, "calls"]
