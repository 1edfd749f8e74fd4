/** The lab: what a pay costs, what the jackpot is worth, how it is played, and how two sheets compare. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { Asking } from "../lab/asking.js";
import { controls } from "../lab/controls.js";
import { Desk } from "../lab/desk.js";
import { figuresTable } from "../lab/figures.js";
import { asCsv, handOut, unpacked } from "../lab/files.js";
import { jackpotChart, jackpotFacts, jackpotTable, multiples, reach } from "../lab/jackpot.js";
import { strategyMap } from "../lab/map.js";
import { spread } from "../lab/spread.js";
import { money } from "../money.js";
import { session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { t } from "../words.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").MovableNow} MovableNow */
/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../lab/answer.js").Odds} Odds */

export const css = ["lab.css"];

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
  /** @type {Odds | null} */
  let now = null;
  /** @type {Odds | null} */
  let before = null;
  /** @type {Odds | null} */
  let beside = null;
  /** @type {import("../lab/asking.js").Far | null} */
  let far = null;
  let how = { bet: "ante", log: false, exact: false };
  let fault = "";
  let busy = false;
  let width = 640;
  let over = false;
  const told = (/** @type {import("../lab/asking.js").Far | null} */ found) => {
    far = found;
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
        question(),
        status(),
        h(
          "div",
          { key: "bench", class: "bench" },
          h("section", { key: "move", class: "lab-move", "aria-label": t("lab.what_if") }, moving()),
          h(
            "div",
            { key: "found", class: `lab-found ${busy ? "busy" : ""}`, "aria-busy": busy ? "true" : "false" },
            now && answers(now),
          ),
        ),
      ),
    );
  }

  function question() {
    return h(
      "form",
      {
        key: "question",
        class: "lab-question",
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      },
      select("sheet", t("lab.sheet"), desk.sheet, sheets.map(named), (value) => void openSheet(value)),
      select(
        "with",
        t("lab.with"),
        desk.other,
        [
          { value: "", name: t("rulebook.with_none") },
          ...sheets.filter((sheet) => sheet.id !== desk.sheet).map(named),
        ],
        (value) => {
          desk.other = value;
          beside = null;
          ask();
        },
      ),
      amount("ante", t("lab.ante"), desk.ante, (value) => (desk.ante = value)),
      amount("jackpot", t("lab.jackpot_bet"), desk.jackpot, (value) => (desk.jackpot = value)),
      select(
        "others",
        t("lab.others"),
        desk.others,
        [..."0123456"].map((value) => ({ value, name: value, plain: true })),
        (value) => {
          desk.others = value;
          ask();
        },
      ),
    );
  }

  /** @param {SheetNow} sheet */
  function named(sheet) {
    return { value: sheet.id, name: `${sheet.short} ${sheet.version} · ${sheet.title}`, plain: true };
  }

  /** @param {string} name @param {string} label @param {string} value @param {{value: string, name: string, plain?: boolean}[]} options @param {(value: string) => void} pick */
  function select(name, label, value, options, pick) {
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h(
        "select",
        {
          name,
          value,
          onchange: (/** @type {Event} */ event) =>
            pick(/** @type {HTMLSelectElement} */ (event.target).value),
        },
        options.map((option) =>
          h(
            "option",
            { key: option.value, value: option.value, translate: option.plain ? "no" : undefined },
            option.name,
          ),
        ),
      ),
    );
  }

  /** @param {string} name @param {string} label @param {string} value @param {(value: string) => void} set */
  function amount(name, label, value, set) {
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h("input", {
        name,
        inputmode: "decimal",
        pattern: "\\d{1,7}(\\.\\d{1,2})?",
        required: true,
        value,
        oninput: (/** @type {Event} */ event) => {
          const field = /** @type {HTMLInputElement} */ (event.target);
          if (!field.checkValidity()) return;
          set(field.value);
          ask();
        },
      }),
    );
  }

  function status() {
    const waits = far !== null;
    return h(
      "div",
      { key: "status", class: "lab-status" },
      fault && h("p", { key: "fault", class: "fault", role: "alert" }, h("span", { lang: "en" }, fault)),
      waits &&
        h(
          "p",
          { key: "far", class: "far", role: "status" },
          h("span", null, t("lab.counting")),
          " ",
          h("span", { lang: "en" }, far?.what ?? ""),
          h("progress", {
            max: far?.of || 1,
            value: far?.of ? (far?.done ?? 0) : undefined,
            "aria-label": t("lab.counting"),
          }),
          h("button", { type: "button", class: "quiet", onclick: cancel }, t("lab.cancel")),
        ),
    );
  }

  function cancel() {
    asking.drop();
    reports.drop();
    busy = false;
    far = null;
    draw();
  }

  function moving() {
    return [
      h(
        "div",
        { key: "head", class: "lab-move-head" },
        h("h2", null, t("lab.what_if")),
        desk.moved.size > 0 &&
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                desk.moved.clear();
                ask();
              },
            },
            t("lab.all_back"),
          ),
      ),
      controls(movables, desk.moved, desk.sheet, (path, value) => {
        const entry = movables.find((each) => each.path === path);
        if (entry) desk.move(entry, value);
        ask();
      }),
    ];
  }

  /** @param {Odds} odds */
  function answers(odds) {
    const moved = desk.moved.size > 0;
    return [
      section("figures", t("lab.figures"), [
        h(
          "p",
          { key: "acts", class: "figures-acts" },
          h(
            "label",
            { class: "switch" },
            h("input", { type: "checkbox", checked: how.exact, onchange: () => set({ exact: !how.exact }) }),
            " ",
            t("lab.exact"),
          ),
        ),
        figuresTable(odds, moved ? before : null, how.exact, title(desk.sheet)),
        beside && figuresTable(beside, null, how.exact, title(desk.other)),
      ]),
      section("jackpot", t("lab.jackpot"), jackpot(odds, moved)),
      section("strategy", t("lab.strategy"), [
        h("p", { key: "now", class: "sentence", lang: "en" }, odds.strategy.sentence),
        moved &&
          before &&
          before.strategy.sentence !== odds.strategy.sentence &&
          h(
            "p",
            { key: "was", class: "muted" },
            t("lab.was"),
            " ",
            h("span", { lang: "en" }, before.strategy.sentence),
          ),
        strategyMap(odds, Number(meter())),
      ]),
      section("spread", t("lab.spread"), spread(odds, moved ? before : null, how, set)),
      section("files", t("lab.files"), files(odds)),
    ];
  }

  /** @param {string} id @param {string} name @param {import("../dom.js").Kids} kids */
  function section(id, name, kids) {
    return h(
      "section",
      { key: id, class: `lab-section lab-${id}`, "aria-labelledby": `lab-${id}` },
      h("h2", { id: `lab-${id}` }, name),
      kids,
    );
  }

  /** @param {Odds} odds @param {boolean} moved */
  function jackpot(odds, moved) {
    /** @type {import("../lab/jackpot.js").Line[]} */
    const lines = [{ odds, name: moved ? t("lab.line_now") : title(desk.sheet), kind: "now" }];
    if (moved && before) lines.push({ odds: before, name: title(desk.sheet), kind: "before" });
    if (beside) lines.push({ odds: beside, name: title(desk.other), kind: "other" });
    const chart = {
      lines,
      meter: meter(),
      today: today(),
      width,
      pick: (/** @type {number} */ value) => pickMeter(String(Math.round(value / 100) * 100)),
    };
    return [
      h(
        "div",
        { key: "meter", class: "lab-meter" },
        h("label", { for: "lab-meter" }, t("lab.displayed")),
        h("input", {
          key: "slide",
          type: "range",
          min: 0,
          max: reach(chart),
          step: 100,
          value: meter(),
          tabindex: -1,
          "aria-hidden": "true",
          oninput: typed,
        }),
        h(
          "span",
          { class: "movable-number" },
          h("span", { translate: "no" }, "S$"),
          h("input", {
            key: "number",
            id: "lab-meter",
            type: "number",
            min: 0,
            max: 1e9,
            step: "any",
            value: meter(),
            oninput: typed,
          }),
        ),
        today() &&
          h(
            "button",
            {
              key: "today",
              type: "button",
              class: "quiet",
              "aria-pressed": desk.meter ? "false" : "true",
              onclick: () => pickMeter(""),
            },
            t("lab.today"),
            " ",
            h("span", { translate: "no" }, money(today() ?? "0", { cents: true })),
          ),
      ),
      h(
        "div",
        { key: "chart", class: "chart-box", made: (/** @type {Element} */ box) => sizes.observe(box) },
        jackpotChart(chart),
      ),
      lines.length > 1 &&
        h(
          "ul",
          { key: "legend", class: "legend" },
          lines.map(({ name, kind }) =>
            h(
              "li",
              { key: kind },
              h(
                "svg",
                { class: "legend-mark", viewBox: "0 0 20 15", "aria-hidden": "true" },
                h("line", { class: `chart-line ${kind}`, x1: 0, x2: 20, y1: 8, y2: 8 }),
              ),
              h("span", { translate: "no" }, name),
            ),
          ),
        ),
      jackpotFacts(odds, how.exact),
      multiples(odds, meter()),
      h("details", { key: "numbers" }, h("summary", null, t("lab.as_numbers")), jackpotTable(chart)),
    ];
  }

  /** @param {Event} event */
  function typed(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.value !== "" && field.checkValidity())
      pickMeter(Number(field.value).toFixed(2).replace(/\.00$/, ""));
  }

  /** @param {string} value */
  function pickMeter(value) {
    desk.meter = value;
    ask();
  }

  /** @param {Odds} odds */
  function files(odds) {
    const name = desk.moved.size ? `${desk.sheet}-what-if` : desk.sheet;
    return [
      h(
        "p",
        { key: "files", class: "lab-downloads" },
        h(
          "button",
          { key: "pdf", type: "button", onclick: () => void report(name, true) },
          t("lab.report_pdf"),
        ),
        h(
          "button",
          { key: "html", type: "button", class: "quiet", onclick: () => void report(name, false) },
          t("lab.report_page"),
        ),
        h(
          "button",
          {
            key: "json",
            type: "button",
            class: "quiet",
            onclick: () => handOut(`${name}.json`, JSON.stringify(odds, null, 2), "application/json"),
          },
          t("lab.as_json"),
        ),
        h(
          "button",
          {
            key: "csv",
            type: "button",
            class: "quiet",
            onclick: () => handOut(`${name}.csv`, asCsv(odds), "text/csv"),
          },
          t("lab.as_csv"),
        ),
      ),
      h(
        "dl",
        { key: "origin", class: "lab-facts" },
        h("dt", null, t("replay.sheet_hash")),
        h("dd", { class: "hash", translate: "no" }, odds.sheet_sha256),
        h("dt", null, t("replay.readings_hash")),
        h("dd", { class: "hash", translate: "no" }, odds.readings_sha256),
      ),
    ];
  }

  /** @param {string} name @param {boolean} pdf */
  async function report(name, pdf) {
    const found = await safely(() => reports.all([desk.report(pdf)]));
    if (!found) return;
    const [answer] = found;
    if (pdf) handOut(`${name}.pdf`, unpacked(answer.pdf), "application/pdf");
    else handOut(`${name}.html`, answer.html, "text/html");
  }

  /** @param {Partial<typeof how>} change */
  function set(change) {
    how = { ...how, ...change };
    draw();
  }

  /** @param {string} id */
  function title(id) {
    const sheet = sheets.find((each) => each.id === id);
    return sheet ? `${sheet.title}, ${sheet.version}` : id;
  }

  /** What the sign of the sheet's link shows now. */
  function today() {
    return (
      tables
        .find((table) => table.sheet === desk.sheet && table.displayed)
        ?.displayed?.replace(/(\.\d\d).*$/, "$1") ?? null
    );
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
    const paths = [desk.odds(desk.sheet, meter(), desk.settings)];
    const places = ["now"];
    if (desk.moved.size) {
      paths.push(desk.odds(desk.sheet, meter(), []));
      places.push("before");
    }
    if (desk.other) {
      paths.push(desk.odds(desk.other, meter(), []));
      places.push("beside");
    }
    const found = await safely(() => asking.all(paths));
    if (!found) return;
    now = found[0];
    before = found[places.indexOf("before")] ?? null;
    beside = found[places.indexOf("beside")] ?? null;
    busy = false;
    draw();
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async function safely(work) {
    try {
      const found = await work();
      if (found !== null) fault = "";
      return found;
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
    now = before = beside = null;
    movables = [];
    await load();
  }

  async function load() {
    const wanted = desk.sheet;
    ask();
    const found = await safely(() => read(`/api/lab/${encodeURIComponent(wanted)}/settings`));
    if (!found || desk.sheet !== wanted) return;
    movables = found;
    draw();
  }

  draw();
  void safely(() => Promise.all([read("/api/sheets"), read("/api/tables")])).then((found) => {
    if (!found || over) return;
    [sheets, tables] = found;
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
