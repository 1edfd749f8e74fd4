"""Which cosignatures are enough, when they are late, and when a witness is asked next."""

import pytest

from pitboss.floor.log.witness_policy import (
    LONGEST_PAUSE,
    LastCosignature,
    WitnessPolicy,
    covered,
    enough_at,
    is_due,
    is_late,
    pause,
)

SECOND = 1_000_000


def seen(size: int, at: float) -> LastCosignature:
    return LastCosignature(size=size, recorded=int(at * SECOND), stamp=int(at))


THREE = {"one": seen(30, 100), "two": seen(20, 300), "three": seen(10, 200)}


@pytest.mark.parametrize(("needed", "size", "at"), [(1, 30, 300), (2, 20, 200), (3, 10, 100)])
def test_as_many_as_are_needed_have_cosigned(needed: int, size: int, at: int) -> None:
    policy = WitnessPolicy(needed=needed)
    assert covered(policy, THREE) == size
    assert enough_at(policy, THREE) == at * SECOND


def test_fewer_than_are_needed_are_none() -> None:
    policy = WitnessPolicy(needed=4)
    assert covered(policy, THREE) == 0
    assert enough_at(policy, THREE) is None
    assert covered(WitnessPolicy(), {}) == 0


@pytest.mark.parametrize(("now", "late"), [(260, False), (261, True)])
def test_cosignatures_are_late_from_the_second_on_that_the_policy_says(now: int, late: bool) -> None:
    policy = WitnessPolicy(needed=2, alarm_seconds=60)
    assert is_late(policy, THREE, signed=0, now=now * SECOND) is late


@pytest.mark.parametrize(("now", "late"), [(110, False), (111, True)])
def test_without_any_it_counts_from_the_oldest_checkpoint(now: int, late: bool) -> None:
    policy = WitnessPolicy(needed=1, alarm_seconds=60)
    assert is_late(policy, {}, signed=50 * SECOND, now=now * SECOND) is late


@pytest.mark.parametrize(
    ("found", "unsigned", "now", "due"),
    [
        (None, 0, 0, True),
        (seen(9, 100), 5, 100, True),
        (seen(10, 100), 0, 699, False),
        (seen(10, 100), 0, 700, True),
        (seen(10, 100), 1, 700, False),
    ],
)
def test_a_witness_is_asked_for_what_is_new_and_now_and_then_again(
    found: LastCosignature | None, unsigned: int, now: int, due: bool
) -> None:
    asked = is_due(found, newest=10, unsigned=unsigned, now=now * SECOND, refresh_seconds=600)
    assert asked is due


def test_a_witness_that_fails_is_asked_ever_less_often() -> None:
    assert [pause(failures) for failures in range(5)] == [0.0, 1.0, 2.0, 4.0, 8.0]
    assert pause(6) < LONGEST_PAUSE == pause(7) == pause(1000)
