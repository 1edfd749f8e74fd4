/** The shell: a thin rail around every page. */

import { read } from "./api.js";
import { h, render } from "./dom.js";
import { learn } from "./house.js";
import { dress, onChoice } from "./options.js";
import { show, start } from "./router.js";
import { isStaff, may, onSession, recall, session, signOut } from "./session.js";
import { waiting } from "./waiting.js";
import { speak, t } from "./words.js";

/** @typedef {import("./router.js").Page} Page */

const shell = /** @type {HTMLElement} */ (document.getElementById("shell"));
/** @type {Pick<import("./answers").FloorNow, "name" | "demo">} */
let floor = { name: "Pitboss", demo: false };
let path = "";
/** The corner of those who play, once its module is there. @type {(here: boolean) => import("./dom.js").Kids} */
let corner = () => null;
/** So many places stand in one line with the rest of the rail on a small desk; more get a line of their own. */
const FEW = 6;

/** @returns {[string, string][]} where the reader may go */
function places() {
  /** @type {[string, string, boolean][]} */
  const all = [
    ["/", t("rail.floor"), true],
    ["/console", t("rail.console"), may("run_table")],
    ["/rounds", t("rail.rounds"), true],
    ["/rulebook", t("rail.rulebook"), true],
    ["/lab", t("rail.lab"), true],
    ["/learn", t("rail.learn"), !isStaff()],
    ["/train", t("rail.train"), isStaff()],
    ["/reports", t("rail.reports"), may("read_reports")],
    ["/audit", t("rail.audit"), may("read_audit")],
    ["/people", t("rail.people"), may("read_people")],
    ["/options", t("rail.options"), true],
  ];
  return all.flatMap(([href, name, shown]) => (shown ? [[href, name]] : []));
}

/** @param {Page} page @param {string} now */
function frame(page, now) {
  path = now;
  document.body.classList.toggle("bare", page.bare ?? false);
  draw();
  return /** @type {HTMLElement} */ (document.getElementById("page"));
}

function draw() {
  const bare = document.body.classList.contains("bare");
  render(
    shell,
    !bare && h("a", { key: "skip", class: "skip", href: "#page", onclick: skip }, t("rail.skip")),
    !bare && rail(),
    !bare && tried(),
    h("main", { key: "page", id: "page", tabindex: -1, alone: true }),
  );
  showPlace();
}

/** On a phone the places are wider than the screen: the one that is open is brought into sight. */
function showPlace() {
  const nav = shell.querySelector(".rail nav");
  const open = /** @type {HTMLElement | null} */ (nav?.querySelector("[aria-current]"));
  if (!nav || !open || nav.scrollWidth <= nav.clientWidth) return;
  const [left, right] = [open.offsetLeft - nav.clientWidth / 4, open.offsetLeft + open.offsetWidth];
  if (left < nav.scrollLeft || right > nav.scrollLeft + nav.clientWidth) nav.scrollLeft = left;
}

function rail() {
  return h(
    "header",
    { key: "rail" },
    floor.demo && h("p", { key: "demo", class: "demo" }, t("rail.demo")),
    h("div", { key: "rail", class: places().length > FEW ? "rail many" : "rail" }, railParts()),
  );
}

function railParts() {
  const who = session();
  return [
    h("a", { class: "house", href: "/", translate: "no" }, floor.name),
    h(
      "nav",
      { "aria-label": t("rail.places") },
      places().map(([href, name]) => h("a", { key: href, href, "aria-current": here(href) && "page" }, name)),
    ),
    h(
      "div",
      { class: "who" },
      isStaff() && badge(),
      may("play") && corner(here("/my-play")),
      who && h("a", { key: "name", class: "name", href: "/people", translate: "no" }, who.name),
      who
        ? h("button", { key: "out", class: "quiet", onclick: leave }, t("session.sign_out"))
        : h("button", { key: "in", class: "quiet", onclick: enter }, t("session.sign_in")),
    ),
  ];
}

/** How much waits for a member of staff, on every page. */
function badge() {
  const count = waiting.now.length;
  return h(
    "a",
    {
      key: "waiting",
      class: "waiting",
      href: "/waiting",
      "aria-current": here("/waiting") && "page",
    },
    h("span", { key: "word", class: "waiting-word" }, t("rail.waiting")),
    h("span", { key: "short", class: "waiting-short" }, t("rail.waits")),
    " ",
    h(
      "span",
      { key: "count", class: count ? "waiting-count" : "waiting-count none", translate: "no" },
      count,
    ),
  );
}

/** Those who play have their session in sight, and reality checks; nobody else loads anything for it. */
function watchPlay() {
  if (!may("play")) return;
  void import("./play/corner.js").then((loaded) => {
    corner = loaded.corner;
    loaded.begin(draw);
  });
}

/** What somebody who has just signed in should know: somebody else may have guessed their password. */
function tried() {
  const who = session();
  if (!who?.wrong_attempts) return null;
  const told = t("session.wrong_attempts", { name: who.name, count: who.wrong_attempts });
  return h("p", { key: "tried", class: "demo", role: "status" }, told);
}

/** Whether a place of the rail, or something within it, is shown. @param {string} href */
function here(href) {
  return path === href || (href !== "/" && path.startsWith(`${href}/`));
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("page")?.focus();
}

async function enter() {
  (await import("./sign-in.js")).askToSignIn();
}

async function leave() {
  await signOut();
}

dress();
await Promise.all([
  speak(),
  recall(),
  read("/api/floor").then(
    (found) => {
      floor = found;
      learn(found);
    },
    () => {},
  ),
]);
onSession(() => void show());
onSession(watchPlay);
watchPlay();
onChoice((name) => {
  if (name === "language") void speak().then(show);
});
waiting.onChange(draw);
await start(frame);
void waiting.look();
