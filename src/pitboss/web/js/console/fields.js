/** Fields of the console's forms, and what was given in them. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { refusal as refused, sentence } from "../sentence.js";
import { t } from "../words.js";
import { answerButton } from "./answers.js";

/** Values with their words, and the language of those that are not of the catalogue. @typedef {readonly (readonly [string, string, string?])[]} Choices */

/** @typedef {import("../answers").Signature} Signature */
/** @typedef {import("../dom.js").Kids} Kids */
/** @typedef {import("./desk.js").Fault} Fault */

const PIN = /^\d{6,12}$/;

/** @param {string} label @param {Kids} input @param {string} [kind] */
export function field(label, input, kind = "") {
  return h("label", { key: label, class: `field ${kind}` }, h("span", null, label), input);
}

/** A text field. @param {string} name @param {string} label @param {Record<string, any>} [more] */
export function text(name, label, more = {}) {
  return field(label, h("input", { name, autocomplete: "off", required: true, maxlength: 400, ...more }));
}

/** An amount of dollars. @param {string} name @param {string} label @param {Record<string, any>} [more] */
export function amount(name, label, more = {}) {
  const money = { inputmode: "decimal", pattern: "[0-9]{1,12}([.][0-9]{1,2})?", class: "amount", ...more };
  return text(name, label, money);
}

/**
 * One of several.
 *
 * @param {string} name
 * @param {string} label
 * @param {Choices} choices
 * @param {Record<string, any>} [more]
 */
export function pick(name, label, choices, more = {}) {
  return field(label, options(name, choices, more));
}

/** @param {string} name @param {Choices} choices @param {Record<string, any>} [more] */
export function options(name, choices, more = {}) {
  return h(
    "select",
    { name, ...more },
    choices.map(([value, words, lang]) => h("option", { key: value, value, lang }, words)),
  );
}

/** Something that is so or not. @param {string} name @param {string} label */
export function tick(name, label) {
  return h(
    "label",
    { key: name, class: "tick" },
    h("input", { type: "checkbox", name, value: "yes" }),
    h("span", null, label),
  );
}

/** A number of things. @param {string} name @param {string} label @param {Record<string, any>} [more] */
export function number(name, label, more = {}) {
  return field(
    label,
    h("input", { name, type: "number", min: 0, step: 1, inputmode: "numeric", ...more }),
    "few",
  );
}

/** Begin with this. @param {string | number} value */
export function beginning(value) {
  return (/** @type {HTMLInputElement} */ element) => {
    element.value = String(value);
  };
}

/**
 * A form; it is emptied when what was given is taken, and says itself why it was refused.
 *
 * @param {import("./desk.js").Desk} desk
 * @param {string} key tells the forms of a console apart
 * @param {(given: FormData, element: HTMLFormElement) => Promise<boolean> | boolean} done
 * @param {Kids} kids
 * @param {Record<string, any>} [more]
 */
export function form(desk, key, done, kids, more = {}) {
  return h(
    "form",
    {
      key,
      class: "console-form",
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const element = /** @type {HTMLFormElement} */ (event.target);
        desk.place = key;
        if (await done(new FormData(element), element)) element.reset();
      },
      ...more,
    },
    kids,
    faultAt(desk, key),
  );
}

/** The button of a form, quiet while something is sent. @param {import("./desk.js").Desk} desk @param {string} name @param {string} words @param {string} [kind] */
export function submit(desk, name, words, kind) {
  return h("button", { key: "go", class: kind, "data-do": name, disabled: desk.busy }, words);
}

/** The fields for somebody else who signs on this screen. @param {string} [why] */
export function signature(why) {
  return h(
    "fieldset",
    { key: "signature", class: "signature" },
    h("legend", null, why ?? t("console.second")),
    text("sign_name", t("session.name"), { maxlength: 64 }),
    text("sign_secret", t("console.pin"), { type: "password", maxlength: 128 }),
  );
}

/** The second person at this screen; left empty, they approve elsewhere. */
export function optionalSecond() {
  return h(
    "fieldset",
    { key: "second", class: "signature" },
    h("legend", null, t("console.second_or_later")),
    text("sign_name", t("session.name"), { required: false, maxlength: 64 }),
    text("sign_secret", t("session.password"), { type: "password", required: false, maxlength: 128 }),
  );
}

/**
 * Whether a form asks for a second person: what was sent last was above what one moves alone. It does so until it
 * is taken.
 */
export class Above {
  constructor() {
    this.form = "";
  }

  /** @param {string} name @param {boolean} done @param {Fault | null} fault */
  told(name, done, fault) {
    if (done) this.form = "";
    else if (fault?.code === "amount_above_own") this.form = name;
    return done;
  }

  /** The fields of a second signature, where one is needed. @param {string} name */
  fields(name) {
    if (this.form !== name) return null;
    return h(
      "fieldset",
      { key: "above", class: "signature" },
      h("legend", null, t("console.above")),
      text("second_name", t("session.name"), { maxlength: 64 }),
      text("second_secret", t("session.password"), { type: "password", maxlength: 128 }),
    );
  }
}

/** The second signature under an amount, always with a password. @param {FormData} given @returns {Signature | null} */
export function signedToo(given) {
  const [name, password] = [entered(given, "second_name"), entered(given, "second_secret")];
  return name ? { name, password } : null;
}

/** @param {FormData} given @returns {Signature | null} */
export function signed(given) {
  const [name, secret] = [entered(given, "sign_name"), entered(given, "sign_secret")];
  if (!name) return null;
  return PIN.test(secret) ? { name, pin: secret } : { name, password: secret };
}

/** What was refused, with its clauses. @param {Fault | null} fault @param {string} sheet */
export function refusal(fault, sheet) {
  if (!fault) return null;
  return [
    fault.own
      ? refused(fault.message, { key: "message" })
      : sentence(fault.message, { key: "message", reason: fault.reason }),
    " ",
    clauseLinks(fault.clauses, sheet),
  ];
}

/** What was refused last, where it was sent from and in sight. @param {import("./desk.js").Desk} desk @param {string} place */
export function faultAt(desk, place) {
  const { fault } = desk;
  if (!fault || (fault.place ?? "") !== place) return null;
  const made = (/** @type {Element} */ element) =>
    requestAnimationFrame(() => element.scrollIntoView({ block: "nearest" }));
  return h(
    "p",
    { key: `fault ${fault.message}`, class: "console-fault", role: "alert", made },
    refusal(fault, desk.sheet),
    " ",
    answerButton(desk, fault.code),
  );
}

/** A heading with what stands under it. @param {string} title @param {...Kids} kids */
export function part(title, ...kids) {
  return h("section", { key: title, class: "part" }, h("h3", null, title), kids);
}

/** Fill fields of a form in, as if they had been typed, and go to the first that is left. @param {Element | null} found @param {Record<string, string>} values */
export function fillIn(found, values) {
  if (!(found instanceof HTMLFormElement)) return;
  for (const [name, value] of Object.entries(values)) {
    const field = /** @type {HTMLInputElement | null} */ (found.elements.namedItem(name));
    if (field) field.value = value;
  }
  found.dispatchEvent(new Event("input"));
  const left = [...found.elements].find((field) => field instanceof HTMLInputElement && !field.value);
  if (left instanceof HTMLElement) left.focus();
}
