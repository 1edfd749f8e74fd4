"""A typed client of the API, in a plain and in an asynchronous form."""

from pitboss.extras import needed_by
from pitboss.light_imports import without

# The command of httpx takes click and rich, a third of the time that all of it takes; nobody needs it here.
with needed_by("pitboss.client"), without("httpx._main"):
    from pitboss.client.asynchronous import AsyncClient
    from pitboss.client.errors import ClientError, Refused, ServerFault
    from pitboss.client.plain import Client

__all__ = ["AsyncClient", "Client", "ClientError", "Refused", "ServerFault"]
