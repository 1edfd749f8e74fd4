"""Routes that declare every answer they may give, so that the schema is true."""

from functools import partial

from litestar import delete, get, post
from litestar.openapi import ResponseSpec

from pitboss.api.errors import RESPONSES
from pitboss.messages.answers import JobNow

_LATER = ResponseSpec(JobNow, description="It takes longer: where to follow it", generate_examples=False)

reads = partial(get, responses=RESPONSES)
acts = partial(post, responses=RESPONSES)
counts = partial(get, responses=RESPONSES | {202: _LATER})
begins = partial(post, responses=RESPONSES | {202: _LATER}, status_code=200)
ends = partial(delete, responses=RESPONSES)
