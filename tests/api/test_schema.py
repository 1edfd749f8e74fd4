"""Every endpoint against its own schema: whatever is sent, no 5xx, and no answer that it does not declare."""

import os
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.served import SLOW, Served, served_floor
from tests.api.two import taken_by_two

EXAMPLES = int(os.environ.get("PITBOSS_SCHEMA_EXAMPLES", "6"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


served = served_floor(SLOW)


def test_nothing_that_is_sent_breaks_the_server(served: Served) -> None:
    found = schemathesis.openapi.from_url(f"{served.url}/schema/openapi.json")
    # Streams never end; the mathematics is tried in tests of its own, and signing in is slow on purpose.
    described = found.exclude(path_regex=r"/stream$|/api/lab|/api/session|/api/players")
    tokens = [served.token("shift_manager"), served.token("player"), ""]
    tried, before = 0, served.site.journal.last_position()
    for operation in described.get_all_operations():
        assert isinstance(operation, Ok), operation
        _try(operation.ok(), tokens)
        tried += 1
    assert tried > 15
    assert taken_by_two(served.site.journal, before) == [], (
        "one person, whatever he sends to whatever endpoint"
    )


def _try(operation: Any, tokens: list[str]) -> None:
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(operation.as_strategy(), st.sampled_from(tokens))
    def send(case: Any, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(headers=headers, checks=CHECKS)

    send()
