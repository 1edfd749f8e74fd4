"""A typed client of the API, in a plain and in an asynchronous form."""

from pitboss.extras import needed_by

with needed_by("pitboss.client"):
    from pitboss.client.asynchronous import AsyncClient
    from pitboss.client.errors import ClientError, Refused, ServerFault
    from pitboss.client.plain import Client

__all__ = ["AsyncClient", "Client", "ClientError", "Refused", "ServerFault"]
