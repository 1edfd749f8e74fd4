"""Why an act of or about people is refused. A refusal is a value, with a code and a sentence."""

from typing import Final

from pitboss.round.refusal import Refusal
from pitboss.sheets.model import Clause

ACCESS_REFUSALS: Final = (
    "account_disabled",
    "account_known",
    "account_locked",
    "approval_missing",
    "argument_missing",
    "code_wrong",
    "command_id_reused",
    "dealer_signed_on",
    "enrolment_closed",
    "name_not_possible",
    "no_such_account",
    "no_such_proposal",
    "no_such_token",
    "not_signed_in",
    "not_signed_on",
    "one_person_suffices",
    "own_account",
    "password_needed",
    "proposal_decided",
    "proposal_differs",
    "proposal_known",
    "proposal_lapsed",
    "role_not_possible",
    "role_too_low",
    "same_department",
    "same_person",
    "scope_not_possible",
    "secret_weak",
    "sign_in_refused",
    "token_elsewhere",
    "token_known",
    "too_many_attempts",
)
"""Every refusal of this layer."""


def refuse(code: str, message: str, *clauses: Clause) -> Refusal:
    """Refuse; most of what is refused here no clause speaks of."""
    assert code in ACCESS_REFUSALS, code
    return Refusal(code, message, clauses)
