/** What the reader prefers; kept in this browser and nowhere else. */

/** @typedef {{code: string, tag: string, name: string}} Language a folder of words, its BCP 47 tag, what it calls itself */

/**
 * @typedef {object} Options
 * @property {string} language
 * @property {boolean} fourColours a colour for each suit
 * @property {boolean} contrast more of it
 * @property {boolean} still nothing moves
 * @property {boolean} sound
 */

const KEY = "pitboss.options";

/** The languages that there are, English first. @type {Language[]} */
export const languages = JSON.parse(document.getElementById("languages")?.textContent ?? "[]");

/** @type {Options} */
const FIRST = {
  language: (ofBrowser() ?? languages[0]).code,
  fourColours: false,
  contrast: false,
  still: false,
  sound: false,
};

/** @type {Options} */
export const options = { ...FIRST, ...kept() };

/** @type {Set<(name: keyof Options) => void>} */
const listeners = new Set();

/**
 * @template {keyof Options} K
 * @param {K} name
 * @param {Options[K]} value
 */
export function choose(name, value) {
  options[name] = value;
  localStorage.setItem(KEY, JSON.stringify(options));
  dress();
  for (const listener of listeners) listener(name);
}

/** @param {(name: keyof Options) => void} listener @returns {() => void} ends it */
export function onChoice(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether things may move. */
export function moves() {
  return !options.still && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Put the options on the document, for the style sheets. */
export function dress() {
  const root = document.documentElement;
  root.lang = languages.find((each) => each.code === options.language)?.tag ?? "";
  root.classList.toggle("four-colours", options.fourColours);
  root.classList.toggle("contrast", options.contrast);
  root.classList.toggle("still", options.still);
}

/** The language of the browser, where it is one of ours. */
function ofBrowser() {
  const asked = `${navigator.language}-`.toLowerCase();
  return languages.find(({ code }) => asked.startsWith(`${code}-`.toLowerCase()));
}

/** @returns {Partial<Options>} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (!languages.some((each) => each.code === found.language)) delete found.language;
    return Object.fromEntries(
      Object.keys(FIRST).flatMap((name) => (name in found ? [[name, found[name]]] : [])),
    );
  } catch {
    return {};
  }
}
