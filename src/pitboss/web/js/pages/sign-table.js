/** The sign of a table: game and version, limits, prescribed jackpot bet, pays, dealing, notice. */

import { sentence } from "../sentence.js";
import { h, render } from "../dom.js";
import { follow } from "../stream.js";
import { Meter } from "../meter.js";
import { betName, readFelts } from "../house.js";
import { money } from "../money.js";
import { lastWin } from "./sign-link.js";
import { hue } from "../svg/small-felt.js";
import { handName, rateInWords, t, term, gameName } from "../words.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SignNow} SignNow */
/** @typedef {import("../answers").PaysNow} PaysNow */
/** @typedef {import("../answers").PayNow} PayNow */

/**
 * @typedef {object} State
 * @property {TableNow | null} table
 * @property {SignNow | null} sign of its link
 * @property {FeltNow[]} felts
 * @property {Set<string>} silent the streams that are
 * @property {Meter | null} meter
 */

/**
 * @param {HTMLElement} root
 * @param {string} name
 * @param {Set<() => void>} drawn called when the language changes
 * @returns {() => void} ends it
 */
export function followTable(root, name, drawn) {
  /** @type {State} */
  const state = { table: null, sign: null, felts: [], silent: new Set(), meter: null };
  /** What ends each stream. @type {(() => void)[]} */
  const ends = [];
  const draw = () => {
    const felt = state.felts.find((each) => each.sheet === state.table?.sheet);
    if (!state.table || !felt) return;
    render(root, view(state, state.table, felt));
    if (state.sign) state.meter?.show(state.sign.displayed);
    fit(root);
  };
  /** @param {string} path @param {Record<string, (state: any) => void>} hear */
  const listen = (path, hear) =>
    ends.push(
      follow(path, hear, (fresh) => {
        if (fresh === "silent") state.silent.add(path);
        else state.silent.delete(path);
        draw();
      }),
    );
  // What a table says of its link is as old as the table's last event: the number comes from the link itself.
  const sign = (/** @type {SignNow} */ now) => {
    state.sign = now;
    draw();
  };
  const table = async (/** @type {TableNow} */ now) => {
    if (!state.table && now.link) listen(`/api/links/${encodeURIComponent(now.link)}/stream`, { sign });
    state.table = now;
    if (!state.felts.some((felt) => felt.sheet === now.sheet))
      state.felts = await readFelts().catch(() => []);
    draw();
  };
  listen(`/api/tables/${encodeURIComponent(name)}/stream`, { table });
  drawn.add(draw);
  addEventListener("resize", draw);
  return () => {
    drawn.delete(draw);
    removeEventListener("resize", draw);
    for (const end of ends) end();
    state.meter?.stop();
  };
}

/** How much larger the letters may be, the largest first; a plate that is read from ten metres leaves no part empty. */
const SIZES = [1.5, 1.4, 1.3, 1.2, 1.1, 1];
/** What was measured last: letters stay as they are while only the meter counts. */
let measured = "";

/** The largest letters with which the plate fits its screen. @param {HTMLElement} root */
function fit(root) {
  const plate = /** @type {HTMLElement | null} */ (root.querySelector(".plate-sign"));
  const columns = plate?.querySelector(".plate-columns");
  if (!plate || !columns) return;
  const now = `${innerWidth} ${innerHeight} ${columns.textContent}`;
  if (now === measured) return;
  measured = now;
  for (const size of SIZES) {
    plate.style.setProperty("--fit", String(size));
    const wide = columns.scrollWidth > columns.clientWidth + 1 || plate.scrollWidth > innerWidth;
    if (!wide && plate.scrollHeight <= innerHeight) return;
  }
}

/** @param {State} state @param {TableNow} table @param {FeltNow} felt */
function view(state, table, felt) {
  const made = (/** @type {Element} */ element) => (state.meter = new Meter(element));
  return h(
    "section",
    { class: `plate-sign ${hue(felt)}` },
    h(
      "header",
      null,
      h(
        "div",
        null,
        h("h1", { translate: "no" }, gameName(table.title)),
        h(
          "p",
          { class: "muted" },
          t("sign.version", { version: table.sheet_version }),
          " · ",
          h("span", { translate: "no" }, `${table.operator} · ${table.id}`),
        ),
      ),
      table.link &&
        h(
          "div",
          { class: "plate-jackpot" },
          h(
            "p",
            { class: "plate-link" },
            t("sign.progressive"),
            " ",
            h("span", { translate: "no" }, table.link),
          ),
          h("p", { class: "plate-value", translate: "no", alone: true, made }),
          state.sign && lastWin(state.sign),
        ),
    ),
    notice(table, state.silent.size > 0),
    h(
      "div",
      { class: "plate-columns" },
      limits(table, felt),
      together(felt.pays).map(([bets, pays]) => payTable(bets, pays, felt.sheet)),
    ),
  );
}

/** @param {TableNow} table @param {boolean} silent */
function notice(table, silent) {
  return h(
    "div",
    { key: "notice", role: "status" },
    silent && h("p", { key: "silent", class: "notice" }, t("live.silent")),
    !table.open && h("p", { key: "closed", class: "notice" }, t("sign.closed")),
    table.notices.map(({ text, reason }) => sentence(text, { key: text, class: "notice", reason }, "p")),
  );
}

/** @param {TableNow} table @param {FeltNow} felt */
function limits(table, felt) {
  const rows = Object.entries(table.limits).map(([bet, found]) =>
    h(
      "tr",
      { key: bet },
      h("th", { scope: "row" }, betName(bet, table.sheet)),
      amount(found.least),
      amount(found.most),
    ),
  );
  return h(
    "section",
    { key: "limits", class: "limits" },
    h(
      "table",
      null,
      h("caption", null, t("sign.limits")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td", null),
          h("th", { scope: "col" }, t("sign.least")),
          h("th", { scope: "col" }, t("sign.most")),
        ),
      ),
      h("tbody", null, rows),
    ),
    table.jackpot_bet &&
      h(
        "p",
        { key: "jackpot", class: "prescribed" },
        t("sign.jackpot_bet"),
        " ",
        h("strong", { translate: "no" }, money(table.jackpot_bet)),
        felt.jackpot_units > 1 && ` ${t("sign.units", { units: felt.jackpot_units })}`,
      ),
    h(
      "p",
      { key: "dealing", class: "muted" },
      t("sign.dealing"),
      " ",
      term("device", table.device),
      " · ",
      sentence(table.method),
    ),
  );
}

/** @param {string} text */
function amount(text) {
  return h("td", { translate: "no" }, money(text));
}

/** Bets that are paid alike share a table. @param {PaysNow[]} all @returns {[string[], PaysNow][]} */
function together(all) {
  const found = new Map();
  for (const pays of all) {
    const lines = JSON.stringify(pays.lines);
    const [bets] = found.get(lines) ?? [[]];
    found.set(lines, [[...bets, pays.bet], pays]);
  }
  return [...found.values()];
}

/** @param {string[]} bets @param {PaysNow} pays @param {string} sheet */
function payTable(bets, pays, sheet) {
  const envy = pays.lines.some((line) => line.envy);
  return h(
    "table",
    { key: bets.join(), class: pays.bet === "jackpot" ? "pays gold" : "pays" },
    h("caption", null, bets.map((bet) => betName(bet, sheet)).join(" · ")),
    envy &&
      h(
        "thead",
        { key: "head" },
        h(
          "tr",
          null,
          h("td", null),
          h("th", { scope: "col" }, t("sign.pays")),
          h("th", { scope: "col" }, t("sign.envy")),
        ),
      ),
    h(
      "tbody",
      { key: "body" },
      pays.lines.map((line, place) =>
        h(
          "tr",
          { key: place },
          h("th", { scope: "row" }, payName(line)),
          h(
            "td",
            null,
            h("span", { translate: /\d (to|for) /.test(line.pays) ? null : "no" }, pay(line.pays)),
          ),
          envy && h("td", { key: "envy", translate: "no" }, line.envy ? money(line.envy) : ""),
        ),
      ),
    ),
  );
}

/** @param {PayNow} line */
function payName(line) {
  const title = line.title || line.hand;
  if (!title) return t("sign.any_win");
  const hand = handName(title);
  if (!hand) return sentence(title);
  return line.or_higher ? t("sign.or_higher", { hand }) : hand;
}

/** `$1250` of a pay table as money, `40 to 1` in words, `100%` as it is. @param {string} text */
function pay(text) {
  if (text.startsWith("$")) return money(text.slice(1));
  return rateInWords(text);
}
