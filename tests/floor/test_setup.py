"""The file of a floor: read strictly with path and line, opened once, compared ever after."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import structs

from pitboss.floor import SYSTEM, Actor
from pitboss.floor.log.witness_policy import WitnessPolicy
from pitboss.floor.setup.config import DEFAULT_FILE, ConfigFault, ServerSetting, parse_config, read_config
from pitboss.floor.setup.config_diff import CannotSetUp
from pitboss.floor.setup.first_start import set_up
from pitboss.floor.tables.dealing import Sealer
from pitboss.floor.tables.money import BuyIn
from pitboss.refusal import Refusal
from pitboss.round import commands as cmd
from pitboss.settlement import Limits
from pitboss.sheets.library import using
from pitboss.store import Journal
from pitboss.tlog.note import COSIGNATURE, ED25519, note_key
from tests.floor.desk import Desk as Floor
from tests.floor.house import DEALER
from tests.jackpots.floor import APPROVED
from tests.sheets.own import OWN, own_sheet

TEXT = DEFAULT_FILE.read_text(encoding="utf-8")
ANN = Actor("ann", "player")


def floor_on(journal: Journal) -> Floor:
    return Floor(journal, sealer=Sealer(bytes(32)))


def test_the_default_floor_has_six_tables_and_four_links(journal: Journal) -> None:
    floor = floor_on(journal)
    assert set_up(floor, read_config(DEFAULT_FILE)) == ()
    tables = {name: floor.table(name) for name in floor.table_names()}
    assert len(tables) == 6
    assert [name for name, table in tables.items() if table and not table.automatic] == ["3CP-2"]
    links = {name: floor.link(name) for name in floor.link_names()}
    members = {name: tuple(link.members) for name, link in links.items() if link}
    assert members["diamond"] == ("ML3-1", "MLTH-1"), "the multi-link games share one"
    assert sorted(map(len, members.values())) == [1, 1, 2, 2]
    before = journal.last_position()
    assert set_up(floor_on(journal), read_config(DEFAULT_FILE)) == (), "a second start changes nothing"
    assert journal.last_position() == before


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("reset = 20_000", "reset = 30_000", "links.spade.reset"),
        ("cap = 5_000_000", "cap = 6_000_000", "links.diamond.cap"),
        ("limits = { ante = [25, 1_000] }", "limits = { ante = [25, 2_000] }", "tables.MSS-1.limits"),
        ("boxes = 7", "boxes = 6", "tables.3CP-1.boxes"),
        ("denominations = [5, 25", "denominations = [25", "tables.3CP-1.denominations"),
        ('id = "3CP-1"', 'id = "3CP-1"\naway_seconds = 90', "tables.3CP-1.away_seconds"),
    ],
)
def test_an_edited_file_changes_nothing_by_itself(journal: Journal, old: str, new: str, path: str) -> None:
    assert old in TEXT
    set_up(floor_on(journal), parse_config(TEXT, "floor.toml"))
    before = journal.last_position()
    found = set_up(floor_on(journal), parse_config(TEXT.replace(old, new, 1), "floor.toml"))
    assert [difference.path for difference in found] == [path]
    assert journal.last_position() == before


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [
        ("reset = 20_000", "reset = 30_000", "links.spade.reset"),
        ("boxes = 7", "boxes = 6", "tables.3CP-1.boxes"),
    ],
)
def test_of_two_servers_that_open_a_floor_by_different_files_one_compares(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, old: str, new: str, path: str
) -> None:
    """Both found the journal empty; the second finds the ids of its openings used for something else."""
    one, other = floor_on(journal), floor_on(journal)
    set_up(one, parse_config(TEXT, "floor.toml"))
    before = journal.last_position()
    tables, links = iter([()]), iter([()])
    monkeypatch.setattr(other, "table_names", lambda: next(tables, one.table_names()))
    monkeypatch.setattr(other, "link_names", lambda: next(links, one.link_names()))
    differences = set_up(other, parse_config(TEXT.replace(old, new, 1), "floor.toml"))
    assert [difference.path for difference in differences] == [path]
    assert journal.last_position() == before


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("reset = 20_000", 'reset = "x"', "line {}: links[1].reset: 'x' is not an amount"),
        ('reserve_rate = "2%"', 'reserve_rate = "2"', "line {}: links[0].reserve_rate: '2' is not a share"),
        ("cap = 5_000_000", "cap = 5", "line {}: links[0]: the cap must be"),
        ("boxes = 7", "boxes = 8", "line {}: tables[0].boxes: Expected `int` <= 7"),
        ('link = "mega"', 'link = "gold"', "line {}: tables[5].link: there is no link 'gold'"),
        ('overflow_to = "next_seed"', 'overflow_to = "moon"', "line {}: links[0].overflow_to: 'moon'"),
        ('cards = "shoe"', 'cards = "outside"', "line {}: tables[0].cards: an automatic dealer"),
        ("boxes = 7", "card_sets = true", "line {}: tables[0].card_sets: the software's own shoe"),
        ("ante = [25, 1_000]", "ante = [250, 100]", "line {}: tables[0].limits.ante: limits are"),
        ("from_hour = 14", "from_hour = 25", "floor.shifts: a shift begins at an hour from 0 to 23"),
        ("proxies = []", 'proxies = ["here"]', "line {}: server.proxies[0]: a proxy is an address"),
        ("proxies = []", 'proxies = ["10.0.0.5/24"]', "line {}: server.proxies[0]: a proxy is an address"),
        ("proxies = []", 'proxies = ["::1", "0.0.0.0/0"]', "line {}: server.proxies[1]: everybody would be"),
        ("proxies = []", "proxies = [1]", "line {}: server.proxies[0]: Expected `str`"),
        ("hosts = []", 'hosts = ["floor.sg:443"]', "line {}: server.hosts[0]: 'floor.sg:443' is not a name"),
        ("hosts = []", 'hosts = ["Floor.sg"]', "line {}: server.hosts[0]: 'Floor.sg' is not a name"),
        ("hosts = []", 'hosts = ["*"]', "line {}: server.hosts[0]: '*' is not a name"),
        ("hosts = []", 'hosts = ["1.2.3.256"]', "line {}: server.hosts[0]: '1.2.3.256' is not a name"),
        ("hosts = []", "host = []", "server: Object contains unknown field `host`"),
        ('id = "club"', 'id = "spade"', "links[2].id: spade is there twice"),
        (
            "checkpoint_appends = 1_000",
            "checkpoint_appends = 0",
            "floor.checkpoint_appends: Expected `int` >=",
        ),
        (
            'witness = "pitboss.witness"',
            'origin = "a b"',
            "line {}: floor.origin: 'a b' is not a name such as",
        ),
        ('witness = "pitboss.witness"', 'origin = ""', "line {}: floor.origin: '' is not a name such as"),
        (
            "[pace]",
            "[witness_policy]\n[pace]",
            "line {}: witness_policy.needed: 1 witnesses are needed, and none",
        ),
        ("[pace]", "[pacee]", "there is no section or key pacee here"),
        ("[pace]", "[pace", "it is not TOML"),
        ("[pace]", "x = " + "[" * 30_000, "floor.toml: it is nested too deeply"),
        ("[pace]", "x." * 30_000 + "y = 1", "is nested too deeply: it has more than 60 dots"),
        ('id = "3CP-1"', 'id = "3CP 1"', "tables[0].id"),
    ],
)
def test_a_fault_names_its_path_and_line(old: str, new: str, says: str) -> None:
    assert old in TEXT
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    with pytest.raises(ConfigFault) as fault:
        parse_config(TEXT.replace(old, new, 1), "floor.toml")
    message = str(fault.value)
    assert message.startswith("floor.toml")
    if says == "line {}: links[0]: the cap must be":
        line = TEXT[: TEXT.index("[[links]]")].count("\n") + 1
    assert says.format(line) in message


WITNESSES = tuple(
    note_key(f"w{n}.example", Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32), COSIGNATURE).text()
    for n in (1, 2)
)
LOG_KEY = note_key("log.example", Ed25519PrivateKey.from_private_bytes(bytes(32)), ED25519).text()


def with_witnesses(policy: str, *witnesses: tuple[str, str]) -> str:
    """The default floor with a policy and witnesses, each an address and a key."""
    named = "".join(f'[[witnesses]]\nurl = "{url}"\nvkey = "{vkey}"\n' for url, vkey in witnesses)
    return f"{TEXT}\n[witness_policy]\n{policy}\n{named}" if policy else f"{TEXT}\n{named}"


def test_witnesses_are_named_with_a_policy() -> None:
    both = [(f"http://127.0.0.1:{port}/w", vkey) for port, vkey in zip((81, 82), WITNESSES, strict=True)]
    policy = 'needed = 2\nalarm_minutes = 20\nwhen_late = "hold_rounds"'
    found = parse_config(with_witnesses(policy, *both), "floor.toml")
    assert [(each.url, each.name) for each in found.witnesses] == [
        ("http://127.0.0.1:81/w", "w1.example"),
        ("http://127.0.0.1:82/w", "w2.example"),
    ]
    assert found.witness_policy == WitnessPolicy(needed=2, alarm_seconds=1200, holds_rounds=True)
    usual = parse_config(with_witnesses("", *both), "floor.toml").witness_policy
    assert usual == WitnessPolicy(needed=1, alarm_seconds=1800, holds_rounds=False), "play goes on"
    for said in ("", "needed = 2"):
        slow = with_witnesses(said, *both).replace("checkpoint_minutes = 10", "checkpoint_minutes = 60")
        assert parse_config(slow, "floor.toml").witness_policy.alarm_seconds == 3 * 3600


@pytest.mark.parametrize(
    ("policy", "url", "vkey", "says"),
    [
        (
            "",
            "witness.example",
            WITNESSES[0],
            "witnesses[0].url: 'witness.example' is not an address such as",
        ),
        ("", "ftp://witness.example", WITNESSES[0], "witnesses[0].url: "),
        ("", "http://witness.example/?a=b", WITNESSES[0], "witnesses[0].url: "),
        ("", "http://witness.example", "w1.example", "witnesses[0].vkey: 'w1.example' is not a verifier key"),
        ("", "http://witness.example", WITNESSES[0][:-2] + "A=", "witnesses[0].vkey: "),
        ("", "http://witness.example", LOG_KEY, "witnesses[0].vkey: log.example is the key of a log"),
        ("needed = 2", "http://witness.example", WITNESSES[0], "needed: 2 witnesses are needed, and 1 named"),
        ("needed = 0", "http://witness.example", WITNESSES[0], "witness_policy.needed: Expected `int` >= 1"),
        ("alarm_minutes = 10", "http://witness.example", WITNESSES[0], "there would always be an alarm"),
        ('when_late = "stop"', "http://witness.example", WITNESSES[0], "Invalid enum value 'stop'"),
    ],
)
def test_a_witness_that_cannot_be_is_refused(policy: str, url: str, vkey: str, says: str) -> None:
    with pytest.raises(ConfigFault) as fault:
        parse_config(with_witnesses(policy, (url, vkey)), "floor.toml")
    assert says in str(fault.value)


def test_a_witness_stands_there_once() -> None:
    twice = with_witnesses("", ("http://a.example", WITNESSES[0]), ("http://b.example", WITNESSES[0]))
    with pytest.raises(ConfigFault, match=r"witnesses\[1\]\.vkey: w1\.example is there twice"):
        parse_config(twice, "floor.toml")


def test_the_file_says_how_servers_are_reached() -> None:
    bare = TEXT.replace("[server]", "").replace("proxies = []", "").replace("hosts = []", "")
    assert parse_config(bare, "f").server == parse_config(TEXT, "f").server == ServerSetting()
    text = TEXT.replace("proxies = []", 'proxies = ["10.0.0.5", "10.0.1.0/24", "2001:db8::/32"]')
    text = text.replace("hosts = []", 'hosts = ["floor", "a-1.b.sg", "192.0.2.5", "::5"]')
    named = parse_config(text, "f").server
    assert [str(network) for network in named.proxies] == ["10.0.0.5/32", "10.0.1.0/24", "2001:db8::/32"]
    assert named.hosts == ("floor", "a-1.b.sg", "192.0.2.5", "::5")


@pytest.mark.parametrize(
    ("demo", "said", "asked"),
    [
        (True, "", False),
        (False, "", True),
        (True, "card_sets = true", True),
        (False, "card_sets = false", False),
    ],
)
def test_real_cards_for_real_money_ask_for_card_sets(demo: bool, said: str, asked: bool) -> None:
    real = f'dealer = "manual"\ncards = "outside"\n{said}\ndevice'
    start = TEXT.index('dealer = "automatic"')
    end = TEXT.index("device", start) + len("device")
    text = TEXT[:start] + real + TEXT[end:]
    if not demo:
        text = text.replace("demo = true", "demo = false", 1).replace("play_money =", "# play_money =", 1)
    tables = parse_config(text, "floor.toml").tables
    assert [table.card_sets for table in tables if table.id != "3CP-2"] == [asked, *[False] * 4]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "bytes"):
        with pytest.raises(ConfigFault):
            read_config(path)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('sheet = "MSS"', 'sheet = "MSX"', "is not a sheet"),
        ('link = "mega"', 'link = "diamond"', "link (mega has no table|diamond cannot)"),
        ('role = "shift_manager"', 'role = "pit_manager"', "needs the Shift Manager"),
    ],
)
def test_a_floor_that_cannot_be_opened(journal: Journal, old: str, new: str, says: str) -> None:
    with pytest.raises(CannotSetUp, match=says):
        set_up(floor_on(journal), parse_config(TEXT.replace(old, new, 1), "floor.toml"))
    assert not floor_on(journal).link_names(), "nothing is opened by half"


def test_no_floor_plays_a_draft(journal: Journal, tmp_path: Path) -> None:
    """It is passed over where nobody asks for it, and a table that would play it is not opened."""
    draft = own_sheet(tmp_path, changes={"numbered_clauses": "106\ndraft = true"})
    with using(draft):
        for name in ("ACME", OWN):
            text = TEXT.replace('sheet = "3CP"', f'sheet = "{name}"', 1)
            with pytest.raises(CannotSetUp, match="is a draft, and no floor plays one"):
                set_up(floor_on(journal), parse_config(text, "floor.toml"))
        assert not floor_on(journal).table_names()
        assert set_up(floor_on(journal), parse_config(TEXT, "floor.toml")) == ()
        assert set_up(floor_on(journal), parse_config(TEXT, "floor.toml")) == (), "nor is it proposed"
        assert OWN not in floor_on(journal).rulebook.games


def test_a_changed_plate_holds_from_the_next_round(journal: Journal) -> None:
    floor = floor_on(journal)
    set_up(floor, read_config(DEFAULT_FILE))
    floor.begin_round("MSS-1", SYSTEM, "1")
    floor.money("MSS-1", BuyIn(player="ann", amount=10_000, by=DEALER), DEALER, "chips")
    table = floor.table("MSS-1")
    assert table is not None
    plate = structs.replace(table.plate, limits={"ante": Limits(5000, 100_000)})
    floor.change_plate("MSS-1", plate, table.denominations, APPROVED, "2")
    bet = cmd.PlaceBet(box=1, player="ann", bet="ante", amount=2500)
    assert not isinstance(floor.act("MSS-1", bet, ANN, "3"), Refusal), "the round under way keeps its plate"
    floor.act("MSS-1", cmd.WithdrawBet(1, "ante"), ANN, "4")
    floor.act("MSS-1", cmd.SettleRound(), SYSTEM, "5")
    floor.begin_round("MSS-1", SYSTEM, "6")
    assert isinstance(floor.act("MSS-1", bet, ANN, "7"), Refusal)
    chips = floor.act("MSS-1", cmd.PlaceBet(box=1, player="ann", bet="ante", amount=5001), ANN, "8")
    assert isinstance(chips, Refusal)
    assert chips.code == "not_in_chips"
    assert chips.clauses
    few = floor.change_plate("MSS-1", structs.replace(plate, boxes=99), table.denominations, APPROVED, "9")
    assert isinstance(few, Refusal)
    assert few.code == "plate_not_possible"


def test_the_environment_says_where_secrets_are() -> None:
    said = {"PITBOSS_JOURNAL": "postgresql://a@b/c", "PITBOSS_SIGNING_KEY": "k", "PITBOSS_SEAL_KEY": ""}
    found = read_config(DEFAULT_FILE, said)
    assert (found.journal, found.signing_key, found.seal_key) == ("postgresql://a@b/c", "k", "pitboss.seal")
    assert read_config(DEFAULT_FILE, {}).journal == "pitboss.db"
