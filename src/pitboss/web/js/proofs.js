/** Proofs that the reader's own browser checks: events that stand in the log, and the openings of a shoe. */

/** @typedef {import("./answers").EventNow} EventNow */
/** @typedef {import("./answers").LogProofNow} LogProofNow */
/** @typedef {{shoe: string, root: string}} Commitment bytes as base64 */
/** @typedef {{position: number, card: string, salt: string, path: string[]}} Opening bytes as base64 */
/** @typedef {{position: number, stream: string, version: number, kind: string, schema: number, recorded: number}} Label */
/** @typedef {{label?: Label, salt?: string, data?: string, digest?: string, hash?: string}} ShownEvent bytes as base64 */
/** @typedef {{append: {number: number, events: ShownEvent[]}, proof: string, key: string}} InLog */
/** @typedef {{format: string, commitment: Commitment, openings: Opening[], log?: InLog}} OpeningFile */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{text: string, origin: string, size: number, root: string, signatures: {name: string, id: string, value: Bytes}[]}} Note */

export const POSITIONS = 52;

/** Whether this browser computes hashes here: it does so over HTTPS and on its own machine only. */
export function canCheck() {
  return globalThis.crypto?.subtle !== undefined;
}

/** Whether an event has the hash that follows from it. @param {EventNow} event */
export async function hashed(event) {
  return hex(await eventHash(event, unhex(event.digest))) === event.hash;
}

/**
 * Whether the appends of a proof lead to the root of its checkpoint.
 *
 * @param {LogProofNow} log
 */
export async function leads(log) {
  const note = takeApart(log.note);
  const numbers = log.appends.map((append) => append.number);
  const last = numbers.at(-1);
  if (
    last === undefined ||
    last > note.size ||
    numbers.some((one, place) => place && numbers[place - 1] >= one)
  )
    return false;
  /** @type {Map<number, Bytes>} */
  const leaves = new Map();
  for (const append of log.appends) leaves.set(append.number - 1, await leafOf(append.hashes.map(unhex)));
  const root = await rootBySubset(leaves, note.size, log.hashes.map(unhex));
  return root !== null && hex(root) === note.root;
}

/**
 * Whether the checkpoint of a proof is signed by the key that it names.
 *
 * @param {{note: string, key: string}} log
 * @returns {Promise<boolean | null>} null for a browser that does not know Ed25519
 */
export async function signed(log) {
  const note = takeApart(log.note);
  const [name, id, content] = log.key.split(/\+([0-9a-f]{8})\+/);
  const [algorithm, key] = [unbase(content)[0], unbase(content).slice(1)];
  const own = note.signatures.filter((one) => one.name === name && one.id === id);
  const named = hex((await sha(bytes(`${name}\n`), Uint8Array.of(algorithm), key)).slice(0, 4));
  if (algorithm !== 1 || name !== note.origin || named !== id || !own.length) return false;
  try {
    const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    const message = bytes(note.text);
    const good = await Promise.all(
      own.map((one) => crypto.subtle.verify("Ed25519", known, one.value, message)),
    );
    return good.every(Boolean);
  } catch {
    return null;
  }
}

/**
 * Whether the commitment of an opening file stands in the log, by the path in the file.
 *
 * @param {Commitment} commitment
 * @param {InLog} log
 */
export async function standsInLog(commitment, { append, proof }) {
  const [first, index, ...path] = proof.slice(0, proof.indexOf("\n\n")).split("\n");
  const note = takeApart(noteOf(proof));
  const ready = append.events.find((event) => event.data !== undefined);
  if (first !== "c2sp.org/tlog-proof@v1" || index !== `index ${append.number - 1}`) return false;
  if (ready?.label?.kind !== "ShoeReady" || append.number > note.size) return false;
  const said = JSON.parse(ready.data ?? "").commitment;
  if (said.shoe !== commitment.shoe || said.root !== commitment.root) return false;
  const leaf = await leafOf(await Promise.all(append.events.map(shownHash)));
  const root = await above(leaf, append.number - 1, note.size, path.map(unbase));
  return root !== null && hex(root) === note.root;
}

/** The signed checkpoint below a proof. @param {string} proof */
export function noteOf(proof) {
  return proof.slice(proof.indexOf("\n\n") + 2);
}

/** A signed checkpoint in its parts; strange ones have senseless parts. @param {string} note @returns {Note} */
export function takeApart(note) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  const [origin, size, root] = text.split("\n");
  const lines = note
    .slice(end + 2)
    .trimEnd()
    .split("\n");
  const signatures = lines.map((line) => {
    const [, name, value] = line.split(" ");
    const content = unbase(value);
    return { name, id: hex(content.slice(0, 4)), value: content.slice(4) };
  });
  return { text, origin, size: Number(size), root: hex(unbase(root)), signatures };
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

/**
 * The root over some leaves and the hashes that it needs besides, from left to right.
 *
 * @param {Map<number, Bytes>} leaves by their places
 * @param {number} size
 * @param {Bytes[]} hashes
 * @returns {Promise<Bytes | null>} null if a hash is missing or left over
 */
async function rootBySubset(leaves, size, hashes) {
  const places = [...leaves.keys()];
  const rest = [...hashes];
  /** @param {number} first @param {number} end @returns {Promise<Bytes | null>} */
  async function walk(first, end) {
    if (!places.some((place) => first <= place && place < end)) return rest.shift() ?? null;
    if (end - first === 1) return leaves.get(first) ?? null;
    let half = 1;
    while (half * 2 < end - first) half *= 2;
    const left = await walk(first, first + half);
    const right = await walk(first + half, end);
    return left && right && sha(Uint8Array.of(1), left, right);
  }
  const root = await walk(0, size);
  return rest.length ? null : root;
}

/** @param {Label} label @param {Bytes} digest of its salt and what it says */
function eventHash(label, digest) {
  const [stream, kind] = [bytes(label.stream), bytes(label.kind)];
  const numbers = new DataView(new ArrayBuffer(40));
  [label.position, label.version, label.schema, label.recorded].forEach((value, place) =>
    numbers.setBigInt64(place * 8, BigInt(value)),
  );
  numbers.setInt32(32, stream.length);
  numbers.setInt32(36, kind.length);
  return sha(new Uint8Array(numbers.buffer), stream, kind, digest);
}

/** @param {ShownEvent} event */
async function shownHash({ label, salt, data, digest, hash }) {
  if (!label) return unbase(hash ?? "");
  return eventHash(
    label,
    data === undefined ? unbase(digest ?? "") : await sha(unbase(salt ?? ""), bytes(data)),
  );
}

/** The leaf of an append. @param {Bytes[]} hashes of its events */
function leafOf(hashes) {
  return sha(Uint8Array.of(0), bytes("pitboss append 1\n"), ...hashes);
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
