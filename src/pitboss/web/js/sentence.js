/** Sentences of the API: in the language of the reader where their parts are known, else as they came. */

import { h } from "./dom.js";
import { refused, said } from "./words.js";

/** Why something was refused: in the language of the reader, or as it came. @param {string} text @param {Record<string, any>} [props] @param {string} [tag] */
export function refusal(text, props = {}, tag = "span") {
  const { text: words, lang } = refused(text);
  return h(tag, { ...props, lang }, words);
}

/**
 * @param {string} text
 * @param {Record<string, any>} [props] with the `reason` of the text, where it has one
 * @param {string} [tag]
 */
export function sentence(text, { reason, ...props } = {}, tag = "span") {
  const { text: words, lang } = said(text, reason);
  return h(tag, { ...props, lang }, words);
}
