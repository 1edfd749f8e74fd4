/** Sentences of the lab, as `rulebook-zh.js` has those of the rulebook: best play, and lines of tables. */

/** @type {[string, string][]} */
export const OF_LAB = [
  // Best play.
  ["[Ff]old every hand", "每手都弃牌"],
  ["{bet} every hand", "每手都下{0}"],
  [
    "{bet} {kind} or higher and {n} hands below it, fold the rest: {n} of {n} hands are played",
    "{1} 或更大下{0}，另加其下 {2} 手，其余弃牌：{4} 手中玩 {3} 手",
  ],
  [
    "{bet} {kind} or higher, fold the rest: {n} of {n} hands are played",
    "{1} 或更大下{0}，其余弃牌：{3} 手中玩 {2} 手",
  ],
  [
    "{bet} {line} or higher, {line} by the face-up card: {n} of {n} hands with a face-up card bet",
    "{1}或更大下{0}，{2}视庄家明牌而定：连同明牌 {4} 种中下注 {3} 种",
  ],
  [
    "{bet} {line} or higher, {line} by the face-up card, fold the rest: {n} of {n} hands with a face-up card bet",
    "{1}或更大下{0}，{2}视庄家明牌而定，其余弃牌：连同明牌 {4} 种中下注 {3} 种",
  ],
  [
    "{bet} {line} or higher, fold the rest: {n} of {n} hands with a face-up card bet",
    "{1}或更大下{0}，其余弃牌：连同明牌 {3} 种中下注 {2} 种",
  ],
  [
    "[Ff]old {holes}, {bet} the rest \\({n} of {n} pairs\\); {bet} and {bet} where that bet alone gains",
    "{0} 弃牌，其余下{1}（{3} 对中 {2} 对）；{4}与{5}仅在该注本身有利时下",
  ],
  [
    "{bet} every hand \\({n} of {n} pairs\\); {bet} and {bet} where that bet alone gains",
    "每手都下{0}（{2} 对中 {1} 对）；{3}与{4}仅在该注本身有利时下",
  ],
  // Lines of return tables.
  ["Dealer does not qualify, {line}", "庄家不合格，{0}"],
  ["higher than the Dealer, {line}", "大于庄家，{0}"],
  ["lower than the Dealer, {line}", "小于庄家，{0}"],
  ["same as the Dealer, {line}", "与庄家相同，{0}"],
  ["fold", "弃牌"],
];
