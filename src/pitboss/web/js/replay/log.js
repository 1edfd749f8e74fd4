/** The round in the log: every event with its hash, and whether these lead to a checkpoint that the house has signed. */

import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { canCheck, hashed, leads, signed, takeApart } from "../proofs.js";
import { t } from "../words.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../answers").EventNow} EventNow */
/** @typedef {{event: EventNow, good: boolean}} Entry */
/**
 * @typedef {object} LogProof
 * @property {boolean} able whether this browser computes hashes here
 * @property {Entry[]} entries
 * @property {number} appends how many are proved
 * @property {number} hashes how many the proofs need besides
 * @property {boolean} covered whether a checkpoint covers the round
 * @property {boolean} leads whether the appends lead to its root
 * @property {boolean | null} signed by the key that it names; null if this browser cannot tell
 */

/**
 * Check every event that is shown, and the way to the checkpoint: each page of a long round has a proof of its own.
 *
 * @param {RoundThen[]} pages
 * @returns {Promise<LogProof>}
 */
export async function proveLog(pages) {
  const proofs = await Promise.all(pages.map(provePage));
  const bad = proofs.some((proof) => proof.signed === false);
  return {
    able: canCheck(),
    entries: proofs.flatMap((proof) => proof.entries),
    appends: proofs.reduce((sum, proof) => sum + proof.appends, 0),
    hashes: proofs.reduce((sum, proof) => sum + proof.hashes, 0),
    covered: proofs.every((proof) => proof.covered),
    leads: proofs.every((proof) => proof.leads),
    signed: bad ? false : proofs.every((proof) => proof.signed) || null,
  };
}

/** @param {RoundThen} page @returns {Promise<LogProof>} */
async function provePage({ moments, log }) {
  const events = moments.flatMap((moment) => moment.events);
  const able = canCheck();
  const appends = new Map(log?.appends.map((append) => [append.number, append.hashes]) ?? []);
  const entries = await Promise.all(
    events.map(async (event) => ({
      event,
      good: able && (await hashed(event)) && (!log || !!appends.get(event.append)?.includes(event.hash)),
    })),
  );
  return {
    able,
    entries,
    appends: appends.size,
    hashes: log?.hashes.length ?? 0,
    covered: log !== null,
    leads: able && log !== null && (await leads(log)),
    signed: able && log !== null ? await signed(log) : null,
  };
}

/** @param {RoundThen} then @param {LogProof | null} proof */
export function logSection(then, proof) {
  const note = then.log && takeApart(then.log.note);
  return h(
    "section",
    { key: "log", class: "proof", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, t("replay.log")),
    proof
      ? [verdict(then, proof), events(proof)]
      : h("p", { key: "wait", class: "muted" }, t("replay.checking")),
    h(
      "dl",
      { key: "facts", class: "facts" },
      fact(t("replay.positions"), `${then.first} – ${then.last}`),
      fact(t("replay.last_hash"), then.hash, "hash"),
      note && [
        fact(t("replay.log_checkpoint"), `${note.origin} ${note.size}`),
        fact(t("replay.log_root"), note.root, "hash"),
        fact(t("replay.log_key"), then.log?.key ?? "", "hash"),
      ],
      fact(t("replay.sheet_hash"), then.sheet_hash, "hash"),
      fact(t("replay.readings_hash"), then.readings_hash, "hash"),
      fact(t("replay.build"), then.build, "hash"),
    ),
  );
}

/** @param {RoundThen} then @param {LogProof} proof */
function verdict(then, proof) {
  const count = proof.entries.length;
  if (!proof.able)
    return h("p", { key: "verdict", class: "verdict open", role: "status" }, t("replay.cannot_check"));
  const good =
    proof.entries.every((entry) => entry.good) && (!proof.covered || (proof.leads && proof.signed !== false));
  const told = {
    count,
    appends: proof.appends,
    hashes: proof.hashes,
    size: then.log ? takeApart(then.log.note).size : 0,
  };
  const words = !good
    ? t("replay.log_fails")
    : !proof.covered
      ? t("replay.log_later", told)
      : proof.signed
        ? t("replay.log_holds", told)
        : t("replay.log_unsigned", told);
  const kind = !good ? "bad" : proof.covered ? "good" : "open";
  return h("p", { key: "verdict", class: `verdict ${kind}`, role: "status" }, words);
}

/** @param {LogProof} proof */
function events(proof) {
  return h(
    "details",
    { key: "events" },
    h("summary", null, t("replay.events", { count: proof.entries.length })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("replay.log") },
      h(
        "table",
        { class: "log-table" },
        tableHead([
          t("replay.append"),
          t("replay.position"),
          t("replay.stream"),
          t("replay.kind"),
          t("replay.hash"),
          t("replay.checked"),
        ]),
        h(
          "tbody",
          null,
          proof.entries.map((entry) => row(entry, proof.able)),
        ),
      ),
    ),
  );
}

/** @param {Entry} entry @param {boolean} able */
function row({ event, good }, able) {
  return h(
    "tr",
    { key: event.position, translate: "no" },
    h("td", { class: "number" }, event.append),
    h("td", { class: "number" }, event.position),
    h("td", null, `${event.stream} ${event.version}`),
    h("td", null, event.kind),
    h("td", { class: "hash", title: event.hash }, short(event.hash)),
    h("td", { class: able ? (good ? "win" : "loss") : "muted" }, able ? (good ? "✓" : "✗") : "–"),
  );
}

/** @param {string} name @param {string} value @param {string} [kind] */
function fact(name, value, kind = "") {
  return [
    h("dt", { key: `${name} name` }, name),
    h("dd", { key: name, class: kind, translate: "no" }, value),
  ];
}

/** @param {string} hash */
function short(hash) {
  return `${hash.slice(0, 8)}…${hash.slice(-4)}`;
}
