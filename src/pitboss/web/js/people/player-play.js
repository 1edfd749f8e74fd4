/** A player's play and limits, for those who watch over them: as the player sees it, with every change. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { limitList } from "../play/limit-forms.js";
import { day, session } from "../play/view.js";
import { may } from "../session.js";
import { t, term } from "../words.js";
import { folded, pick, reason, text } from "./forms.js";
import { when } from "./labels.js";

/** @typedef {import("../answers").PlayerPlayNow} PlayerPlayNow */
/** @typedef {import("./actions.js").PeopleActions} PeopleActions */

/** @param {PlayerPlayNow} found @param {PeopleActions} actions */
export function playOf({ play, changes }, actions) {
  return [
    h("h3", { key: "play" }, t("player.play")),
    play.break_until &&
      h("p", { key: "break", class: "held" }, t("play.on_break", { until: when(play.break_until) })),
    h("div", { key: "sums", class: "play-both" }, session(play), day(play)),
    limitList(play.limits),
    may("manage_people") && acts(actions),
    h("h3", { key: "changes", id: "player-changes" }, t("player.changes")),
    changes.length
      ? h(
          "ol",
          {
            key: "list",
            class: "people-happened",
            reversed: true,
            tabindex: 0,
            "aria-labelledby": "player-changes",
          },
          [...changes]
            .reverse()
            .map((one, place) =>
              h(
                "li",
                { key: changes.length - place },
                h("time", { translate: "no", datetime: one.at }, when(one.at)),
                h("span", { lang: "en" }, one.what),
                h(
                  "small",
                  null,
                  t("people.by"),
                  " ",
                  h("span", { key: "by", translate: "no" }, one.by),
                  one.reason && h("span", { key: "why", lang: "en" }, ` · ${one.reason}`),
                ),
              ),
            ),
        )
      : h("p", { key: "none", class: "muted" }, t("player.no_changes")),
  ];
}

/** What a manager does for a player who asks. @param {PeopleActions} actions */
function acts(actions) {
  const names = ["loss", "time", "bet", "buy_in"];
  return h(
    "div",
    { key: "for them", class: "people-forms" },
    folded(
      "limit",
      t("player.limit"),
      [
        pick(
          "limit",
          t("player.which"),
          names.map((name) => [name, term("limit", name)]),
        ),
        text("value", t("player.value"), { inputmode: "decimal", pattern: "[0-9]{1,9}(\\.[0-9]{1,2})?" }),
        reason(),
      ],
      (given) => {
        const [limit, value] = [entered(given, "limit"), entered(given, "value")];
        const wanted = limit === "time" ? { minutes: Number(value) } : { amount: value };
        return actions.protect("limits", { limit, ...wanted, reason: entered(given, "reason") });
      },
      { text: t("player.limit_text") },
    ),
    folded(
      "break",
      t("player.break"),
      [text("days", t("people.days"), { type: "number", min: 1, max: 1830 }), reason()],
      (given) => actions.keepAway(Number(entered(given, "days")), entered(given, "reason")),
      { text: t("player.break_text"), danger: true },
    ),
  );
}
