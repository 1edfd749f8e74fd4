/** Who is signed in at this browser. */

import { read, send, sendAlong } from "./api.js";
import { address } from "./words.js";

/** @typedef {import("./answers").SessionNow} Session */

/** The cookie cannot be read by scripts, and asking without one is refused: this says that it may be worth asking. */
const HINT = "pitboss.signed-in";

/** Somebody has signed in at this browser before. */
const BEEN_HERE = "pitboss.been-here";

/** @type {Session | null} */
let now = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** The account that is signed in, or null. */
export function session() {
  return now;
}

/** @param {string} permission as docs/reference/permissions.md lists them */
export function may(permission) {
  return now?.permissions.includes(permission) ?? false;
}

/** Whether a member of staff is signed in, of whatever department. */
export function isStaff() {
  return now !== null && !now.roles.includes("player");
}

/** Whether anybody has ever signed in at this browser. */
export function beenHere() {
  return localStorage.getItem(BEEN_HERE) !== null;
}

/** @param {() => void} listener @returns {() => void} ends it */
export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Find out who is signed in, when a page is opened. */
export async function recall() {
  if (!localStorage.getItem(HINT)) return;
  await read("/api/session").then(enter, () => enter(null));
}

/** @param {string} name @param {string} password */
export async function signIn(name, password) {
  enter(await send("/api/session", { name, password }));
}

/** @param {string} name @param {string} password */
export async function register(name, password) {
  enter(await send("/api/players", { name, password }));
}

export async function signOut() {
  await send("/api/session", undefined, "DELETE");
  enter(null);
}

/** The session is known to be over. */
export function forget() {
  enter(null);
}

/** @param {Session | null} session */
function enter(session) {
  now = session;
  address(session?.name ?? null);
  sendAlong(session?.csrf ?? "", session ? () => enter(null) : undefined);
  if (session) {
    localStorage.setItem(HINT, "1");
    localStorage.setItem(BEEN_HERE, "1");
  } else localStorage.removeItem(HINT);
  for (const listener of listeners) listener();
}
