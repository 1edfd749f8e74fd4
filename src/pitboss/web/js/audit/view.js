/** The audit's page: its button and progress, the result in words, witnesses and checkpoints. */

import { cosignedWords } from "../cosignatures.js";
import { h } from "../dom.js";
import { faultLine } from "../page.js";
import { column, grid } from "../report/grid.js";
import { isRunning } from "../report/job.js";
import { t } from "../words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Audited} Audited */
/** @typedef {import("./state.js").Fault} Fault */
/** @typedef {import("./state.js").CheckpointNow} CheckpointNow */
/** @typedef {import("./state.js").WitnessedLog} WitnessedLog */
/** @typedef {import("./actions.js").AuditActions} AuditActions */

/** @param {State} state @param {AuditActions} actions */
export function view({ job, found, log, checkpoints, fault }, actions) {
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
    log && witnesses(log),
    checkpoints && list(checkpoints),
  );
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
    said("notes", found.notes),
  ];
}

/** @param {Audited} found */
function verdict(found) {
  if (!found.sound) return `✗ ${t("audit.unsound")}`;
  return `✓ ${t(found.complete ? "audit.sound" : "audit.sound_as_seen")}`;
}

/** @param {string} key @param {string[]} sentences */
function said(key, sentences) {
  return (
    sentences.length > 0 &&
    h(
      "ul",
      { key, class: "audit-notes" },
      sentences.map((sentence) => h("li", { key: sentence, lang: "en" }, sentence)),
    )
  );
}

/** @param {string} title @param {number} count */
function fact(title, count) {
  return h(
    "div",
    { key: title },
    h("dt", null, title),
    h("dd", { translate: "no" }, String(count).replace(/\B(?=(\d{3})+$)/g, ",")),
  );
}

/** The first event that fails, in words. @param {Fault} fault */
function first(fault) {
  return h(
    "section",
    { key: "first", class: "report-alarms" },
    h("h2", null, t("audit.first_fault")),
    h("p", { lang: "en" }, fault.wrong),
    fault.should &&
      h("p", { key: "should" }, t("audit.should"), " ", h("span", { lang: "en" }, fault.should)),
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
      column.text("time", t("audit.time"), (row) => row.time.slice(0, 19).replace("T", " ")),
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
        (row) => short(row.root),
      ),
      column.text(
        "key",
        t("audit.key"),
        (row) => row.key,
        (row) => short(row.key),
      ),
    ],
  });
}

/** @param {string} hash */
function short(hash) {
  return h("code", { translate: "no", title: hash }, `${hash.slice(0, 16)}…`);
}
