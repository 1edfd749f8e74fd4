/** The hash chain around a round: every event of it, whether it follows from the one before, and what it stands on. */

import { h } from "../dom.js";
import { canCheck, follows } from "../proofs.js";
import { t } from "../words.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../answers").EventNow} EventNow */
/** @typedef {{event: EventNow, good: boolean, joined: boolean}} Link `joined`: what it follows is shown right above it in its stream */
/** @typedef {{able: boolean, links: Link[]}} Chain */

/** Check every event that is shown. @param {RoundThen} then @returns {Promise<Chain>} */
export async function proveChain(then) {
  const events = then.moments.flatMap((moment) => moment.events);
  const able = canCheck();
  const good = await Promise.all(events.map((event) => (able ? follows(event) : false)));
  /** @type {Map<string, EventNow>} */
  const last = new Map();
  const links = events.map((event, place) => {
    const before = last.get(event.stream);
    last.set(event.stream, event);
    return {
      event,
      good: good[place],
      joined: before?.version === event.version - 1 && before.hash === event.before,
    };
  });
  return { able, links };
}

/** @param {RoundThen} then @param {Chain | null} chain */
export function chainSection(then, chain) {
  return h(
    "section",
    { key: "chain", class: "proof", "aria-labelledby": "chain-title" },
    h("h2", { id: "chain-title" }, t("replay.chain")),
    then.everything
      ? chain
        ? [verdict(chain), events(chain)]
        : h("p", { key: "wait", class: "muted" }, t("replay.checking"))
      : h(
          "p",
          { key: "why", class: "muted" },
          then.round.settlement ? t("replay.chain_hidden") : t("replay.chain_later"),
        ),
    h(
      "dl",
      { key: "facts", class: "facts" },
      fact(t("replay.positions"), `${then.first} – ${then.last}`),
      then.hash && fact(t("replay.last_hash"), then.hash, "hash"),
      fact(t("replay.sheet_hash"), then.sheet_hash, "hash"),
      fact(t("replay.readings_hash"), then.readings_hash, "hash"),
      fact(t("replay.build"), then.build, "hash"),
    ),
  );
}

/** @param {Chain} chain */
function verdict(chain) {
  const count = chain.links.length;
  if (!chain.able)
    return h("p", { key: "verdict", class: "verdict open", role: "status" }, t("replay.cannot_check"));
  const good = chain.links.every((link) => link.good);
  return h(
    "p",
    { key: "verdict", class: `verdict ${good ? "good" : "bad"}`, role: "status" },
    good ? t("replay.chain_holds", { count }) : t("replay.chain_fails"),
  );
}

/** @param {Chain} chain */
function events(chain) {
  return h(
    "details",
    { key: "events" },
    h("summary", null, t("replay.events", { count: chain.links.length })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("replay.chain") },
      h(
        "table",
        { class: "chain-table" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            [
              t("replay.position"),
              t("replay.stream"),
              t("replay.kind"),
              t("replay.follows"),
              t("replay.hash"),
              t("replay.checked"),
            ].map((head, place) => h("th", { key: place, scope: "col" }, head)),
          ),
        ),
        h(
          "tbody",
          null,
          chain.links.map((link) => row(link, chain.able)),
        ),
      ),
    ),
  );
}

/** @param {Link} link @param {boolean} able */
function row({ event, good, joined }, able) {
  return h(
    "tr",
    { key: event.position, translate: "no" },
    h("td", { class: "number" }, event.position),
    h("td", null, `${event.stream} ${event.version}`),
    h("td", null, event.kind),
    h("td", { class: "hash" }, joined ? "↑" : short(event.before)),
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
