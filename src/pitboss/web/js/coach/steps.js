/** The words and buttons of each step of a coached hand. */

import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { clauseLinks, tone, why } from "../reasons.js";
import { inWords, rankInWords } from "../table/hands.js";
import { net } from "../table/scene.js";
import { t } from "../words.js";
import { betting } from "./betting.js";
import { deciding } from "./deciding.js";
import { button, dealt, heading } from "./parts.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Step} Step */
/** @typedef {import("./state.js").CoachedNow} CoachedNow */
/** @typedef {import("./state.js").Scene} Scene */
/** @typedef {import("./actions.js").CoachActions} CoachActions */

/** @param {Step} step @param {State} state @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
export function panel(step, state, now, scene, actions) {
  switch (step) {
    case "bet":
    case "more":
      return betting(step, now, scene, actions);
    case "look":
      return looking(now, scene, actions);
    case "decide":
      return deciding(now, scene, actions);
    case "wait":
      return waiting(now, actions);
    default:
      return over(state, now, scene, actions);
  }
}

/** @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
function looking(now, scene, actions) {
  return [
    heading(t("coach.look")),
    dealt(now),
    h("p", { key: "why" }, t("coach.look_why"), " ", clauseLinks(scene.felt?.look_clauses ?? [], now.sheet)),
    h(
      "p",
      { key: "go", class: "train-acts" },
      button("look", t("coach.look_do"), () => actions.look(), { letter: "L" }),
    ),
  ];
}

/** The player has decided, and the Dealer goes on. @param {CoachedNow} now @param {CoachActions} actions */
function waiting(now, actions) {
  const { due } = now.legal;
  const { dealer_rank, dealer_qualifies } = now.round;
  const settles = due?.act === "settle";
  return [
    heading(t(settles && now.dealt.length ? "coach.shown" : "coach.decided")),
    dealt(now),
    dealer_rank &&
      h(
        "p",
        { key: "dealer" },
        t("coach.dealer_has", { cards: inWords(now.round.dealer) }),
        " ",
        h("b", { key: "rank" }, t("coach.is", { hand: rankInWords(dealer_rank, true) })),
        dealer_qualifies !== null &&
          dealer_qualifies !== undefined && [
            " ",
            t(dealer_qualifies ? "coach.qualifies" : "coach.no_qualify"),
          ],
      ),
    h(
      "p",
      { key: "next" },
      t(settles ? "coach.next_settle" : "coach.next_reveal"),
      " ",
      due && clauseLinks([due.clause], now.sheet),
    ),
    h(
      "p",
      { key: "go", class: "train-acts" },
      button("go_on", t(settles ? "coach.settle" : "coach.go_on"), () => actions.goOn(), { letter: "N" }),
    ),
  ];
}

/** What every bet got and why; what the count said of each decision; how to go on. @param {State} state @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
function over(state, now, scene, actions) {
  const lines = now.round.settlement?.lines ?? [];
  const mine = net(scene) ?? "0.00";
  return [
    heading(t("coach.over")),
    h(
      "p",
      { key: "net", class: "coach-net" },
      h("strong", { class: tone(mine), translate: "no" }, gain(mine)),
      " ",
      t("coach.over_why"),
    ),
    h(
      "div",
      { key: "lines" },
      lines.map((line) => why(line, now.sheet, { open: true })),
    ),
    state.chosen.length > 0 &&
      h(
        "ul",
        { key: "chosen", class: "coach-chosen" },
        state.chosen.map(({ name, best, cost }, place) =>
          h(
            "li",
            { key: place },
            cost > 0n
              ? t("coach.chose_other", { name, best, amount: money(cost) })
              : t("coach.chose_best", { name }),
          ),
        ),
      ),
    h("p", { key: "luck", class: "muted" }, t("coach.luck")),
    h(
      "p",
      { key: "go", class: "train-acts" },
      button("another", t("coach.another"), () => actions.again(false), { letter: "N" }),
      button("same", t("coach.same"), () => actions.again(true), { kind: "quiet" }),
      h(
        "a",
        {
          key: "real",
          class: "button quiet",
          href: state.table ? `/tables/${encodeURIComponent(state.table)}` : "/",
        },
        state.table ? t("coach.to_table", { table: state.table }) : t("coach.to_floor"),
      ),
    ),
  ];
}
