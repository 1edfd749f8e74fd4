/** What simulated rounds have shown: the verdict, every bet beside its exact value, distributions, and hits. */

import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { rowName } from "./row-name.js";
import { sentence } from "../sentence.js";
import { t } from "../words.js";
import { nameOf } from "./figures.js";
import { histogram } from "./histogram.js";
import { grouped } from "../digits.js";
import { signed } from "./notation.js";
import { FILES, STRATEGIES } from "./run-state.js";

/** @typedef {import("./run.js").RunActions} RunActions */
/** @typedef {import("./run-state.js").Run} Run */
/** @typedef {import("./run-state.js").RunResult} RunResult */
/** @typedef {import("./run-state.js").Check} Check */
/** @typedef {import("./run-state.js").RunFile} RunFile */

/** @param {Run} run @param {RunResult} result @param {RunActions} actions @param {number} width */
export function runResult(run, result, actions, width) {
  return h(
    "div",
    { key: "result", class: "run-result" },
    verdict(result),
    bets(result),
    house(result),
    distribution(run, result, actions, width),
    hits(result),
    jackpot(result),
    checks(result),
    h(
      "p",
      { key: "files", class: "lab-downloads" },
      /** @type {RunFile[]} */ (Object.keys(FILES)).map((kind) =>
        h(
          "button",
          { key: kind, type: "button", class: "quiet", onclick: () => actions.take(kind) },
          t(FILES[kind]),
        ),
      ),
    ),
  );
}

/** @param {RunResult} result */
function verdict({ rounds, wanted, boxes, seed, strategy, run, verdict: found }) {
  const { agrees, checks: tests, missing, reasons } = found;
  const failed = tests.filter((check) => check.failed).length;
  const kind = agrees === null ? "none" : agrees ? "holds" : "fails";
  return h(
    "div",
    { key: "verdict", class: `run-verdict ${kind}`, role: "status" },
    h(
      "p",
      { key: "said", class: "sentence" },
      agrees === null
        ? t("lab.run_no_exact")
        : agrees
          ? t("lab.run_agrees", { tests: tests.length })
          : t("lab.run_disagrees", { failed, tests: tests.length }),
    ),
    h(
      "p",
      { key: "facts", class: "muted" },
      t("lab.run_facts", {
        rounds: grouped(rounds),
        boxes,
        seed,
        strategy: t(STRATEGIES[strategy]),
        seconds: run.seconds.toFixed(1),
      }),
    ),
    rounds < wanted &&
      h("p", { key: "short", class: "muted" }, t("lab.run_short", { wanted: grouped(wanted) })),
    Object.values(missing).length > 0 &&
      h(
        "p",
        { key: "missing", class: "muted" },
        [...new Map(Object.entries(missing).map(([what, why]) => [why, reasons[what]]))].map(
          ([why, reason]) => [sentence(why, { reason }), " "],
        ),
      ),
  );
}

/** @param {RunResult} result */
function bets({ sheet, results, verdict: found }) {
  return scrolled(
    "bets",
    t("lab.run_bets"),
    tableHead([
      t("lab.bet"),
      t("lab.run_mean"),
      t("lab.run_interval", { part: Math.round(results.confidence * 100) }),
      t("lab.run_exact"),
      symbol("z"),
      t("lab.std_dev"),
    ]),
    h(
      "tbody",
      null,
      results.bets.map((bet) => {
        const own = found.checks.filter((check) => check.kind === "z" && check.what.startsWith(bet.bet));
        const [mean] = own;
        return h(
          "tr",
          { key: bet.bet },
          h("th", { scope: "row" }, nameOf(bet.bet, sheet)),
          h("td", { translate: "no" }, signed(bet.mean, 6)),
          h("td", { translate: "no" }, `${signed(bet.interval[0], 6)} … ${signed(bet.interval[1], 6)}`),
          h("td", { translate: "no" }, mean?.expected != null ? signed(mean.expected, 6) : "–"),
          h("td", { translate: "no" }, own.map((check) => signed(check.statistic, 2)).join(", ") || "–"),
          h("td", { translate: "no" }, bet.std_dev.toFixed(5)),
        );
      }),
    ),
  );
}

/** @param {RunResult} result */
function house({ results: { house: found, boxes } }) {
  /** @type {[string, string][]} */
  const facts = [
    [
      t("lab.run_hold"),
      `${signed(found.hold, 6)} (${signed(found.interval[0], 6)} … ${signed(found.interval[1], 6)})`,
    ],
    [t("lab.run_loses"), `${(found.loses * 100).toFixed(3)} %`],
    [t("lab.run_worst"), `${signed(found.worst, 0)} … ${signed(found.best, 0)}`],
    [
      t("lab.run_quantiles"),
      found.quantiles
        .map(([part, value]) => `${+(part * 100).toFixed(1)} %: ${signed(value, 0)}`)
        .join(" · "),
    ],
    ...(boxes
      ? [/** @type {[string, string]} */ ([t("lab.run_correlation"), signed(boxes.correlation, 5)])]
      : []),
  ];
  return h(
    "dl",
    { key: "house", class: "lab-facts" },
    facts.map(([name, value]) => [
      h("dt", { key: `${name} name` }, name),
      h("dd", { key: name, translate: "no" }, value),
    ]),
  );
}

/** @param {Run} run @param {RunResult} result @param {RunActions} actions @param {number} width */
function distribution(run, { sheet, results }, actions, width) {
  const bet = results.bets.find((each) => each.bet === run.shown);
  const found = bet ? bet.distribution : results.house.distribution;
  const name = bet ? nameOf(bet.bet, sheet) : t("lab.run_house");
  return h(
    "div",
    { key: "spread", class: "run-spread" },
    h("h3", { key: "title" }, t("lab.run_spread")),
    h(
      "div",
      { key: "acts", class: "spread-acts" },
      h(
        "div",
        { class: "tabs", role: "group", "aria-label": t("lab.run_spread") },
        ["house", ...results.bets.map((each) => each.bet)].map((each) =>
          h(
            "button",
            {
              key: each,
              type: "button",
              class: "quiet",
              "aria-pressed": each === (bet?.bet ?? "house") ? "true" : "false",
              onclick: () => actions.set({ shown: each }),
            },
            each === "house" ? t("lab.run_house") : nameOf(each, sheet),
          ),
        ),
      ),
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", checked: run.log, onchange: () => actions.set({ log: !run.log }) }),
        " ",
        t("lab.log"),
      ),
    ),
    histogram(found, { name, log: run.log, width }),
  );
}

/** @param {RunResult} result */
function hits({ sheet, boxes, rounds, results }) {
  const total = rounds * boxes;
  return h(
    "details",
    { key: "hits", open: true },
    h("summary", null, t("lab.run_hits")),
    results.bets.map((bet) =>
      scrolled(
        bet.bet,
        `${t("lab.run_hits")}: ${nameOf(bet.bet, sheet)}`,
        h("caption", null, nameOf(bet.bet, sheet)),
        tableHead([t("lab.run_row"), t("lab.gain"), t("lab.run_hits_count"), t("lab.chance")]),
        h(
          "tbody",
          null,
          bet.rows
            .filter((row) => row.hits)
            .map((row) =>
              h(
                "tr",
                { key: `${row.name} ${row.gain}` },
                h("th", { scope: "row" }, rowName(row.name)),
                h("td", { translate: "no" }, signed(row.gain, 0)),
                h("td", { translate: "no" }, grouped(row.hits)),
                h("td", { translate: "no" }, `${((row.hits / total) * 100).toFixed(5)} %`),
              ),
            ),
        ),
      ),
    ),
  );
}

/** @param {RunResult} result */
function jackpot({ results }) {
  if (!results.jackpot.length) return null;
  return scrolled(
    "jackpot",
    t("lab.run_jackpot"),
    h("caption", null, t("lab.run_jackpot")),
    tableHead([
      t("lab.run_row"),
      t("lab.pays"),
      t("lab.run_hits_count"),
      t("lab.run_poisson"),
      t("lab.run_one_in"),
    ]),
    h(
      "tbody",
      null,
      results.jackpot.map((line) =>
        h(
          "tr",
          { key: line.title },
          h("th", { scope: "row" }, rowName(line.title)),
          sentence(line.pays, {}, "td"),
          h("td", { translate: "no" }, grouped(line.hits)),
          h("td", { translate: "no" }, `${line.interval[0].toFixed(1)} … ${line.interval[1].toFixed(1)}`),
          h("td", { translate: "no" }, line.one_in === null ? "–" : grouped(Math.round(line.one_in))),
        ),
      ),
    ),
  );
}

/** What a test compares: a bet, a line of it, or a figure of the whole. @param {Check} check */
function tested({ what, said, row }) {
  if (row === null) return sentence(what, { reason: said });
  return [sentence(what.slice(0, -`: ${row}`.length), { reason: said }), ": ", rowName(row)];
}

/** Every test of the run, the least likely first. @param {RunResult} result */
function checks({ verdict: { checks: found } }) {
  if (!found.length) return null;
  const sorted = [...found].sort((one, other) => one.p - other.p);
  return h(
    "details",
    { key: "checks" },
    h("summary", null, t("lab.run_checks", { count: sorted.length })),
    scrolled(
      "tests",
      t("lab.run_checks", { count: sorted.length }),
      tableHead([
        t("lab.run_what"),
        t("lab.run_test"),
        t("lab.run_statistic"),
        t("lab.run_expected"),
        symbol("p"),
      ]),
      h(
        "tbody",
        null,
        sorted.map((check, place) =>
          h(
            "tr",
            { key: place, class: check.failed ? "failed" : "" },
            h("th", { scope: "row" }, tested(check)),
            h("td", { translate: "no" }, testName(check)),
            h("td", { translate: "no" }, statistic(check)),
            h(
              "td",
              { translate: "no" },
              check.expected === null ? "" : String(+check.expected.toPrecision(6)),
            ),
            h(
              "td",
              { translate: "no" },
              String(+check.p.toPrecision(3)),
              check.failed && ` ${t("lab.run_fails")}`,
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Check} check */
function testName({ kind, degrees }) {
  const name = kind === "chi-square" ? "χ²" : kind === "poisson" ? "Poisson" : kind;
  return degrees === null ? name : `${name} (${degrees})`;
}

/** @param {Check} check */
function statistic({ kind, statistic: value }) {
  return kind === "z" || kind === "t" ? signed(value, 3) : String(+value.toFixed(2));
}

/** A sign of mathematics, the same in every language. @param {string} name */
function symbol(name) {
  return h("span", { translate: "no" }, name);
}

/** A table that is moved sideways where it is too wide. @param {string} key @param {string} name @param {...import("../dom.js").Kids} kids */
function scrolled(key, name, ...kids) {
  return h(
    "div",
    { key, class: "run-scroll", tabindex: 0, role: "region", "aria-label": name },
    h("table", { class: "run-table" }, kids),
  );
}
