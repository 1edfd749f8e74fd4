/** Proofs that the reader's own browser checks: the hash chain of events, and the openings of a shoe. */

/** @typedef {import("./answers").EventNow} EventNow */
/** @typedef {{shoe: string, root: string}} Commitment bytes as base64 */
/** @typedef {{position: number, card: string, salt: string, path: string[]}} Opening bytes as base64 */
/** @typedef {{format: string, commitment: Commitment, openings: Opening[]}} OpeningFile */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

export const POSITIONS = 52;

/** Whether this browser computes hashes here: it does so over HTTPS and on its own machine only. */
export function canCheck() {
  return globalThis.crypto?.subtle !== undefined;
}

/**
 * Whether an event has the hash that follows from it and the one before it.
 *
 * @param {EventNow} event
 */
export async function follows(event) {
  const [stream, kind] = [bytes(event.stream), bytes(event.kind)];
  const numbers = new DataView(new ArrayBuffer(40));
  [event.position, event.version, event.schema, event.recorded].forEach((value, place) =>
    numbers.setBigInt64(place * 8, BigInt(value)),
  );
  numbers.setInt32(32, stream.length);
  numbers.setInt32(36, kind.length);
  const place = new Uint8Array(numbers.buffer);
  return hex(await sha(unhex(event.before), place, stream, kind, unhex(event.digest))) === event.hash;
}

/**
 * Whether a card was fixed at its position by a commitment.
 *
 * @param {Commitment} commitment
 * @param {Opening} opening
 */
export async function opens(commitment, opening) {
  const { position, card } = opening;
  if (!(Number.isInteger(position) && position >= 1 && position <= POSITIONS) || bytes(card).length !== 2)
    return false;
  const shoe = bytes(commitment.shoe);
  const leaf = await sha(
    Uint8Array.of(0),
    bytes("pitboss shoe 1\0"),
    Uint8Array.of(shoe.length >> 8, shoe.length & 255),
    shoe,
    Uint8Array.of(position),
    bytes(card),
    unbase(opening.salt),
  );
  const root = await above(leaf, position - 1, POSITIONS, opening.path.map(unbase));
  return root !== null && hex(root) === rootOf(commitment);
}

/** The root of a commitment as it was published, in hexadecimal. @param {Commitment} commitment */
export function rootOf(commitment) {
  return hex(unbase(commitment.root));
}

/**
 * The root over a leaf, by the tree of RFC 6962: on which side each neighbour stands follows from the position.
 *
 * @param {Bytes} leaf
 * @param {number} index
 * @param {number} count
 * @param {Bytes[]} path from the leaf upwards
 * @returns {Promise<Bytes | null>} null for a path of another length
 */
async function above(leaf, index, count, path) {
  if (count === 1) return path.length ? null : leaf;
  const neighbour = path.at(-1);
  if (!neighbour) return null;
  let middle = 1;
  while (middle * 2 < count) middle *= 2;
  const left = index < middle;
  const own = await above(
    leaf,
    left ? index : index - middle,
    left ? middle : count - middle,
    path.slice(0, -1),
  );
  return own && sha(Uint8Array.of(1), ...(left ? [own, neighbour] : [neighbour, own]));
}

/** @param {...Bytes} parts @returns {Promise<Bytes>} */
async function sha(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** @param {string} text @returns {Bytes} */
function bytes(text) {
  return new TextEncoder().encode(text);
}

/** @param {string} text @returns {Bytes} */
function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text @returns {Bytes} */
function unbase(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** @param {Bytes} data */
function hex(data) {
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}
