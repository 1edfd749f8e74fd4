/** The end of a round: its lines with reasons, what was ruled later, slips, and files to take along. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { gain, money } from "../money.js";
import { options } from "../options.js";
import { may } from "../session.js";
import { noted, read, tone, why } from "../reasons.js";
import { handName, t } from "../words.js";

/** @typedef {import("../answers").RoundThen} RoundThen */

/** What every bet got and why, rulings after it, and slips. @param {RoundThen} shown */
export function settlement(shown) {
  const end = shown.round.settlement;
  return h(
    "section",
    { key: "settlement", "aria-labelledby": "settlement-title" },
    h("h2", { id: "settlement-title" }, t("replay.settlement")),
    !end && h("p", { key: "none", class: "muted" }, t("replay.not_settled")),
    end &&
      h(
        "p",
        { key: "players", class: "round-nets" },
        Object.entries(end.players).map(([who, net]) =>
          h("span", { key: who, translate: "no" }, who, " ", h("b", { class: tone(net) }, gain(net))),
        ),
      ),
    end &&
      h(
        "div",
        { key: "lines" },
        end.lines.map((line) => why(line, shown.sheet, { who: true })),
      ),
    noted(shown.round.notes, shown.sheet),
    read(shown.readings, shown.sheet),
    shown.rulings.map((ruling, place) =>
      h(
        "p",
        { key: `ruling ${place}`, class: "ruling" },
        h("b", null, t("replay.ruling")),
        " ",
        h("span", { translate: "no" }, `${ruling.by}: ${ruling.player} `),
        t("why.box", { box: ruling.box }),
        " ",
        betName(ruling.bet, shown.sheet),
        " ",
        h("b", { class: tone(ruling.amount), translate: "no" }, gain(ruling.amount)),
        " ",
        h("span", { translate: "no" }, ruling.reason),
      ),
    ),
    shown.slips.map((slip) =>
      h(
        "p",
        { key: `slip ${slip.number}`, class: "ruling" },
        h("b", null, t("replay.slip", { number: slip.number })),
        " ",
        h("span", { translate: "no" }, `${slip.player} ${money(slip.amount, { cents: true })} `),
        `${handName(slip.hand) ?? slip.hand}, ${slip.percent} %`,
        slip.reversed && h("span", { key: "back", class: "badge" }, t("replay.reversed")),
      ),
    ),
  );
}

/** What can be taken along of a round that is over. @param {RoundThen} shown @param {string} path of the API */
export function files(shown, path) {
  if (!shown.round.settlement) return null;
  return h(
    "section",
    { key: "files", "aria-labelledby": "files-title" },
    h("h2", { id: "files-title" }, t("replay.files")),
    h(
      "p",
      { class: "round-files" },
      h("a", { key: "file", class: "button", href: `${path}/file`, download: true }, t("replay.round_file")),
      shown.round.commitment &&
        h(
          "a",
          {
            key: "openings",
            class: "button quiet",
            href: `${path}/openings`,
            download: `${shown.table}-${shown.number}.openings.json`,
          },
          t("replay.openings"),
        ),
      may("see_all_cards") &&
        h(
          "a",
          {
            key: "page",
            class: "button quiet",
            href: `${path}/page?language=${options.language}`,
            download: true,
          },
          t("replay.signed_page"),
        ),
    ),
    h("p", { class: "muted" }, t("replay.files_text")),
  );
}
