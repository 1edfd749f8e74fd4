/** The large buttons at the own box: look, play, fold, check, choose; and what each is worth, if asked for. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { t, term } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { valueOf } from "./adviser.js";
import { act, acts, boxOf, live, own, phase, raises } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/** @typedef {import("../answers").BoxNow} BoxNow */
/** @typedef {(act: Record<string, string | number>) => void} Send */

/**
 * The buttons of a box of the reader's, where it has any.
 *
 * @param {Scene} scene
 * @param {Plan} plan
 * @param {BoxPlan} place
 * @param {Send} send
 * @param {(box: number) => void} leave asks before the player walks away
 */
export function panel(scene, plan, place, send, leave) {
  const box = boxOf(scene, place.number);
  if (!box || !own(scene, place.number) || place.small || phase(scene) !== "playing") return null;
  const kids = box.to_choose ? choices(scene, box, send) : decisions(scene, box, send, leave);
  if (!kids.length) return null;
  return h(
    "div",
    {
      key: `panel ${place.number}`,
      class: `panel ${box.to_decide || box.to_choose ? "due" : ""}`,
      role: "group",
      "aria-label": t("table.panel", { box: place.number }),
      style: {
        left: `${(place.panel.x / plan.width) * 100}%`,
        top: `${(place.panel.y / plan.height) * 100}%`,
      },
    },
    kids,
  );
}

/** @param {Scene} scene @param {BoxNow} box @param {Send} send @param {(box: number) => void} leave */
function decisions(scene, box, send, leave) {
  const { number } = box;
  const bets = raises(scene, number);
  // What may be taken back before the deal is no decision: until the next answer it may still be known.
  const rides = act(scene, { act: "check", box: number });
  const backs = rides ? acts(scene, { act: "withdraw", box: number }) : [];
  const found = [];
  if (act(scene, { act: "look", box: number }) && box.cards.includes("?"))
    found.push(button(scene, "look", t("table.look"), { act: "look", box: number }, send, "quiet", "L"));
  found.push(...bets.map((raise) => raiseButton(scene, box, raise, bets.length > 1, send)));
  for (const back of backs) {
    const name = t("table.take_back", { bet: betName(String(back.bet), scene.table?.sheet) });
    const worth = value(scene, box, `withdraw ${back.bet}`);
    found.push(button(scene, "withdraw", name, back, send, "quiet", "F", worth));
  }
  if (rides)
    found.push(
      button(
        scene,
        "check",
        backs.length ? t("table.let_ride") : t("table.check"),
        { act: "check", box: number },
        send,
        bets.length ? "quiet" : "",
        "C",
        value(scene, box, "check"),
      ),
    );
  if (act(scene, { act: "fold", box: number }))
    found.push(
      button(
        scene,
        "fold",
        t("table.fold"),
        { act: "fold", box: number },
        send,
        "quiet",
        "F",
        value(scene, box, "fold"),
      ),
    );
  if (!bets.length && act(scene, { act: "decline", box: number }) && box.examined)
    found.push(link("decline", t("table.decline"), () => send({ act: "decline", box: number })));
  if (box.examined && act(scene, { act: "notify", box: number }))
    found.push(link("notify", t("table.notify"), () => send({ act: "notify", box: number })));
  if (box.to_decide && act(scene, { act: "leave", box: number }))
    found.push(link("leave", t("table.walk_away"), () => leave(number)));
  return found;
}

/**
 * One size of the bet that is due; where there are several, each says how many times the Ante it is.
 *
 * @param {Scene} scene
 * @param {BoxNow} box
 * @param {{times: bigint, bet: Record<string, any>}} raise
 * @param {boolean} several
 * @param {Send} send
 */
function raiseButton(scene, box, { times, bet }, several, send) {
  const named = { bet: betName(String(bet.bet), scene.table?.sheet), amount: money(String(bet.amount)) };
  const size = String(times);
  const name = several
    ? [
        h("span", { key: "bet", class: "unseen" }, `${named.bet} `),
        t("table.bet_times", { times: size, amount: named.amount }),
      ]
    : t("table.bet_amount", named);
  const key = several ? `${bet.bet} x ${size}` : String(bet.bet);
  return button(scene, key, name, bet, send, "", several ? size : "P", value(scene, box, key));
}

/** @param {string} key @param {string} words @param {() => void} onclick */
function link(key, words, onclick) {
  return h("button", { key, type: "button", class: "link", onclick }, words);
}

/** @param {Scene} scene @param {BoxNow} box @param {Send} send */
function choices(scene, box, send) {
  const sheet = scene.table?.sheet ?? "";
  const { number, choice } = box;
  return [
    h("p", { key: "why", class: "panel-why" }, choice?.alike ? t("table.choice_alike") : t("table.choice")),
    ...["continue", "withdraw"].map((way) =>
      h(
        "div",
        { key: way, class: "panel-choice" },
        button(
          scene,
          way,
          term("way", way),
          { act: "choose", box: number, way },
          send,
          way === "continue" ? "" : "quiet",
          way === "continue" ? "P" : "F",
          value(scene, box, way),
        ),
        h(
          "small",
          null,
          t("why.clauses"),
          " ",
          clauseLinks(
            (way === "continue" ? choice?.continue_clauses : choice?.withdraw_clauses) ?? [],
            sheet,
          ),
        ),
      ),
    ),
  ];
}

/** @param {Scene} scene @param {BoxNow} box @param {string} action */
function value(scene, box, action) {
  return scene.adviser ? valueOf(scene, box, action) : null;
}

/**
 * @param {Scene} scene
 * @param {string} key
 * @param {import("../dom.js").Kids} name
 * @param {Record<string, string | number>} what
 * @param {Send} send
 * @param {string} kind
 * @param {string} letter that does the same
 * @param {{text: string, best: boolean} | null} [worth]
 */
function button(scene, key, name, what, send, kind, letter, worth = null) {
  const quiet = !live(scene) || scene.sending > 0;
  return h(
    "button",
    {
      key,
      type: "button",
      class: `large ${kind} ${worth?.best ? "best" : ""}`,
      "data-act": key,
      "aria-keyshortcuts": letter || undefined,
      "aria-disabled": quiet ? "true" : undefined,
      onclick: () => send(what),
    },
    h("span", null, name),
    worth &&
      h(
        "small",
        { key: "worth", class: "worth" },
        worth.best ? `${t("table.best")} ` : "",
        h("span", { translate: "no" }, worth.text),
      ),
  );
}
