/** What can be taken along from the lab: the report as PDF or page, the figures as JSON or CSV. */

import { asCsv } from "../csv.js";
import { betsOf } from "./answer.js";

/** @typedef {import("./answer.js").Odds} Odds */

/** @typedef {"pdf" | "html" | "json" | "csv" | "returns" | "svg" | "png" | "card"} FileKind what can be taken along; a card is printed */

/** Hand a file to the reader. @param {string} name @param {BlobPart} content @param {string} type */
export function handOut(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} text base64 @returns {Uint8Array<ArrayBuffer>} */
export function unpacked(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The figures of every bet as lines of a table; exact where they are. @param {Odds} odds */
export function figuresAsCsv(odds) {
  const names = /** @type {const} */ ([
    "ev",
    "average_wager",
    "variance",
    "std_dev",
    "skewness",
    "hit_frequency",
    "push_frequency",
  ]);
  const settings = odds.settings.join("; ");
  const lines = betsOf(odds).map(([bet, figures]) => [
    odds.sheet,
    settings,
    bet,
    ...names.map((name) => String(figures[name])),
  ]);
  return asCsv([["sheet", "settings", "bet", ...names], ...lines]);
}
