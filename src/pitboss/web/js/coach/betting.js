/** The first step of a coached hand: the Ante, and what else may be bet before the deal. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { clauseLinks } from "../reasons.js";
import { showPays } from "../table/lookup.js";
import { placed, range } from "../table/scene.js";
import { rateInWords, t } from "../words.js";
import { usualBet } from "./options.js";
import { button, heading } from "./parts.js";
import { ownBox } from "./state.js";

/** @typedef {import("./state.js").CoachedNow} CoachedNow */
/** @typedef {import("./state.js").Scene} Scene */
/** @typedef {import("./actions.js").CoachActions} CoachActions */
/** @typedef {import("../answers").AreaNow} AreaNow */

/** The Ante first, then whatever else is wanted. @param {"bet" | "more"} step @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
export function betting(step, now, scene, actions) {
  const before = (scene.felt?.areas ?? []).filter((area) => area.placed === "before_deal");
  const shown = before.filter(({ bet }) => bet === "ante" || step === "more");
  shown.sort((a, b) => Number(b.bet === "ante") - Number(a.bet === "ante"));
  return [
    heading(t(step === "bet" ? "coach.bet" : "coach.more")),
    h("p", { key: "why" }, t(step === "bet" ? "coach.bet_why" : "coach.more_why")),
    h(
      "ul",
      { key: "bets", class: "coach-bets" },
      shown.map((area) => betLine(area, now, scene, actions)),
    ),
    step === "bet" && h("p", { key: "felt", class: "muted" }, t("coach.on_felt")),
    step === "more" &&
      h(
        "p",
        { key: "go", class: "train-acts" },
        button("go_on", t("coach.deal"), () => actions.goOn(), { letter: "N" }),
        button("pays", t("sign.pays"), () => showPays(scene), { kind: "quiet" }),
      ),
  ];
}

/** One bet with what it is, its clauses, and a button that lays it or takes it back. @param {AreaNow} area @param {CoachedNow} now @param {Scene} scene @param {CoachActions} actions */
function betLine(area, now, scene, actions) {
  const { bet, clauses } = area;
  const name = betName(bet, now.sheet);
  const laid = placed(ownBox(now), bet);
  const found = range(scene, now.box, bet);
  const what = bet === "ante" ? t("coach.ante") : bet === "jackpot" ? t("coach.jackpot") : t("coach.side");
  const amount = found && money(usualBet(found));
  const pays = scene.felt?.pays.find((each) => each.bet === bet)?.lines ?? [];
  return h(
    "li",
    { key: bet },
    h(
      "p",
      null,
      h("b", null, name),
      " ",
      what,
      pays.length > 1 &&
        bet !== "jackpot" && [
          " ",
          t("coach.pays", {
            least: rateInWords(pays[pays.length - 1].pays),
            most: rateInWords(pays[0].pays),
          }),
        ],
      " ",
      clauseLinks(clauses, now.sheet),
    ),
    laid
      ? h(
          "p",
          { key: "laid", class: "coach-laid" },
          h("span", { class: "win" }, t("coach.laid", { amount: money(laid) })),
          " ",
          bet !== "ante" &&
            button(`back ${bet}`, t("table.take_back", { bet: name }), () => actions.takeBack(bet), {
              kind: "link",
            }),
        )
      : amount &&
          button(`bet ${bet}`, t("coach.place", { bet: name, amount }), () => actions.bet(bet), {
            kind: bet === "ante" ? "main" : "quiet",
            letter: bet === "ante" ? "A" : undefined,
          }),
  );
}
