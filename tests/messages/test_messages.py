"""Messages and what they become: the same words and fields as the commands, and names that stand once."""

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from pitboss.access.warrant import LONGEST_REASON
from pitboss.floor.setup import config_file
from pitboss.floor.tables.money.chips import MOST_PIECES
from pitboss.floor.tables.money.events import SlipKind
from pitboss.floor.tables.opening import LONGEST_NOTICE
from pitboss.messages import acts, answers, texts, views
from pitboss.round.reportable import ArgumentKind, ArgumentName
from pitboss.server.jobs import JobState

PAIRS = list(acts.COMMANDS.items())


@pytest.mark.parametrize(("act", "command"), PAIRS, ids=lambda type_: type_.__name__)
def test_an_act_has_the_words_of_its_command(act: type[Struct], command: type[Struct]) -> None:
    sent, taken = get_type_hints(act), get_type_hints(command)
    for name in set(act.__struct_fields__) & set(command.__struct_fields__):
        assert not _words(taken[name]) or _words(sent[name]) == _words(taken[name]), name


def test_other_words_and_limits_are_those_of_the_floor() -> None:
    assert _field(acts.MakeSlip, "kind") == set(get_args(SlipKind))
    assert _field(views.NeedNow, "name") == set(get_args(ArgumentName))
    assert _field(views.NeedNow, "kind") == set(get_args(ArgumentKind))
    assert _field(answers.JobNow, "state") == set(get_args(JobState))
    assert config_file.Slug == texts.StreamName
    assert _limits(texts.ReasonText).max_length == LONGEST_REASON
    assert _limits(get_type_hints(acts.PostNotice, include_extras=True)["text"]).max_length == LONGEST_NOTICE
    assert _limits(get_type_hints(acts.Pieces, include_extras=True)["number"]).le == MOST_PIECES


def _limits(type_: Any) -> Any:
    return get_args(type_)[1]


def _field(struct: type[Struct], name: str) -> set[str]:
    return _words(get_type_hints(struct)[name])


def _words(type_: Any) -> set[str]:
    """The words that a type allows, if it is made of words."""
    if get_origin(type_) is Annotated:
        return _words(get_args(type_)[0])
    if get_origin(type_) is Literal:
        return {word for word in get_args(type_) if isinstance(word, str)}
    return set().union(*(_words(part) for part in get_args(type_)))
