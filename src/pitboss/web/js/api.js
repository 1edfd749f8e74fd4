/** Requests to the API: one envelope for what is refused, ids that make a command safe to send again. */

import { loadSaid, refusalOf } from "./words.js";

/** What a session's pages send along with changes; given by `session.js`. */
let csrf = "";

/** What to do when the session turns out to be over. */
let over = () => {};

/** @type {Set<(code: string) => void>} */
const refusals = new Set();

/** @param {(code: string) => void} listener told of the code of everything that is refused */
export function onRefused(listener) {
  refusals.add(listener);
}

/** @param {string} token @param {() => void} [whenOver] */
export function sendAlong(token, whenOver = () => {}) {
  csrf = token;
  over = whenOver;
}

/** What the server did not do, and why. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {string[]} clauses
   * @param {string} path
   */
  constructor(status, code, message, clauses = [], path = "") {
    super(message);
    this.status = status;
    this.code = code;
    this.clauses = clauses;
    this.path = path;
  }

  /** Whether the same may be answered in a moment: the server was not reached, is busy or has failed. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * Read something.
 *
 * @param {string} path
 * @param {number} [within] milliseconds; what is not answered by then is given up
 * @returns {Promise<any>}
 */
export async function read(path, within) {
  if (within === undefined) return request("GET", path);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), within);
  try {
    return await request("GET", path, undefined, undefined, late.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Read a text, such as a round file.
 *
 * @param {string} path
 * @returns {Promise<string>}
 */
export function readText(path) {
  return request("GET", path, undefined, (answer) => answer.text());
}

/**
 * Change something that needs no id, as signing in.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export function send(path, body, method = "POST") {
  return request(method, path, body);
}

/**
 * Send a command. When no answer comes, or the journal is busy, it is sent again with the same id: it is carried
 * out once, whatever happened on the way.
 *
 * @param {string} path
 * @param {object} body without its id
 * @returns {Promise<any>}
 */
export async function command(path, body) {
  const whole = { id: crypto.randomUUID(), ...body };
  for (const wait of [250, 1000, 3000, 0]) {
    try {
      return await request("POST", path, whole);
    } catch (error) {
      const again = error instanceof Refused ? error.status === 503 || error.status === 0 : false;
      if (!again || !wait) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

/** @returns {never} */
function unanswered() {
  throw new Refused(0, "no_answer", "");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {(answer: Response) => Promise<any>} [take] what is made of the answer
 * @param {AbortSignal} [signal] gives it up
 * @returns {Promise<any>}
 */
async function request(method, path, body, take = (answer) => answer.json(), signal) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json, text/plain" };
  if (body) headers["Content-Type"] = "application/json";
  if (csrf && method !== "GET") headers["X-Pitboss-CSRF"] = csrf;
  const answer = await fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: body ? JSON.stringify(body) : undefined,
    signal,
  }).catch(unanswered);
  // An answer can break off in the middle, as when its server stops.
  if (answer.ok) {
    const found = answer.status === 204 ? null : await take(answer).catch(unanswered);
    await loadSaid(found);
    return found;
  }
  const found = await answer.json().catch(() => ({}));
  const fault = found.error ?? {};
  // Somebody else who is not recognised on this screen gets 401 too, and leaves the session as it is.
  if (answer.status === 401 && fault.code === "not_signed_in") over();
  for (const listener of refusals) listener(fault.code ?? "failed");
  throw new Refused(
    answer.status,
    fault.code ?? "failed",
    await refusalOf(fault),
    fault.clauses ?? [],
    fault.path ?? "",
  );
}
