/** What the lab has found, section by section. */

import { h } from "../dom.js";
import { currencySign } from "../house.js";
import { money } from "../money.js";
import { said, t } from "../words.js";
import { betsOf, hasJackpot } from "./answer.js";
import { jackpotChart, reach } from "./chart.js";
import { figuresTable } from "./figures.js";
import { chartLegend } from "./legend.js";
import { jackpotFacts, jackpotTable, multiples } from "./jackpot.js";
import { inTens } from "./notation.js";
import { strategyMap } from "./strategy-map.js";
import { spread } from "./distribution.js";

/** How a box is best played. @param {Odds["strategy"]} strategy @param {Record<string, any>} props @param {string} tag */
function played(strategy, props, tag) {
  const { text, lang } = said(strategy.sentence, strategy.reason);
  return h(tag, { ...props, lang }, inTens(text));
}

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("./distribution.js").How} How */
/**
 * @typedef {object} Found
 * @property {Odds} now
 * @property {Odds | null} before what the sheet says, where something is moved
 * @property {Odds | null} beside the sheet beside it
 * @property {import("./state.js").FaceUps} [faceUp]
 * @property {string} title
 * @property {string} otherTitle
 * @property {string} meter the displayed value that is asked about, in dollars
 * @property {string | null} today what the sign shows now
 * @property {boolean} ofToday whether that is asked about
 * @property {number} width of the chart, in pixels
 * @property {How} how
 */
/**
 * @typedef {object} Handlers
 * @property {(change: Partial<How>) => void} set
 * @property {(meter: string) => void} display ask about another displayed value; empty for today's
 * @property {(box: Element) => void} drawn the chart has got its place
 * @property {(kind: import("./files.js").FileKind) => void} take
 */

/** @param {Found} found @param {Handlers} handlers */
export function sections(found, handlers) {
  const { now, before, beside, how } = found;
  return [
    section("figures", t("lab.figures"), [
      h(
        "p",
        { key: "acts" },
        h(
          "label",
          { class: "switch" },
          h("input", {
            type: "checkbox",
            checked: how.exact,
            onchange: () => handlers.set({ exact: !how.exact }),
          }),
          " ",
          t("lab.exact"),
        ),
      ),
      figuresTable(now, before, how.exact, found.title),
      beside && [
        figuresTable(beside, null, how.exact, found.otherTitle, now),
        h("p", { key: "difference", class: "muted" }, t("lab.difference", { sheet: found.title })),
      ],
    ]),
    hasJackpot(now) && section("jackpot", t("lab.jackpot"), jackpot(found, handlers)),
    section("strategy", t("lab.strategy"), [
      h("p", { key: "card", class: "card-title", translate: "no" }, found.title),
      played(now.strategy, { key: "now", class: "sentence" }, "p"),
      before &&
        before.strategy.sentence !== now.strategy.sentence &&
        h("p", { key: "was", class: "muted" }, t("lab.was"), " ", played(before.strategy, {}, "span")),
      strategyMap(now, Number(found.meter), found.faceUp?.get(now)),
      beside && [
        h("h3", { key: "other", translate: "no" }, found.otherTitle),
        played(beside.strategy, { key: "other said", class: "sentence" }, "p"),
        h("div", { key: "other map" }, strategyMap(beside, Number(found.meter), found.faceUp?.get(beside))),
      ],
    ]),
    betsOf(now).length > 0 && section("spread", t("lab.spread"), spread(now, before, how, handlers.set)),
    section("files", t("lab.files"), files(now, handlers)),
  ];
}

/** @param {string} id @param {string} name @param {import("../dom.js").Kids} kids */
function section(id, name, kids) {
  return h(
    "section",
    { key: id, class: `lab-section lab-${id}`, "aria-labelledby": `lab-${id}` },
    h("h2", { id: `lab-${id}` }, name),
    kids,
  );
}

/** @param {Found} found @param {Handlers} handlers */
function jackpot(found, handlers) {
  const { now, before, beside, meter, today, width } = found;
  /** @type {import("./chart.js").Line[]} */
  const lines = [{ odds: now, name: before ? t("lab.line_now") : found.title, kind: "now" }];
  if (before && hasJackpot(before)) lines.push({ odds: before, name: found.title, kind: "before" });
  if (beside && hasJackpot(beside)) lines.push({ odds: beside, name: found.otherTitle, kind: "other" });
  const chart = {
    lines,
    meter,
    today,
    width,
    pick: (/** @type {number} */ value) => handlers.display(String(Math.round(value / 100) * 100)),
  };
  return [
    displayed(found, handlers, reach(chart)),
    h("div", { key: "chart", class: "chart-box", made: handlers.drawn }, jackpotChart(chart)),
    chartLegend(lines, today !== null && Number(today) <= reach(chart)),
    h(
      "p",
      { key: "picture", class: "lab-downloads" },
      button("svg", t("lab.chart_svg"), handlers),
      button("png", t("lab.chart_png"), handlers),
    ),
    jackpotFacts(now, found.how.exact),
    multiples(now, meter),
    h("details", { key: "numbers" }, h("summary", null, t("lab.as_numbers")), jackpotTable(chart)),
  ];
}

/** The displayed value that is asked about: a slider, a number, and the way back to today's. @param {Found} found @param {Handlers} handlers @param {number} most */
function displayed({ meter, today, ofToday }, handlers, most) {
  /** @param {Event} event */
  const oninput = (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    if (/^\d{1,9}(\.\d+)?$/.test(value)) handlers.display(value);
  };
  return h(
    "div",
    { key: "meter", class: "lab-meter" },
    h("label", { for: "lab-meter" }, t("lab.displayed")),
    h("input", {
      key: "slide",
      type: "range",
      min: 0,
      max: most,
      step: 100,
      value: meter,
      tabindex: -1,
      "aria-hidden": "true",
      oninput,
    }),
    h(
      "span",
      { class: "movable-number" },
      h("span", { translate: "no" }, currencySign()),
      h("input", {
        key: "number",
        id: "lab-meter",
        type: "number",
        min: 0,
        max: 999_999_999,
        step: "any",
        value: meter,
        oninput,
      }),
    ),
    today &&
      h(
        "button",
        {
          key: "today",
          type: "button",
          class: "quiet",
          "aria-pressed": ofToday ? "true" : "false",
          onclick: () => handlers.display(""),
        },
        t("lab.today"),
        " ",
        h("span", { translate: "no" }, money(today, { cents: true })),
      ),
  );
}

/** @param {Odds} odds @param {Handlers} handlers */
function files(odds, handlers) {
  return [
    h(
      "p",
      { key: "files", class: "lab-downloads" },
      h("button", { key: "pdf", type: "button", onclick: () => handlers.take("pdf") }, t("lab.report_pdf")),
      button("html", t("lab.report_page"), handlers),
      button("json", t("lab.as_json"), handlers),
      button("csv", t("lab.as_csv"), handlers),
      button("returns", t("lab.returns_csv"), handlers),
      button("card", t("lab.print_card"), handlers),
    ),
    h(
      "dl",
      { key: "origin", class: "lab-facts" },
      h("dt", null, t("replay.sheet_hash")),
      h("dd", { class: "hash", translate: "no" }, odds.sheet_sha256),
      h("dt", null, t("replay.readings_hash")),
      h("dd", { class: "hash", translate: "no" }, odds.readings_sha256),
    ),
  ];
}

/** @param {import("./files.js").FileKind} kind @param {string} words @param {Handlers} handlers */
function button(kind, words, handlers) {
  return h(
    "button",
    { key: kind, type: "button", class: "quiet", onclick: () => handlers.take(kind) },
    words,
  );
}
