/** The audit of the journal: begun, followed, cancelled, and told in words; its witnesses and checkpoints. */

import { read, Refused, send } from "../api.js";
import { cosignedWords, followLog } from "../cosigned.js";
import { h, render } from "../dom.js";
import { allowed } from "../gate.js";
import { grid } from "../report/grid.js";
import { cancel, finished } from "../report/job.js";
import { t } from "../words.js";

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {import("../answers").CheckpointNow} CheckpointNow */
/** @typedef {import("../answers").WitnessedLog} WitnessedLog */
/** @typedef {import("../answers").WitnessNow} WitnessNow */
/** @typedef {{position: number, stream: string, version: number, kind: string, time: string | null, wrong: string, should: string}} Fault */
/** @typedef {{sound: boolean, complete: boolean, unseen: {what: "incomplete" | "unsigned" | "no_witness" | "tail" | "uncosigned", why: string}[], events: number, streams: number, rounds: number, settlements: number, transfers: number, checkpoints: number, witnessed: number, builds: string[], notes: string[], fault: Fault | null}} Audited */

export const css = ["reports.css"];

/** An audit goes on when the page is left, and is found again. */
const KEY = "pitboss.audit";

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("audit.title"), "read_audit")) return;
  /** @type {JobNow | null} */
  let job = null;
  /** @type {Audited | null} */
  let found = null;
  /** @type {CheckpointNow[] | null} */
  let checkpoints = null;
  /** @type {WitnessedLog | null} */
  let log = null;
  let fault = "";
  let over = false;

  function draw() {
    if (over) return;
    const busy = job !== null && (job.state === "waiting" || job.state === "counting");
    render(
      root,
      h(
        "div",
        { class: "reports" },
        h("header", { class: "report-head" }, h("h1", null, t("audit.title"))),
        h("p", { key: "text", class: "muted audit-text" }, t("audit.text")),
        h(
          "p",
          { key: "acts", class: "report-progress" },
          busy
            ? h(
                "button",
                { key: "stop", type: "button", class: "quiet", onclick: () => void stop() },
                t("audit.cancel"),
              )
            : h(
                "button",
                { key: "start", type: "button", class: "main", onclick: () => void start() },
                t("audit.start"),
              ),
          busy && progress(),
        ),
        h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
        h(
          "div",
          { key: "result", role: "status" },
          job?.state === "cancelled" && h("p", { key: "cancelled", class: "held" }, t("audit.cancelled")),
          found && result(found),
        ),
        log && witnesses(log),
        checkpoints && list(checkpoints),
      ),
    );
  }

  function progress() {
    if (!job) return null;
    const part = job.of ? Math.floor((100 * job.done) / job.of) : 0;
    return [
      h("progress", { key: "bar", max: 100, value: part, "aria-label": t("audit.progress") }),
      h("span", { key: "part", translate: "no" }, `${part} %`),
    ];
  }

  async function start() {
    found = null;
    await trying(async () => follow(await send("/api/audit")));
    draw();
  }

  async function stop() {
    const now = job;
    if (now) await trying(() => cancel(now));
  }

  /** @param {JobNow} begun */
  async function follow(begun) {
    sessionStorage.setItem(KEY, begun.id);
    found = await finished(
      begun,
      (now) => {
        job = now;
        draw();
      },
      () => over,
    );
    if (over) return;
    if (job?.state === "cancelled") sessionStorage.removeItem(KEY);
    checkpoints = await read("/api/checkpoints");
  }

  /** @param {() => Promise<void>} what */
  async function trying(what) {
    try {
      fault = "";
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
    }
  }

  const stopLog = followLog((now) => {
    log = now;
    draw();
  });
  draw();
  void trying(async () => {
    checkpoints = await read("/api/checkpoints");
    draw();
    const known = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (known) await follow(await read(`/api/counts/${encodeURIComponent(known)}`));
  }).then(draw);
  return () => {
    over = true;
    stopLog();
  };
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
        { name: "name", title: t("audit.witness"), kind: "text", value: (row) => row.name },
        {
          name: "time",
          title: t("audit.cosigned_at"),
          kind: "text",
          value: (row) => row.time?.slice(0, 19).replace("T", " ") ?? "–",
        },
        { name: "size", title: t("audit.appends"), kind: "count", value: (row) => row.size },
        {
          name: "behind",
          title: t("audit.behind"),
          kind: "count",
          value: (row) => Math.max(0, log.size - row.size),
        },
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
      { name: "size", title: t("audit.appends"), kind: "count", value: (row) => row.size },
      {
        name: "time",
        title: t("audit.time"),
        kind: "text",
        value: (row) => row.time.slice(0, 19).replace("T", " "),
      },
      { name: "position", title: t("audit.position"), kind: "count", value: (row) => row.position },
      { name: "cosigned", title: t("audit.cosigned"), kind: "count", value: (row) => row.cosigned },
      {
        name: "signed",
        title: t("audit.signature"),
        kind: "text",
        value: (row) => (row.signed ? "yes" : "no"),
        show: (row) =>
          row.signed
            ? h("span", { class: "win" }, `✓ ${t("audit.is_signed")}`)
            : h("span", { class: "loss" }, `✗ ${t("audit.not_signed")}`),
      },
      {
        name: "root",
        title: t("audit.root"),
        kind: "text",
        value: (row) => row.root,
        show: (row) => short(row.root),
      },
      {
        name: "key",
        title: t("audit.key"),
        kind: "text",
        value: (row) => row.key,
        show: (row) => short(row.key),
      },
    ],
  });
}

/** @param {string} hash */
function short(hash) {
  return h("code", { translate: "no", title: hash }, `${hash.slice(0, 16)}…`);
}
