/** How old the newest cosignature of the record is, in the small print of signs and on the audit page. */

import { read, Refused } from "./api.js";
import { t } from "./words.js";

/** @typedef {import("./answers").WitnessedLog} WitnessedLog */

/** A cosignature comes every few minutes. In milliseconds. */
const AGAIN = 30_000;

/**
 * Asks for the newest checkpoint now and then.
 *
 * @param {(log: WitnessedLog) => void} hear
 * @returns {() => void} ends it
 */
export function followLog(hear) {
  let over = false;
  const ask = async () => {
    try {
      const log = await read("/api/log");
      if (!over) hear(log);
    } catch (error) {
      // What was heard last is shown, and grows older.
      if (!(error instanceof Refused)) throw error;
    }
  };
  void ask();
  const asking = setInterval(() => void ask(), AGAIN);
  return () => {
    over = true;
    clearInterval(asking);
  };
}

/**
 * When enough witnesses last cosigned, in words; empty where the floor names none.
 *
 * @param {WitnessedLog} log
 * @param {number} since for how many seconds that has been known
 */
export function cosignedWords(log, since) {
  return log.needed ? `${log.late ? "⚠ " : ""}${age(log, since)}` : "";
}

/** @param {WitnessedLog} log @param {number} since */
function age(log, since) {
  if (log.cosigned_seconds === null) return t("log.never");
  const seconds = log.cosigned_seconds + since;
  if (seconds < 60) return t("log.moments");
  if (seconds < 2 * 3600) return t("log.minutes", { count: Math.floor(seconds / 60) });
  return t("log.hours", { count: Math.floor(seconds / 3600) });
}
