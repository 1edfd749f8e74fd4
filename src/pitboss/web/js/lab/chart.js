/** The chart of the jackpot bet's return against the displayed value: straight lines, with today's value on them. */

import { h } from "../dom.js";
import { currencySign } from "../house.js";
import { t } from "../words.js";
import { jackpotOf } from "./answer.js";
import { near } from "../fractions.js";
import { amount, evenOf, returned } from "./jackpot.js";

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {{odds: Odds, name: string, kind: "now" | "before" | "other"}} Line */
/** @typedef {{lines: Line[], meter: string, today: string | null, width: number, pick: (meter: number) => void}} Chart */

const HIGH = 320;
/** What a letter of a title takes on average, in units of the drawing. */
const LETTER_OF_TITLE = 6.6;
/** The size of a letter, in pixels, at which a unit of the drawing is one. */
const LETTER = 15;
/** Far above this the line says nothing more than that it rises. */
const HIGHEST = 2.5;
const SIDE = { left: 58, right: 18, top: 34, bottom: 52 };

/** @param {Chart} chart */
export function jackpotChart(chart) {
  const { lines, meter, today, width, pick } = chart;
  // On a wall letters are larger: the drawing is measured in them.
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize) / LETTER;
  const wide = Math.max(300, width / letter);
  const top = reach(chart);
  const most = Math.max(...lines.map(({ odds }) => near(returned(odds, whole(top)))), 1.1);
  const high = Math.min(niceTop(most), HIGHEST);
  /** @param {number} value */
  const x = (value) => SIDE.left + (value / top) * (wide - SIDE.left - SIDE.right);
  /** @param {number} share */
  const y = (share) => HIGH - SIDE.bottom - (share / high) * (HIGH - SIDE.top - SIDE.bottom);
  /** @param {PointerEvent} event */
  const point = (event) => {
    const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * wide;
    pick(Math.min(top, Math.max(0, ((at - SIDE.left) / (wide - SIDE.left - SIDE.right)) * top)));
  };
  const at = Number(meter);
  const shown = near(returned(lines[0].odds, amount(meter)));
  return h(
    "svg",
    {
      key: "chart",
      class: "chart",
      viewBox: `0 0 ${wide} ${HIGH}`,
      role: "img",
      "aria-label": t("lab.chart_label"),
      onpointerdown: point,
      onpointermove: (/** @type {PointerEvent} */ event) => event.buttons && point(event),
    },
    grid(x, y, top, high, wide),
    axisTitles(wide),
    h("rect", {
      key: "gain",
      class: "chart-gain",
      x: SIDE.left,
      y: SIDE.top,
      width: wide - SIDE.left - SIDE.right,
      height: Math.max(0, y(1) - SIDE.top),
    }),
    h("line", { key: "even", class: "chart-even", x1: SIDE.left, x2: wide - SIDE.right, y1: y(1), y2: y(1) }),
    h(
      "clipPath",
      { key: "clip", id: "chart-clip" },
      h("rect", { x: SIDE.left, y: SIDE.top - 8, width: wide - SIDE.left - SIDE.right + 8, height: HIGH }),
    ),
    h(
      "g",
      { key: "lines", "clip-path": "url(#chart-clip)" },
      lines.map((each) => line(each, x, y, top)),
    ),
    today !== null && Number(today) <= top && upright("today", x(Number(today)), todayMark),
    at <= top && upright("at", x(at), (cx) => h("circle", { cx, cy: y(shown), r: 6 })),
  );
}

/** @param {Line} line @param {(value: number) => number} x @param {(share: number) => number} y @param {number} top */
function line({ odds, name, kind }, x, y, top) {
  /** @param {number} value */
  const height = (value) => y(near(returned(odds, whole(value))));
  const ends = { x1: x(0), y1: height(0), x2: x(top), y2: height(top) };
  return [
    h("line", { key: `line ${kind}`, class: `chart-line ${kind}`, ...ends }),
    breakEven(odds, kind, x, y, top, name),
  ];
}

/** A line over a displayed value, with something at it. @param {string} key @param {number} x @param {(x: number) => import("../dom.js").VNode} mark */
function upright(key, x, mark) {
  const ends = { x1: x, x2: x, y1: SIDE.top, y2: HIGH - SIDE.bottom };
  return h("g", { key, class: `chart-${key}` }, h("line", ends), mark(x));
}

/** A title as lines that fit across the drawing. @param {string} text @param {number} wide @returns {string[]} */
function inLines(text, wide) {
  const most = Math.floor(wide / LETTER_OF_TITLE);
  const end = text.length > most ? text.lastIndexOf(" ", most) : -1;
  return end < 0 ? [text] : [text.slice(0, end), ...inLines(text.slice(end + 1), wide)];
}

/** @param {number} x */
function todayMark(x) {
  return h("text", { x: x + 6, y: SIDE.top + 10 }, t("lab.today"));
}

/** @param {Odds} odds @param {string} kind @param {(value: number) => number} x @param {(share: number) => number} y @param {number} top @param {string} name */
function breakEven(odds, kind, x, y, top, name) {
  const { break_even: alone, envy } = jackpotOf(odds);
  const even = envy && envy.others > 0 ? envy.break_even : alone;
  if (even === null || even > top || even < 0) return null;
  return h("circle", { key: `even ${name}`, class: `chart-point ${kind}`, cx: x(even), cy: y(1), r: 5 });
}

/** @param {(value: number) => number} x @param {(share: number) => number} y @param {number} top @param {number} high @param {number} wide */
function grid(x, y, top, high, wide) {
  const across = ticks(top, wide < 560 ? 3 : 6);
  const up = ticks(high, 5);
  return h(
    "g",
    { key: "grid", class: "chart-grid", translate: "no" },
    across.map((value) => [
      h("line", { key: `x ${value}`, x1: x(value), x2: x(value), y1: SIDE.top, y2: HIGH - SIDE.bottom }),
      h(
        "text",
        {
          key: `xt ${value}`,
          x: x(value),
          y: HIGH - SIDE.bottom + 18,
          "text-anchor": value === 0 ? "start" : value === top ? "end" : "middle",
        },
        brief(value),
      ),
    ]),
    up.map((share) => [
      h("line", { key: `y ${share}`, x1: SIDE.left, x2: wide - SIDE.right, y1: y(share), y2: y(share) }),
      h(
        "text",
        { key: `yt ${share}`, x: SIDE.left - 8, y: y(share) + 4, "text-anchor": "end" },
        `${Math.round(share * 100)} %`,
      ),
    ]),
  );
}

/** What is measured along each side. @param {number} wide */
function axisTitles(wide) {
  return h(
    "g",
    { key: "titles", class: "chart-titles" },
    inLines(t("lab.axis_return"), wide).map((line, place) =>
      h("text", { key: `up ${place}`, x: 0, y: 14 * (place + 1) }, line),
    ),
    h(
      "text",
      { key: "across", x: wide - SIDE.right, y: HIGH - 10, "text-anchor": "end" },
      t("lab.axis_display", { sign: currencySign() }),
    ),
  );
}

/** How far the chart goes: past today's value and the break-even of the sheet that is asked about; that of the sheet beside it may lie beyond, and is told in the legend. @param {Chart} chart */
export function reach({ lines, today, meter }) {
  const evens = lines.filter(({ kind }) => kind !== "other").map(({ odds }) => Number(evenOf(odds) ?? 0));
  return niceTop(
    Math.max(...evens.map((even) => even * 1.25), Number(today ?? 0) * 1.5, Number(meter), 100_000),
  );
}

/** @param {number} value */
function niceTop(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return (
    [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((step) => step >= value) ??
    10 * unit
  );
}

/** @param {number} top @param {number} about */
function ticks(top, about) {
  const unit = 10 ** Math.floor(Math.log10(top / about));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * unit).find((each) => top / each <= about) ?? unit * 10;
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, place) => place * step);
}

/** @param {number} value */
function brief(value) {
  if (value >= 1e6) return `${currencySign()}${Number((value / 1e6).toFixed(2))}M`;
  return value >= 1000
    ? `${currencySign()}${Number((value / 1000).toFixed(1))}K`
    : `${currencySign()}${value}`;
}

/** @param {number} value @returns {Fraction} */
function whole(value) {
  return { over: BigInt(Math.round(value)), under: 1n };
}
