/** The House's side of a table: who is signed on, who sits, whether it is open, how it is dealt, its notice. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { may, session } from "../session.js";
import { t, term } from "../words.js";
import { faultOf } from "./desk.js";
import { beginning, form, number, part, pick, said, text } from "./fields.js";
import { limits } from "./limits.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").MethodNow} MethodNow */

/** @param {Desk} desk @returns {Panel} */
export function house(desk) {
  /** @type {MethodNow[]} */
  let methods = [];

  async function refresh() {
    if (methods.length) return;
    methods = await read(`${desk.path}/methods`).catch((error) => {
      desk.fault = faultOf(error);
      return [];
    });
    desk.changed();
  }

  /** @param {string} key @param {string} words @param {() => void} press @param {string} [kind] */
  const button = (key, words, press, kind = "quiet") =>
    h(
      "button",
      { key, type: "button", class: kind, "data-do": key, disabled: desk.busy, onclick: press },
      words,
    );

  const crew = () => {
    const me = session()?.name ?? "";
    const { dealer, supervisors } = desk.table?.crew ?? { dealer: null, supervisors: [] };
    const on = [...(dealer ? [dealer] : []), ...supervisors];
    return part(
      t("console.crew"),
      h(
        "table",
        { key: "crew", class: "dense" },
        h(
          "tbody",
          null,
          on.map((name, place) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row", translate: "no" }, name),
              h("td", null, place === 0 && dealer ? t("table.dealer") : term("role", "pit_supervisor")),
              h(
                "td",
                { class: "row-acts" },
                (name === me || may("supervise_table")) &&
                  button(
                    `off ${name}`,
                    t("console.sign_off"),
                    () => void desk.tell("crew/off", { name }, t("console.did_sign_off", { name })),
                    "quiet small",
                  ),
              ),
            ),
          ),
        ),
      ),
      h(
        "p",
        { key: "on", class: "form-go" },
        !on.includes(me) &&
          !dealer &&
          button(
            "on dealer",
            t("console.sign_on_dealer"),
            () => void desk.tell("crew", { position: "dealer" }, t("console.did_sign_on")),
          ),
        !on.includes(me) &&
          may("supervise_table") &&
          button(
            "on supervisor",
            t("console.sign_on_supervisor"),
            () => void desk.tell("crew", { position: "pit_supervisor" }, t("console.did_sign_on")),
          ),
      ),
    );
  };

  const seats = () =>
    part(
      t("console.seats"),
      h(
        "table",
        { key: "seats", class: "dense" },
        h(
          "tbody",
          null,
          (desk.table?.seats ?? []).map(({ box, player }) =>
            h(
              "tr",
              { key: box },
              h("th", { scope: "row" }, t("why.box", { box })),
              h("td", { translate: "no" }, player),
              h(
                "td",
                { class: "row-acts" },
                button(
                  `stand ${box}`,
                  t("console.stand"),
                  () => void desk.tell("seats/leave", { box }, t("console.did_stand", { box })),
                  "quiet small",
                ),
              ),
            ),
          ),
        ),
      ),
      form(
        "seat",
        (given) => {
          const [box, player] = [Number(said(given, "box")), said(given, "player")];
          return desk.tell("seats", { box, player }, t("console.did_seat", { box, name: player }));
        },
        [
          number("box", t("console.box"), { min: 1, max: desk.table?.boxes ?? 7, required: true }),
          text("player", t("console.player"), { maxlength: 40, pattern: "\\S+" }),
          h(
            "button",
            { key: "go", class: "quiet", "data-do": "seat", disabled: desk.busy },
            t("console.seat"),
          ),
        ],
      ),
    );

  const opening = () =>
    part(
      t("console.opening"),
      h(
        "p",
        { key: "now", class: "muted" },
        desk.table?.open
          ? desk.table.closing
            ? t("table.closing")
            : t("console.close_text")
          : t("console.open_text"),
      ),
      h(
        "p",
        { key: "acts", class: "form-go" },
        !desk.table?.open &&
          button(
            "open",
            t("console.open_table"),
            () => void desk.tell("open", {}, t("console.did_open")),
            "",
          ),
        desk.table?.open &&
          button(
            "close",
            t("console.close_table"),
            () => void desk.tell("close", {}, t("console.did_close")),
          ),
        desk.table?.open &&
          !desk.table.closing &&
          button(
            "close after",
            t("console.close_after"),
            () => void desk.tell("close", { after_round: true }, t("console.did_close_after")),
          ),
      ),
    );

  const method = () =>
    part(
      t("console.method"),
      h("p", { key: "now", class: "muted", lang: "en" }, desk.table?.method),
      form(
        "method",
        (given) => {
          const found = methods[Number(said(given, "method"))];
          const body = { device: found?.device, method: found?.title, boxes: Number(said(given, "boxes")) };
          return desk.tell("method", body, t("console.did_method"));
        },
        [
          pick(
            "method",
            t("console.procedure"),
            methods.map((each, place) => [String(place), `${term("device", each.device)} · ${each.title}`]),
            { lang: "en" },
          ),
          number("boxes", t("console.boxes"), {
            min: 1,
            max: 7,
            required: true,
            made: beginning(desk.table?.boxes ?? 7),
          }),
          h(
            "button",
            { key: "go", class: "quiet", "data-do": "method", disabled: desk.busy },
            t("console.choose_method"),
          ),
        ],
      ),
    );

  const notice = () =>
    part(
      t("console.notice"),
      (desk.table?.notices ?? []).map((each) => h("p", { key: each.text, lang: "en" }, each.text)),
      form("notice", (given) => desk.tell("notice", { text: said(given, "text") }, t("console.did_notice")), [
        text("text", t("console.notice_text"), { required: false }),
        h(
          "button",
          { key: "go", class: "quiet", "data-do": "notice", disabled: desk.busy },
          t("console.post"),
        ),
      ]),
    );

  return {
    refresh,
    draw: () => [
      h("h2", { key: "title" }, t("console.table")),
      crew(),
      seats(),
      may("open_table")
        ? [opening(), method(), notice()]
        : h("p", { key: "who", class: "muted" }, t("console.house_who")),
      may("set_limits") && limits(desk),
    ],
  };
}
