/** The limits of a table: new ones are proposed by one person and approved by another. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { cents, money, plain } from "../money.js";
import { t } from "../words.js";
import { beginning, form, optionalSecond, part, signed, text } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function limits(desk) {
  return part(
    t("sign.limits"),
    h("p", { key: "text", class: "muted" }, t("console.limits_text")),
    form(desk, "limits", (given) => propose(desk, given), [
      Object.entries(desk.table?.limits ?? {}).map(([bet, { least, most }]) =>
        h(
          "fieldset",
          { key: bet, class: "limits" },
          h(
            "legend",
            null,
            betName(bet, desk.table?.sheet),
            " ",
            h("span", { translate: "no", class: "muted" }, `${money(least)} – ${money(most)}`),
          ),
          text(`${bet} least`, t("sign.least"), { class: "amount", made: beginning(plain(cents(least))) }),
          text(`${bet} most`, t("sign.most"), { class: "amount", made: beginning(plain(cents(most))) }),
        ),
      ),
      text("reason", t("console.reason")),
      optionalSecond(),
      h("button", { key: "go", "data-do": "limits", disabled: desk.busy }, t("console.propose")),
    ]),
  );
}

/** @param {Desk} desk @param {FormData} given */
function propose(desk, given) {
  const limits = Object.fromEntries(
    Object.keys(desk.table?.limits ?? {}).map((bet) => [
      bet,
      [entered(given, `${bet} least`), entered(given, `${bet} most`)],
    ]),
  );
  const second = signed(given);
  const body = {
    act: { act: "set_limits", table: desk.id, limits },
    reason: entered(given, "reason"),
    ...(second && { second }),
  };
  return desk.send("/api/proposals", body, second ? t("console.did_limits") : t("console.did_propose"));
}
