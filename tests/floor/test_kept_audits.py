"""Audits kept in the record: by whom, how far, with their whole report; they can be audited too."""

from pitboss.access.command_record import Done, Order
from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.floor.commands import KeepAudit
from pitboss.floor.log.audit_events import LONGEST_REPORT
from pitboss.floor.log.audits import digest_of, kept_audits
from pitboss.refusal import Refusal
from pitboss.store import Journal
from tests.floor.house import House
from tests.jackpots.floor import THREE_CARD

RITA = Actor("rita", "regulator")


def test_an_audit_is_kept_with_its_report_and_stands_in_the_next_one(journal: Journal) -> None:
    house = House(journal).open({"T1": THREE_CARD})
    floor = house.floor

    def keep(report: str, by: Actor) -> Done | Refusal:
        command = KeepAudit(sound=True, complete=False, events=17, report=report)
        return floor.execute(Order(command=command, by=by, id=house.id()))

    assert list(kept_audits(journal)) == []
    for actor in (Actor("dan", "dealer"), Actor("ann", "player")):
        refused = keep("{}", actor)
        assert isinstance(refused, Refusal)
        assert refused.code == "role_too_low"
    long = keep("x" * (LONGEST_REPORT + 1), RITA)
    assert isinstance(long, Refusal)
    assert long.code == "argument_missing"
    for report in ('{"sound":true}', '{"sound":true,"again":1}'):
        assert isinstance(keep(report, RITA), Done)
    first, second = kept_audits(journal)
    assert (first.by, first.report, first.found.events) == (RITA, '{"sound":true}', 17)
    assert second.found.digest == digest_of(second.report)
    assert first.position < second.position
    assert audit(journal).fault is None
