/** Sentences of the API: in the language of the reader where their parts are known, else as they came. */

import { h } from "./dom.js";
import { said } from "./words.js";

/**
 * @param {string} text
 * @param {Record<string, any>} [props] with the `reason` of the text, where it has one
 * @param {string} [tag]
 */
export function sentence(text, { reason, ...props } = {}, tag = "span") {
  const { text: words, lang } = said(text, reason);
  return h(tag, { ...props, lang }, words);
}
