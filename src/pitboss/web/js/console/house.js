/** The House's side of a table: who is signed on, who sits, whether it is open, how it is dealt, its notice. */

import { entered } from "../page.js";
import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { may, session } from "../session.js";
import { t, term, said as inWords } from "../words.js";
import { Panel, PANEL } from "./desk.js";
import { beginning, form, number, part, pick, submit, text } from "./fields.js";
import { askToClose } from "./closing.js";
import { limits } from "./limits.js";

/** @typedef {import("../answers").MethodNow} MethodNow */
/** @typedef {import("../dom.js").Kid} Kid */

export class House extends Panel {
  /** @type {MethodNow[]} */
  methods = [];

  async refresh() {
    if (this.methods.length) return;
    this.methods = (await this.read(`${this.desk.path}/methods`)) ?? [];
    this.desk.changed();
  }

  draw() {
    return [
      h("h2", { key: "title" }, t("console.table")),
      this.crew(),
      this.seats(),
      may("open_table")
        ? [this.opening(), this.method(), this.notice()]
        : h("p", { key: "who", class: "muted" }, t("console.house_who")),
      may("set_limits") && limits(this.desk),
    ];
  }

  /**
   * A button that sends something about the table.
   *
   * @param {string} key
   * @param {string} words
   * @param {string} what
   * @param {object} body
   * @param {string} said
   * @param {string} [kind]
   */
  button(key, words, what, body, said, kind = "quiet") {
    const onclick = () => {
      this.desk.place = PANEL;
      void this.desk.tell(what, body, said);
    };
    const { busy } = this.desk;
    return h("button", { key, type: "button", class: kind, "data-do": key, disabled: busy, onclick }, words);
  }

  crew() {
    const me = session()?.name ?? "";
    const { dealer, supervisors } = this.desk.table?.crew ?? { dealer: null, supervisors: [] };
    const on = [...(dealer ? [dealer] : []), ...supervisors];
    /** @param {string} key @param {string} words @param {string} position */
    const signOn = (key, words, position) =>
      this.button(key, words, "crew", { position }, t("console.did_sign_on"));
    return part(
      t("console.crew"),
      rows(
        "crew",
        on.map((name, place) => [
          name,
          h("th", { scope: "row", translate: "no" }, name),
          h("td", null, place === 0 && dealer ? t("table.dealer") : term("role", "pit_supervisor")),
          (name === me || may("supervise_table")) && this.signOff(name),
        ]),
      ),
      h(
        "p",
        { key: "on", class: "form-go" },
        !on.includes(me) && !dealer && signOn("on dealer", t("console.sign_on_dealer"), "dealer"),
        !on.includes(me) &&
          may("supervise_table") &&
          signOn("on supervisor", t("console.sign_on_supervisor"), "pit_supervisor"),
      ),
    );
  }

  /** @param {string} name */
  signOff(name) {
    const said = t("console.did_sign_off", { name });
    return this.button(`off ${name}`, t("console.sign_off"), "crew/off", { name }, said, "quiet small");
  }

  seats() {
    const { desk } = this;
    return part(
      t("console.seats"),
      rows(
        "seats",
        (desk.table?.seats ?? []).map(({ box, player }) => [
          box,
          h("th", { scope: "row" }, t("why.box", { box })),
          h("td", { translate: "no" }, player),
          this.stand(box),
        ]),
      ),
      form(
        desk,
        "seat",
        (given) => {
          const [box, player] = [Number(entered(given, "box")), entered(given, "player")];
          return desk.tell("seats", { box, player }, t("console.did_seat", { box, name: player }));
        },
        [
          number("box", t("console.box"), { min: 1, max: desk.table?.boxes ?? 7, required: true }),
          text("player", t("console.player"), { maxlength: 40, pattern: "\\S+" }),
          submit(desk, "seat", t("console.seat"), "quiet"),
        ],
      ),
    );
  }

  /** @param {number} box */
  stand(box) {
    const said = t("console.did_stand", { box });
    return this.button(`stand ${box}`, t("console.stand"), "seats/leave", { box }, said, "quiet small");
  }

  /** A button that closes the table once somebody has read what that means. @param {string} key @param {string} words @param {boolean} later */
  closeButton(key, words, later) {
    const { desk } = this;
    const onclick = () => askToClose(desk, words, later);
    return h(
      "button",
      { key, type: "button", class: "quiet", "data-do": key, disabled: desk.busy, onclick },
      words,
    );
  }

  opening() {
    const { open, closing } = this.desk.table ?? { open: false, closing: false };
    const now = closing ? t("table.closing") : t("console.close_text");
    return part(
      t("console.opening"),
      h("p", { key: "now", class: "muted" }, open ? now : t("console.open_text")),
      h(
        "p",
        { key: "acts", class: "form-go" },
        open
          ? this.closeButton("close", t("console.close_table"), false)
          : this.button("open", t("console.open_table"), "open", {}, t("console.did_open"), ""),
        open && !closing && this.closeButton("close after", t("console.close_after"), true),
      ),
    );
  }

  method() {
    const { desk, methods } = this;
    return part(
      t("console.method"),
      sentence(desk.table?.method ?? "", { key: "now", class: "muted" }, "p"),
      form(
        desk,
        "method",
        (given) => {
          const found = methods[Number(entered(given, "method"))];
          const body = {
            device: found?.device,
            method: found?.title,
            boxes: Number(entered(given, "boxes")),
          };
          return desk.tell("method", body, t("console.did_method"));
        },
        [
          pick(
            "method",
            t("console.procedure"),
            methods.map(({ device, title }, place) => {
              const { text, lang } = inWords(title);
              return [String(place), `${term("device", device)} · ${text}`, lang];
            }),
          ),
          number("boxes", t("console.boxes"), {
            min: 1,
            max: 7,
            required: true,
            made: beginning(desk.table?.boxes ?? 7),
          }),
          submit(desk, "method", t("console.choose_method"), "quiet"),
        ],
      ),
    );
  }

  notice() {
    const { desk } = this;
    return part(
      t("console.notice"),
      (desk.table?.notices ?? []).map((each) =>
        sentence(each.text, { key: each.text, reason: each.reason }, "p"),
      ),
      form(
        desk,
        "notice",
        (given) => desk.tell("notice", { text: entered(given, "text") }, t("console.did_notice")),
        [
          text("text", t("console.notice_text"), { required: false }),
          submit(desk, "notice", t("console.post"), "quiet"),
        ],
      ),
    );
  }
}

/** A table of a title, a word and a button in each row. @param {string} name @param {[string | number, Kid, Kid, Kid][]} found */
function rows(name, found) {
  return h(
    "table",
    { key: name, class: "dense" },
    h(
      "tbody",
      null,
      found.map(([key, title, word, button]) =>
        h("tr", { key }, title, word, h("td", { class: "row-acts" }, button)),
      ),
    ),
  );
}
