/** Rounds of the past: found by table, time, player, card, payout, irregularity and how they ended. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { cents, gain } from "../money.js";
import { session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { clauseLinks, tone } from "../why.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").RoundBrief} RoundBrief */
/** @typedef {import("../answers").RoundsFound} RoundsFound */
/** @typedef {import("../answers").SheetNow} SheetNow */

export const css = ["rounds.css"];

const FIELDS = [
  "table",
  "day",
  "since",
  "until",
  "player",
  "rank",
  "suit",
  "payout",
  "irregularity",
  "ended",
];
const ENDS = ["settled", "void", "jackpot"];
const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("rounds.title");
  const asked = new URLSearchParams(location.search);
  /** @type {string[]} */
  let tables = [];
  /** @type {Map<string, SheetNow>} */
  let sheets = new Map();
  /** @type {RoundBrief[]} */
  let rounds = [];
  /** @type {number | null} */
  let cursor = null;
  let busy = false;
  let searched = false;
  let fault = "";
  let turn = 0;

  function draw() {
    render(
      root,
      h(
        "div",
        { key: "page", class: "finder" },
        h(
          "header",
          { key: "head" },
          h("h1", null, t("rounds.title")),
          h("p", { class: "muted" }, t("rounds.text")),
        ),
        session() ? [form(), found()] : door(),
      ),
    );
  }

  function door() {
    return h(
      "p",
      { key: "door", class: "finder-door" },
      t("rounds.sign_in"),
      " ",
      h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in")),
    );
  }

  function form() {
    return h(
      "form",
      {
        key: "form",
        class: "finder-form",
        role: "search",
        "aria-label": t("rounds.title"),
        onsubmit: submit,
      },
      choice(
        "table",
        t("rounds.table"),
        t("rounds.any"),
        tables.map((id) => ({ value: id, name: id, plain: true })),
      ),
      field("day", t("rounds.day"), { type: "date" }),
      field("since", t("rounds.since"), { type: "datetime-local" }),
      field("until", t("rounds.until"), { type: "datetime-local" }),
      field("player", t("rounds.player"), { maxlength: 64, autocomplete: "off" }),
      h(
        "fieldset",
        { key: "card", class: "finder-card" },
        h("legend", null, t("rounds.card")),
        choice(
          "rank",
          t("rounds.rank"),
          "–",
          RANKS.map((rank) => ({ value: rank, name: term("rank", rank) })),
        ),
        choice(
          "suit",
          t("rounds.suit"),
          "–",
          SUITS.map((suit) => ({ value: suit, name: term("suit", suit) })),
        ),
      ),
      field("payout", t("rounds.payout"), {
        inputmode: "decimal",
        pattern: "\\d{1,12}(\\.\\d{1,2})?",
        placeholder: "100.00",
      }),
      field("irregularity", t("rounds.irregularity"), {
        pattern: "[0-9]+(\\.[0-9a-z]+)*",
        placeholder: "5.8.1",
        maxlength: 20,
      }),
      choice(
        "ended",
        t("rounds.ended"),
        t("rounds.any"),
        ENDS.map((end) => ({ value: end, name: term("ended", end) })),
      ),
      h(
        "div",
        { key: "acts", class: "finder-acts" },
        h("button", { type: "submit" }, t("rounds.search")),
        h("button", { type: "button", class: "quiet", onclick: clear }, t("rounds.clear")),
      ),
    );
  }

  /** @param {string} name @param {string} label @param {Record<string, any>} props */
  function field(name, label, props) {
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h("input", { name, value: asked.get(name) ?? "", oninput: note, ...props }),
    );
  }

  /** @param {string} name @param {string} label @param {string} none @param {{value: string, name: string, plain?: boolean}[]} values */
  function choice(name, label, none, values) {
    const now = asked.get(name) ?? "";
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h(
        "select",
        { name, value: now, onchange: note },
        h("option", { key: "", value: "", selected: now === "" }, none),
        values.map((each) =>
          h(
            "option",
            {
              key: each.value,
              value: each.value,
              selected: each.value === now,
              translate: each.plain ? "no" : undefined,
            },
            each.name,
          ),
        ),
      ),
    );
  }

  /** @param {Event} event */
  function note(event) {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (value) asked.set(name, value);
    else asked.delete(name);
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    for (const name of [...asked.keys()]) if (!FIELDS.includes(name)) asked.delete(name);
    history.replaceState(null, "", asked.size ? `/rounds?${asked}` : "/rounds");
    void search();
  }

  function clear() {
    for (const name of FIELDS) asked.delete(name);
    history.replaceState(null, "", "/rounds");
    draw();
    void search();
  }

  /** @param {number | null} [from] the next page begins there */
  async function search(from = null) {
    const mine = ++turn;
    busy = true;
    fault = "";
    draw();
    try {
      const answer = /** @type {RoundsFound} */ (await read(`/api/rounds?${question(asked, from)}`));
      if (mine !== turn) return;
      rounds = from === null ? answer.rounds : [...rounds, ...answer.rounds];
      cursor = answer.cursor;
      searched = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine === turn) fault = error.message || t("fault.no_answer");
    }
    if (mine !== turn) return;
    busy = false;
    draw();
  }

  function found() {
    return h(
      "section",
      { key: "found", "aria-label": t("rounds.found"), "aria-busy": busy ? "true" : "false" },
      h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
      h(
        "p",
        { key: "count", class: "muted finder-count", role: "status" },
        busy ? t("rounds.searching") : searched && count(),
      ),
      rounds.length > 0 && table(),
      cursor !== null &&
        h(
          "button",
          { key: "more", type: "button", class: "quiet", disabled: busy, onclick: () => void search(cursor) },
          t("rounds.more"),
        ),
    );
  }

  function count() {
    if (!rounds.length) return cursor === null ? t("rounds.none") : t("rounds.none_yet");
    return cursor === null
      ? t("rounds.count", { count: rounds.length })
      : t("rounds.count_so_far", { count: rounds.length });
  }

  function table() {
    const heads = [
      t("rounds.round"),
      t("rounds.began"),
      t("rounds.game"),
      t("rounds.players"),
      t("rounds.most"),
      t("rounds.noted"),
    ];
    return h(
      "table",
      { key: "table", class: "finder-table", role: "table" },
      h(
        "thead",
        { role: "rowgroup" },
        h(
          "tr",
          { role: "row" },
          heads.map((head, place) => h("th", { key: place, scope: "col", role: "columnheader" }, head)),
        ),
      ),
      h("tbody", { role: "rowgroup" }, rounds.map(row)),
    );
  }

  /** @param {RoundBrief} round */
  function row(round) {
    const href = `/rounds/${encodeURIComponent(round.table)}/${round.number}`;
    return h(
      "tr",
      {
        key: `${round.table}/${round.number}`,
        role: "row",
        class: round.outcome === "void" ? "was-void" : "",
      },
      h(
        "td",
        { role: "cell", class: "round-name" },
        h("a", { href, translate: "no" }, `${round.table}/${round.number}`),
      ),
      h(
        "td",
        { role: "cell", class: "round-began", translate: "no" },
        h("span", null, round.began.slice(0, 10)),
        " ",
        round.began.slice(11, 19),
      ),
      h(
        "td",
        { role: "cell", class: "round-game", translate: "no" },
        sheets.get(round.sheet)?.short ?? round.sheet,
      ),
      h(
        "td",
        { role: "cell", class: "round-players" },
        Object.entries(round.players).map(([name, net]) =>
          h(
            "span",
            { key: name, class: "round-player", translate: "no" },
            name,
            " ",
            h("b", { class: tone(net) }, round.outcome ? gain(net) : "…"),
          ),
        ),
      ),
      h(
        "td",
        { role: "cell", class: "round-most", translate: "no" },
        cents(round.most) > 0n ? gain(round.most) : "–",
      ),
      h(
        "td",
        { role: "cell", class: "round-noted" },
        round.outcome === null && h("span", { key: "live", class: "badge live" }, t("rounds.in_play")),
        round.outcome === "void" && h("span", { key: "void", class: "badge" }, term("ended", "void")),
        round.jackpot && h("span", { key: "jackpot", class: "badge gold" }, term("ended", "jackpot")),
        clauseLinks(round.irregularities, round.sheet),
      ),
    );
  }

  draw();
  if (!session()) return;
  void Promise.all([read("/api/tables"), read("/api/sheets")]).then(
    ([all, known]) => {
      tables = all.map((/** @type {{id: string}} */ each) => each.id);
      sheets = new Map(known.map((/** @type {SheetNow} */ sheet) => [sheet.id, sheet]));
      draw();
    },
    () => {},
  );
  void search();
  return () => {
    turn++;
  };
}

/** The question as the API takes it. @param {URLSearchParams} asked @param {number | null} from */
function question(asked, from) {
  const found = new URLSearchParams();
  for (const name of ["table", "day", "player", "payout", "irregularity"]) {
    const value = asked.get(name)?.trim();
    if (value) found.set(name, value);
  }
  for (const name of ["since", "until"]) {
    const value = asked.get(name);
    if (value) found.set(name, value.length === 16 ? `${value}:00` : value);
  }
  const [rank, suit, ended] = [asked.get("rank"), asked.get("suit"), asked.get("ended")];
  if (rank && suit) found.set("card", rank + suit);
  if (ended === "jackpot") found.set("jackpot", "true");
  else if (ended) found.set("void", String(ended === "void"));
  if (from !== null) found.set("cursor", String(from));
  return found;
}
