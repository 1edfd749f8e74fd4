"""Routes that declare every answer they may give, so that the schema is true."""

from functools import partial

from litestar import delete, get, post

from pitboss.api.errors import RESPONSES

reads = partial(get, responses=RESPONSES)
acts = partial(post, responses=RESPONSES)
ends = partial(delete, responses=RESPONSES)
