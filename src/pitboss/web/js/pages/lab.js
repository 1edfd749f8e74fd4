/** The lab: what a pay costs, what the jackpot is worth, how it is played, and how two sheets compare. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { Asking } from "../lab/asking.js";
import { controls } from "../lab/controls.js";
import { Desk } from "../lab/desk.js";
import { figuresAsCsv, handOut, unpacked } from "../lab/files.js";
import { question, status } from "../lab/form.js";
import { sections } from "../lab/found.js";
import { session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { t } from "../words.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").MovableNow} MovableNow */
/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../lab/answer.js").Odds} Odds */
/** @typedef {import("../lab/asking.js").Far} Far */

export const css = ["lab.css"];

/** The displayed value that is asked about where no link says one. */
const NO_LINK = "100000.00";

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("lab.title");
  if (!session()) return door(root);
  const desk = new Desk();
  /** @type {SheetNow[]} */
  let sheets = [];
  /** @type {TableNow[]} */
  let tables = [];
  /** @type {MovableNow[]} */
  let movables = [];
  /** @type {{now: Odds, before: Odds | null, beside: Odds | null} | null} */
  let found = null;
  /** @type {Far | null} */
  let far = null;
  let how = { bet: "ante", log: false, exact: false };
  let fault = "";
  let busy = false;
  let width = 640;
  let over = false;
  const told = (/** @type {Far | null} */ now) => {
    far = now;
    draw();
  };
  const asking = new Asking(told);
  const reports = new Asking(told);
  const sizes = new ResizeObserver(([box]) => {
    if (Math.abs(box.contentRect.width - width) < 1) return;
    width = box.contentRect.width;
    draw();
  });

  function draw() {
    if (over) return;
    render(
      root,
      h(
        "div",
        { key: "lab", class: "lab" },
        h(
          "header",
          { key: "head", class: "lab-head" },
          h("h1", null, t("lab.title")),
          h("p", { class: "muted" }, t("lab.text")),
        ),
        question(desk, sheets, { open: (sheet) => void openSheet(sheet), changed: ask }),
        status(fault, far, cancel),
        h(
          "div",
          { key: "bench", class: "bench" },
          h("section", { key: "move", class: "lab-move", "aria-label": t("lab.what_if") }, moving()),
          h(
            "div",
            { key: "found", class: `lab-found ${busy ? "busy" : ""}`, "aria-busy": busy ? "true" : "false" },
            answers(),
          ),
        ),
      ),
    );
  }

  function moving() {
    return [
      h(
        "div",
        { key: "head", class: "lab-move-head" },
        h("h2", null, t("lab.what_if")),
        desk.moved.size > 0 &&
          h("button", { type: "button", class: "quiet", onclick: allBack }, t("lab.all_back")),
      ),
      controls(movables, desk.moved, desk.sheet, (path, value) => {
        const entry = movables.find((each) => each.path === path);
        if (entry) desk.move(entry, value);
        ask();
      }),
    ];
  }

  function answers() {
    if (!found) return null;
    const shown = {
      ...found,
      title: title(desk.sheet),
      otherTitle: title(desk.other),
      meter: meter(),
      today: today(),
      ofToday: !desk.meter,
      width,
      how,
    };
    return sections(shown, {
      set: (change) => {
        how = { ...how, ...change };
        draw();
      },
      display: (value) => {
        desk.meter = value;
        ask();
      },
      drawn: (box) => sizes.observe(box),
      take: (kind) => void take(kind),
    });
  }

  function allBack() {
    desk.moved.clear();
    ask();
  }

  function cancel() {
    asking.drop();
    reports.drop();
    busy = false;
    draw();
  }

  /** @param {"pdf" | "html" | "json" | "csv"} kind */
  async function take(kind) {
    if (!found) return;
    const name = `${desk.sheet}${desk.moved.size ? "-what-if" : ""}.${kind}`;
    if (kind === "json") return handOut(name, JSON.stringify(found.now, null, 2), "application/json");
    if (kind === "csv") return handOut(name, figuresAsCsv(found.now), "text/csv");
    const answer = await safely(() => reports.all([desk.report(kind === "pdf")]));
    if (!answer) return;
    if (kind === "pdf") handOut(name, unpacked(answer[0].pdf), "application/pdf");
    else handOut(name, answer[0].html, "text/html");
  }

  /** @param {string} id */
  function title(id) {
    const sheet = sheets.find((each) => each.id === id);
    return sheet ? `${sheet.title}, ${sheet.version}` : id;
  }

  /** What the sign of the sheet's link shows now, in whole cents. */
  function today() {
    const shown = tables.find((table) => table.sheet === desk.sheet && table.displayed)?.displayed;
    return shown?.replace(/(\.\d\d).*$/, "$1") ?? null;
  }

  function meter() {
    return desk.meter || today() || NO_LINK;
  }

  function ask() {
    desk.keep();
    busy = true;
    draw();
    asking.soon(count);
  }

  async function count() {
    const before = desk.moved.size ? [desk.odds(desk.sheet, meter(), [])] : [];
    const beside = desk.other ? [desk.odds(desk.other, meter(), [])] : [];
    const paths = [desk.odds(desk.sheet, meter(), desk.settings), ...before, ...beside];
    const answer = await safely(() => asking.all(paths));
    if (!answer) return;
    found = {
      now: answer[0],
      before: before.length ? answer[1] : null,
      beside: beside.length ? answer[answer.length - 1] : null,
    };
    busy = false;
    draw();
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async function safely(work) {
    try {
      const answer = await work();
      if (answer !== null) fault = "";
      return answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
      busy = false;
      draw();
      return null;
    }
  }

  /** @param {string} id */
  async function openSheet(id) {
    desk.open(id);
    found = null;
    movables = [];
    await load();
  }

  async function load() {
    const wanted = desk.sheet;
    ask();
    const answer = await safely(() => read(`/api/lab/${encodeURIComponent(wanted)}/settings`));
    if (!answer || desk.sheet !== wanted) return;
    movables = answer;
    draw();
  }

  draw();
  void safely(() => Promise.all([read("/api/sheets"), read("/api/tables")])).then((answer) => {
    if (!answer || over) return;
    [sheets, tables] = answer;
    if (!sheets.some((sheet) => sheet.id === desk.sheet)) desk.open(sheets[0]?.id ?? "");
    void load();
  });
  return () => {
    over = true;
    sizes.disconnect();
    asking.drop();
    reports.drop();
  };
}

/** @param {HTMLElement} root */
function door(root) {
  render(
    root,
    h(
      "section",
      { class: "words" },
      h("h1", null, t("lab.title")),
      h("p", null, t("lab.sign_in")),
      h("p", null, h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in"))),
    ),
  );
}
