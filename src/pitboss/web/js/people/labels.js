/** Accounts in words. */

import { timeZone } from "../house.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").AccountNow} AccountNow */

/** An instant by the clock of the house. Swedes write dates as the journal does: 2025-03-10 18:30. @param {string} iso */
export function when(iso) {
  const how = /** @type {const} */ ({ dateStyle: "short", timeStyle: "short", timeZone: timeZone() });
  return new Intl.DateTimeFormat("sv-SE", how).format(new Date(iso));
}

/** @param {string} way */
export function means(way) {
  return way === "pin" ? t("people.pin") : t("people.password");
}

/** @param {readonly string[]} roles */
export function rolesOf(roles) {
  return roles.length ? roles.map((role) => term("role", role)).join(", ") : t("people.no_roles");
}

/** Whether somebody can sign in, and if not, why not. @param {AccountNow} account @returns {[string, "win" | "loss" | "held"]} */
export function standing(account) {
  if (account.disabled) return [t("people.disabled"), "loss"];
  if (account.locked)
    return [account.locked === "attempts" ? t("people.locked_attempts") : t("people.locked"), "loss"];
  if (account.enrolment) return [t("people.may_enrol", { until: when(account.enrolment) }), "held"];
  if (!account.signs_in_by.length && account.kind !== "machine") return [t("people.no_secret"), "held"];
  return [t("people.active"), "win"];
}
