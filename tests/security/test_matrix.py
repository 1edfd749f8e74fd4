"""Every operation by everybody: the page says what the code does, and the code does what the permissions say.

Threat: an operation that nobody thought of when the roles were made, or one whose check was left out. Attack:
send everything as everybody. Expected: the answers are those of ``docs/reference/matrix.md``, and nobody is
let through whom ``PERMISSIONS`` does not let through.
"""

import pytest
from msgspec import inspect

from pitboss.api.app import routes
from pitboss.messages.operations import OPERATIONS
from tools.matrix import AUTOMATIC, COLUMNS, PAGE, Row, expected, matrix, written
from tools.matrix_rules import rule_of
from tools.matrix_samples import example


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return matrix()


def test_the_page_is_what_the_code_answers(rows: list[Row]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == written(page, rows), "write it anew with python -m tools.matrix"


def test_nobody_is_let_through_whom_no_permission_lets_through(rows: list[Row]) -> None:
    order = ("–", "pw", "●")
    wrong = []
    for row in rows:
        for column, cell in zip(COLUMNS, row.cells, strict=True):
            most = expected(row.rule, column, row.operation)
            exact = row.rule.exact and not column.elsewhere
            if order.index(cell) > order.index(most) or (exact and cell != most):
                what = f"{row.operation} {row.act} {row.label} {row.table}"
                wrong.append(f"{what}: {column.short} gets {cell}, by {row.rule.words} {most}")
    assert wrong == []


def test_permission_is_checked_before_the_content_of_a_request(rows: list[Row]) -> None:
    previews = [row for row in rows if row.operation.endswith("/preview")]
    assert {row.act for row in previews} >= {"show", "correct_card", "settle"}
    assert {row.cells[0] for row in previews} == {"–"}
    deals = {row.table: row.cells for row in rows if row.operation.endswith("/deal")}
    dealer = [column.short for column in COLUMNS].index("de")
    assert set(deals[AUTOMATIC]) == {"–"}
    assert {cells[dealer] for cells in deals.values()} == {"–"}


def test_every_operation_of_the_schema_is_a_row_of_the_table() -> None:
    paths = routes().openapi_schema.to_schema()["paths"]
    served = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert served == {(row.method, row.path) for row in OPERATIONS.values()}


def test_a_new_operation_needs_a_rule_and_a_sample_body() -> None:
    with pytest.raises(AssertionError, match="no rule for POST /api/new"):
        rule_of("POST /api/new", "", "")
    with pytest.raises(AssertionError, match="no example of"):
        example(inspect.type_info(bytes))
