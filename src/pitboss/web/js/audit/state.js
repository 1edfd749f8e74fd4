/** What the audit's page knows: the audit that is under way, its result, the witnesses and the checkpoints. */

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {import("../answers").CheckpointNow} CheckpointNow */
/** @typedef {import("../answers").WitnessedLog} WitnessedLog */
/** @typedef {{position: number, stream: string, version: number, kind: string, time: string | null, wrong: string, should: string}} Fault */
/** @typedef {{sound: boolean, complete: boolean, unseen: {what: "incomplete" | "unsigned" | "no_witness" | "tail" | "uncosigned", why: string}[], events: number, streams: number, rounds: number, settlements: number, transfers: number, checkpoints: number, witnessed: number, builds: string[], notes: string[], fault: Fault | null}} Audited */

export function newState() {
  return {
    /** @type {JobNow | null} */
    job: null,
    /** @type {Audited | null} */
    found: null,
    /** @type {CheckpointNow[] | null} */
    checkpoints: null,
    /** @type {WitnessedLog | null} */
    log: null,
    fault: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */
