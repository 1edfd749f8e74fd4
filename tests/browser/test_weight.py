"""No page takes more than 150 kB over the wire in a browser that has never been here.

They are weighed in Chinese, which takes more words than English. The clauses of the sheets in Chinese, which
pages that tell them load besides, are weighed apart.
"""

import re

import pytest

from pitboss.access.roles import Role
from pitboss.api.routes.pages import PATHS
from pitboss.web import load_web
from tests.api.served import Served, served_floor
from tests.api.test_rounds import BY_HAND
from tests.browser.visitor import Visitors
from tests.browser.weight import CLAUSES, CLAUSES_LIMIT, LIMIT, WEIGHED, fill_table, weigh

served = served_floor(BY_HAND, then=fill_table)
"""A floor with a full table, and a round of it to look up."""


@pytest.fixture(scope="module")
def tokens(served: Served) -> dict[Role | None, str]:
    """One session for each role: whoever signs in too often waits."""
    return {role: served.token(role) for role in {role for _, role in WEIGHED} if role}


SAME_PAGE = {
    "/audit/{number:int}",
    "/learn",
    "/train/results/{name:str}",
    "/train/results/{name:str}/{question:str}",
}
"""The page of one kept audit is that of all audits, the list of games that of a hand without its hand; one
trainee and one answer of theirs are on the page of all results."""


def test_every_page_is_weighed() -> None:
    for path in set(PATHS) - SAME_PAGE:
        pattern = re.compile(re.sub(r"\{\w+:\w+\}", "[^/]+", path))
        assert any(pattern.fullmatch(weighed.partition("?")[0]) for weighed, _ in WEIGHED), path


@pytest.mark.parametrize(("path", "role"), WEIGHED)
def test_a_first_load_is_small(
    visitors: Visitors, tokens: dict[Role | None, str], path: str, role: Role | None
) -> None:
    visitor = visitors.new(alone=True).choose(language="zh")
    if role:
        visitor.sign_in(tokens[role])
    weight = weigh(visitor, path)
    base = f"/web/{load_web().hash}"
    assert {path, f"{base}/web/js/main.js", f"{base}/web/css/base.css"} <= set(weight.parts)
    assert all(weight.parts.values()), "every part has been counted"
    clauses = sum(size for part, size in weight.parts.items() if part.endswith(CLAUSES))
    assert clauses < CLAUSES_LIMIT
    assert weight.total - clauses < LIMIT, weight.heaviest()
    if path.startswith("/tables/"):
        assert len(weight.parts) < 25, "each request takes a slow line two seconds"
