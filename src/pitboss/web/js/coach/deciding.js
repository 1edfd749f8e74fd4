/** A decision of a coached hand: the ways to go on, what each is worth, and what the count advises. */

import { h } from "../dom.js";
import { signInButton } from "../gate.js";
import { gain, money } from "../money.js";
import { clauseLinks, tone } from "../reasons.js";
import { may } from "../session.js";
import { inWords, rankInWords } from "../table/hands.js";
import { t } from "../words.js";
import { advised, optionsOf, reason } from "./options.js";
import { button, dealt, heading } from "./parts.js";
import { ownBox } from "./state.js";

/** @typedef {import("./state.js").CoachedNow} CoachedNow */
/** @typedef {import("./state.js").Scene} Scene */
/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./actions.js").CoachActions} CoachActions */

/** The cards that lie open besides the player's own. @param {CoachedNow} now */
function open(now) {
  const { dealer, community } = now.round;
  return [...community, ...dealer].filter((card) => card !== "?");
}

/** @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
export function deciding(now, scene, actions) {
  const box = ownBox(now);
  const options = optionsOf(scene, now);
  const found = advised(scene, now, options);
  const others = open(now);
  const clause = now.legal.due?.clause;
  return [
    heading(t("coach.decide")),
    dealt(now),
    h(
      "p",
      { key: "hand" },
      t("coach.your_cards", { cards: inWords(box.cards) }),
      box.rank && [" ", h("b", { key: "rank" }, t("coach.is", { hand: rankInWords(box.rank) }))],
      others.length > 0 && [" ", t("coach.open_cards", { cards: inWords(others) })],
    ),
    h("p", { key: "ways" }, t("coach.ways"), " ", clause && clauseLinks([clause], now.sheet)),
    h(
      "ul",
      { key: "options", class: "coach-options" },
      options.map((option) =>
        optionLine(option, found.state === "counted" && found.best === option, actions),
      ),
    ),
    h("div", { key: "advice", class: "coach-advice", role: "status" }, adviceWords(found)),
  ];
}

/** One way to decide, with what it means and what it is worth. @param {Option} option @param {boolean} best @param {CoachActions} actions */
function optionLine(option, best, actions) {
  return h(
    "li",
    { key: option.key, class: best ? "best" : "" },
    button(option.key, option.name, () => actions.decide(option), {
      kind: best ? "main" : "quiet",
      letter: option.letter,
    }),
    h(
      "span",
      null,
      option.what,
      option.worth !== null && [
        " ",
        h(
          "small",
          { key: "worth" },
          t("coach.on_average"),
          " ",
          h("b", { class: tone(String(option.worth)), translate: "no" }, gain(option.worth)),
          best && [" · ", t("table.best")],
        ),
      ],
    ),
  );
}

/** What the count says, and why. @param {import("./options.js").Advised} found */
function adviceWords(found) {
  if (found.state === "none") return h("p", { key: "none" }, t("coach.no_count"));
  if (found.state !== "counted")
    return may("watch_table")
      ? h("p", { key: "counting" }, t("coach.counting"))
      : [h("p", { key: "who" }, t("coach.sign_in")), h("p", { key: "in" }, signInButton())];
  const { best, next } = found;
  return [
    h(
      "p",
      { key: "best" },
      h("b", null, t("coach.advice", { best: best.name })),
      " ",
      reason(best, next),
      next !== null && [
        " ",
        t("coach.better", { next: next.name, amount: money((best.worth ?? 0n) - (next.worth ?? 0n)) }),
      ],
    ),
    h("p", { key: "how", class: "muted" }, t("coach.counted_how")),
  ];
}
