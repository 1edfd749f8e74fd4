/**
 * Favourite bets: the bets of a box under a name, laid again by one press.
 *
 * They are kept in the browser, by account and game, as options are. They are no record of the House: the journal
 * keeps for ever what was bet, and not what somebody likes to bet.
 */

import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { cents, money, plain } from "../money.js";
import { t } from "../words.js";
import { boxOf, largeBox, live, own, ownBoxes, phase, placed } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Reason} Reason */
/** @typedef {import("./commands.js").CommandQueue} CommandQueue */
/** @typedef {{bet: string, amount: string}} Chosen amount in dollars */
/** @typedef {{name: string, bets: Chosen[]}} Favourite */

const MOST = 8;
const SHOWN = 3;

/** @param {Scene} scene */
function key({ me, table }) {
  return `pitboss.favourites.${me}.${table?.sheet}`;
}

/** The reader's favourites in this game, the one they laid last first. @param {Scene} scene @returns {Favourite[]} */
export function favouritesOf(scene) {
  try {
    const found = JSON.parse(localStorage.getItem(key(scene)) ?? "[]");
    return Array.isArray(found) ? found.filter(isFavourite) : [];
  } catch {
    return [];
  }
}

/** Whether what was kept is a favourite. @param {any} kept */
function isFavourite(kept) {
  const amount = /^\d{1,9}\.\d\d$/;
  return (
    typeof kept?.name === "string" &&
    Array.isArray(kept.bets) &&
    kept.bets.every((/** @type {any} */ each) => typeof each?.bet === "string" && amount.test(each?.amount))
  );
}

/** @param {Scene} scene @param {Favourite[]} all */
function write(scene, all) {
  localStorage.setItem(key(scene), JSON.stringify(all.slice(0, MOST)));
}

/** Keep bets under a name; the name's earlier bets are forgotten. @param {Scene} scene @param {Favourite} chosen */
function keep(scene, chosen) {
  write(scene, [chosen, ...favouritesOf(scene).filter(({ name }) => name !== chosen.name)]);
}

/** @param {Scene} scene @param {string} name */
function forget(scene, name) {
  write(
    scene,
    favouritesOf(scene).filter((each) => each.name !== name),
  );
}

/** The box that a favourite is laid at: the reader's own, or the one that they are at. @param {Scene} scene */
function boxFor(scene) {
  const here = scene.at.box;
  if (own(scene, here)) return here;
  return ownBoxes(scene)[0] ?? largeBox(scene);
}

/** What lies before the deal on the reader's box, the Ante first. @param {Scene} scene @returns {Chosen[]} */
function onBox(scene) {
  const box = boxOf(scene, boxFor(scene));
  const turn = (/** @type {import("../answers").AreaNow} */ { bet, needs_ante }) =>
    bet === "ante" ? 0 : needs_ante ? 2 : 1;
  const areas = [...(scene.felt?.areas ?? [])].sort((a, b) => turn(a) - turn(b));
  return areas.flatMap(({ bet, placed: when }) => {
    const amount = when === "before_deal" ? placed(box, bet, scene.me) : 0n;
    return amount ? [{ bet, amount: plain(amount) }] : [];
  });
}

/**
 * Why a favourite does not fit the table: its limits, its jackpot bet, or the reader's chips. Nothing is laid then.
 *
 * @param {Scene} scene
 * @param {Favourite} favourite
 * @returns {{bet: string, reason: Reason} | null}
 */
function misfit(scene, { bets }) {
  const { table, felt } = scene;
  const box = boxOf(scene, boxFor(scene));
  for (const { bet, amount } of bets) {
    const area = felt?.areas.find((each) => each.bet === bet && each.placed === "before_deal");
    const limits = area && limitsOf(scene, bet);
    const named = { bet: betName(bet, table?.sheet) };
    const told = (/** @type {string} */ message) => ({
      bet,
      reason: { message, clauses: area?.clauses ?? [], ours: true },
    });
    if (!limits) return told(t("table.favourite_unknown", named));
    const whole = placed(box, bet) + cents(amount);
    if (whole < limits.least)
      return told(t("table.favourite_least", { ...named, least: money(limits.least) }));
    if (whole > limits.most) return told(t("table.favourite_most", { ...named, most: money(limits.most) }));
    if (whole % limits.step) return told(t("table.favourite_step", { ...named, step: money(limits.step) }));
  }
  const sum = bets.reduce((all, { amount }) => all + cents(amount), 0n);
  if (sum <= cents(table?.chips ?? "0")) return null;
  return { bet: bets[0]?.bet ?? "ante", reason: { message: t("table.not_enough"), clauses: [], ours: true } };
}

/** @param {Scene} scene @param {string} bet */
function limitsOf({ table, felt }, bet) {
  if (bet === "jackpot") {
    const price = cents(table?.jackpot_bet ?? "0");
    return price ? { least: price, most: price * BigInt(felt?.jackpot_units ?? 1), step: price } : null;
  }
  const found = table?.limits[bet];
  return found ? { least: cents(found.least), most: cents(found.most), step: 1n } : null;
}

/**
 * Lay a favourite, if all of it fits.
 *
 * @param {Scene} scene
 * @param {CommandQueue} commands
 * @param {Favourite} favourite
 * @param {(box: number, bet: string, reason: Reason) => void} tell why it does not fit
 */
export async function layFavourite(scene, commands, favourite, tell) {
  const box = boxFor(scene);
  const wrong = misfit(scene, favourite);
  if (wrong) return tell(box, wrong.bet, wrong.reason);
  keep(scene, favourite);
  for (const { bet, amount } of favourite.bets) if (!(await commands.bet(box, bet, cents(amount)))) return;
}

/** Whether bets can be laid now. @param {Scene} scene */
function open(scene) {
  return phase(scene) === "betting" && live(scene) && scene.sending === 0;
}

/** The favourites in reach of one press. @param {Scene} scene @param {(favourite: Favourite) => void} lay */
export function favouriteStrip(scene, lay) {
  const all = favouritesOf(scene).slice(0, SHOWN);
  if (!all.length) return null;
  const may = open(scene);
  return h(
    "div",
    { key: "favourites", class: "favourites", role: "group", "aria-label": t("table.favourites") },
    all.map((favourite) =>
      h(
        "button",
        {
          key: favourite.name,
          type: "button",
          class: "quiet",
          "data-favourite": favourite.name,
          "aria-disabled": may ? undefined : "true",
          title: may ? inWords(scene, favourite) : t("table.bets_closed"),
          onclick: () => may && lay(favourite),
        },
        h("span", { "aria-hidden": "true" }, "★ "),
        h("span", { translate: "no" }, favourite.name),
      ),
    ),
  );
}

/** A favourite bet by bet. @param {Scene} scene @param {Favourite} favourite */
function inWords({ table }, { bets }) {
  return bets.map(({ bet, amount }) => `${betName(bet, table?.sheet)} ${money(amount)}`).join(", ");
}

/** All favourites of the game, and what lies on the box to be kept as one. @param {Scene} scene @param {(favourite: Favourite) => void} lay @param {() => void} changed */
export function showFavourites(scene, lay, changed) {
  dialog(t("table.favourites"), (close, redraw) => {
    const all = favouritesOf(scene);
    const bets = onBox(scene);
    const done = () => {
      redraw();
      changed();
    };
    return [
      !all.length && h("p", { key: "none" }, t("table.favourites_none")),
      h(
        "ul",
        { key: "all", class: "favourite-list" },
        all.map((favourite) =>
          line(scene, favourite, close, lay, () => (forget(scene, favourite.name), done())),
        ),
      ),
      bets.length > 0
        ? saveForm(scene, bets, done)
        : h("p", { key: "how", class: "muted" }, t("table.favourites_how")),
      h("p", { key: "where", class: "muted" }, t("table.favourites_where")),
    ];
  });
}

/** @param {Scene} scene @param {Favourite} favourite @param {() => void} close @param {(favourite: Favourite) => void} lay @param {() => void} drop */
function line(scene, favourite, close, lay, drop) {
  const { name } = favourite;
  return h(
    "li",
    { key: name },
    h(
      "span",
      null,
      h("b", { translate: "no" }, name),
      " ",
      h("span", { class: "muted" }, inWords(scene, favourite)),
    ),
    h(
      "button",
      {
        key: "lay",
        type: "button",
        disabled: !open(scene),
        "aria-label": `${t("table.favourite_lay")} ${name}`,
        onclick: () => {
          close();
          lay(favourite);
        },
      },
      t("table.favourite_lay"),
    ),
    h(
      "button",
      {
        key: "drop",
        type: "button",
        class: "quiet",
        "aria-label": `${t("table.favourite_drop")} ${name}`,
        onclick: drop,
      },
      t("table.favourite_drop"),
    ),
  );
}

/** @param {Scene} scene @param {Chosen[]} bets @param {() => void} done */
function saveForm(scene, bets, done) {
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("name")).trim();
    if (!name) return;
    keep(scene, { name, bets });
    form.reset();
    done();
  };
  return h(
    "form",
    { key: "save", class: "amount", onsubmit },
    h("p", null, inWords(scene, { name: "", bets })),
    h(
      "label",
      null,
      t("table.favourite_name"),
      h("input", { name: "name", required: true, maxlength: 16, autocomplete: "off" }),
    ),
    h("button", null, t("table.favourite_save")),
  );
}
