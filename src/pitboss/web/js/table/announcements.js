/** What happens now: the Dealer's announcement with its clock, the jackpot, the plate and the notices. */

import { sentence } from "../sentence.js";
import { clock } from "../clock.js";
import { h } from "../dom.js";
import { Meter } from "../meter.js";
import { betName } from "../house.js";
import { jackpotPrice, money } from "../money.js";
import { t, term, gameName } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { asked, boxOf, own, phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The words that the Dealer says now. @param {Scene} scene */
export function words(scene) {
  const { table } = scene;
  if (!table) return "";
  if (!table.open) return term("says", "closed");
  const mine = askedNow(scene);
  if (mine)
    return mine.to_choose
      ? t("table.your_choice", { box: mine.number })
      : t("table.your_decision", { box: mine.number });
  const { dealer } = table;
  if (!dealer && table.pending.length) return term("says", "jackpot_pending");
  if (!dealer) return table.round ? term("phase", phase(scene)) : t("table.manual");
  const said = term("says", dealer.says);
  return dealer.box ? `${said} · ${t("why.box", { box: dealer.box })}` : said;
}

/** The reader's box that the Dealer asks: not one whose turn comes when the Dealer has dealt on. @param {Scene} scene */
function askedNow(scene) {
  const dealer = scene.table?.dealer;
  const asks = !dealer || dealer.says === "your_decision" || dealer.says === "your_choice";
  if (!asks) return null;
  return dealer?.box && own(scene, dealer.box) ? boxOf(scene, dealer.box) : asked(scene);
}

/** Seconds before the end of a decision's clock in which its player is warned. */
const HURRY = 5;

/** When the Dealer goes on, by `performance.now()`; 0 where no clock is shown. @param {Scene} scene */
export function deadline(scene) {
  const { table, heard } = scene;
  const dealer = table?.dealer;
  if (!dealer?.seconds) return 0;
  // The clock of another box is not the one of the reader's decision.
  if (dealer.box && askedNow(scene) && !own(scene, dealer.box)) return 0;
  const end = heard + dealer.seconds * 1000;
  return end > performance.now() ? end : 0;
}

/** What is said when the reader's time is nearly over. @param {Scene} scene */
export function warning(scene) {
  const [end, dealer] = [deadline(scene), scene.table?.dealer];
  const mine = dealer?.says === "your_decision" && dealer.box !== null && own(scene, dealer.box);
  return end && mine && end - performance.now() <= HURRY * 1000 ? t("table.hurry") : "";
}

/** @param {Scene} scene */
export function saying(scene) {
  const { table } = scene;
  const end = deadline(scene);
  const mine = askedNow(scene) !== null || (table?.dealer?.box ? own(scene, table.dealer.box) : false);
  const hurry = warning(scene);
  return h(
    "div",
    { key: "saying", class: `saying ${mine ? "to-you" : ""} ${hurry ? "hurry" : ""}` },
    end > 0 && clock(end, (table?.dealer?.whole ?? 0) * 1000),
    h("span", { key: "words", class: "saying-words" }, words(scene)),
    hurry && h("small", { key: "hurry", class: "saying-hurry" }, hurry),
    scene.fresh === "silent" && h("span", { key: "silent", class: "saying-silent" }, t("table.lost")),
  );
}

/** The win that is being verified here: the reader's before others. @param {Scene} scene */
function win(scene) {
  return scene.wins?.find(({ box }) => own(scene, box)) ?? scene.wins?.[0];
}

/** The jackpot of the link, or the sum that is won here and being verified. @param {Scene} scene */
export function jackpot(scene) {
  const { table } = scene;
  if (!table?.displayed) return null;
  const won = win(scene);
  return h(
    "a",
    {
      key: "jackpot",
      class: `jackpot ${table.pending.length ? "pending" : ""}`,
      href: `/signs/${encodeURIComponent(table.link ?? "")}`,
    },
    h(
      "span",
      { class: "jackpot-name" },
      won
        ? t(own(scene, won.box) ? "sign.you_have_won" : "sign.box_has_won", { box: won.box })
        : table.pending.length
          ? t("sign.pending_short")
          : t("sign.progressive"),
    ),
    h("span", {
      class: "jackpot-value",
      translate: "no",
      alone: true,
      made: (/** @type {Element} */ element) => meters.set(element, new Meter(element)),
    }),
  );
}

/** @type {WeakMap<Element, Meter>} */
const meters = new WeakMap();

/** Let the display of a page count up to what is committed. @param {Element} root @param {Scene} scene */
export function count(root, scene) {
  const element = root.querySelector(".jackpot-value");
  if (element && scene.table?.displayed)
    meters.get(element)?.show(win(scene)?.amount ?? scene.table.displayed);
}

/** @param {Scene} scene */
export function plate(scene) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "dl",
    { key: "plate", class: "limits", "aria-label": t("sign.limits") },
    Object.entries(table.limits).map(([bet, { least, most }]) => [
      h("dt", { key: `${bet} name` }, betName(bet, table.sheet)),
      h("dd", { key: bet, translate: "no" }, `${money(least)} – ${money(most)}`),
    ]),
    table.jackpot_bet && [
      h("dt", { key: "jackpot name" }, betName("jackpot", table.sheet)),
      h("dd", { key: "jackpot", translate: "no" }, jackpotPrice(table.jackpot_bet, scene.felt)),
    ],
  );
}

/** @param {Scene} scene */
export function title(scene) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "div",
    { key: "title", class: "table-title" },
    h("h1", { translate: "no" }, gameName(table.title)),
    h(
      "p",
      { class: "muted" },
      h("span", { translate: "no" }, `${table.id} · `),
      table.round
        ? t("floor.round", { number: table.round.number })
        : t("sign.version", { version: table.sheet_version }),
    ),
  );
}

/** What the House tells everybody, between the felt and the player's side: it lies on nothing. @param {Scene} scene */
export function notices(scene) {
  const { table } = scene;
  if (!table || !(table.notices.length || table.prompts.length || table.closing)) return null;
  const line = (
    /** @type {import("../answers").NoticeNow} */ { text, clauses, reason },
    /** @type {string} */ kind,
  ) => h("p", { key: text, class: kind }, sentence(text, { reason }), " ", clauseLinks(clauses, table.sheet));
  return h(
    "div",
    { key: "notices", class: "notices" },
    table.closing && h("p", { key: "closing" }, t("table.closing")),
    table.notices.map((notice) => line(notice, "notice")),
    table.prompts.map((prompt) => line(prompt, "prompt")),
  );
}
