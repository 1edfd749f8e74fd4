"""Audits kept in the record: by whom, how far, with their whole report; they can be audited too."""

import json
from pathlib import Path

import pytest

from pitboss.access.roles import Actor
from pitboss.audit.audit import audit
from pitboss.cli.main import run
from pitboss.commands.record import Done, Order
from pitboss.floor.commands import KeepAudit
from pitboss.floor.log.audit_events import LONGEST_REPORT
from pitboss.floor.log.audits import kept_audits, report_digest
from pitboss.refusal import Refusal
from pitboss.store import Journal
from pitboss.store.open import open_journal
from tests.floor.house import House
from tests.floor.scripts import NOON
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
    assert second.found.digest == report_digest(second.report)
    assert first.position < second.position
    assert audit(journal).fault is None


def test_kept_audits_are_listed_and_printed_in_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{tmp_path}/floor.db"
    with open_journal(url) as journal:
        house = House(journal, clock=lambda: NOON).open({"T1": THREE_CARD})
        assert run(["audits", url]) == 0
        assert "No audit is kept" in capsys.readouterr().out
        for complete in (True, False):
            report = f'{{"complete":{str(complete).lower()}}}'
            command = KeepAudit(sound=True, complete=complete, events=1234, report=report)
            house.ok(house.floor.execute(Order(command=command, by=RITA, id=house.id())))
        first, second = kept_audits(journal)
    assert run(["audits", url]) == 0
    shown = capsys.readouterr().out
    assert "2025-03-10 12:00" in shown
    assert "rita, Regulator" in shown
    assert "1,234" in shown
    assert "sound, as far as could be seen" in shown
    assert run(["audits", url, "--json"]) == 0
    assert [one["audit"] for one in json.loads(capsys.readouterr().out)] == [first.position, second.position]
    assert run(["audits", url, str(second.position)]) == 0
    assert capsys.readouterr().out == '{"complete":false}\n'
    assert run(["audits", url, "1"]) == 2
    assert "holds no audit 1" in capsys.readouterr().err
