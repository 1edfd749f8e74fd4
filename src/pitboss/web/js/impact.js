/** What a proposal would change in past rounds, in the edge of every bet and in a year: worked out when it is asked for. */

import { send } from "./api.js";
import { h } from "./dom.js";
import { fraction, minus, percent, sum } from "./fractions.js";
import { betName } from "./house.js";
import { gain, money } from "./money.js";
import { reasonOf, tableHead } from "./page.js";
import { pathOf } from "./proposals.js";
import { cancel, finished, isRunning } from "./report/job.js";
import { refusal } from "./sentence.js";
import { t } from "./words.js";

/** @typedef {import("./answers").JobNow} JobNow */
/** @typedef {import("./answers").ProposalNow} ProposalNow */
/** @typedef {{staked: string, edge_then: string | null, edge_now: string | null, per_year: string | null, not_counted?: string}} BetImpact */
/** @typedef {{bet: string, rounds: number, staked: string, house: string}} BeyondLimits */
/**
 * @typedef {object} Impact
 * @property {number} settled_again
 * @property {number} not_settled_again
 * @property {string[]} differ
 * @property {string} house
 * @property {string} per_year
 * @property {{sheet: string, rounds: number, days: number, bets: Record<string, BetImpact>}[]} sheets
 * @property {{round: string, day: string, sheet: string, house: string}[]} changed
 * @property {BeyondLimits[]} limits
 */

/** Whether past rounds depend on a proposal: a sheet with its readings, or the settings of a table. @param {ProposalNow} one */
function hasImpact({ subject, act }) {
  return /^(sheet|table)\//.test(subject) && (act === "change_sheet" || act === "set_limits");
}

/** The impacts that the reader of a page has asked for, by proposal. */
export class Impacts {
  /** @param {() => void} changed draws the page anew */
  constructor(changed) {
    this.changed = changed;
    /** @type {Map<string, {job: JobNow | null, found: Impact | null, fault: string}>} */
    this.known = new Map();
  }

  /** @param {ProposalNow} one */
  async ask(one) {
    const entry = { job: /** @type {JobNow | null} */ (null), found: null, fault: "" };
    this.known.set(one.id, entry);
    try {
      const begun = await send(pathOf(one, "impact"));
      entry.found = await finished(begun, (job) => {
        entry.job = isRunning(job) ? job : null;
        this.changed();
      });
      if (!entry.found) this.known.delete(one.id);
    } catch (error) {
      Object.assign(entry, { job: null, fault: reasonOf(error) });
    }
    this.changed();
  }

  /** @param {ProposalNow} one */
  draw(one) {
    if (!hasImpact(one)) return null;
    const entry = this.known.get(one.id);
    return h(
      "div",
      { key: "impact", class: "impact" },
      !entry?.job &&
        !entry?.found &&
        h(
          "button",
          {
            key: "ask",
            type: "button",
            class: "quiet",
            "data-do": "impact",
            onclick: () => void this.ask(one),
          },
          t("impact.ask"),
        ),
      entry?.job && far(entry.job),
      entry?.fault && h("p", { key: "fault", class: "fault", role: "alert" }, refusal(entry.fault)),
      entry?.found && impact(entry.found),
    );
  }
}

/** @param {JobNow} job */
function far(job) {
  return h(
    "p",
    { key: "far", role: "status" },
    t("impact.working"),
    " ",
    h("progress", {
      max: job.of || 1,
      value: job.of ? job.done : undefined,
      "aria-label": t("impact.working"),
    }),
    " ",
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => void cancel(job).catch(reasonOf) },
      t("lab.cancel"),
    ),
  );
}

/** @param {Impact} found */
export function impact(found) {
  return h(
    "section",
    { key: "found", "aria-label": t("impact.title") },
    h("h4", { key: "title" }, t("impact.title")),
    h(
      "p",
      { key: "rounds" },
      t("impact.rounds", { settled: found.settled_again, differ: found.differ.length }),
      " ",
      t("impact.house", { amount: gain(found.house) }),
      found.not_settled_again > 0 && [" ", t("impact.left", { left: found.not_settled_again })],
    ),
    changed(found),
    found.sheets.map((sheet) => edges(sheet)),
    limits(found),
    h("p", { key: "year" }, t("impact.year", { amount: gain(found.per_year) })),
  );
}

/** The rounds that would have paid otherwise. @param {Impact} found */
function changed({ changed: rounds, differ }) {
  if (!rounds.length) return null;
  return h(
    "details",
    { key: "changed", open: rounds.length <= 10 },
    h("summary", null, t("impact.changed", { count: differ.length })),
    h(
      "ul",
      { class: "impact-rounds" },
      rounds.map((one) =>
        h(
          "li",
          { key: one.round, translate: "no" },
          h("a", { href: `/rounds/${one.round}` }, one.round),
          ` · ${one.day} · ${gain(one.house)}`,
        ),
      ),
    ),
  );
}

/** @param {Impact["sheets"][number]} sheet */
function edges({ sheet, rounds, days, bets }) {
  return h(
    "div",
    {
      key: `edges ${sheet} ${rounds}`,
      class: "impact-scroll",
      tabindex: 0,
      role: "group",
      "aria-label": t("impact.edges"),
    },
    h(
      "table",
      { class: "dense" },
      h("caption", null, t("impact.edges_of", { rounds, days })),
      tableHead([
        t("lab.bet"),
        t("impact.staked"),
        t("impact.then"),
        t("impact.now"),
        t("impact.change"),
        t("impact.yearly"),
      ]),
      h(
        "tbody",
        null,
        Object.entries(bets).map(([bet, found]) => line(bet, found, sheet)),
      ),
    ),
  );
}

/** @param {string} bet @param {BetImpact} found @param {string} sheet */
function line(bet, found, sheet) {
  const [then, now] = [found.edge_then, found.edge_now].map((edge) =>
    edge === null ? null : fraction(edge),
  );
  const change = then === null || now === null ? null : sum(now, minus(then));
  return h(
    "tr",
    { key: bet, "data-bet": bet },
    h("th", { scope: "row" }, betName(bet, sheet)),
    h("td", { class: "sum", translate: "no" }, money(found.staked)),
    h("td", { class: "sum", translate: "no" }, shown(then)),
    h("td", { class: "sum", translate: "no" }, shown(now)),
    h("td", { class: "sum", translate: "no" }, shown(change, true)),
    h("td", { class: "sum", translate: "no" }, found.per_year === null ? "–" : gain(found.per_year)),
  );
}

/** Bets of the record beyond the limits that are proposed. @param {Impact} found */
function limits({ limits: beyond, sheets }) {
  const some = beyond.filter((each) => each.rounds);
  if (!beyond.length) return null;
  if (!some.length) return h("p", { key: "within" }, t("impact.within"));
  return h(
    "ul",
    { key: "limits" },
    some.map((each) =>
      h(
        "li",
        { key: each.bet },
        betName(each.bet, sheets[0]?.sheet ?? ""),
        ": ",
        t("impact.beyond", { rounds: each.rounds, staked: money(each.staked), house: gain(each.house) }),
      ),
    ),
  );
}

/** @param {import("./fractions.js").Fraction | null} share @param {boolean} [sign] */
function shown(share, sign = false) {
  return share === null ? "–" : percent(share, 4, { sign });
}
