/** What the trainee says: of a settlement what every bet gets, of an irregularity what follows and who decides. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { cents, money, plain } from "../money.js";
import { valueOf } from "../page.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").SituationNow} SituationNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").Said} Said */
/** @typedef {"lose" | "push" | "returned" | "win" | ""} Word */
/**
 * @typedef {object} Row a bet, or a bonus that may come besides
 * @property {number} box
 * @property {string} player
 * @property {string} bet
 * @property {bigint} stake nothing for a bonus
 * @property {boolean} bonus
 * @property {Word} word
 * @property {string} amount in dollars, without a sign
 */
/** @typedef {"dealer" | "pit_supervisor" | "pit_manager" | "shift_manager"} Decider */
/** @typedef {{rows: Row[], role: Decider | "", void: "" | "yes" | "no", out: Set<number>, must_choose: Set<number>}} Saying */

/** @type {[Exclude<Word, "">, string][]} */
const WORDS = [
  ["lose", "l"],
  ["push", "s"],
  ["returned", "r"],
  ["win", "w"],
];
/** @type {Decider[]} */
const DECIDERS = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];

/** @param {SituationNow} situation @param {FeltNow} felt @returns {Saying} */
export function nothingSaid(situation, felt) {
  return { rows: rowsOf(situation, felt), role: "", void: "", out: new Set(), must_choose: new Set() };
}

/** Every bet as one row for each player of a box, followed by the bonuses that it can bring. @param {SituationNow} situation @param {FeltNow} felt */
function rowsOf({ bets }, felt) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const known = new Set(felt.areas.map((area) => area.bet));
  const besides = felt.pays.map((pays) => pays.bet).filter((bet) => !known.has(bet));
  const envy = felt.pays.some((pays) => pays.lines.some((line) => line.envy));
  /** @param {number} box @param {string} player @param {string} bet @param {bigint} stake */
  const lay = (box, player, bet, stake) => {
    const key = `${box} ${player} ${bet}`;
    const row = rows.get(key);
    if (row) row.stake += stake;
    else rows.set(key, { box, player, bet, stake, bonus: stake === 0n, word: "", amount: "" });
  };
  for (const { box, wager } of bets) lay(box, wager.player, wager.bet, cents(wager.amount));
  for (const { box, wager } of bets) {
    if (wager.bet === "ante") for (const bet of besides) lay(box, wager.player, bet, 0n);
    if (wager.bet === "jackpot" && envy) lay(box, wager.player, "envy", 0n);
  }
  const place = [...felt.areas.map((area) => area.bet), ...besides, "envy"];
  return [...rows.values()].sort(
    (a, b) =>
      a.box - b.box || a.player.localeCompare(b.player) || place.indexOf(a.bet) - place.indexOf(b.bet),
  );
}

/** What is sent. @param {Saying} saying @returns {Said} */
export function said(saying) {
  const lines = saying.rows.flatMap(({ box, player, bet, word, amount }) =>
    word ? [{ box, player, bet, result: word, net: net(word, amount) }] : [],
  );
  return {
    lines,
    role: saying.role || null,
    void: saying.void === "yes",
    out: [...saying.out],
    must_choose: [...saying.must_choose],
  };
}

/** How much of a question has no answer yet: bets without a word, a win without its amount, who decides, whether it is void. @param {Saying} saying @param {boolean} ofReport */
export function unanswered({ rows, role, void: isVoid }, ofReport) {
  return ofReport ? Number(!role) + Number(!isVoid) : rows.filter(isOpen).length;
}

/** Whether a bet has no answer; a bonus that is not paid needs none. @param {Row} row */
function isOpen({ bonus, word, amount }) {
  return word === "win" ? !amount.trim() : !word && !bonus;
}

/** @param {Word} word @param {string} amount */
function net(word, amount) {
  const size = /^\d{1,12}(\.\d{1,2})?$/.test(amount.trim()) ? amount.trim() : "0";
  return word === "lose" ? plain(-cents(size)) : word === "win" ? size : "0";
}

/**
 * @param {Saying} saying
 * @param {string} sheet
 * @param {(row: Row) => void} at a row has the focus
 * @param {() => void} changed
 */
export function lines(saying, sheet, at, changed) {
  const boxes = [...new Set(saying.rows.map((row) => row.box))];
  return [
    h("p", { key: "how", class: "muted train-how" }, t("train.lines_how")),
    boxes.map((box) => {
      const rows = saying.rows.filter((row) => row.box === box);
      const players = new Set(rows.map((row) => row.player));
      return h(
        "fieldset",
        { key: box, class: "train-box" },
        h(
          "legend",
          null,
          t("why.box", { box }),
          players.size === 1 && h("span", { key: "who", translate: "no" }, ` · ${rows[0].player}`),
        ),
        rows.map((row) => line(row, sheet, players.size > 1, at, changed)),
      );
    }),
  ];
}

/** @param {Row} row @param {string} sheet @param {boolean} named @param {(row: Row) => void} at @param {() => void} changed */
function line(row, sheet, named, at, changed) {
  const name = `${row.box} ${row.player} ${row.bet}`;
  const bet = betName(row.bet, sheet);
  const choices = row.bonus ? WORDS.filter(([word]) => word === "win") : WORDS;
  const paid = row.word === "win" || row.word === "lose";
  /** @param {Word} word */
  const say = (word) => {
    row.word = word;
    row.amount = word === "lose" ? plain(row.stake) : word === "win" ? row.amount : "";
    changed();
  };
  return h(
    "div",
    {
      key: name,
      class: `train-line ${row.word}`,
      role: "group",
      "data-line": `${row.box} ${row.bet}`,
      "data-open": isOpen(row) ? "" : undefined,
      "aria-label": `${t("why.box", { box: row.box })}, ${bet}`,
      made: (/** @type {Element} */ element) => element.addEventListener("focusin", () => at(row)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => keyed(event, row, choices, say),
    },
    h(
      "span",
      { class: "train-bet" },
      named && h("span", { key: "who", translate: "no" }, `${row.player} `),
      bet,
      !row.bonus && h("small", { key: "stake", translate: "no" }, ` ${money(row.stake)}`),
    ),
    h(
      "span",
      { class: "train-words" },
      row.bonus && option("radio", name, "", t("train.nothing"), !row.word, () => say("")),
      choices.map(([value]) =>
        option("radio", name, value, term("result", value), row.word === value, () => say(value)),
      ),
    ),
    h("input", {
      class: "train-amount",
      inputmode: "decimal",
      autocomplete: "off",
      pattern: "\\d{1,12}(\\.\\d{1,2})?",
      value: paid ? row.amount : "",
      disabled: !paid,
      "aria-label": t("train.amount", { bet }),
      placeholder: paid ? "0.00" : "",
      oninput: (/** @type {Event} */ event) => {
        row.amount = valueOf(event);
        changed();
      },
    }),
  );
}

/** A letter says a word and goes on; Enter behind an amount goes to the next open bet. @param {KeyboardEvent} event @param {Row} row @param {typeof WORDS} choices @param {(word: Word) => void} say */
function keyed(event, row, choices, say) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const here = /** @type {Element} */ (event.currentTarget);
  const typing = /** @type {Element} */ (event.target).matches(".train-amount");
  if (typing && event.key === "Enter" && goToOpen(here)) return event.preventDefault();
  const found = choices.find(([, key]) => key === event.key.toLowerCase());
  if (!found && !(row.bonus && event.key.toLowerCase() === "n")) return;
  event.preventDefault();
  say(found?.[0] ?? "");
  goOn(here, found?.[0] ?? "");
}

/** After a word: to its amount, if it takes one, else to the next bet; after the last, to the button. @param {Element} row @param {Word} word */
function goOn(row, word) {
  if (word === "win") {
    const input = /** @type {HTMLInputElement | null} */ (row.querySelector(".train-amount"));
    input?.focus();
    return input?.select();
  }
  const form = row.closest("form");
  const all = [...(form?.querySelectorAll("[data-line]") ?? [])];
  const next = all[all.indexOf(row) + 1];
  const wanted = next ? (next.querySelector("input:checked") ?? next.querySelector("input")) : null;
  /** @type {HTMLElement | null | undefined} */ (wanted ?? form?.querySelector("button.main"))?.focus();
}

/** To the next bet that has no answer, from a row on and then from the first. @param {Element} row @returns {boolean} whether there is one */
function goToOpen(row) {
  const all = [...(row.closest("form")?.querySelectorAll("[data-line]") ?? [])];
  const here = all.indexOf(row);
  const open = [...all.slice(here + 1), ...all.slice(0, here)].find((each) => each.hasAttribute("data-open"));
  /** @type {HTMLElement | null | undefined} */ (open?.querySelector("input"))?.focus();
  return open !== undefined;
}

/** @param {Saying} saying @param {SituationNow} situation @param {() => void} changed */
export function report(saying, situation, changed) {
  const boxes = situation.round.boxes.filter((box) => box.player).map((box) => box.number);
  /** @param {Partial<Saying>} now */
  const say = (now) => {
    Object.assign(saying, now);
    changed();
  };
  /** @param {"out" | "must_choose"} name @param {string} title */
  const ticks = (name, title) =>
    ask(
      name,
      title,
      boxes.length === 0 && h("p", { key: "none", class: "muted" }, t("train.no_boxes")),
      boxes.map((box) =>
        option("checkbox", name, box, t("why.box", { box }), saying[name].has(box), () => {
          if (!saying[name].delete(box)) saying[name].add(box);
          changed();
        }),
      ),
    );
  return [
    ask(
      "role",
      t("train.ask_role"),
      DECIDERS.map((role) =>
        option("radio", "role", role, term("role", role), saying.role === role, () => say({ role })),
      ),
    ),
    ask(
      "void",
      t("train.ask_void"),
      option("radio", "void", "no", t("train.no"), saying.void === "no", () => say({ void: "no" })),
      option("radio", "void", "yes", t("train.yes"), saying.void === "yes", () => say({ void: "yes" })),
    ),
    ticks("out", t("train.ask_out")),
    ticks("must_choose", t("train.ask_must_choose")),
  ];
}

/** @param {string} key @param {string} title @param {...import("../dom.js").Kids} kids */
function ask(key, title, ...kids) {
  return h("fieldset", { key, class: "train-ask" }, h("legend", null, title), kids);
}

/**
 * A word that can be chosen, or a box that can be ticked.
 *
 * @param {"radio" | "checkbox"} type
 * @param {string} name
 * @param {string | number} value
 * @param {string} text
 * @param {boolean} checked
 * @param {() => void} onchange
 */
export function option(type, name, value, text, checked, onchange) {
  return h(
    "label",
    { key: value, class: "train-word" },
    h("input", { type, name, value, checked, onchange }),
    h("span", null, text),
  );
}
