/** The shuffle proof: every opening that the reader is given, checked by their browser against the commitment. */

import { read, Refused } from "../api.js";
import { h } from "../dom.js";
import { canCheck, noteOf, opens, POSITIONS, rootOf, signed, standsInLog, takeApart } from "../proofs.js";
import { card } from "../svg/card.js";
import { t } from "../words.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../proofs.js").Opening} Opening */
/** @typedef {import("../proofs.js").OpeningFile} OpeningFile */
/** @typedef {{card: string, good: boolean}} Opened */
/**
 * @typedef {object} ShoeProof
 * @property {"none" | "unchecked" | "checked"} state
 * @property {string} shoe
 * @property {string} root in hexadecimal
 * @property {boolean} same whether the openings are for the commitment that the round names
 * @property {Map<number, Opened>} opened by position
 * @property {{append: number, size: number, good: boolean} | null} log where the commitment stands in the log
 */

/**
 * Ask for the openings and check each.
 *
 * @param {RoundThen} then
 * @returns {Promise<ShoeProof>}
 */
export async function proveShoe(then) {
  const none = /** @type {ShoeProof} */ ({
    state: "none",
    shoe: "",
    root: "",
    same: false,
    opened: new Map(),
    log: null,
  });
  if (!then.round.commitment) return none;
  /** @type {OpeningFile} */
  let file;
  try {
    file = await read(`/api/rounds/${encodeURIComponent(then.table)}/${then.number}/openings`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return none;
  }
  const { commitment } = file;
  const root = rootOf(commitment);
  const able = canCheck();
  const results = await Promise.all(
    file.openings.map((opening) => (able ? opens(commitment, opening) : false)),
  );
  return {
    state: able ? "checked" : "unchecked",
    shoe: commitment.shoe,
    root,
    same: root === then.round.commitment && commitment.shoe === then.round.shoe,
    opened: new Map(
      file.openings.map((opening, place) => [opening.position, { card: opening.card, good: results[place] }]),
    ),
    log: able ? await proveInLog(file) : null,
  };
}

/** @param {OpeningFile} file */
async function proveInLog({ commitment, log }) {
  if (!log) return null;
  const note = noteOf(log.proof);
  const good = (await standsInLog(commitment, log)) && (await signed({ note, key: log.key })) !== false;
  return { append: log.append.number, size: takeApart(note).size, good };
}

/** Whether all that was opened holds, each card once. @param {ShoeProof} proof */
export function holds(proof) {
  const cards = [...proof.opened.values()].map((opened) => opened.card);
  const good = [...proof.opened.values()].every((opened) => opened.good);
  const logged = proof.log === null || proof.log.good;
  return proof.same && good && logged && cards.length > 0 && new Set(cards).size === cards.length;
}

/** @param {RoundThen} then @param {ShoeProof | null} proof */
export function shoeSection(then, proof) {
  return h(
    "section",
    { key: "shoe", class: "proof shoe-section", "aria-labelledby": "shoe-title" },
    h("h2", { id: "shoe-title" }, t("replay.shoe")),
    proof ? body(then, proof) : h("p", { key: "wait", class: "muted" }, t("replay.checking")),
  );
}

/** @param {RoundThen} then @param {ShoeProof} proof */
function body(then, proof) {
  if (proof.state === "none") return h("p", { key: "none", class: "muted" }, t("replay.no_shoe"));
  return [
    verdict(proof),
    proof.log?.good &&
      h("p", { key: "log" }, t("replay.shoe_in_log", { append: proof.log.append, size: proof.log.size })),
    h(
      "dl",
      { key: "facts", class: "facts" },
      h("dt", null, t("replay.commitment")),
      h("dd", { class: "hash", translate: "no" }, proof.root),
      h("dt", null, t("replay.shoe_id")),
      h("dd", { translate: "no" }, proof.shoe),
    ),
    h(
      "ol",
      { key: "cards", class: "shoe-cards", "aria-label": t("replay.shoe_cards") },
      Array.from({ length: POSITIONS }, (_, place) => slot(place + 1, proof)),
    ),
    h("p", { key: "how", class: "muted" }, then.everything ? t("replay.shoe_how_all") : t("replay.shoe_how")),
  ];
}

/** @param {ShoeProof} proof */
function verdict(proof) {
  const count = proof.opened.size;
  if (proof.state === "unchecked")
    return h("p", { key: "verdict", class: "verdict open", role: "status" }, t("replay.cannot_check"));
  if (!count)
    return h("p", { key: "verdict", class: "verdict open", role: "status" }, t("replay.nothing_opened"));
  const good = holds(proof);
  const words = !proof.same
    ? t("replay.other_commitment")
    : proof.log?.good === false
      ? t("replay.shoe_not_in_log")
      : !good
        ? t("replay.shoe_fails")
        : count === POSITIONS
          ? t("replay.shoe_whole")
          : t("replay.shoe_holds", { count });
  return h("p", { key: "verdict", class: `verdict ${good ? "good" : "bad"}`, role: "status" }, words);
}

/** A place of the shoe: its card with what its opening proves, or a back. @param {number} position @param {ShoeProof} proof */
function slot(position, proof) {
  const found = proof.opened.get(position);
  const state = !found
    ? "closed"
    : proof.state === "unchecked"
      ? "open"
      : found.good && proof.same
        ? "good"
        : "bad";
  const word = {
    closed: t("replay.slot_closed"),
    open: t("replay.slot_open"),
    good: t("replay.slot_good"),
    bad: t("replay.slot_bad"),
  }[state];
  return h(
    "li",
    { key: position, class: `slot ${state}`, "data-position": position },
    card(found?.card ?? "?"),
    h(
      "span",
      { class: "slot-place", translate: "no" },
      position,
      { closed: "", open: " ?", good: " ✓", bad: " ✗" }[state],
    ),
    h("span", { class: "unseen" }, word),
  );
}
