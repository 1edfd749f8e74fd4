/** The trainer: situations on the felt, ten to a set; answers are checked by the engine and explained by clause. */

import { read, Refused, send } from "../api.js";
import { h, render } from "../dom.js";
import { allowed } from "../gate.js";
import { money } from "../money.js";
import { go } from "../router.js";
import { hue } from "../svg/small-felt.js";
import { plan } from "../table/plan.js";
import { board, readable, sceneOf } from "../train/board.js";
import { addressOf, anySeed, choosing, kindName, wantedIn, weakClauses } from "../train/choosing.js";
import { explained } from "../train/explained.js";
import { answered, begin, note } from "../train/record.js";
import { lines, nothingSaid, report, said } from "../train/saying.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").SituationNow} SituationNow */
/** @typedef {import("../answers").CheckedNow} CheckedNow */
/** @typedef {import("../answers").ClauseToTrain} ClauseToTrain */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../train/choosing.js").Wanted} Wanted */
/** @typedef {import("../train/saying.js").Saying} Saying */
/** @typedef {{situation: SituationNow, saying: Saying, checked: CheckedNow | null, large: number}} Question */

export const css = ["felt.css", "train.css"];

const TEN = 10;

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("train.title"), "watch_table")) return;
  const asked = wantedIn(location.search);
  /** @type {SheetNow[]} */
  let sheets = [];
  /** @type {FeltNow[]} */
  let felts = [];
  /** @type {ClauseToTrain[]} */
  let clauses = [];
  /** @type {Wanted} */
  let wanted = asked ?? { sheet: "", kind: "", clause: "", seed: anySeed() };
  /** @type {Question | null} */
  let question = null;
  let fault = "";
  let busy = false;
  let over = false;
  let room = { width: 0, height: 0 };

  function draw() {
    if (over) return;
    const sheet = sheets.find((each) => each.id === wanted.sheet);
    const felt = felts.find((each) => each.sheet === wanted.sheet);
    root.className = `train ${felt ? hue(felt) : ""}`;
    if (!asked) return render(root, choosing(sheets, clauses, wanted, change, start), faulty());
    if (question && sheet && felt) return render(root, ask(question, sheet, felt), faulty());
    render(root, over10() ? summary() : h("h1", { key: "h1", class: "unseen" }, t("train.title")), faulty());
  }

  function faulty() {
    return h(
      "p",
      { key: "fault", class: "fault train-fault", role: "alert" },
      fault && h("span", { lang: "en" }, fault),
    );
  }

  const over10 = () => !question && answered(addressOf(wanted)).length >= TEN;

  /** @param {Question} now @param {SheetNow} sheet @param {FeltNow} felt */
  function ask(now, sheet, felt) {
    const { situation, saying, checked } = now;
    const done = answered(addressOf(wanted));
    const number = checked ? done.length : done.length + 1;
    const scene = sceneOf(situation, felt, sheet, checked, now.large);
    const laid = readable(plan(felt, situation.table.boxes, sized(), now.large));
    return h(
      "section",
      { key: "question", class: "train-page" },
      h(
        "header",
        { class: "train-head" },
        h("h1", null, t("train.number", { number, of: TEN })),
        dots(done, checked ? number : number - 1),
        h("span", { class: "muted" }, kindName(situation.kind)),
        h("a", { class: "train-leave", href: "/train" }, t("train.leave")),
      ),
      h(
        "div",
        { class: "train-felt" },
        h("div", { key: "felt", class: `stage ${laid.kind} phase-playing` }, board(scene, laid, press, pick)),
        plate(situation),
      ),
      h(
        "div",
        { key: situation.id, class: "train-panel" },
        situation.what &&
          h("p", { key: "what", class: "train-what" }, h("span", { lang: "en" }, situation.what)),
        checked
          ? [
              explained(checked, situation.sheet),
              h(
                "p",
                { key: "next", class: "train-acts" },
                h(
                  "button",
                  { type: "button", class: "main train-next", onclick: next },
                  nextWord(done.length),
                ),
              ),
            ]
          : h(
              "form",
              { key: "form", onsubmit: check, novalidate: true },
              h("h2", { class: "unseen" }, t("train.answer")),
              situation.kind === "report"
                ? report(saying, situation, draw)
                : lines(saying, (row) => pick(row.box), draw),
              h(
                "p",
                { key: "check", class: "train-acts" },
                h("button", { class: "main", disabled: busy }, t("train.check")),
                h("small", null, situation.kind === "report" ? t("train.keys_report") : t("train.keys")),
              ),
            ),
      ),
    );
  }

  /** @param {number} done */
  function nextWord(done) {
    return done >= TEN ? t("train.to_summary") : t("train.next");
  }

  /** @param {boolean[]} done @param {number} at */
  function dots(done, at) {
    const right = done.filter(Boolean).length;
    return h(
      "span",
      { class: "train-dots", role: "img", "aria-label": t("train.score", { right, asked: at }) },
      Array.from({ length: TEN }, (_, place) =>
        h("i", { key: place, class: place < done.length ? (done[place] ? "right" : "wrong") : "" }),
      ),
    );
  }

  /** What the table shows besides: the sign, the jackpot bet, the limits. @param {SituationNow} situation */
  function plate({ table }) {
    if (!table.displayed && !table.jackpot_bet && !Object.keys(table.limits).length) return null;
    return h(
      "dl",
      { key: "plate", class: "train-plate" },
      table.displayed && [
        h("dt", { key: "sign" }, t("sign.progressive")),
        h("dd", { key: "shown", translate: "no" }, money(table.displayed, { cents: true })),
      ],
      table.jackpot_bet && [
        h("dt", { key: "bet" }, t("sign.jackpot_bet")),
        h("dd", { key: "price", translate: "no" }, money(table.jackpot_bet)),
      ],
      Object.entries(table.limits).map(([bet, { least, most }]) => [
        h("dt", { key: `${bet} name` }, term("bet", bet)),
        h("dd", { key: bet, translate: "no" }, `${money(least)} – ${money(most)}`),
      ]),
    );
  }

  /** After ten: the score, what was missed, and how to go on. */
  function summary() {
    const done = answered(addressOf(wanted));
    const right = done.filter(Boolean).length;
    return h(
      "section",
      { key: "summary", class: "train-start" },
      h("h1", null, t("train.over")),
      h("p", { class: "train-score", translate: "no" }, `${right} / ${done.length}`),
      dots(done, done.length),
      weakClauses(wanted, clauses, start),
      h(
        "p",
        { key: "same", class: "muted" },
        t("train.same_set"),
        " ",
        h("a", { href: addressOf(wanted), translate: "no" }, location.origin + addressOf(wanted)),
      ),
      h(
        "p",
        { key: "acts", class: "train-acts" },
        h(
          "button",
          {
            type: "button",
            class: "main",
            onclick: () => start({ ...wanted, seed: String(Number(wanted.seed) + 1) }),
          },
          t("train.ten_more"),
        ),
        h("button", { type: "button", class: "quiet", onclick: () => start(wanted) }, t("train.again")),
        h("a", { class: "button quiet", href: "/train" }, t("train.choose")),
      ),
    );
  }

  /** On the felt a bet is pressed: to its row, or once it is answered to its reason. @param {number} box @param {string} bet */
  function press(box, bet) {
    pick(box);
    const line = root.querySelector(`[data-line="${box} ${bet}"] input`);
    const reason = root.querySelector(`[data-point="${box} ${bet}"] details`);
    if (line instanceof HTMLElement) line.focus();
    if (reason instanceof HTMLDetailsElement) {
      reason.open = true;
      /** @type {HTMLElement | null} */ (reason.querySelector("summary"))?.focus();
    }
  }

  /** @param {number} box */
  function pick(box) {
    if (!question || question.large === box) return;
    question.large = box;
    draw();
  }

  /** @param {Partial<Wanted>} made */
  function change(made) {
    const other = made.sheet && made.sheet !== wanted.sheet;
    wanted = { ...wanted, ...made };
    if (other) void listClauses();
    draw();
  }

  /** @param {Wanted} chosen */
  function start(chosen) {
    begin(addressOf(chosen));
    void go(addressOf(chosen));
  }

  /** @param {Event} event */
  async function check(event) {
    event.preventDefault();
    if (!question || busy) return;
    const now = question;
    const path = `/api/train/${encodeURIComponent(wanted.sheet)}/${encodeURIComponent(now.situation.id)}`;
    busy = true;
    await trying(async () => {
      now.checked = await send(path, said(now.saying));
      note(addressOf(wanted), wanted.sheet, now.checked?.points ?? []);
    });
    busy = false;
    draw();
    /** @type {HTMLElement | null} */ (root.querySelector(".train-next"))?.focus({ preventScroll: true });
    root.querySelector(".train-panel")?.scrollTo(0, 0);
  }

  async function next() {
    const number = answered(addressOf(wanted)).length + 1;
    question = null;
    if (number > TEN) return draw();
    const query = new URLSearchParams({ seed: wanted.seed, number: String(number) });
    if (wanted.kind) query.set("kind", wanted.kind);
    if (wanted.clause) query.set("clause", wanted.clause);
    await trying(async () => {
      const situation = /** @type {SituationNow} */ (
        await read(`/api/train/${encodeURIComponent(wanted.sheet)}?${query}`)
      );
      const felt = felts.find((each) => each.sheet === situation.sheet);
      if (!felt) return;
      const large = situation.round.boxes.find((box) => box.player)?.number ?? 1;
      question = { situation, saying: nothingSaid(situation, felt), checked: null, large };
    });
    draw();
    if (question) toFirst();
  }

  /** The keyboard begins at the first thing that is asked. */
  function toFirst() {
    scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (root.querySelector(".train-panel input"))?.focus({
      preventScroll: true,
    });
  }

  /** @param {() => Promise<void>} what */
  async function trying(what) {
    try {
      fault = "";
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
    }
  }

  async function listClauses() {
    const sheet = wanted.sheet;
    await trying(async () => {
      const found = await read(`/api/train/${encodeURIComponent(sheet)}/clauses`);
      if (sheet === wanted.sheet) clauses = found;
    });
    draw();
  }

  function sized() {
    const found = root.querySelector(".train-felt .stage")?.getBoundingClientRect();
    if (found?.width) room = { width: found.width, height: found.height };
    else room = { width: innerWidth > 1000 ? innerWidth - 480 : innerWidth, height: innerHeight * 0.7 };
    return room;
  }

  const sizes = new ResizeObserver(() => {
    const before = room.width;
    if (question && Math.abs(sized().width - before) > 1) draw();
  });
  sizes.observe(root);

  void trying(async () => {
    [sheets, felts] = await Promise.all([read("/api/sheets"), read("/api/felts")]);
    if (!sheets.some((sheet) => sheet.id === wanted.sheet) && !asked) wanted.sheet = sheets[0]?.id ?? "";
  }).then(async () => {
    draw();
    if (asked) await next();
    await listClauses();
  });

  return () => {
    over = true;
    sizes.disconnect();
    root.className = "";
  };
}
