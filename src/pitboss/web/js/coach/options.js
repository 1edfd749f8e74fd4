/** The ways to decide a coached hand, each with what the exact count says it is worth. */

import { betName } from "../house.js";
import { cents, money } from "../money.js";
import { adviceOf, times } from "../table/adviser.js";
import { act, acts, placed, raises } from "../table/scene.js";
import { t } from "../words.js";
import { ownBox } from "./state.js";

/** @typedef {import("./state.js").CoachedNow} CoachedNow */
/** @typedef {import("./state.js").Scene} Scene */
/**
 * @typedef {object} Option
 * @property {string} key as the count names it
 * @property {"bet" | "check" | "fold" | "withdraw"} kind
 * @property {string} name
 * @property {string} what it means
 * @property {Record<string, string | number>} act
 * @property {string} letter that does the same
 * @property {bigint | null} worth on average, in cents; null where it is not known
 */
/** @typedef {{state: "counting"} | {state: "none"} | {state: "counted", best: Option, next: Option | null}} Advised */

const ANTE = 2500n;

/** @param {Scene} scene @param {CoachedNow} now @returns {Option[]} */
export function optionsOf(scene, now) {
  const found = ways(scene, now);
  const box = ownBox(now);
  const advice = adviceOf(scene, box);
  const ante = placed(box, "ante");
  return found.map((option) => {
    const value = typeof advice === "object" ? advice.actions[option.key] : undefined;
    return { ...option, worth: value === undefined ? null : times(value, ante) };
  });
}

/** @param {Scene} scene @param {CoachedNow} now @returns {Omit<Option, "worth">[]} */
function ways(scene, { box, sheet }) {
  const sizes = raises(scene, box);
  const several = sizes.length > 1;
  /** @type {Omit<Option, "worth">[]} */
  const found = sizes.map(({ times: size, bet }) => {
    const [name, amount] = [betName(String(bet.bet), sheet), money(String(bet.amount))];
    return {
      key: several ? `${bet.bet} x ${size}` : String(bet.bet),
      kind: "bet",
      name: t("table.bet_amount", { bet: several ? `${name} ${size}×` : name, amount }),
      what: t("coach.option_bet", { times: String(size) }),
      act: { act: "bet", box, bet: String(bet.bet), amount: String(bet.amount) },
      letter: several ? String(size) : "P",
    };
  });
  const rides = act(scene, { act: "check", box });
  for (const back of rides ? acts(scene, { act: "withdraw", box }) : [])
    found.push({
      key: `withdraw ${back.bet}`,
      kind: "withdraw",
      name: t("table.take_back", { bet: betName(String(back.bet), sheet) }),
      what: t("coach.option_withdraw"),
      act: { act: "withdraw", box, bet: String(back.bet) },
      letter: "F",
    });
  if (rides)
    found.push({
      key: "check",
      kind: "check",
      name: t("table.check"),
      what: t("coach.option_check"),
      act: { act: "check", box },
      letter: "C",
    });
  if (act(scene, { act: "fold", box }))
    found.push({
      key: "fold",
      kind: "fold",
      name: t("table.fold"),
      what: t("coach.option_fold"),
      act: { act: "fold", box },
      letter: "F",
    });
  return found;
}

/** What the count advises: the best way, and the best of the others. @param {Scene} scene @param {CoachedNow} now @param {Option[]} options @returns {Advised} */
export function advised(scene, now, options) {
  const advice = adviceOf(scene, ownBox(now));
  if (advice === undefined || advice === "counting") return { state: "counting" };
  const best = advice === "none" ? undefined : options.find(({ key }) => key === advice.best);
  if (!best) return { state: "none" };
  const others = options.filter((each) => each !== best && each.worth !== null);
  others.sort((a, b) => Number((b.worth ?? 0n) - (a.worth ?? 0n)));
  return { state: "counted", best, next: others[0] ?? null };
}

/** Why the best way is the best, in a sentence. @param {Option} best @param {Option | null} next */
export function reason(best, next) {
  const values = { best: best.name };
  if (best.kind === "fold") return t("coach.why_fold", values);
  if (best.kind === "check") return t("coach.why_check", values);
  if (best.kind === "withdraw") return t("coach.why_withdraw", values);
  if ((best.worth ?? 0n) > 0n) return t("coach.why_win", values);
  return next?.kind === "fold" ? t("coach.why_less", values) : t("coach.why_least", values);
}

/** What an option gives away against the best, in cents. @param {Advised} found @param {Option} option */
export function costOf(found, option) {
  return found.state === "counted" && found.best.worth !== null && option.worth !== null
    ? found.best.worth - option.worth
    : 0n;
}

/** The amount with which the coach lays a bet: a usual Ante, else the least that is taken. @param {import("../answers").BetRangeNow} range */
export function usualBet({ bet, least, most }) {
  if (bet !== "ante" || cents(least) > ANTE) return cents(least);
  return most !== null && cents(most) < ANTE ? cents(most) : ANTE;
}
