/** The time line of a round: every moment as a mark, a slider over them, and the buttons that run it. */

import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { clauseLinks } from "../reasons.js";
import { t, term } from "../words.js";
import { sentence } from "../sentence.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../answers").MomentNow} MomentNow */
/** @typedef {{go: (index: number) => void, play: () => void}} Running */

/**
 * @param {RoundThen} then
 * @param {number} index
 * @param {boolean} playing
 * @param {Running} run
 */
export function timeline(then, index, playing, run) {
  const last = then.moments.length - 1;
  const moment = then.moments[index];
  return h(
    "div",
    { key: "timeline", class: "timeline", role: "group", "aria-label": t("replay.timeline") },
    h(
      "div",
      { class: "transport" },
      step("first", t("replay.first"), "M6 5v14M19 5 9 12l10 7z", index === 0, () => run.go(0)),
      step("back", t("replay.back"), "M16 5 6 12l10 7z", index === 0, () => run.go(index - 1)),
      h(
        "button",
        {
          key: "play",
          type: "button",
          class: "play",
          "aria-label": playing ? t("replay.pause") : t("replay.play"),
          onclick: run.play,
        },
        icon(playing ? "M7 5h4v14H7zM14 5h4v14h-4z" : "M8 4 20 12 8 20z"),
      ),
      step("on", t("replay.on"), "M8 5l10 7-10 7z", index === last, () => run.go(index + 1)),
      step("last", t("replay.last"), "M18 5v14M5 5l10 7-10 7z", index === last, () => run.go(last)),
    ),
    h(
      "div",
      { class: "scale" },
      marks(then, index),
      h("input", {
        type: "range",
        min: 0,
        max: last,
        step: 1,
        value: String(index),
        "aria-label": t("replay.moment"),
        "aria-valuetext": `${clockOf(moment)} ${moment.who}: ${moment.what}`,
        oninput: (/** @type {Event} */ event) =>
          run.go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
      }),
    ),
    h(
      "p",
      { class: "timeline-clock", translate: "no" },
      clockOf(moment),
      h("small", null, ` ${index + 1} / ${last + 1}`),
    ),
  );
}

/** @param {string} key @param {string} name @param {string} path @param {boolean} end @param {() => void} go */
function step(key, name, path, end, go) {
  return h(
    "button",
    { key, type: "button", class: "quiet", "aria-label": name, disabled: end, onclick: go },
    icon(path),
  );
}

/** @param {string} path */
function icon(path) {
  return h(
    "svg",
    { viewBox: "0 0 24 24", class: "transport-icon", "aria-hidden": "true" },
    h("path", { d: path }),
  );
}

/** A mark for each moment: acts at the table, movements of the sign, the end. @param {RoundThen} then @param {number} index */
function marks(then, index) {
  const last = Math.max(1, then.moments.length - 1);
  return h(
    "svg",
    { class: "marks", viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("rect", { key: "gone", class: "marks-gone", x: 0, y: 9, width: (index / last) * 1000, height: 2 }),
    then.moments.map((moment, place) =>
      h("rect", {
        key: place,
        class: `mark ${kind(moment)} ${place <= index ? "past" : ""}`,
        x: (place / last) * 1000 - 1.5,
        y: kind(moment) === "mark-link" ? 5 : 2,
        width: 3,
        height: kind(moment) === "mark-link" ? 10 : 16,
      }),
    ),
  );
}

/** @param {MomentNow} moment */
function kind(moment) {
  if (moment.round?.settlement) return "mark-end";
  return moment.round ? "mark-act" : moment.own ? "mark-link" : "mark-other";
}

/** The hour of a moment by the house's clock. @param {MomentNow} moment */
export function clockOf(moment) {
  return moment.time.slice(11, 19);
}

/**
 * The date and hour of a moment by the house's clock. The gaming day is another thing: it goes on after midnight.
 *
 * @param {MomentNow} moment
 */
export function dateOf(moment) {
  return `${moment.time.slice(0, 10)} ${clockOf(moment)}`;
}

/**
 * Every moment as a list; the one that is shown says what followed and by which clauses.
 *
 * @param {RoundThen} then
 * @param {number} index
 * @param {(index: number) => void} go
 */
export function moments(then, index, go) {
  return h(
    "ol",
    { key: "moments", class: "moments", "aria-label": t("replay.moments"), tabindex: -1 },
    then.moments.map((moment, place) =>
      h(
        "li",
        {
          key: moment.position,
          class: `moment ${place === index ? "now" : ""} ${moment.own ? "" : "other"}`,
          "data-moment": place,
        },
        h(
          "button",
          {
            type: "button",
            class: "moment-line",
            "aria-current": place === index ? "step" : undefined,
            onclick: () => go(place),
          },
          h("span", { class: "moment-time", translate: "no" }, clockOf(moment) || String(moment.position)),
          h("span", { class: "moment-what" }, who(moment), sentence(moment.what, { reason: moment.said })),
          moment.refused && h("span", { key: "refused", class: "moment-refused" }, t("replay.refused")),
          moment.change &&
            h("span", { key: "change", class: "moment-change", translate: "no" }, gain(moment.change)),
        ),
        place === index && detail(then, moment),
      ),
    ),
  );
}

/** Who did it and in which role; a player's acts say by themselves whose they are. @param {MomentNow} moment */
function who(moment) {
  if (!moment.who || moment.what.startsWith(`${moment.who} `)) return null;
  return h("span", { key: "who" }, h("b", { translate: "no" }, moment.who), " ", roleOf(moment), " ");
}

/** @param {MomentNow} moment */
function roleOf(moment) {
  if (!moment.role || moment.role === moment.who) return null;
  const known = term("role", moment.role.replaceAll(" ", "_"), "");
  return known ? h("i", { key: "role" }, known) : h("i", { key: "role", lang: "en" }, moment.role);
}

/** @param {RoundThen} then @param {MomentNow} moment */
function detail(then, moment) {
  if (!moment.follows.length && !moment.clauses.length && !moment.displayed) return null;
  return h(
    "div",
    { key: "detail", class: "moment-detail" },
    moment.follows.map((text, place) => sentence(text, { key: text, reason: moment.then[place] }, "p")),
    moment.clauses.length > 0 &&
      h("p", { key: "clauses" }, t("why.clauses"), " ", clauseLinks(moment.clauses, then.sheet)),
    moment.displayed &&
      h(
        "p",
        { key: "sign", class: "muted" },
        t("replay.sign"),
        " ",
        h("b", { class: "moment-sign", translate: "no" }, money(moment.displayed, { cents: true })),
      ),
  );
}
