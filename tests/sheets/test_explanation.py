"""What the system says of a clause: plain English, for every clause of every sheet."""

import re

import pytest

from pitboss.sheets import Game, load, sheet_ids
from pitboss.sheets.checks import citations
from pitboss.sheets.explanation import UNTOLD, Explainer, policy_of
from pitboss.sheets.register import number_of
from pitboss.sheets.words import policy_reason
from pitboss.words import say

INTERNAL = re.compile(r"[a-z]+_[a-z]+|\b(amounts|refusals|irregularities|showdown)\.")
GENDERED = re.compile(r"\b(he|him|his|she|her)\b", re.IGNORECASE)


def _sheet(short: str) -> Game:
    return next(load(name) for name in sheet_ids() if load(name).sheet.identity.short == short)


@pytest.mark.parametrize("name", sheet_ids())
def test_every_passage_is_plain_english(name: str) -> None:
    sheet = load(name).sheet
    explainer = Explainer(sheet)
    for clause in load(name).register:
        for passage in explainer.passages(clause):
            for sentence in (passage.title, *passage.sentences):
                assert not INTERNAL.search(sentence), f"{clause}: {sentence}"
                assert sentence[0].isupper(), f"{clause}: {sentence}"
                assert sentence != say(UNTOLD), clause
                assert sentence[-1] in ".:?", f"{clause}: {sentence}"
        for passage in (*policy_of(sheet, clause), *explainer.effects(clause)):
            for sentence in (passage.title, *passage.sentences):
                assert not GENDERED.search(sentence), f"{clause}: {sentence}"


@pytest.mark.parametrize("name", sheet_ids())
def test_every_clause_that_the_data_cites_says_what_follows(name: str) -> None:
    sheet = load(name).sheet
    explainer = Explainer(sheet)
    for path, clause in citations(sheet):
        if not path.startswith("readings"):
            assert list(explainer.effects(number_of(clause))), f"{path}: {clause}"


@pytest.mark.parametrize("name", sheet_ids())
def test_irregularities_are_said_without_gender(name: str) -> None:
    for clause, policy in load(name).sheet.irregularities.items():
        assert not GENDERED.search(policy.gist), clause
        assert not GENDERED.search(say(policy_reason(policy))), clause


@pytest.mark.parametrize(
    ("short", "clause", "says"),
    [
        ("3CP", "5.22", "Staff may enter a bet for a player who asks."),
        ("MSS", "3.6", "Staff may enter a bet for a player who asks."),
        ("3CP", "5.20", "Bets are settled where the chips lie"),
        ("3CP", "5.2.1", "A bet under the minimum that nobody noticed in time stands as it was placed."),
        ("MSS", "5.13", "paid or loses so once only"),
        ("3CP", "5.2", "The bet is under the minimum that the table displays"),
        ("ML3", "5.10", "Otherwise 5.12 (one card exposed) or 5.8.6 (cards dealt wrongly) applies."),
        ("ML3", "5.15", "all other players may take their bets back, and so may the player"),
        ("ML3", "5.15", "The report says which box it is about and whether the cards can be put right."),
        ("3CP", "5.10.3", "takes their bets back when 5.9, 5.10, 5.14 or 5.15 gives them the choice"),
        ("MLTH", "3.11.3", "When cards come from a shoe, players bet Turn or check."),
        ("ML3", "3.10", "the Dealer deals 1 card to each box and themselves, 3 times over."),
        ("MSS", "5.11", "has it invalidated, and its bets go back"),
        ("MSS", "3.10.1", "counts as lower than the Dealer's. The Pit Supervisor or above may view it."),
        ("MSS", "5.7", "may also say how many cards there are and whether the others are permitted"),
        ("3CP", "5.5", "A player who leaves before a hand is decided has folded it."),
        ("3CP", "3.12.1", "A fold loses Ante, Pair Plus and Progressive Jackpot."),
        ("3CP", "3.13", "When the Dealer does not qualify, the Play goes back."),
    ],
)
def test_an_explanation_tells_the_consequences_of_a_clause(short: str, clause: str, says: str) -> None:
    passages = Explainer(_sheet(short).sheet).passages(clause)
    sentences = [sentence for each in passages for sentence in each.sentences]
    assert any(says in sentence for sentence in sentences), sentences
