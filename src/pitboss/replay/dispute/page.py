"""The dispute page: one file without external resources, complete without scripts.

Make the signed page of a replayed round, with the proof that the round stands in the log.

Only the round's own events are shown whole. Other events of its table in between are shown by label, so that
a gap would be noticed; all others in the same appends by a hash. Hashes are salted, so they reveal nothing.
Their number grows only with the logarithm of the log.
"""

import base64
import hashlib
import json
import re
from collections.abc import Collection, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.build import build_hash
from pitboss.floor.tables.events import RoundBegan
from pitboss.reason import Reason, because
from pitboss.replay.dispute.document import FORMAT, PLACE, Record, Teller, escape, signed_page
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
from pitboss.words.catalogue import ENGLISH

_HERE = Path(__file__).parent
_SAID_BY_SCRIPT: Final = (
    "record.data",
    "record.key",
    "record.signature",
    "record.check_data",
    "record.check_page",
    "record.check_root",
    "record.check_same",
    "record.check_other",
    "record.check_witness",
    "record.check_fails",
    "record.check_limits",
)
_SELF_CLOSED: Final = re.compile(r"<((\w+)\b[^<>]*?)\s?/>")


def page(
    shown: Replay, file: str, same_lines: bool | None, proof: Proof, made: int, language: str = ENGLISH
) -> str:
    """Everything visible, with a place for the signed data.

    ``file`` is the round as a round file, and ``same_lines`` whether it settles to the lines of the record.
    The text is as a browser writes the page that it has parsed, so that the page's script can compare it.
    """
    tell = Teller(language)
    script = _script(tell)
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    return _as_parsed(f"""<!DOCTYPE html>
<html lang="{tell.words.entries["language.tag"]}"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">
<title>{tell(because("record.title", round=shown.past.id))}</title>
<style>
{style}</style>
</head>
<body>
{symbols()}
{_header(tell, shown, proof)}
<main>
<section><h2>{tell(because("record.result"))}</h2>{result_view(tell, shown)}</section>
<section><h2>{tell(because("record.table"))}</h2>{table_view(tell, shown.game, shown.past.round)}</section>
<section><h2>{tell(because("record.settlement"))}</h2>{_settlement(tell, shown)}</section>
<section><h2>{tell(because("record.moments"))}</h2>{timeline_view(tell, shown)}</section>
<section><h2>{tell(because("record.readings"))}</h2>
<p class="muted">{tell(because("record.readings_text"))}</p>
{readings_view(tell, shown)}</section>
<section><h2>{tell(because("record.money"))}</h2>{_posted(tell, shown)}</section>
<section><h2>{tell(because("record.proof"))}</h2>{_what_is_proved(tell, proof)}
<h3>{tell(because("record.played_by"))}</h3>{hashes_view(tell, shown)}
<h3>{tell(because("record.checkpoint"))}</h3>{checkpoint_view(tell, proof)}
{appends_view(tell, proof)}</section>
<section><h2>{tell(because("record.file"))}</h2>
<p class="muted">{tell(because("record.file_same" if same_lines else "record.file_other"))}</p>
<pre>{escape(file)}</pre></section>
<section><h2>{tell(because("record.signature"))}</h2>
<p>{tell(because("record.signed"))}</p>
{PLACE}
<h3>{tell(because("record.how"))}</h3>
<p>{tell(because("record.how_text"))}</p>
<ul class="checks" id="checks"><li>{tell(because("record.unchecked"))}</li></ul>
</section>
</main>
<footer>{tell(_made(shown, made))}</footer>
<script>{script}</script></body></html>""")


def _script(tell: Teller) -> str:
    """The script that checks the page in a browser, with what it says."""
    says = {code.partition(".")[2]: tell.words.entries[code] for code in _SAID_BY_SCRIPT}
    written = json.dumps(says, ensure_ascii=False, indent=2).replace("<", r"\u003c")
    return (_HERE / "verify.js").read_text(encoding="utf-8").replace("{/* what it says */}", written)


def _settlement(tell: Teller, shown: Replay) -> str:
    return lines_view(tell, shown) + slips_view(tell, shown)


def _posted(tell: Teller, shown: Replay) -> str:
    return transfers_view(tell, shown) or f"<p>{tell(because('record.nothing_posted'))}</p>"


def _made(shown: Replay, made: int) -> Reason:
    time = clock_time(made, shown.game)
    city = zone_title(shown.game.sheet.identity.time_zone).removesuffix(" time")
    first, last = (shown.past.entries[place].recorded.position for place in (0, -1))
    return because(
        "record.made",
        day=f"{time:%Y-%m-%d}",
        time=f"{time:%H:%M:%S}",
        clock=because("record.clock", city=city),
        first=first,
        last=last,
    )


def _as_parsed(html: str) -> str:
    """The page with an end tag for every element of its drawings."""
    return _SELF_CLOSED.sub(r"<\1></\2>", html)


def _policy(script: str) -> str:
    """The content security policy: nothing is fetched, and only the page's own script runs."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data:"


def _header(tell: Teller, shown: Replay, proof: Proof) -> str:
    past, identity = shown.past, shown.game.sheet.identity
    times = [clock_time(act.entries[0].recorded.recorded, shown.game) for act in shown.acts]
    over = [
        clock_time(act.entries[0].recorded.recorded, shown.game) for act in shown.acts if act.after.settled
    ]
    outcome = shown.settlement.outcome if shown.settlement else "under_way"
    head = proof.head()
    not_yet = because("record.not_yet")
    facts = [
        (because("record.day"), tell(_date(past.began.day))),
        (because("record.shift"), escape(past.began.shift)),
        (because("record.opened"), tell(_moment(times[0]))),
        (because("record.settled"), tell(_moment(over[0]) if over else not_yet)),
        (because("record.link"), escape(shown.link) if shown.link else tell(because("record.no_link"))),
        (because("record.outcome"), tell(because("record.outcome_is", outcome=outcome))),
        (because("record.checkpoint"), tell(because("record.over", appends=head.size) if head else not_yet)),
    ]
    listed = "".join(f"<div><dt>{tell(name)}</dt><dd>{value}</dd></div>" for name, value in facts)
    begins = _date(local_time(identity.in_force_from, identity.time_zone))
    sheet = because(
        "record.sheet",
        sheet=identity.called,
        version=identity.version,
        day=begins,
        operator=shown.operator,
    )
    return f"""<header>
<p class="overline">{tell(because("record.overline"))}</p>
<h1>{tell(because("record.round", round=past.id))}</h1>
<p class="lede">{tell(sheet)}</p>
<dl class="facts">{listed}</dl>
</header>"""


def _date(day: date) -> Reason:
    return because("record.date", day=f"{day:%d}", month=f"{day:%m}", year=f"{day:%Y}")


def _moment(time: datetime) -> Reason:
    return because("record.moment", date=_date(time), time=f"{time:%H:%M:%S}")


def _what_is_proved(tell: Teller, proof: Proof) -> str:
    proved = [because("record.proves_signed"), because("record.proves_order")]
    if head := proof.head():
        proved.append(because("record.proves_log", appends=head.size))
    open_points = [
        because("record.not_key"),
        because("record.not_table"),
        because("record.not_rulings"),
        because("record.not_tables"),
    ]
    does, does_not = tell(because("record.proves")), tell(because("record.proves_not"))
    return (
        f'<div class="two"><div><h3>{does}</h3><ul class="plain">{_items(tell, proved)}</ul></div>'
        f'<div><h3>{does_not}</h3><ul class="plain">{_items(tell, open_points)}</ul></div></div>'
    )


def _items(tell: Teller, reasons: list[Reason]) -> str:
    return "".join(f"<li>{tell(each)}</li>" for each in reasons)


def make_page(
    journal: Journal,
    shown: Replay,
    told: RoundFileResult,
    key: Ed25519PrivateKey,
    *,
    witnesses: tuple[str, ...] = (),
    clock: Clock = wall_clock,
    language: str = ENGLISH,
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
        replay=replay_data(shown, told, with_events=False, language=language),
        proof=proof,
        witnesses=witnesses,
        sheet=shown.text,
        language=language,
    )
    visible = page(shown, told.text(language), told.same_lines, proof, made, language)
    return signed_page(visible, record, key)


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
