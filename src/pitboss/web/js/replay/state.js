/** What the page of a past round knows: the round, the moment that is shown, and what proves it. */

import { read } from "../api.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../table/scene.js").Scene} Scene */

/** @param {string} table @param {string} number @param {HTMLElement} root */
export function newState(table, number, root) {
  return {
    name: `${table}/${number}`,
    table,
    path: `/api/rounds/${encodeURIComponent(table)}/${number}`,
    /** @type {RoundThen | null} */
    then: null,
    /** @type {Scene | null} */
    scene: null,
    /** @type {import("./shoe.js").ShoeProof | null} */
    shoe: null,
    /** @type {import("./log.js").LogProof | null} */
    log: null,
    /** The moment that is shown. */
    index: 0,
    /** The timer of the next moment while the round runs. @type {ReturnType<typeof setTimeout> | 0} */
    playing: 0,
    room: { width: root.clientWidth || innerWidth, height: innerHeight * 0.6 },
    /** Why the round cannot be shown. @type {import("../api.js").Refused | null} */
    refused: null,
    fault: "",
  };
}

/** Every page of a round: a long one comes in several, each with the proof of its own moments. @param {string} path */
export async function readPages(path) {
  /** @type {RoundThen[]} */
  const pages = [await read(path)];
  for (let { cursor } = pages[0]; cursor !== null; { cursor } = pages[pages.length - 1])
    pages.push(await read(`${path}?cursor=${cursor}`));
  return pages;
}

/** @typedef {ReturnType<typeof newState>} State */
