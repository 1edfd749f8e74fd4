/** Rows as a file for spreadsheets, with what `export/files.py` says of cells that begin like a formula. */

const FORMULA = /^[=+\-@\t\r\n＝＋－＠']/;
const NUMBER = /^-?\d+(\.\d+)?(\/\d+)?$/;

/** Rows as CSV; what a spreadsheet would take for a formula is kept a text. @param {readonly (readonly string[])[]} rows */
export function asCsv(rows) {
  const cell = (/** @type {string} */ text) => {
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
