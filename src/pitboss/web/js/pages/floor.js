/** The floor: every table from above, what its Dealer says, and the links' meters. */

import { sentence } from "../sentence.js";
import { clock } from "../clock.js";
import { h, render } from "../dom.js";
import { follow } from "../stream.js";
import { Meter } from "../meter.js";
import { betName, readFelts } from "../house.js";
import { jackpotPrice, money } from "../money.js";
import { anyTable, filters, fits } from "../floor/filters.js";
import { oncePerFrame } from "../page.js";
import { go } from "../router.js";
import { isStaff, may } from "../session.js";
import { hue, smallFelt } from "../svg/small-felt.js";
import { enterTable } from "../table/entering.js";
import { t, term, gameName } from "../words.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {import("../answers").SignNow} SignNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {TableBrief & {heard: number}} Heard */
/** @typedef {import("../floor/filters.js").Wanted} Wanted */
/** @typedef {{felts: Map<string, FeltNow>, tables: Map<string, Heard>, signs: Map<string, SignNow>, meters: Map<string, Meter>, silent: boolean, wanted: Wanted}} State */

export const css = ["floor.css"];
export const reasons = ["tables"];

/** @returns {State} */
function newState() {
  return {
    felts: new Map(),
    tables: new Map(),
    signs: new Map(),
    meters: new Map(),
    silent: false,
    wanted: anyTable(),
  };
}

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("floor.title");
  const state = newState();
  const want = (/** @type {Partial<Wanted>} */ change) => {
    Object.assign(state.wanted, change);
    soon();
  };
  const soon = oncePerFrame(() => render(root, view(state, want)));
  const stop = follow(
    "/api/stream",
    {
      table: (/** @type {TableBrief} */ table) => {
        state.tables.set(table.id, { ...table, heard: performance.now() });
        soon();
      },
      sign: (/** @type {SignNow} */ sign) => {
        state.signs.set(sign.link, sign);
        soon();
        state.meters.get(sign.link)?.show(sign.displayed);
      },
    },
    (fresh) => {
      state.silent = fresh === "silent";
      soon();
    },
  );
  colour(state, soon);
  const seconds = setInterval(soon, 1000);
  return () => {
    stop();
    clearInterval(seconds);
    for (const each of state.meters.values()) each.stop();
  };
}

/** Read what is printed on the felts. @param {State} state @param {() => void} soon */
function colour(state, soon) {
  // Without them the felts are all of one colour.
  void readFelts().then(
    (found) => {
      for (const felt of found) state.felts.set(felt.sheet, felt);
      soon();
    },
    () => {},
  );
}

/** @param {State} state @param {(change: Partial<Wanted>) => void} want */
function view({ felts, tables, signs, meters, silent, wanted }, want) {
  const shown = [...tables.values()].filter((table) => fits(table, wanted));
  return [
    h("h1", { key: "title", class: "unseen" }, t("floor.title")),
    h("p", { key: "silent", class: "silent", role: "status" }, silent && t("live.silent")),
    h(
      "section",
      { key: "signs", class: "meters", "aria-label": t("floor.jackpots") },
      [...signs.values()].map((sign) => meter(sign, meters, fedBy(sign.link, tables))),
    ),
    tables.size > 1 && filters(tables, wanted, want),
    h(
      "section",
      { key: "tables", class: "tables", "aria-label": t("floor.tables") },
      shown.map((table) => tile(table, felts.get(table.sheet))),
      tables.size > 0 && !shown.length && h("p", { key: "none", class: "muted" }, t("floor.none")),
    ),
  ];
}

/** The tables whose bets feed a link. @param {string} link @param {ReadonlyMap<string, Heard>} tables */
function fedBy(link, tables) {
  return [...tables.values()].filter((table) => table.link === link).map(({ id }) => id);
}

/** @param {SignNow} sign @param {Map<string, Meter>} meters @param {readonly string[]} tables */
function meter(sign, meters, tables) {
  return h(
    "a",
    { key: sign.link, class: "meter", href: `/signs/${encodeURIComponent(sign.link)}` },
    h("span", { class: "meter-name", translate: "no" }, sign.link),
    h("span", {
      class: "meter-value",
      translate: "no",
      alone: true,
      made: (/** @type {Element} */ element) => {
        const made = new Meter(element);
        meters.set(sign.link, made);
        made.show(sign.displayed);
      },
    }),
    h("span", { class: "meter-line" }, line(sign)),
    tables.length > 0 &&
      h(
        "span",
        { key: "tables", class: "meter-line" },
        t("floor.at_tables", { count: tables.length }),
        " ",
        h("span", { translate: "no" }, tables.join(" · ")),
      ),
  );
}

/** @param {SignNow} sign */
function line(sign) {
  if (sign.suspended) return t("sign.suspended");
  if (sign.pending.length) return t("sign.pending_short");
  return sign.last
    ? [t("sign.last"), " ", h("span", { translate: "no" }, money(sign.last))]
    : t("sign.waiting");
}

/** @param {Heard} table @param {FeltNow | undefined} felt */
function tile(table, felt) {
  const path = `/tables/${encodeURIComponent(table.id)}`;
  const free = table.boxes - table.taken.length;
  const sits = table.open && free > 0 && !isStaff();
  return h(
    "article",
    {
      key: table.id,
      class: `tile ${hue(felt)} ${table.open ? "" : "closed"}`,
      "aria-labelledby": `tile-${table.id}`,
    },
    h("a", { class: "tile-felt", href: path, tabindex: -1, "aria-hidden": "true" }, smallFelt(table, felt)),
    h(
      "div",
      { class: "tile-head" },
      h("h2", { id: `tile-${table.id}`, translate: "no" }, gameName(table.title)),
      h("p", { class: "tile-id", translate: "no" }, table.id),
    ),
    saying(table),
    notices(table),
    h(
      "dl",
      { class: "plate" },
      Object.entries(table.limits).map(([bet, limits]) => [
        h("dt", { key: `${bet} name` }, betName(bet, table.sheet)),
        h("dd", { key: bet, translate: "no" }, `${money(limits.least)} – ${money(limits.most)}`),
      ]),
      table.jackpot_bet && [
        h("dt", { key: "jackpot name" }, betName("jackpot", table.sheet)),
        h("dd", { key: "jackpot", translate: "no" }, jackpotPrice(table.jackpot_bet, felt)),
      ],
    ),
    h(
      "div",
      { class: "tile-foot" },
      h(
        "span",
        { class: "seats" },
        !table.open
          ? t("floor.closed")
          : free
            ? t("floor.free", { free, boxes: table.boxes })
            : t("floor.full"),
      ),
      may("run_table") &&
        h(
          "a",
          { key: "console", class: "button quiet", href: `/console/${encodeURIComponent(table.id)}` },
          t("floor.console"),
        ),
      h(
        "a",
        { key: "go", class: "button", href: path, onclick: sits ? sitDown(table.id, path) : undefined },
        sits ? t("floor.sit") : t("floor.watch"),
        h("span", { class: "unseen", translate: "no" }, ` ${table.id}`),
      ),
    ),
  );
}

/** A press on "Sit down" seats; with a key that opens another window, it only opens the table. @param {string} id @param {string} path */
function sitDown(id, path) {
  return async (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (await enterTable(id)) await go(path);
  };
}

/** What the House tells everybody at a table. @param {TableBrief} table */
function notices({ notices: told, notice_reasons: reasons }) {
  return told.map((text, place) =>
    sentence(text, { key: text, class: "tile-notice", reason: reasons[place] }, "p"),
  );
}

/** What the Dealer says, with a clock where the software goes on by itself. @param {Heard} table */
function saying(table) {
  const { dealer } = table;
  const words = !table.open
    ? term("says", "closed")
    : dealer
      ? term("says", dealer.says)
      : table.phase
        ? term("phase", table.phase)
        : t("floor.no_round");
  const deadline = dealer?.seconds ? table.heard + dealer.seconds * 1000 : 0;
  return h(
    "p",
    { class: "saying" },
    deadline > performance.now() && clock(deadline, (dealer?.whole ?? 0) * 1000),
    h(
      "span",
      { key: "words", class: "saying-words" },
      words,
      dealer?.box ? ` · ${t("why.box", { box: dealer.box })}` : "",
    ),
    table.dealt_by &&
      h(
        "span",
        { key: "by", class: "muted" },
        t("floor.dealer"),
        " ",
        h("span", { translate: "no" }, table.dealt_by),
      ),
    table.number > 0 &&
      h("span", { key: "round", class: "muted" }, t("floor.round", { number: table.number })),
  );
}
