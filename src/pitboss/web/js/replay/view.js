/** The page of a past round: its felt at a moment, the time line, the settlement, and what proves it. */

import { refusal, sentence } from "../sentence.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { drawing } from "../table/drawing.js";
import { plan } from "../table/plan.js";
import { largeBox } from "../table/scene.js";
import { t, term, gameName } from "../words.js";
import { logSection } from "./log.js";
import { files, settlement } from "./settlement.js";
import { shoeSection } from "./shoe.js";
import { clockOf, dateOf, moments, timeline } from "./timeline.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").RoundThen} RoundThen */
/** @typedef {import("./actions.js").ReplayActions} ReplayActions */

/** @param {State} state @param {ReplayActions} actions */
export function view(state, actions) {
  const { then, scene, index, playing, refused } = state;
  if (refused) return missing(state.name, refused);
  if (!then || !scene) return null;
  const moment = then.moments[index];
  return [
    head(then),
    again(state, then, actions),
    h(
      "p",
      { key: "spoken", class: "unseen", role: "status", "aria-live": "polite" },
      !playing && [
        `${clockOf(moment)} ${moment.who} `,
        sentence(moment.what, { key: "what", reason: moment.said }),
      ],
    ),
    h(
      "div",
      { key: "below", class: "round-below" },
      settlement(then),
      shoeSection(then, state.shoe),
      logSection(then, state.log),
      files(then, state.path),
    ),
  ];
}

/** @param {RoundThen} then */
function head(then) {
  const { settlement: end } = then.round;
  return h(
    "header",
    { key: "head", class: "round-head" },
    h("p", { class: "muted" }, h("a", { href: "/rounds" }, t("replay.all"))),
    h("h1", null, t("replay.heading"), " ", h("span", { translate: "no" }, `${then.table}/${then.number}`)),
    h(
      "p",
      { class: "round-facts muted" },
      h(
        "a",
        { key: "sheet", href: `/rulebook/${encodeURIComponent(then.sheet)}`, translate: "no" },
        gameName(then.title),
      ),
      h("span", { key: "began", class: "round-began", translate: "no" }, dateOf(then.moments[0])),
      h(
        "span",
        { key: "day", class: "round-day" },
        t("rounds.day"),
        " ",
        h("span", { translate: "no" }, then.day),
      ),
      h("span", { key: "shift", translate: "no" }, then.shift),
      h(
        "span",
        { key: "end", class: `badge ${end ? "" : "live"}` },
        end ? term("ended", end.outcome) : t("rounds.in_play"),
      ),
    ),
  );
}

/** The felt at the moment, every moment beside it, and the time line. @param {State} state @param {RoundThen} then @param {ReplayActions} actions */
export function again(state, then, actions) {
  const { index, playing } = state;
  const run = { go: (/** @type {number} */ wanted) => actions.go(wanted), play: () => actions.play() };
  return h(
    "div",
    { key: "again", class: "again" },
    felt(state, then, actions),
    h("div", { key: "side", class: "replay-side" }, moments(then, index, run.go)),
    timeline(then, index, playing !== 0, run),
  );
}

/** The felt at the moment, with the sign of then. @param {State} state @param {RoundThen} then @param {ReplayActions} actions */
function felt({ scene, room }, then, { animation, handlers }) {
  if (!scene?.felt) return null;
  const now = plan(scene.felt, then.boxes, room, largeBox(scene));
  const shown = scene.table?.displayed;
  animation.before(now, then.number);
  return h(
    "div",
    {
      key: "felt",
      class: `replay-stage ${room.width < 720 ? "phone" : "desk"} phase-${scene.table?.round?.phase ?? "none"}`,
    },
    drawing(scene, now, handlers),
    shown &&
      h(
        "p",
        { key: "sign", class: "jackpot replay-sign" },
        h("span", { class: "jackpot-name" }, t("sign.progressive")),
        h("span", { class: "jackpot-value", translate: "no" }, money(shown, { cents: true })),
      ),
  );
}

/** There is no such round, or it is not for the reader. @param {string} name @param {import("../api.js").Refused} refused */
export function missing(name, { message, status }) {
  return h(
    "section",
    { class: "words" },
    h("h1", null, t("replay.missing", { name })),
    h("p", null, message && status !== 404 ? refusal(message) : t("replay.missing_text")),
    h("p", null, h("a", { href: "/rounds" }, t("replay.all"))),
  );
}
