/** The pit: every table in one line, with its phase and clock, what is wrong, what is decided, what was dropped. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { forStaff } from "../gate.js";
import { follow } from "../stream.js";
import { money } from "../money.js";
import { tableHead } from "../page.js";
import { may } from "../session.js";
import { t, term, gameName } from "../words.js";

/** @typedef {import("../answers").PitTableNow} PitTableNow */
/** @typedef {{tables: readonly PitTableNow[], heard: number, silent: boolean}} State `heard` is when the tables were */

export const css = ["console.css"];
/** @type {import("../words.js").Part[]} */
export const words = ["console"];
export const reasons = ["tables"];

/** At most so often the pit is asked for, in milliseconds: a busy floor changes all the time. */
const PAUSE = 700;
const SECOND = 1000;

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("console.title");
  if (!may("run_table")) return forStaff(root, t("console.title"));
  /** @type {State} */
  const state = { tables: [], heard: 0, silent: false };
  let over = false;
  const draw = () => !over && render(root, view(state));
  const changed = inTurn(async () => {
    const tables = await read("/api/pit").catch((error) => {
      if (!(error instanceof Refused)) throw error;
      return state.tables;
    });
    Object.assign(state, { tables, heard: performance.now() });
    draw();
  });
  draw();
  const ticking = setInterval(() => state.tables.some((table) => left(table, state.heard)) && draw(), SECOND);
  const end = follow("/api/stream", { table: changed, sign: changed }, (fresh) => {
    state.silent = fresh === "silent";
    draw();
  });
  return () => {
    over = true;
    clearInterval(ticking);
    end();
  };
}

/** Work that is done again after a pause if it was asked for meanwhile. @param {() => Promise<void>} work */
function inTurn(work) {
  let [busy, again] = [false, false];
  return async function ask() {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    await work();
    setTimeout(() => {
      busy = false;
      if (again) void ask();
      again = false;
    }, PAUSE);
  };
}

/** @param {State} state */
function view({ tables, heard, silent }) {
  return h(
    "section",
    { class: "console-list" },
    h("h1", null, t("console.title")),
    h("p", { class: "muted" }, t("console.list_text")),
    h("p", { class: "silent", role: "status" }, silent && t("live.silent")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("console.tables") },
      h(
        "table",
        { class: "dense pit" },
        tableHead(COLUMNS.map((word) => t(word))),
        h(
          "tbody",
          null,
          tables.map((table) => row(table, heard)),
        ),
      ),
    ),
  );
}

/** @type {import("../words.js").Word[]} */
const COLUMNS = [
  "console.table",
  "console.game",
  "console.state",
  "console.round",
  "console.clock",
  "table.dealer",
  "console.seated",
  "console.deciding",
  "console.alarms",
  "console.on_layout",
  "console.drop",
];

/** Seconds until the software Dealer goes on. @param {PitTableNow} table @param {number} heard */
function left({ dealer }, heard) {
  if (!dealer?.seconds) return 0;
  return Math.max(0, Math.ceil(dealer.seconds - (performance.now() - heard) / SECOND));
}

/** @param {PitTableNow} table @param {number} heard */
function row(table, heard) {
  const path = `/console/${encodeURIComponent(table.id)}`;
  const seconds = left(table, heard);
  const alarmed = table.claims > 0 || table.alarms.length > 0;
  const code = { translate: "no" };
  const dealer = table.automatic
    ? t("console.software")
    : table.crew.dealer
      ? h("span", code, table.crew.dealer)
      : t("console.nobody");
  return h(
    "tr",
    { key: table.id, class: alarmed ? "alarmed" : "", "data-table": table.id },
    h("th", { scope: "row" }, h("a", { href: path, translate: "no" }, table.id)),
    cell("console.game", gameName(table.title), { class: "pit-game", ...code }),
    cell(
      "console.state",
      !table.open ? t("floor.closed") : t(table.closing ? "console.closing" : "console.open"),
    ),
    cell("console.round", phase(table)),
    cell("console.clock", seconds ? `${seconds} s` : "", { class: "sum", ...code }),
    cell("table.dealer", dealer),
    cell("console.seated", `${table.seated} / ${table.boxes}`, code),
    cell("console.deciding", table.deciding.join(", "), code),
    cell("console.alarms", alarmed && alarms(table, path), { class: "alarms" }),
    cell("console.on_layout", money(table.on_layout), { class: "sum", ...code }),
    cell("console.drop", table.drop === null ? "–" : money(table.drop), { class: "sum", ...code }),
  );
}

/**
 * A cell that carries the name of its column, for a screen on which each table is a block of its own.
 *
 * @param {import("../words.js").Word} column
 * @param {import("../dom.js").Kids} kids
 * @param {Record<string, string>} [more]
 */
function cell(column, kids, more = {}) {
  return h("td", { key: column, "data-column": t(column), ...more }, kids);
}

/** The round and its phase. @param {PitTableNow} table */
function phase(table) {
  if (!table.number) return t("floor.no_round");
  return [
    h("span", { key: "number", translate: "no" }, table.number),
    " · ",
    term("phase", table.phase ?? "settled"),
  ];
}

/** What is wrong, with the way to where it is seen to. @param {PitTableNow} table @param {string} path */
function alarms(table, path) {
  return [
    table.claims > 0 && h("a", { key: "claims", href: `${path}#jackpot` }, t("alarm.claims")),
    table.alarms.map((alarm) =>
      h(
        "a",
        { key: alarm, href: `${path}#${alarm === "no_dealer" ? "table" : "irregularities"}` },
        term("alarm", alarm),
      ),
    ),
  ];
}
