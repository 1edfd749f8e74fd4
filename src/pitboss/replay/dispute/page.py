"""The dispute page: one file without external resources, complete without scripts.

Make the signed page of a replayed round, with the proof that the round stands in the log.

Only the round's own events are shown whole. Other events of its table in between are shown by label, so that
a gap would be noticed; all others in the same appends by a hash. Hashes are salted, so they reveal nothing.
Their number grows only with the logarithm of the log.
"""

import base64
import hashlib
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.build import build_hash
from pitboss.floor.tables.events import RoundBegan
from pitboss.replay.dispute.document import FORMAT, PLACE, Record, escape, signed_page
from pitboss.replay.dispute.money_view import lines_view, result_view, slips_view, transfers_view
from pitboss.replay.dispute.proof_view import appends_view, checkpoint_view, hashes_view, readings_view
from pitboss.replay.dispute.table_view import symbols, table_view, timeline_view
from pitboss.replay.log_proofs import Proof, covering, prove_appends
from pitboss.replay.replay import Replay
from pitboss.replay.replay_json import clock_time, replay_data
from pitboss.replay.round_file import RoundFileResult
from pitboss.store import Journal, Recorded
from pitboss.store.journal import Clock, wall_clock
from pitboss.time_zones import local_time, utc_text, zone_title

_HERE = Path(__file__).parent
_SELF_CLOSED: Final = re.compile(r"<((\w+)\b[^<>]*?)\s?/>")


def page(shown: Replay, file: str, same_lines: bool | None, proof: Proof, made: int) -> str:
    """Everything visible, with a place for the signed data.

    ``file`` is the round as a round file, and ``same_lines`` whether it settles to the lines of the record.
    The text is as a browser writes the page that it has parsed, so that the page's script can compare it.
    """
    script = (_HERE / "verify.js").read_text(encoding="utf-8")
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    name = escape(shown.past.id)
    first, last = (shown.past.entries[place].recorded.position for place in (0, -1))
    clock = escape(zone_title(shown.game.sheet.identity.time_zone))
    return _as_parsed(f"""<!DOCTYPE html>
<html lang="en"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">
<title>Round {name}: the record</title>
<style>
{style}</style>
</head>
<body>
{symbols()}
{_header(shown, proof)}
<main>
<section><h2>Result</h2>{result_view(shown)}</section>
<section><h2>The table</h2>{table_view(shown.game, shown.past.round)}</section>
<section><h2>Settlement</h2>{lines_view(shown)}{slips_view(shown)}</section>
<section><h2>Moment by moment</h2>{timeline_view(shown)}</section>
<section><h2>Readings in force</h2>
<p class="muted">Where the sheet leaves a point open, the house has taken one reading for all rounds.</p>
{readings_view(shown)}</section>
<section><h2>Money posted</h2>{transfers_view(shown) or "<p>Nothing was posted.</p>"}</section>
<section><h2>Proof</h2>{_what_is_proved(proof)}
<h3>Played by</h3>{hashes_view(shown)}
<h3>Checkpoint</h3>{checkpoint_view(proof)}
{appends_view(proof)}</section>
<section><h2>The round as a file</h2>
<p class="muted">{_about_file(same_lines)}</p>
<pre>{escape(file)}</pre></section>
<section><h2>Signature</h2>
<p>The house has signed the data behind this page, which holds the hash of everything shown here.</p>
{PLACE}
<h3>How to check it</h3>
<p>With Pitboss, offline: <b>pitboss replay --check</b>, the name of this file, and <b>--key</b> with the key
that the house has given out. It verifies the signature and every hash up to the checkpoint's root, settles
the round again, and makes this page again from its events.</p>
<ul class="checks" id="checks"><li>This page has not been checked by your browser: scripts are switched off,
or it cannot verify Ed25519 signatures.</li></ul>
</section>
</main>
<footer>Made on {clock_time(made, shown.game):%Y-%m-%d at %H:%M:%S} ({clock}) from the journal's positions
{first} to {last}. Clauses are told in our own words; the approved rules are the authority.</footer>
<script>{script}</script></body></html>""")


def _as_parsed(html: str) -> str:
    """The page with an end tag for every element of its drawings."""
    return _SELF_CLOSED.sub(r"<\1></\2>", html)


def _policy(script: str) -> str:
    """The content security policy: nothing is fetched, and only the page's own script runs."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"


def _header(shown: Replay, proof: Proof) -> str:
    past, identity = shown.past, shown.game.sheet.identity
    times = [clock_time(act.entries[0].recorded.recorded, shown.game) for act in shown.acts]
    over = [
        clock_time(act.entries[0].recorded.recorded, shown.game) for act in shown.acts if act.after.settled
    ]
    outcome = shown.settlement.outcome if shown.settlement else "under way"
    facts = [
        ("Gaming day", f"{past.began.day:%d %B %Y}"),
        ("Shift", past.began.shift),
        ("Betting opened", f"{times[0]:%d %B %Y, %H:%M:%S}"),
        ("Settled", f"{over[0]:%d %B %Y, %H:%M:%S}" if over else "not yet"),
        ("Jackpot link", shown.link or "none"),
        ("Outcome", outcome),
        ("Checkpoint", f"over {head.size} appends" if (head := proof.head()) else "not yet"),
    ]
    listed = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return f"""<header>
<p class="overline">Record of a round</p>
<h1>Round {escape(past.id)}</h1>
<p class="lede">{escape(identity.called)}, version {identity.version}, in force from
{local_time(identity.in_force_from, identity.time_zone):%d %B %Y}. {escape(shown.operator)}</p>
<dl class="facts">{listed}</dl>
</header>"""


def _what_is_proved(proof: Proof) -> str:
    proved = [
        "This page is as the holder of the key below signed it.",
        "The events of the round follow each other by their versions: none was changed, added or left out.",
    ]
    if head := proof.head():
        proved.append(
            f"They stood in the log when its checkpoint over {head.size} appends was signed; whoever kept "
            "that checkpoint or a later one can see that nothing was made anew since."
        )
    open_points = [
        "Whose key it is: compare it with one the house has given out, or the checkpoint with a witness's.",
        "That what was typed in is what happened at the table: cameras and witnesses show that.",
        "That no ruling on the round was recorded after the next one began, besides those shown.",
        "What other tables added to the jackpot: of their events only hashes are here.",
    ]
    return (
        f'<div class="two"><div><h3>What it proves</h3><ul class="plain">{_items(proved)}</ul></div>'
        f'<div><h3>What it does not</h3><ul class="plain">{_items(open_points)}</ul></div></div>'
    )


def _about_file(same_lines: bool | None) -> str:
    if same_lines:
        return "pitboss settle plays this file and prints the lines above."
    return "A round file cannot tell all of this round; what it leaves out is said in its first lines."


def _items(texts: list[str]) -> str:
    return "".join(f"<li>{text}</li>" for text in texts)


def make_page(
    journal: Journal,
    shown: Replay,
    told: RoundFileResult,
    key: Ed25519PrivateKey,
    *,
    witnesses: tuple[str, ...] = (),
    clock: Clock = wall_clock,
) -> str:
    """The page of a round, signed with the house's key; ``witnesses`` are the floor's verifier keys."""
    made = clock()
    proof = _prove_round(journal, shown.past.table, [entry.recorded for entry in shown.own_entries()])
    record = Record(
        format=FORMAT,
        page="",
        made=utc_text(made),
        build=build_hash(),
        key="",
        replay=replay_data(shown, told, with_events=False),
        proof=proof,
        witnesses=witnesses,
        sheet=shown.text,
    )
    return signed_page(page(shown, told.text(), told.same_lines, proof, made), record, key)


def _prove_round(journal: Journal, table: str, own: Collection[Recorded]) -> Proof:
    """The proof of a round's events, with labels of its table's other events until the next round."""
    stream = f"table/{table}"
    around = tuple(_until_next_round(journal, stream, own))
    ends = {event.append for event in own}
    numbers = sorted(ends | {event.append for event in around})
    whole = {event.position for event in own}
    # The beginning of the next round shows that nothing is missing; if need be, the proof does without it.
    found = covering(journal, numbers[-1]) or covering(journal, max(ends))
    return prove_appends(journal, numbers, found, whole, {event.position for event in around})


def _until_next_round(journal: Journal, stream: str, own: Collection[Recorded]) -> Iterator[Recorded]:
    first = min(event.version for event in own if event.stream == stream)
    for event in journal.read_stream(stream, first - 1):
        yield event
        if event.kind == RoundBegan.__name__ and event.version > first:
            return
