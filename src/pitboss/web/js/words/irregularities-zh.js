/** What irregularities are called in Chinese, by their English text. */

/** @type {Record<string, string>} */
export default {
  "A player is restricted to one playing position": "玩家被限制只用一个投注框",
  "A card is missing, extra or foreign, or unshuffled cards are used": "缺牌、多牌、异牌，或使用了未洗的牌",
  "Cards were dealt wrongly, and no player has handled their cards": "发错牌，而尚无玩家动过牌",
  "The Dealer was dealt a wrong number of cards": "庄家的牌数错误",
  "Two or more cards are wrongly exposed during the deal": "发牌时误露两张或以上的牌",
  "A player was dealt a wrong number of cards": "玩家的牌数错误",
  "It is doubtful whether the right number of cards is in use, and the Dealer counts them by hand":
    "所用牌数是否正确有疑，庄家用手点数",
  "A player did not keep their hand confidential, or looked or tried to look at another player's":
    "玩家未对自己的牌保密，或看或试图看他人的牌",
  "A player has wagered on several positions by mistake and controls more than one hand":
    "玩家误在多个投注框下注，控制超过一手牌",
  "A player tries to control several hands, and their action is stopped": "玩家试图控制多手牌，其行动被制止",
  "A jackpot wager was placed without an Ante": "未下底注而下了累积奖金注",
  "Something happens that the sheet does not cover": "发生本规则表未涵盖之事",
  "A jackpot bet was placed without an Ante": "未下底注而下了累积奖金注",
  "A card that does not belong to the deck is found": "发现不属于该副牌的牌",
  "The Dealer exposes two or more cards during the deal, before any player has seen their cards":
    "庄家在发牌时露出两张或以上的牌，而尚无玩家看过牌",
  "The deck has too few or too many cards": "牌副张数过少或过多",
  "The shoe or shuffler has too few cards to finish the round": "牌靴或洗牌机的牌不足以完成本局",
  "The cards were not shuffled": "牌未洗",
  "Cards were dealt wrongly, and no player has seen their cards": "发错牌，而尚无玩家看过牌",
  "A wrong number of community cards was dealt, or the Dealer was dealt a wrong number of cards":
    "公共牌数错误，或庄家的牌数错误",
  "The Dealer did not discard a Burnt Card: before the Hole Cards, the Flop, the Turn or the River":
    "庄家漏弃烧牌：在底牌、翻牌、转牌或河牌之前",
  "Another dealing error: one card exposed before any player has looked, or cards dealt wrongly after one has":
    "其他发牌差错：在尚无玩家看牌前露出一张牌，或在有玩家看牌后发错牌",
  "The Dealer exposes a card during the deal after a player has seen their cards":
    "已有玩家看过牌之后，庄家在发牌时露出一张牌",
  "A card is found face up in the shoe or shuffler": "在牌靴或洗牌机中发现牌面朝上的牌",
  "Two or more cards were drawn from the shoe together, and their order cannot be told":
    "两张或以上的牌一同由牌靴抽出，其次序无法辨明",
  "A jackpot device or the jackpot system fails before any player has seen their cards":
    "累积奖金设备或系统在尚无玩家看过牌时故障",
  "A jackpot device or the jackpot system fails after a player has seen their cards":
    "累积奖金设备或系统在已有玩家看过牌后故障",
  "After a jackpot failure the House closes the table, takes no bets on a box, or plays on without jackpot bets":
    "累积奖金故障后，赌场关闭赌台、不接受某投注框下注，或不设累积奖金注而继续",
  "A player has examined more hands than the one they may": "玩家看了超过所许一手的牌",
  "Something happens that the sheet does not provide for": "发生本规则表未作规定之事",
  "The Dealer did not discard the Burnt Card": "庄家漏弃烧牌",
  "Another dealing error, such as cards dealt wrongly after a player has seen theirs":
    "其他发牌差错，例如在有玩家看牌后发错牌",
  "The Dealer exposes a card during the deal": "庄家在发牌时露出一张牌",
};
