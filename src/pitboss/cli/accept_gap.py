"""``pitboss accept-gap``: two people continue a journal that lacks entries, at the host of a floor.

The command records what is missing and who accepts it, signs a checkpoint under the next name of the log, and
moves the witness notes that contradict the journal to a file beside the witness file. Then the server starts.
"""

from argparse import Namespace
from pathlib import Path

from pitboss.access.hashing import Hasher
from pitboss.access.people import People
from pitboss.access.principal import Principal
from pitboss.access.roles import SYSTEM, Actor
from pitboss.access.sign_in import SignInService
from pitboss.cli.floor_config import configured
from pitboss.cli.host_session import accepted, prompt_password
from pitboss.cli.text import fail, paragraph
from pitboss.commands.record import Order, Signed
from pitboss.floor import Floor
from pitboss.floor.commands import AcceptGap
from pitboss.floor.log.event_kinds import forget_sealed_position
from pitboss.floor.log.keys import fingerprint_of, foreign_keys, log_origin
from pitboss.floor.setup.config import FloorConfig
from pitboss.floor.setup.continuity import Gap, JournalGap, agreeing, find_gap, missing_journal
from pitboss.floor.tables.dealing import load_or_make_seal
from pitboss.reason import because
from pitboss.store import Journal
from pitboss.store.checkpoint import make_checkpoint
from pitboss.store.checkpoint_copies import add_to_file, read_notes, set_aside
from pitboss.store.clock import keep_clock_after_newest
from pitboss.store.errors import JournalError
from pitboss.store.keys import load_or_make_key, public_bytes
from pitboss.store.open import open_journal, open_private


def run(options: Namespace) -> int:
    """Exit 0 when the gap is accepted, 2 if nothing is missing or the two people do not suffice."""
    config = configured(options)
    url = options.journal or config.journal
    try:
        if not (options.who and options.second):
            return fail(because("command.who_answers"))
        gap = missing_journal(config, url)
        with open_journal(url) as journal:
            gap = gap or find_gap(config, url, journal) or _foreign(config, journal)
            if gap is None:
                return fail(because("command.no_gap", journal=journal.url))
            if not gap.acceptable:
                return fail(JournalGap(journal.url, gap).reason)
            keep_clock_after_newest(journal)
            print(paragraph(gap.lacks))
            _accept(config, url, journal, gap, options)
            _sign(config, journal)
            with open_private(url) as private:
                forget_sealed_position(private)
    except JournalError as fault:
        return fail(fault.reason)
    print(f"Recorded: {options.who} and {options.second} go on without it. pitboss serve starts now.")
    return 0


def _accept(config: FloorConfig, url: str, journal: Journal, gap: Gap, options: Namespace) -> None:
    floor = Floor(journal, hours=config.hours)
    named = () if floor.table_names() else (options.who, options.second)
    command = AcceptGap(
        lacks=gap.lacks,
        end=gap.end,
        farthest=gap.farthest,
        reason=options.reason,
        named=named,
        seal=_seal_of(config),
    )
    if named:
        # Accounts are in the journal: where there are none, nobody can be asked for a password.
        accepted(floor.execute(Order(command=command, by=SYSTEM)))
        return
    with open_private(url) as private:
        seal = Path(config.seal_key)
        load_or_make_seal(seal)
        doors = SignInService(People(journal, private), Hasher(pepper=seal.read_bytes()))
        first, second = (_signing(prompt_password(doors, name)) for name in (options.who, options.second))
        accepted(floor.execute(Order(command=command, by=first, second=Signed(second, "password"))))


def _foreign(config: FloorConfig, journal: Journal) -> Gap | None:
    """Keys that are not the journal's, as a gap; None if all are."""
    seal = Path(config.seal_key)
    floor = Floor(journal, hours=config.hours)
    found = foreign_keys(floor, Path(config.signing_key), load_or_make_seal(seal), _seal_of(config))
    end = journal.last_position()
    reason = because("gap.foreign_keys", found=tuple(found))
    return Gap(reason=reason, end=end, farthest=end) if found else None


def _seal_of(config: FloorConfig) -> str:
    seal = Path(config.seal_key)
    load_or_make_seal(seal)
    return fingerprint_of(seal.read_bytes())


def _signing(who: Principal) -> Actor:
    """The person as an actor: in a role that may grant roles if they have one, otherwise in their first."""
    found = who.acting("grant_role")
    return found if isinstance(found, Actor) else Actor(who.name, who.roles[0] if who.roles else "player")


def _sign(config: FloorConfig, journal: Journal) -> None:
    key = load_or_make_key(Path(config.signing_key))
    origin = log_origin(journal, config.origin, public_bytes(key))
    checkpoint = make_checkpoint(journal, key, origin, new_key=True)
    print(paragraph(f"The record goes on as the log {origin}: a witness never cosigns two histories of one."))
    print(f"Its key, for the operators of your witnesses: {checkpoint.note_key.text()}")
    if not config.witness:
        return
    witness = Path(config.witness)
    if beside := set_aside(witness, agreeing(journal, read_notes(witness))):
        print(f"What the witness saw and the journal does not hold is kept in {beside}.")
    add_to_file(witness, checkpoint.note)
