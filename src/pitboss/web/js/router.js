/** From the path to a page: each is a module that is loaded when its path is opened. */

import { h } from "./dom.js";
import { wordsPage } from "./page.js";
import { loadReasons, loadWords, t } from "./words.js";

/**
 * @typedef {object} Page
 * @property {string[]} [css] style sheets of its own, in `css/`
 * @property {string[]} [words] parts of the catalogue that no other page needs
 * @property {string[]} [reasons] parts of the catalogue with what the API says there
 * @property {boolean} [bare] without the rail, for signs
 * @property {(root: HTMLElement, parts: string[]) => (() => void) | void} open fills the root; what it returns ends it
 */

/** @type {[RegExp, () => Promise<Page>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/floor.js")],
  [/^\/tables\/([^/]+)$/, () => import("./pages/table.js")],
  [/^\/console$/, () => import("./pages/console.js")],
  [/^\/console\/([^/]+)$/, () => import("./pages/console-table.js")],
  [/^\/waiting$/, () => import("./pages/waiting.js")],
  [/^\/signs\/([^/]+)$/, () => import("./pages/sign.js")],
  [/^\/rounds$/, () => import("./pages/rounds.js")],
  [/^\/rounds\/([^/]+)\/(\d+)$/, () => import("./pages/round.js")],
  [/^\/rulebook\/([^/]+)\/rounds\/([^/]+)$/, () => import("./pages/proof.js")],
  [/^\/rulebook(?:\/([^/]+))?(?:\/([^/]+))?$/, () => import("./pages/rulebook.js")],
  [/^\/lab$/, () => import("./pages/lab.js")],
  [/^\/reports$/, () => import("./pages/reports.js")],
  [/^\/people$/, () => import("./pages/people.js")],
  [/^\/audit(?:\/(\d+))?$/, () => import("./pages/audit.js")],
  [/^\/train$/, () => import("./pages/train.js")],
  [/^\/my-play$/, () => import("./pages/my-play.js")],
  [/^\/train\/results(?:\/([^/]+))?(?:\/([^/]+))?$/, () => import("./pages/results.js")],
  [/^\/learn(?:\/([^/]+))?$/, () => import("./pages/learn.js")],
  [/^\/options$/, () => import("./pages/options.js")],
];

const BASE = new URL("../css/", import.meta.url);
/** @type {(() => void) | void} */
let end;
let turn = 0;
/** @type {string | undefined} the address of a page that is being opened */
let heading;
/** @type {(page: Page, path: string) => HTMLElement} */
let frame;

/**
 * Begin: show the page of the address and follow links.
 *
 * @param {(page: Page, path: string) => HTMLElement} makeFrame gives the element that a page fills
 */
export function start(makeFrame) {
  frame = makeFrame;
  addEventListener("popstate", () => {
    heading = undefined;
    void show();
  });
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (/^\/(api|schema)\b/.test(link.pathname)) return;
    if (link.hash && link.pathname + link.search === location.pathname + location.search) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
  return show();
}

/**
 * Open another page. The address changes with the page, as it does between documents: until the next page is
 * there, the address is that of the page which is seen and takes what is typed.
 *
 * @param {string} address
 */
export function go(address) {
  heading = address;
  return show();
}

/** Show the page that is being opened, or else that of the address, from its beginning. */
export async function show() {
  const mine = ++turn;
  const address = heading;
  const path = address === undefined ? location.pathname : new URL(address, location.href).pathname;
  const [page, parts] = await find(path, address);
  const words = /** @type {import("./words.js").Part[]} */ (page.words ?? []);
  const reasons = /** @type {import("./words.js").PartOfApi[]} */ (page.reasons ?? []);
  await Promise.all([...(page.css ?? []).map(dress), ...words.map(loadWords), loadReasons(reasons)]);
  if (mine !== turn) return;
  if (address !== undefined) {
    heading = undefined;
    history.pushState(null, "", address);
    scrollTo(0, 0);
  }
  end?.();
  const root = frame(page, path);
  root.replaceChildren();
  end = page.open(root, parts);
  // The first page leaves the focus to the browser, so that the skip link is the first that Tab reaches.
  if (mine > 1 && !root.contains(document.activeElement)) root.focus({ preventScroll: true });
}

/** @param {string} path @param {string} [address] @returns {Promise<[Page, string[]]>} */
async function find(path, address) {
  for (const [pattern, load] of PAGES) {
    const found = pattern.exec(path);
    const parts = found && decoded(found.slice(1).filter((part) => part !== undefined));
    if (parts) return [await load().catch(() => stale(address)), parts];
  }
  return [{ open: missing }, []];
}

/** Parts of an address, or null where one of them is no text. @param {string[]} parts */
function decoded(parts) {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/**
 * The server has another build by now, or cannot be reached: load everything anew, but not for ever.
 *
 * @param {string} [address] the page that was to be opened
 */
function stale(address) {
  const last = Number(sessionStorage.getItem("pitboss.reloaded") ?? 0);
  if (Date.now() - last > 10_000) {
    sessionStorage.setItem("pitboss.reloaded", String(Date.now()));
    if (address === undefined) location.reload();
    else location.assign(address);
  }
  return { open: unreachable };
}

/** @param {string} name @returns {Promise<void>} */
function dress(name) {
  const href = new URL(name, BASE).href;
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}

/** @param {HTMLElement} root */
function missing(root) {
  document.title = t("missing.title");
  const back = h("a", { href: "/" }, t("missing.back"));
  wordsPage(root, t("missing.title"), h("p", null, t("missing.text")), h("p", null, back));
}

/** @param {HTMLElement} root */
function unreachable(root) {
  wordsPage(root, t("unreachable.title"), h("p", null, t("unreachable.text")));
}
