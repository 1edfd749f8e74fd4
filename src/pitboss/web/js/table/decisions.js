/** The large buttons of a decision, at the player's side: look, play, fold, check, choose; and what each is worth, if asked for. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { t, term } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { valueOf } from "./adviser.js";
import { act, acts, asked, boxOf, live, ownBoxes, phase, raises } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../answers").BoxNow} BoxNow */
/** @typedef {(act: Record<string, string | number>) => void} Send */

/**
 * The buttons of the reader's box that is asked, or else of their first that may do anything; and the way to their
 * other boxes that are asked.
 *
 * @param {Scene} scene
 * @param {Send} send
 * @param {(box: number) => void} leave asks before the player walks away
 * @param {(box: number) => void} pick another box
 */
export function panel(scene, send, leave, pick) {
  if (phase(scene) !== "playing") return null;
  const found = ownBoxes(scene).flatMap((number) => {
    const box = boxOf(scene, number);
    const kids = box ? (box.to_choose ? choices(scene, box, send) : decisions(scene, box, send, leave)) : [];
    return box && kids.length ? [{ box, kids }] : [];
  });
  const due = asked(scene)?.number;
  const shown = found.find(({ box }) => box.number === due) ?? found[0];
  if (!shown) return null;
  const { box, kids } = shown;
  const others = found.filter((each) => each !== shown && (each.box.to_decide || each.box.to_choose));
  return h(
    "div",
    {
      key: `panel ${box.number}`,
      class: `panel ${box.to_decide || box.to_choose ? "due" : ""}`,
      role: "group",
      "aria-label": t("table.panel", { box: box.number }),
    },
    (others.length > 0 || ownBoxes(scene).length > 1) &&
      h("b", { key: "box", class: "panel-box" }, t("why.box", { box: box.number })),
    onlyLook(scene, box),
    kids,
    others.map((other) =>
      link(`to ${other.box.number}`, t("why.box", { box: other.box.number }), () => pick(other.box.number)),
    ),
  );
}

/** Whether the hand of a box can be looked at yet. @param {Scene} scene @param {BoxNow} box */
function mayLook(scene, box) {
  return act(scene, { act: "look", box: box.number }) !== null && box.cards.includes("?");
}

/** Said before the look is spent: the reader has more hands than they may look at. @param {Scene} scene @param {BoxNow} box */
function onlyLook(scene, box) {
  const { felt, table } = scene;
  const looks = felt?.looks ?? 0;
  const hands = ownBoxes(scene).filter((number) => boxOf(scene, number)?.cards.length);
  if (!table || !looks || !mayLook(scene, box) || hands.length <= looks) return null;
  return h(
    "p",
    { key: "only", class: "panel-why" },
    t("table.only_look", { looks, hands: hands.length }),
    " ",
    clauseLinks(felt?.look_clauses ?? [], table.sheet),
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
  const unseen = mayLook(scene, box);
  if (unseen) found.push(button(scene, "look", t("table.look"), { act: "look", box: number }, send, "", "L"));
  found.push(...bets.map((raise) => raiseButton(scene, box, raise, bets.length > 1, unseen, send)));
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
        bets.length || unseen ? "quiet" : "",
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
 * @param {boolean} unseen the hand has not been looked at, and can be
 * @param {Send} send
 */
function raiseButton(scene, box, { times, bet }, several, unseen, send) {
  const named = { bet: betName(String(bet.bet), scene.table?.sheet), amount: money(String(bet.amount)) };
  const size = String(times);
  const name = several
    ? [
        h("span", { key: "bet", class: "unseen" }, `${named.bet} `),
        t("table.bet_times", { times: size, amount: named.amount }),
      ]
    : t("table.bet_amount", named);
  const key = several ? `${bet.bet} x ${size}` : String(bet.bet);
  return button(
    scene,
    key,
    name,
    bet,
    send,
    unseen ? "quiet" : "",
    several ? size : "P",
    value(scene, box, key),
  );
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
