/** The end of a gaming day: accounting closes it, and two people of two departments sign it off. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { t, term } from "../words.js";

/** @typedef {import("./day.js").Day} Day */
/** @typedef {{name: string, password: string}} Second */
/** @typedef {Second & {note: string}} SecondSigns */

/**
 * Who closed the day; or, for accounting, the means to: where counted chips alone differ, with a reason, and
 * where entries stand out of order, with a second person too.
 *
 * @param {Day} day
 * @param {((reason: string, second: Second | null) => void) | null} close
 * @param {boolean} running whether the day is today's
 */
export function closing(day, close, running) {
  if (day.closed)
    return h(
      "p",
      { key: "closed" },
      day.closed.second
        ? t("report.closed_by_two", {
            first: day.closed.by,
            second: day.closed.second,
            when: whenOf(day.closed.time),
          })
        : t("report.closed_by", { name: day.closed.by, when: whenOf(day.closed.time) }),
      day.closed.reason && h("span", { translate: "no" }, " ", day.closed.reason),
    );
  if (!day.entries) return null;
  if (!close)
    return h("p", { key: "close", class: "muted" }, t(running ? "report.running" : "report.not_closed"));
  if (day.alarms.some((alarm) => !alarm.counted && !alarm.order))
    return h("p", { key: "close", class: "muted" }, t("report.cannot_close"));
  const two = day.alarms.some((alarm) => alarm.order);
  return h(
    "form",
    {
      key: "close",
      class: "report-close",
      onsubmit: taking((given) => close(entered(given, "reason"), two ? secondOf(given) : null)),
    },
    two && h("p", { class: "muted" }, t("report.close_by_two")),
    two && secondFields(),
    day.alarms.length > 0 &&
      field("reason", t(two ? "report.close_why" : "report.close_reason"), { maxlength: 400 }),
    h("button", { type: "submit" }, t("report.close_day")),
  );
}

/** The fields in which a second person signs on the same screen. */
function secondFields() {
  return [
    field("second", t("report.second_person"), { autocomplete: "off", maxlength: 64 }),
    field("password", t("report.second_password"), {
      type: "password",
      autocomplete: "off",
      maxlength: 128,
    }),
  ];
}

/** @param {FormData} given */
function secondOf(given) {
  return { name: entered(given, "second"), password: entered(given, "password") };
}

/**
 * Who signed the day off; or, for those who may, the form in which the second person signs beside them.
 *
 * @param {Day} day
 * @param {((second: SecondSigns) => void) | null} sign
 */
export function signOff(day, sign) {
  if (day.signed) {
    const { by, second, time, note } = day.signed;
    return h(
      "p",
      { key: "signed", class: "report-signed win" },
      "✓ ",
      t("report.signed_off", { first: person(by), second: person(second), when: whenOf(time) }),
      note && h("span", { translate: "no" }, " ", note),
    );
  }
  if (!day.closed) return null;
  if (!sign) return h("p", { key: "sign", class: "muted" }, t("report.not_signed_off"));
  return h(
    "form",
    {
      key: "sign",
      class: "report-close",
      onsubmit: taking((given) => sign({ ...secondOf(given), note: entered(given, "note") })),
    },
    h("p", { class: "muted" }, t("report.sign_off_text")),
    secondFields(),
    field("note", t("report.sign_off_note"), { required: false, maxlength: 400 }),
    h("button", { type: "submit" }, t("report.sign_off")),
  );
}

/** @param {import("./day.js").Actor} actor */
function person({ name, role }) {
  return `${name} (${term("role", role)})`;
}

/** A time by the house's clock, not by that of the reader. @param {string} time */
function whenOf(time) {
  return time.slice(0, 16).replace("T", " ");
}

/** @param {string} name @param {string} label @param {Record<string, any>} props */
function field(name, label, props) {
  return h("label", { key: name }, h("span", null, label), h("input", { name, required: true, ...props }));
}

/** What a form says when it is sent. @param {(given: FormData) => void} take */
function taking(take) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    take(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  };
}
