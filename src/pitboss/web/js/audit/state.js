/** What the audit's page knows: the audit that is under way, its result, the witnesses and the checkpoints. */

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {import("../answers").AuditNow} AuditNow */
/** @typedef {import("../answers").CheckpointNow} CheckpointNow */
/** @typedef {import("../answers").WitnessedLog} WitnessedLog */
/** @typedef {import("../message.js").Reason} Reason */
/** @typedef {{position: number, stream: string, version: number, kind: string, time: string | null, wrong: string, should: string, reason?: Reason, due?: Reason | null}} Fault */
/** @typedef {{sound: boolean, complete: boolean, unseen: {what: "incomplete" | "unsigned" | "rekeyed" | "no_witness" | "tail" | "uncosigned", why: string}[], events: number, streams: number, rounds: number, settlements: number, transfers: number, checkpoints: number, witnessed: number, builds: string[], notes: string[], remarks?: Reason[], fault: Fault | null, kept?: AuditNow | null}} Audited */

/** @param {string} [number] of the audit in the address */
export function newState(number) {
  return {
    /** @type {JobNow | null} */
    job: null,
    /** @type {Audited | null} */
    found: null,
    number,
    /** The audit whose result is shown, once it is kept. @type {AuditNow | null} */
    kept: null,
    /** @type {AuditNow[] | null} */
    audits: null,
    /** @type {CheckpointNow[] | null} */
    checkpoints: null,
    /** @type {WitnessedLog | null} */
    log: null,
    fault: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */
