/** Irregularities: what can have gone wrong now, what it needs to be told, what would follow, and who confirms it. */

import { entered } from "../page.js";
import { read, send } from "../api.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { clauseLinks } from "../reasons.js";
import { t, term } from "../words.js";
import { Out, parse } from "./cards.js";
import { faultOf, Panel } from "./desk.js";
import { effects } from "./effects.js";
import {
  Above,
  amount,
  field,
  form,
  number,
  options,
  refusal,
  signature,
  signed,
  signedToo,
  text,
} from "./fields.js";
import { sentence } from "../sentence.js";
import { cancel, finished, isRunning } from "../report/job.js";
import { worth } from "./worth.js";

/** @typedef {import("./desk.js").Fault} Fault */
/** @typedef {import("../answers").IrregularityNow} IrregularityNow */
/** @typedef {import("../answers").NeedNow} NeedNow */
/** @typedef {import("../answers").PreviewNow} PreviewNow */

const PAUSE = 150;
/** What a report leaves open: every way is weighed. */
const VARIED = new Set(["reconstructed", "intentional", "permit", "action", "reason", "count"]);

export class Irregularities extends Panel {
  /** @type {IrregularityNow[]} */
  found = [];
  chosen = "";
  /** What was told so far of the one that is chosen. @type {FormData | null} */
  given = null;
  /** @type {PreviewNow | null} */
  preview = null;
  /** @type {Fault | null} */
  fault = null;
  /** What the options are worth, and how far the count of that is. @type {import("./worth.js").OptionsWorth | null} */
  worth = null;
  /** @type {import("../answers").JobNow | null} */
  job = null;
  turn = 0;
  above = new Above();

  async refresh() {
    this.found = await read(`${this.desk.path}/irregularities`).catch((error) => (faultOf(error), []));
    if (this.chosen) this.ask();
    this.desk.changed();
  }

  draw() {
    const now = this.found.filter((item) => item.applies);
    const not = this.found.filter((item) => !item.applies);
    return [
      h("h2", { key: "title" }, t("console.irregularities")),
      h("p", { key: "text", class: "muted" }, t("console.irregularities_text")),
      now.length
        ? h(
            "ul",
            { key: "now", class: "irregularities" },
            now.map((item) => this.line(item)),
          )
        : h("p", { key: "none" }, t("console.none_now")),
      not.length > 0 &&
        h(
          "details",
          { key: "not", class: "others" },
          h("summary", null, t("console.not_now", { count: not.length })),
          h(
            "ul",
            { class: "irregularities" },
            not.map((item) => quiet(item, this.desk.sheet)),
          ),
        ),
    ];
  }

  /** @param {string} key */
  choose(key) {
    this.chosen = key;
    this.given = null;
    this.ask();
  }

  /** What would follow from what was told so far; asked after a short rest, and old answers are dropped. */
  ask() {
    const mine = ++this.turn;
    const item = this.found.find((each) => keyOf(each) === this.chosen);
    if (this.job) void cancel(this.job).catch(faultOf);
    Object.assign(this, { preview: null, fault: null, worth: null, job: null });
    this.desk.changed();
    if (!item) return;
    if (item.act !== "lift" && !missing(item, this.given).some((need) => !VARIED.has(need.name)))
      setTimeout(() => void this.weigh(item, mine), PAUSE);
    if (missing(item, this.given).some((need) => need.name !== "reason")) return;
    setTimeout(async () => {
      if (mine !== this.turn) return;
      try {
        const preview = await send(`${this.desk.path}/preview`, { act: actOf(item, this.given) });
        if (mine === this.turn) {
          this.preview = preview;
          this.above.told(this.chosen, true, null);
        }
      } catch (error) {
        if (mine === this.turn) {
          this.fault = faultOf(error);
          this.above.told(this.chosen, false, this.fault);
        }
      }
      this.desk.changed();
    }, PAUSE);
  }

  /** What each way of deciding it is worth. @param {IrregularityNow} item @param {number} mine */
  async weigh(item, mine) {
    const stale = () => mine !== this.turn;
    if (stale()) return;
    try {
      const first = await send(`${this.desk.path}/worth`, { act: actOf(item, this.given) });
      if (stale()) {
        if (isRunning(first)) void cancel(first).catch(faultOf);
        return;
      }
      const found = await finished(first, (job) => this.told(isRunning(job) ? job : null), stale);
      if (!stale()) Object.assign(this, { worth: found, job: null });
    } catch (error) {
      // What may be reported is told by the preview; where there is nothing to weigh, nothing is shown.
      faultOf(error);
    }
    if (!stale()) this.desk.changed();
  }

  /** @param {import("../answers").JobNow | null} job */
  told(job) {
    this.job = job;
    this.desk.changed();
  }

  /** @param {IrregularityNow} item @param {FormData} all */
  async confirm(item, all) {
    const { desk } = this;
    this.given = all;
    const lacks = missing(item, all);
    if (lacks.length) {
      const what = lacks.map((need) => term("need", need.name)).join(", ");
      const message = t("console.lacks", { what });
      desk.fault = { message, clauses: [], own: true, place: `report ${keyOf(item)}` };
      desk.changed();
      return false;
    }
    const words = t("console.did_report", { clause: item.clause });
    const sent = await desk.act(actOf(item, all), words, signed(all), signedToo(all));
    const done = this.above.told(keyOf(item), sent, desk.fault);
    if (done && entered(all, "reconstructed") === "yes") new Out(desk).write([]);
    // Another one may have been opened while this was on its way; it stays open.
    if (done && this.chosen === keyOf(item)) this.choose("");
    return done;
  }

  /** @param {IrregularityNow} item */
  line(item) {
    const open = keyOf(item) === this.chosen;
    return h(
      "li",
      { key: keyOf(item), class: open ? "open" : "" },
      h(
        "button",
        {
          type: "button",
          class: "irregularity",
          "data-clause": item.clause,
          "aria-expanded": open ? "true" : "false",
          onclick: () => this.choose(open ? "" : keyOf(item)),
        },
        sentence(item.gist, { reason: item.what }),
        h("span", { class: "clause", translate: "no" }, item.clause),
      ),
      open && this.report(item),
    );
  }

  /** The form of a report. @param {IrregularityNow} item */
  report(item) {
    const { desk, fault, preview } = this;
    const role = term("role", item.role);
    return form(
      desk,
      `report ${keyOf(item)}`,
      (all) => this.confirm(item, all),
      [
        sentence(item.follows, { key: "follows", class: "follows", reason: item.then }, "p"),
        item.needs.map((each) => need(each, desk.sheet)),
        fault && h("p", { key: "refused", class: "fault" }, refusal(fault, desk.sheet)),
        preview && effects(preview, desk.sheet),
        worth(this.worth, this.job),
        h("p", { key: "role", class: "form-note" }, t("console.decided_by", { role })),
        !item.may && signature(t("console.confirms", { role })),
        this.above.fields(keyOf(item)),
        this.buttons(),
      ],
      {
        oninput: (/** @type {Event} */ event) => {
          if (/^(sign|second)_/.test(/** @type {HTMLInputElement} */ (event.target).name)) return;
          this.given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
          this.ask();
        },
      },
    );
  }

  buttons() {
    const { desk, preview } = this;
    const ready = preview || this.above.form === this.chosen;
    const voids = (preview?.void.length ?? 0) > 0;
    return h(
      "div",
      { key: "go", class: "form-go" },
      h(
        "button",
        { class: voids ? "danger" : "", "data-do": "report", disabled: desk.busy || !ready },
        voids ? t("console.report_void") : t("console.report"),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => this.choose("") }, t("session.cancel")),
    );
  }
}

/** What cannot have gone wrong now, and why. @param {IrregularityNow} item @param {string} sheet */
function quiet(item, sheet) {
  return h(
    "li",
    { key: keyOf(item), class: "not-now" },
    sentence(item.gist, { reason: item.what }),
    " ",
    clauseLinks([item.clause], sheet),
    item.why_not && sentence(item.why_not.message, { reason: item.why_not.reason }, "small"),
  );
}

/** @param {IrregularityNow} item */
function keyOf(item) {
  return `${item.act} ${item.clause}`;
}

/** A field for what a report is told. @param {NeedNow} need @param {string} sheet */
function need(need, sheet) {
  const label = need.required
    ? term("need", need.name)
    : t("console.optional", { what: term("need", need.name) });
  switch (need.kind) {
    case "boxes":
      return h(
        "fieldset",
        { key: need.name, class: "boxes" },
        h("legend", null, label),
        need.choices.map((box) =>
          h(
            "label",
            { key: box, class: "tick" },
            h("input", { type: "checkbox", name: need.name, value: box }),
            h("span", null, t("why.box", { box })),
          ),
        ),
      );
    case "yes_no":
      return h(
        "fieldset",
        { key: need.name, class: "boxes" },
        h("legend", null, label),
        ["yes", "no"].map((answer) =>
          h(
            "label",
            { key: answer, class: "tick" },
            h("input", { type: "radio", name: need.name, value: answer }),
            h("span", null, answer === "yes" ? t("console.yes") : t("console.no")),
          ),
        ),
      );
    case "choice":
    case "bet":
    case "player":
      return field(label, choices(need, sheet));
    case "amount":
      return amount(need.name, label, { required: false });
    case "number":
      return number(need.name, label, { max: 104 });
    default:
      return text(need.name, label, { required: false });
  }
}

/** One of the choices of a need, or none. @param {NeedNow} need @param {string} sheet */
function choices(need, sheet) {
  /** @param {string} one */
  const words = (one) =>
    need.kind === "choice" ? term("action", one) : need.kind === "bet" ? betName(one, sheet) : one;
  const all = need.choices.map((one) => /** @type {[string, string]} */ ([String(one), words(String(one))]));
  return options(need.name, [["", ""], ...all], need.kind === "player" ? { translate: "no" } : {});
}

/** What a report still has to be told. @param {IrregularityNow} item @param {FormData | null} given */
function missing(item, given) {
  return item.needs.filter((need) => need.required && !(given && entered(given, need.name)));
}

/** @param {IrregularityNow} item @param {FormData | null} given */
function actOf(item, given) {
  if (item.act === "interrupt") return { act: "interrupt", reason: given ? entered(given, "reason") : "" };
  /** @type {Record<string, unknown>} */
  const act = { act: item.act, clause: item.clause };
  for (const { name, kind } of item.needs) {
    const value = given ? entered(given, name) : "";
    if (!value) continue;
    if (kind === "boxes") act[name] = (given?.getAll(name) ?? []).map(Number);
    else if (kind === "yes_no") act[name] = value === "yes";
    else if (kind === "cards") act[name] = parse(value).cards;
    else act[name] = kind === "number" ? Number(value) : value;
  }
  return act;
}
