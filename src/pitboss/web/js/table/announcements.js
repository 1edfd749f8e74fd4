/** What happens now: the Dealer's announcement with its clock, the jackpot, the plate and the notices. */

import { clock } from "../clock.js";
import { h } from "../dom.js";
import { Meter } from "../meter.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { t, term } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { asked, own, phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The words that the Dealer says now. @param {Scene} scene */
export function words(scene) {
  const { table } = scene;
  if (!table) return "";
  if (!table.open) return term("says", "closed");
  const mine = asked(scene);
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

/** @param {Scene} scene */
export function saying(scene) {
  const { table, heard } = scene;
  const seconds = table?.dealer?.seconds ?? 0;
  const deadline = seconds ? heard + seconds * 1000 : 0;
  const mine = asked(scene) !== null || (table?.dealer?.box ? own(scene, table.dealer.box) : false);
  return h(
    "div",
    { key: "saying", class: `saying ${mine ? "to-you" : ""}` },
    deadline > performance.now() && clock(deadline, heard),
    h("span", { key: "words", class: "saying-words" }, words(scene)),
    scene.fresh === "silent" && h("span", { key: "silent", class: "saying-silent" }, t("table.lost")),
  );
}

/** The jackpot of the link, and a win of it that is being verified. @param {Scene} scene */
export function jackpot(scene) {
  const { table } = scene;
  if (!table?.displayed) return null;
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
      table.pending.length ? t("sign.pending_short") : t("sign.progressive"),
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
  if (element && scene.table?.displayed) meters.get(element)?.show(scene.table.displayed);
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
      h("dd", { key: "jackpot", translate: "no" }, units(scene)),
    ],
  );
}

/** The prescribed jackpot bet, or up to so many times it. @param {Scene} scene */
function units(scene) {
  const price = money(scene.table?.jackpot_bet ?? "0");
  const most = scene.felt?.jackpot_units ?? 1;
  return most > 1 ? `${price} × 1–${most}` : price;
}

/** @param {Scene} scene */
export function title(scene) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "div",
    { key: "title", class: "table-title" },
    h("h1", { translate: "no" }, table.title),
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

/** What the House tells everybody. @param {Scene} scene */
export function notices(scene) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "div",
    { key: "notices", class: "notices" },
    table.closing && h("p", { key: "closing" }, t("table.closing")),
    [...table.notices, ...table.prompts].map((notice) =>
      h(
        "p",
        { key: notice.text },
        h("span", { lang: "en" }, notice.text),
        " ",
        clauseLinks(notice.clauses, table.sheet),
      ),
    ),
  );
}
