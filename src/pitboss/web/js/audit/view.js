/** The audit's page: its button and progress, the result in words, witnesses and checkpoints. */

import { grouped } from "../digits.js";
import { cosignedWords } from "../cosignatures.js";
import { h } from "../dom.js";
import { faultLine } from "../page.js";
import { column, grid } from "../report/grid.js";
import { isRunning } from "../report/job.js";
import { sentence } from "../sentence.js";
import { t } from "../words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Audited} Audited */
/** @typedef {import("./state.js").AuditNow} AuditNow */
/** @typedef {import("./state.js").Fault} Fault */
/** @typedef {import("./state.js").CheckpointNow} CheckpointNow */
/** @typedef {import("./state.js").WitnessedLog} WitnessedLog */
/** @typedef {import("./actions.js").AuditActions} AuditActions */

/** @param {State} state @param {AuditActions} actions */
export function view({ job, found, kept, audits, log, checkpoints, fault }, actions) {
  return h(
    "div",
    { class: "reports" },
    h("header", { class: "report-head" }, h("h1", null, t("audit.title"))),
    h("p", { key: "text", class: "muted audit-text" }, t("audit.text")),
    h(
      "p",
      { key: "acts", class: "report-progress" },
      isRunning(job)
        ? [button("stop", "quiet", t("audit.cancel"), () => actions.cancel()), progress(job)]
        : button("start", "main", t("audit.start"), () => actions.begin()),
    ),
    faultLine(fault),
    h(
      "div",
      { key: "result", role: "status" },
      job?.state === "cancelled" && h("p", { key: "cancelled", class: "held" }, t("audit.cancelled")),
      found && result(found),
    ),
    kept && keptLine(kept, actions),
    audits && history(audits),
    log && witnesses(log),
    checkpoints && list(checkpoints),
  );
}

/** Under which name the result is kept, and the whole of it to take along. @param {AuditNow} kept @param {AuditActions} actions */
function keptLine(kept, actions) {
  const href = `/audit/${kept.number}`;
  return h(
    "p",
    { key: "kept", class: "audit-kept" },
    t("audit.kept", { time: clock(kept.time), by: kept.by }),
    " ",
    h("a", { href, translate: "no" }, href),
    " ",
    button("take", "quiet", t("audit.take"), () => actions.take()),
  );
}

/** Audits of the record that somebody ran here, the newest first. @param {AuditNow[]} rows */
function history(rows) {
  return grid({
    key: "audits",
    title: t("audit.history"),
    none: t("audit.no_history"),
    rows,
    columns: [
      column.text(
        "time",
        t("audit.kept_at"),
        (/** @type {AuditNow} */ row) => clock(row.time),
        (row) => h("a", { href: `/audit/${row.number}`, translate: "no" }, clock(row.time)),
      ),
      column.text("by", t("audit.by"), (row) => row.by),
      column.text(
        "sound",
        t("audit.verdict"),
        (row) => (row.sound ? "sound" : "unsound"),
        (row) => h("span", { class: row.sound ? "win" : "loss" }, inShort(row)),
      ),
      column.count("events", t("audit.events"), (row) => row.events),
      column.count("number", t("audit.number"), (row) => row.number),
      column.text(
        "digest",
        t("audit.digest"),
        (row) => row.digest,
        (row) => whole(row.digest),
      ),
    ],
  });
}

/** @param {AuditNow} row */
function inShort({ sound, complete }) {
  if (!sound) return `✗ ${t("audit.short_unsound")}`;
  return `✓ ${t(complete ? "audit.short_sound" : "audit.short_as_seen")}`;
}

/** A time by the house's clock. @param {string} time */
function clock(time) {
  return time.slice(0, 19).replace("T", " ");
}

/** @param {string} key @param {string} kind @param {string} words @param {() => Promise<void>} press */
function button(key, kind, words, press) {
  return h("button", { key, type: "button", class: kind, onclick: () => void press() }, words);
}

/** @param {import("./state.js").JobNow} job */
function progress(job) {
  const part = job.of ? Math.floor((100 * job.done) / job.of) : 0;
  return [
    h("progress", { key: "bar", max: 100, value: part, "aria-label": t("audit.progress") }),
    h("span", { key: "part", translate: "no" }, `${part} %`),
  ];
}

/** @param {Audited} found */
function result(found) {
  return [
    h("p", { key: "verdict", class: `audit-verdict ${found.sound ? "win" : "loss"}` }, verdict(found)),
    found.fault && first(found.fault),
    h(
      "dl",
      { key: "facts", class: "audit-facts" },
      fact(t("audit.events"), found.events),
      fact(t("audit.streams"), found.streams),
      fact(t("audit.rounds"), found.rounds),
      fact(t("audit.settlements"), found.settlements),
      fact(t("audit.transfers"), found.transfers),
      fact(t("audit.checkpoints"), found.checkpoints),
      fact(t("audit.witnessed"), found.witnessed),
    ),
    said(
      "unseen",
      found.unseen.map((unseen) => t(`unseen.${unseen.what}`)),
    ),
    said("notes", found.notes, found.remarks),
  ];
}

/** @param {{sound: boolean, complete: boolean}} found */
function verdict(found) {
  if (!found.sound) return `✗ ${t("audit.unsound")}`;
  return `✓ ${t(found.complete ? "audit.sound" : "audit.sound_as_seen")}`;
}

/** @param {string} key @param {string[]} sentences @param {import("../message.js").Reason[]} [reasons] */
function said(key, sentences, reasons = []) {
  return (
    sentences.length > 0 &&
    h(
      "ul",
      { key, class: "audit-notes" },
      sentences.map((each, place) => sentence(each, { key: each, reason: reasons[place] }, "li")),
    )
  );
}

/** @param {string} title @param {number} count */
function fact(title, count) {
  return h("div", { key: title }, h("dt", null, title), h("dd", { translate: "no" }, grouped(count)));
}

/** The first event that fails, in words. @param {Fault} fault */
function first(fault) {
  return h(
    "section",
    { key: "first", class: "report-alarms" },
    h("h2", null, t("audit.first_fault")),
    sentence(fault.wrong, { reason: fault.reason }, "p"),
    fault.should &&
      h("p", { key: "should" }, t("audit.should"), " ", sentence(fault.should, { reason: fault.due })),
    h(
      "p",
      { key: "where", class: "muted" },
      t("audit.where", { position: fault.position, version: fault.version }),
      " ",
      h("span", { translate: "no" }, [fault.stream, fault.kind, fault.time ?? ""].join(" · ")),
    ),
  );
}

/** Who has cosigned the record how far, and when enough of them last had. @param {WitnessedLog} log */
function witnesses(log) {
  if (!log.needed) return h("p", { key: "unwitnessed", class: "muted audit-text" }, t("audit.no_witnesses"));
  return [
    h("p", { key: "cosigned", class: log.late ? "audit-verdict loss" : "audit-text" }, cosignedWords(log, 0)),
    grid({
      key: "witnesses",
      title: t("audit.witnesses"),
      none: "",
      rows: log.witnesses,
      columns: [
        column.text("name", t("audit.witness"), (row) => row.name),
        column.text("time", t("audit.cosigned_at"), (row) => row.time?.slice(0, 19).replace("T", " ") ?? "–"),
        column.count("size", t("audit.appends"), (row) => row.size),
        column.count("behind", t("audit.behind"), (row) => Math.max(0, log.size - row.size)),
      ],
    }),
    h("p", { key: "needed", class: "muted audit-text" }, t("audit.needed", { needed: log.needed })),
  ];
}

/** @param {CheckpointNow[]} rows */
function list(rows) {
  return grid({
    key: "checkpoints",
    title: t("audit.signed_checkpoints"),
    none: t("audit.no_checkpoints"),
    rows,
    columns: [
      column.count("size", t("audit.appends"), (row) => row.size),
      {
        ...column.text("time", t("audit.time"), (/** @type {{time: string}} */ row) =>
          row.time.slice(0, 19).replace("T", " "),
        ),
        look: "time",
      },
      column.count("position", t("audit.position"), (row) => row.position),
      column.count("cosigned", t("audit.cosigned"), (row) => row.cosigned),
      column.text(
        "signed",
        t("audit.signature"),
        (row) => (row.signed ? "yes" : "no"),
        (row) =>
          row.signed
            ? h("span", { class: "win" }, `✓ ${t("audit.is_signed")}`)
            : h("span", { class: "loss" }, `✗ ${t("audit.not_signed")}`),
      ),
      column.text(
        "root",
        t("audit.root"),
        (row) => row.root,
        (row) => whole(row.root),
      ),
      column.text(
        "key",
        t("audit.key"),
        (row) => row.key,
        (row) => whole(row.key),
      ),
    ],
  });
}

/** A hash in full: it is there to be compared. @param {string} hash */
function whole(hash) {
  return h("code", { class: "hash", translate: "no" }, hash);
}
