/** The console by keyboard: Enter does what is due; Escape leaves a field, and then letters work. */

/** @typedef {import("../words.js").Word} Word */
/** @typedef {import("../answers").LegalNow["acts"][number]} Act */
/**
 * @typedef {object} Keys
 * @property {() => void} go
 * @property {(letter: string) => boolean} decide
 * @property {() => void} cards
 * @property {(place: number) => void} panel
 * @property {() => void} undo
 * @property {() => void} help
 */

/** Which acts a letter stands for. @type {Record<string, string[]>} */
const LETTERS = {
  L: ["look"],
  P: ["bet", "choose continue"],
  F: ["fold", "choose withdraw"],
  C: ["check"],
};

/**
 * What a letter does for a box, if it may be done.
 *
 * @param {string} letter
 * @param {number | undefined} box
 * @param {readonly Act[]} acts
 */
export function actOf(letter, box, acts) {
  const wanted = LETTERS[letter] ?? [];
  return acts.find(
    (act) => act.box === box && wanted.includes(act.way ? `${act.act} ${act.way}` : String(act.act)),
  );
}

/** Every letter that does something for a box, with what it does. @param {number} box @param {readonly Act[]} acts */
export function lettersFor(box, acts) {
  return Object.keys(LETTERS).flatMap((letter) => {
    const act = actOf(letter, box, acts);
    return act ? [{ letter, act }] : [];
  });
}

/** What is shown on the page of help. @type {[string, Word][]} */
export const HELP = [
  ["Enter", "console.key_enter"],
  ["Esc", "console.key_escape"],
  ["/", "console.key_line"],
  ["U", "console.key_undo"],
  ["P", "table.key_play"],
  ["F", "table.key_fold"],
  ["C", "table.key_check"],
  ["L", "table.key_look"],
  ["1 – 7", "console.key_panels"],
  ["?", "table.key_help"],
];

/** @param {KeyboardEvent} event @param {Keys} keys */
export function onKey(event, keys) {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target?.closest("dialog")) return;
  const field = target?.closest("input, select, textarea");
  if (event.key === "Escape") return target?.blur();
  if (field) return;
  if (event.key === "Enter" && target?.closest("button, a, summary")) return;
  if (done(event.key, keys)) event.preventDefault();
}

/** @param {string} key @param {Keys} keys */
function done(key, keys) {
  if (key === "Enter") keys.go();
  else if (key === "/") keys.cards();
  else if (key === "u" || key === "U") keys.undo();
  else if (key === "?") keys.help();
  else if (/^[1-7]$/.test(key)) keys.panel(Number(key) - 1);
  else if (/^[pfclPFCL]$/.test(key)) return keys.decide(key.toUpperCase());
  else return false;
  return true;
}
