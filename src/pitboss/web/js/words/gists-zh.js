/** Gists of clauses in Chinese, by their English text: the same text in all sheets has the same. */

/** @type {Record<string, string>} */
export default {
  "Heading: the terms used in these rules.": "标题：本规则所用术语。",
  "The Ante is the wager with which a player begins a round.": "底注是玩家开始一局时所下的注。",
  "The Bet is a further wager of twice the Ante, placed in order to go on with the round.":
    "加注是为继续本局而再下的注，为底注的两倍。",
  "Blind Betting is taking part without viewing the cards of the hand. It applies to players who wager on several hands: they may view one hand only and play the others blind.":
    "盲打是不看牌而参与。适用于在多手牌上下注的玩家：他们只能看一手牌，其余各手盲打。",
  "To Fold is to decide against going on with the round.": "弃牌是决定不再继续本局。",
  "A Hand is the five cards that a player or the Dealer has been dealt in the round.":
    "一手牌是玩家或庄家在本局所得的五张牌。",
  "Players may add a Progressive Jackpot wager before the cards are dealt. It earns a jackpot payout with a hand that qualifies.":
    "玩家可在发牌前加下累积奖金注。持合格牌型即可获累积奖金赔付。",
  "A round of play runs from the commencement of play until the Dealer has announced an outcome and settled the wagers, collecting what lost and paying what won, where there are any.":
    "一局自开局起，至庄家宣布结果并结清注码为止，即收取输注、赔付赢注（如有）。",
  "A wager is a Stand-off when it is neither won nor lost.": "注码不赢不输即为平局。",
  "One deck of 52 cards is used. It has no jokers, and all backs are alike in colour and design.":
    "使用一副 52 张牌，没有鬼牌，牌背颜色与图案一律相同。",
  "The layouts are those of the appendices, with one to seven playing positions.":
    "台面布局见附录，设一至七个投注框。",
  "The layout has areas for the Ante, the Bet and the Progressive Jackpot wager.":
    "布局上设有底注、加注与累积奖金注的区域。",
  "All three areas, for Ante, Bet and jackpot wager, are at every playing position.":
    "底注、加注与累积奖金注三个区域，每个投注框都有。",
  "Play commences when the Dealer calls for bets.": "庄家呼请下注，牌局即开始。",
  "Betting is closed when the Dealer calls that there are no more bets.": "庄家宣布停止下注，下注即告结束。",
  "The aim is a poker hand that ranks higher than the Dealer's by 3.11.":
    "目标是按 3.11 得到比庄家更大的牌型。",
  "The points below rank the cards, beginning with the highest.": "以下各点排列牌张大小，由最大开始。",
  "Cards rank from the Ace, the King, the Queen and the Jack down from 10 to 2.":
    "牌张大小依次为 A、K、Q、J，再由 10 至 2。",
  "In a Straight or Straight Flush of 5-4-3-2-A, and only there, the Ace counts as 1.":
    "只有在 5-4-3-2-A 的顺子或同花顺中，A 才作 1 计。",
  "A card ranks the same in every suit, for suits have no value.": "各花色的同点牌大小相同，花色不分高低。",
  "Taking part needs an Ante, on its own area, before the first card of the round is dealt. An area may hold wagers of one player or of several, within the minimum and maximum that the table displays.":
    "参与须在本局发出第一张牌之前，在底注区下底注。一个区域可放一名或多名玩家的注码，须在本台所示上下限之内。",
  "Players may wager on several hands. Whatever the number of positions, the Dealer tells them before the round begins that they may view only one of the hands.":
    "玩家可在多手牌上下注。不论占多少投注框，庄家须在开局前告知其只能看其中一手牌。",
  "One area takes only one Ante, one Bet and one Progressive Jackpot wager.":
    "一个区域只接受一个底注、一个加注和一个累积奖金注。",
  "A Pit Manager may use their discretion to limit a player to a single playing position.":
    "区域经理可酌情限制玩家只用一个投注框。",
  "The Progressive Jackpot wager is open to players who have already placed an Ante.":
    "已下底注的玩家可下累积奖金注。",
  "The jackpot is offered to the player who sits at the position.": "累积奖金只供坐在该投注框的玩家参与。",
  "A jackpot wager is allowed on a viewed hand and with Blind Betting alike.": "看牌与盲打均可下累积奖金注。",
  "The jackpot wagering system takes the jackpot wager, in credits or chips as it allows. The amount is the minimum times a whole number from 1 to 5.":
    "累积奖金注由累积奖金系统收取，按其所许以点数或筹码下注。金额为最低额的 1 至 5 整数倍。",
  "With 2 to 5 times the minimum, Straight, Flush, Full House and Four of a Kind pay as many times the amount in 4.2. The percentages of the pool for a Straight Flush or a Royal Flush are not multiplied.":
    "下最低额的 2 至 5 倍时，顺子、同花、葫芦和四条按 4.2 的金额乘以相应倍数赔付。同花顺或皇家同花顺所得奖池百分比不乘倍。",
  "Players may not place a jackpot wager on another player's position.":
    "玩家不得在他人的投注框下累积奖金注。",
  "At a player's request the Dealer, a Pit Supervisor or a Pit Manager may place wagers for them. Seeing that it is done correctly remains with the player.":
    "应玩家要求，庄家、区域主管或区域经理可代其下注。确认下注无误仍由玩家负责。",
  "From an automated device each position with a wager gets five cards, clockwise from the Dealer's left, then the Dealer, all face down. The deal is recorded, and a departure is noted. The Dealer's last card, at the bottom, is exposed.":
    "用自动发牌设备时，自庄家左手起顺时针给每个有注码的投注框各发五张，再发给庄家，牌面均向下。发牌须记录，偏差须注明。庄家最后一张即最底一张翻开。",
  "From a manual device cards go singly, face down, clockwise from the Dealer's left to each position with a wager, then to the Dealer, until all have five. The deal is recorded, and a departure is noted. The Dealer's last card is exposed.":
    "用手动发牌设备时，自庄家左手起顺时针逐张牌面向下发给每个有注码的投注框，再发给庄家，直至各有五张。发牌须记录，偏差须注明。庄家最后一张翻开。",
  "Once they have received and examined the five cards, players may choose between Fold and Bet.":
    "玩家收到并看过五张牌后，可选择弃牌或加注。",
  "Fold: the Ante is lost. The player can still win a jackpot payout by 4.2.":
    "弃牌：底注输。玩家仍可按 4.2 赢得累积奖金。",
  "Bet: the player wagers twice the Ante on the Bet area. The cards lie face down with the Bet on top of them.":
    "加注：玩家在加注区下底注的两倍。牌面向下放置，加注压在牌上。",
  "The Dealer turns up the rest of their own cards for the comparison with each player. Of two five-card poker hands the higher ranking one wins.":
    "庄家翻开自己其余的牌，与每位玩家比牌。两手五张牌中，较大者胜。",
  "Players who do not expose their five cards decline the comparison. The hand then ranks below the Dealer's, wins no jackpot, and is settled without return to play. A Pit Supervisor or above may choose to view it.":
    "不亮出五张牌的玩家即拒绝比牌。该手牌视为小于庄家，不得累积奖金，结算后不再参与本局。区域主管或以上可选择查看该牌。",
  "A Dealer whose hand falls short of Ace and King announces that there is no hand, and the points below apply.":
    "庄家的牌未达 A 和 K 时，宣布无牌，并适用以下各点。",
  "When the Dealer has no hand, all Bets are returned.": "庄家无牌时，所有加注退还。",
  "When the Dealer has no hand, every Ante is paid except where the player has folded.":
    "庄家无牌时，除已弃牌者外，所有底注均赔付。",
  "When the Dealer has no hand, the Dealer exposes the cards of players with a jackpot wager who have not declined a comparison, and pays them by 4.2.":
    "庄家无牌时，对下了累积奖金注且未拒绝比牌的玩家，庄家亮开其牌并按 4.2 赔付。",
  "A Dealer whose hand is Ace and King or ranks higher compares it with each player's, and the points below apply.":
    "庄家的牌为 A 和 K 或更大时，与每位玩家比牌，并适用以下各点。",
  "When the Dealer has a hand, Ante and Bet are paid to players whose hand ranks higher.":
    "庄家有牌时，牌型更大的玩家获赔底注和加注。",
  "When the Dealer has a hand, Ante and Bet are collected from players whose hand ranks lower.":
    "庄家有牌时，牌型更小的玩家输底注和加注。",
  "When the Dealer has a hand, the jackpot wager is paid by 4.2.": "庄家有牌时，累积奖金注按 4.2 赔付。",
  "A player's and a Dealer's hand of equal rank make a Stand-off, which neither of them wins.":
    "玩家与庄家牌型相同即为平局，双方均不赢。",
  "The points below rank the hands, beginning with the highest.": "以下各点排列牌型大小，由最大开始。",
  "Royal Flush, the highest hand: the five cards from the Ace down to the 10 in one suit.":
    "皇家同花顺，最大牌型：同一花色由 A 至 10 的五张牌。",
  "Straight Flush, second: five consecutive cards in one suit, unless they are a Royal Flush.":
    "同花顺，第二：同一花色五张连牌，皇家同花顺除外。",
  "Four of a Kind, third: four cards of one rank.": "四条，第三：四张同点牌。",
  "Full House, fourth: three cards of one rank and a pair.": "葫芦，第四：三张同点牌加一对。",
  "Flush, fifth: five cards in one suit that are not consecutive.": "同花，第五：同一花色五张不相连的牌。",
  "Straight, sixth: five consecutive cards in any suits, where the Ace may stand high or low.":
    "顺子，第六：五张连牌，花色不限，A 可作最大或最小。",
  "Three of a Kind, seventh: three cards of one rank.": "三条，第七：三张同点牌。",
  "Two Pairs, eighth: a hand with two pairs.": "两对，第八：含两个对子的牌。",
  "One Pair, ninth: two cards of one rank.": "一对，第九：两张同点牌。",
  "Five odd cards, the lowest hand: no two of one rank, not all of one suit, and not consecutive.":
    "五张散牌，最小牌型：没有同点牌，不全同花色，也不相连。",
  "Hands of the same order with different cards rank by the ranking of cards in 3.3.1.":
    "牌型相同而牌张不同时，按 3.3.1 的牌张大小排列。",
  "When Dealer and player have the same order of hand with cards of the same ranks, it is a Stand-off.":
    "庄家与玩家牌型相同且牌张点数相同，即为平局。",
  "Two Pairs against Two Pairs: the higher pair wins, then the second pair, then the unpaired card. If all are equal it is a Stand-off.":
    "两对对两对：先比大对，再比第二对，再比单张。全部相同即为平局。",
  "One Pair against One Pair: the higher pair wins, then the three unpaired cards from the highest down. If all are equal it is a Stand-off.":
    "一对对一对：先比对子，再由大至小比三张单牌。全部相同即为平局。",
  "A Straight or Straight Flush with a 6 or higher in it ranks above one of 5-4-3-2-A.":
    "含 6 或更大牌的顺子或同花顺，大于 5-4-3-2-A。",
  "Between a Full House of the Dealer and one of a player, the Three of a Kind that ranks higher by 3.3.1 wins.":
    "庄家与玩家同为葫芦时，按 3.3.1 三条较大者胜。",
  "Straight against Straight, or Straight Flush against Straight Flush, with the same five ranks for Dealer and player, is a Stand-off.":
    "顺子对顺子，或同花顺对同花顺，庄家与玩家五张点数全同即为平局。",
  "A jackpot payout comes on top of any payment for the Ante or the Bet in that round.":
    "累积奖金赔付在该局底注或加注的赔付之外另付。",
  "Of jackpot hands at separate tables, the first to be entered in the jackpot computer system is the first to be paid.":
    "不同赌台的累积奖金牌型，先录入累积奖金电脑系统者先赔付。",
  "Heading: two or more players at one table who qualify for the jackpot in one round.":
    "标题：同一局同一台有两名或以上玩家符合累积奖金。",
  "Royal Flushes share alike: the displayed jackpot and the reset amounts are added up, and each winner gets an equal part.":
    "皇家同花顺均分：将所显示的累积奖金与重置金额相加，各赢家得相等份额。",
  "Straight Flushes share alike: 10% of the displayed jackpot, and 10% of each reset amount after it according to the number of winners, are added up, and each winner gets an equal part.":
    "同花顺均分：将所显示累积奖金的 10%，以及按赢家人数其后每次重置金额的 10% 相加，各赢家得相等份额。",
  "When a round has a Royal Flush and other jackpot hands, the lower ones are paid first and the Royal Flush after them.":
    "一局中既有皇家同花顺又有其他累积奖金牌型时，先付较小者，后付皇家同花顺。",
  "Heading: how wagers are settled.": "标题：注码如何结算。",
  "The Ante pays 1 to 1 in both cases: no hand for the Dealer by 3.10.2, or a hand by 3.10.3.":
    "底注在两种情形下均按 1 赔 1：依 3.10.2 庄家无牌，或依 3.10.3 庄家有牌。",
  "The Bet pays to 1: Royal Flush 250, Straight Flush 50, Four of a Kind 20, Full House 7, Flush 5, Straight 4, Three of a Kind 3, Two Pairs 2, One Pair or lower 1.":
    "加注每 1 赔：皇家同花顺 250，同花顺 50，四条 20，葫芦 7，同花 5，顺子 4，三条 3，两对 2，一对或以下 1。",
  "The jackpot pays: Royal Flush 100% of it, Straight Flush 10% of it; for 1, Four of a Kind 400, Full House 80, Flush 40, Straight 20.":
    "累积奖金赔付：皇家同花顺得其 100%，同花顺得其 10%；每 1 得，四条 400，葫芦 80，同花 40，顺子 20。",
  "A round in which an extra, missing or foreign card or unshuffled cards are discovered has the consequences below.":
    "一局中发现多牌、缺牌、异牌或未洗的牌，后果如下。",
  "The current round is void.": "本局作废。",
  "All outcomes of earlier rounds stand.": "此前各局的结果均维持不变。",
  "Cards are dealt wrongly and no player has handled theirs: the round is void, unless it can be reconstructed by moving whole hands between playing positions.":
    "发错牌而尚无玩家动过牌：本局作废，除非可在投注框之间整手移动而还原。",
  "A wrong number of cards in the Dealer's hand, which is noticed before the next round begins and cannot be reconstructed: the round is void.":
    "庄家的牌数错误，在下一局开始前发现且无法还原：本局作废。",
  "Two or more cards are wrongly exposed in the deal: the round is void.":
    "发牌时误露两张或以上的牌：本局作废。",
  "Once the Dealer has called that there are no more bets, a new wager is refused, and so is what is added to one, unless these rules say otherwise.":
    "庄家宣布停止下注后，除本规则另有规定外，新注与加码均予拒绝。",
  "Once the Dealer has called that there are no more bets, wagers stay, unless these rules say otherwise: one that is withdrawn wins or loses by the outcome of the round.":
    "庄家宣布停止下注后，除本规则另有规定外，注码维持不变：撤回者仍按本局结果输赢。",
  "A player's hand has a wrong number of cards, which is noticed before the next round begins and cannot be reconstructed: it leaves play and its wager is returned.":
    "玩家的牌数错误，在下一局开始前发现且无法还原：该手牌退出本局，注码退还。",
  "Players with the right number of cards in such a round may be allowed to take their wager back.":
    "此类局中牌数正确的玩家，可获准收回注码。",
  "The Dealer counts the cards by hand when their number in a round is in doubt. A count that is too high or too low makes that round void.":
    "对一局所用牌数有疑时，庄家用手点数。点得过多或过少，该局作废。",
  "Players who do not keep their hand confidential, or who view or try to view another's, may be barred from further play by a Gaming Shift Manager, and their existing wagers are returned.":
    "玩家未对自己的牌保密，或看或试图看他人的牌，博彩值班经理可禁止其继续参与，其现有注码退还。",
  "The points below are for players whose wagers on several positions were an error and gave them control of more than one hand.":
    "以下各点适用于误在多个投注框下注而控制超过一手牌的玩家。",
  "A player has viewed one or more of such hands: those go on, and the unviewed ones are invalidated.":
    "玩家已看过其中一手或多手：看过的继续，未看的作无效。",
  "A player has viewed none of such hands: the first one dealt is played to its end, and the others are invalidated.":
    "玩家未看过其中任何一手：最先发出的一手打完，其余作无效。",
  "A Gaming Shift Manager may, at their discretion, stop the action of a player who tries to control several hands.":
    "博彩值班经理可酌情制止试图控制多手牌的玩家的行动。",
  "A player with an Ante is absent when the Bet is to be decided: their hand is invalid, and the Ante and any jackpot wager go back to them.":
    "已下底注的玩家在应决定加注时不在场：其牌无效，底注与任何累积奖金注均退还。",
  "Heading: a jackpot wager placed without an Ante.": "标题：未下底注而下累积奖金注。",
  "Until the call that there are no more bets, the player has to add an Ante or to cancel the jackpot wager.":
    "在宣布停止下注之前，玩家须补下底注，或取消累积奖金注。",
  "After the call that there are no more bets, the jackpot wager is invalid. The player gets its amount back when the hand in play is over.":
    "宣布停止下注之后，该累积奖金注无效。该手牌结束后金额退还玩家。",
  "A wager under the minimum is paid or collected once, after the outcome is known. Every later one by that player is returned, whatever its outcome.":
    "低于下限的注码，在结果揭晓后赔付或收取一次。该玩家其后再有此类注码，不论结果一律退还。",
  "Of a wager over the maximum, no more than the maximum is paid or collected.":
    "超过上限的注码，最多只按上限赔付或收取。",
  "What earlier rounds paid or collected on a wager beyond the limits, maximum or minimum, stays settled.":
    "此前各局对超出上下限的注码所作的赔付或收取，维持不变。",
  "Heading: a power failure.": "标题：停电。",
  "While no wager has conclusively won or lost, there is no outcome: players may withdraw their wagers, all of them or none. The round is then concluded.":
    "尚无注码确定输赢时，即无结果：玩家可撤回注码，须全撤或全不撤。本局随即结束。",
  "Once any wager has conclusively won or lost, there is an outcome: play goes on and the round is concluded.":
    "一旦有任何注码确定输赢，即有结果：继续进行直至本局结束。",
  "An irregularity that the rules do not cover is referred to the Gaming Shift Manager for a decision.":
    "规则未涵盖的差错，交博彩值班经理决定。",
  "What the rules give to a position may also be done by anyone who acts in it or who holds a higher one.":
    "规则赋予某职位之事，代理该职位者或职位更高者亦可为之。",
  "The Ante is the bet by which a player takes part in the round.": "底注是玩家参与本局所下的注。",
  "Bet and wager mean the same thing.": "“下注”与“注码”含义相同。",
  "There are three Betting Rounds: from the Ante until the Flop Cards are turned, from the Flop until the Turn Card is turned, and from the Turn until the River Card is turned.":
    "共有三轮下注：自底注至翻开翻牌，自翻牌至翻开转牌，自转牌至翻开河牌。",
  "A Burnt Card is the top card of what is left of the deck. One is put aside ahead of the Hole Cards, another ahead of the Flop Cards, and one each ahead of Turn Card and River Card.":
    "烧牌是余牌最上面的一张。发底牌之前弃一张，发翻牌之前弃一张，发转牌和河牌之前各弃一张。",
  "A Card Shoe is a device, electronic or not, that cards are dealt from.":
    "牌靴是用以发牌的设备，不论电子与否。",
  "To Check is to decide to stay in the round without adding a bet.": "过牌是决定不加注而留在局中。",
  "Any player may complete the best Five-card Hand they can with the Community Cards, which are dealt to the middle of the table.":
    "任何玩家均可用发到台中央的公共牌，凑成其所能得的最佳五张牌。",
  "The Dealer is the person in charge of dealing the game.": "庄家是负责本游戏发牌的人。",
  "An Electronic Card Shuffler is a device made to shuffle one or more decks by itself, and cards are dealt from it.":
    "电子洗牌机是能自行洗一副或多副牌并由其发牌的设备。",
  "A Five-card Hand combines any five cards out of a player's Hole Cards and the Community Cards, of which there are five.":
    "五张牌是由玩家的底牌与公共牌（共五张）中任意五张组成。",
  "Players who want to go on with the round bet the Flop in the first Betting Round. It is twice the Ante.":
    "想继续本局的玩家在第一轮下注时下翻牌注，为底注的两倍。",
  "The Flop Cards are the first three of the Community Cards. They are dealt face down, and the Dealer turns them over later.":
    "翻牌是公共牌的前三张。牌面向下发出，稍后由庄家翻开。",
  "A Hand is the cards that a player or the Dealer has been dealt in the round.":
    "一手牌是玩家或庄家在本局所得的牌。",
  "The Hole Cards are the first two cards that each player is dealt, face down.":
    "底牌是每位玩家最先得到的两张牌，牌面向下。",
  "The House is the operator of the casino.": "赌场是娱乐场的经营者。",
  "In For The Finish means that a player stays in the round until its outcome is determined.":
    "“参与到底”指玩家留在局中直至结果确定。",
  "Pit Employees are the Dealer, the Pit Supervisor and the Pit Manager. Whoever is assigned to one of these positions and acts in it may carry out its duties.":
    "场内员工指庄家、区域主管和区域经理。凡被指派并代行其职者，均可履行其职责。",
  "A Player is a person who bets in the round.": "玩家是在本局下注的人。",
  "The jackpot grows with every jackpot bet that is placed and accepted while it is not won. Once won it goes back to a set value and grows again in the same way.":
    "累积奖金未被赢取期间，随每个已下并获接受的累积奖金注增长。一经赢取即回到设定值，再照样增长。",
  "The Progressive Jackpot Hand is the first three Community Cards, the Flop Cards, with the player's Hole Cards, when they make a hand of the list in 3.17.":
    "累积奖金牌型是公共牌前三张（翻牌）加玩家底牌，组成 3.17 所列牌型。",
  "Reconstruction puts cards back into the sequence that was meant for them.": "还原是将牌恢复到原定的次序。",
  "The River is a bet as large as the Ante, placed in the third Betting Round.":
    "河牌注与底注等额，在第三轮下注时下。",
  "The River Card is the fifth of the Community Cards, and the last. It is dealt face down, and the Dealer turns it over later.":
    "河牌是公共牌的第五张，也是最后一张。牌面向下发出，稍后由庄家翻开。",
  "A round of play begins with the Dealer's call to place bets and ends when every player has been settled.":
    "一局自庄家呼请下注开始，至每位玩家结算完毕为止。",
  "The Seated Player is the one who sits at the box, has bet on it and decides for it. Where nobody sits, it is the player who has bet on the box and decides for it.":
    "就座玩家是坐在该投注框、已在其上下注并为其作决定者。无人就座时，为已在该投注框下注并为其作决定者。",
  "A Standing Player is one who bets on the box of a Seated Player.": "站立玩家是在就座玩家的投注框下注者。",
  "In a Stand Off player and Dealer have hands of equal rank. Nothing is paid or collected on the bet, but this does not hold for the jackpot and Bonus bets.":
    "平局时玩家与庄家牌型相同，该注不赔也不收，但不适用于累积奖金注和奖金注。",
  "The Turn is a bet as large as the Ante, placed in the second Betting Round.":
    "转牌注与底注等额，在第二轮下注时下。",
  "The Turn Card is the fourth of the Community Cards. It is dealt face down, and the Dealer turns it over later.":
    "转牌是公共牌的第四张。牌面向下发出，稍后由庄家翻开。",
  "A Void round is invalidated and is left without a result.": "作废的一局归于无效，没有结果。",
  "Heading: the layout.": "标题：台面布局。",
  "The game is played only on the layouts in the appendices, which mark the boxes and show how many there can be. A lit spot above each box takes a jackpot bet for that player's hand only.":
    "本游戏只在附录的布局上进行，其上标明投注框及其最多数目。每个投注框上方的亮点只接受该玩家该手牌的累积奖金注。",
  "Heading: the cards.": "标题：牌。",
  "One deck of 52 cards is used.": "使用一副 52 张牌。",
  "The aim is a hand that ranks higher than the Dealer's.": "目标是得到比庄家更大的牌型。",
  "All suits are equal. Cards rank from the Ace and the King down to the 2, except that the Ace counts as 1 in the sequence 5-4-3-2-A.":
    "各花色相同。牌张由 A、K 依次至 2，惟 A 在 5-4-3-2-A 连牌中作 1 计。",
  "Five-card Hands from the highest: Royal Flush, Straight Flush, Four of a Kind, Full House, Flush, Straight, Three of a Kind, Two Pairs, One Pair, Five Odd Cards. A Straight may have the Ace at either end.":
    "五张牌由大至小：皇家同花顺、同花顺、四条、葫芦、同花、顺子、三条、两对、一对、五张散牌。顺子中 A 可在任一端。",
  "Five-card Hands of one kind rank by their cards, as examples show: the higher Straight, and after an equal pair or equal high cards the next highest card.":
    "同类的五张牌按牌张比大小，如各例所示：顺子较大者胜；对子或大牌相同，则比次大的牌。",
  "Players may start to bet when the Dealer calls for bets.": "庄家呼请下注时，玩家可开始下注。",
  "The table displays its minimum and maximum limits and the amount prescribed for the jackpot bet.":
    "本台显示其上下限，以及累积奖金注的规定金额。",
  "It is for players to keep to what the table displays: the limits for their bets, and the prescribed amount for the jackpot bet.":
    "遵守台上所示由玩家负责：下注的限额，以及累积奖金注的规定金额。",
  "Only Seated Players may play. Standing Players are not allowed, nor is a bet on another player's box.":
    "只有就座玩家可以参与。不许站立玩家，也不许在他人的投注框下注。",
  "Nobody takes part in the round without a bet on the Ante.": "未下底注者不得参与本局。",
  "A player may bet an Ante on further hands that nobody else has bet on. The Dealer tells them that they may examine one hand only; on the others they may bet the Flop unseen. The Flop is always exactly twice the Ante, in its own area.":
    "玩家可在无人下注的其他手牌上再下底注。庄家告知其只能看一手牌；其余各手可不看牌而下翻牌注。翻牌注恒为底注的两倍，放在其专用区域。",
  "A player who has bet an Ante may also bet on the jackpot that goes with it, with chips on the lit spot.":
    "已下底注的玩家还可在亮点上以筹码下相应的累积奖金注。",
  "A jackpot bet on a further hand is possible too, if the player has an Ante there and nobody else has a bet there.":
    "在其他手牌上也可下累积奖金注，须该玩家在该处有底注且无他人下注。",
  "After an Ante a player may also bet on the Bonus, which pays when the Hole Cards of the Dealer or of the player match the table in 4.1.":
    "下底注后玩家还可下奖金注，庄家或玩家的底牌符合 4.1 的表时赔付。",
  "No more bets may be placed once the Dealer has called that there are no more bets.":
    "庄家宣布停止下注后，不得再下注。",
  "Heading: the round with a Card Shoe.": "标题：使用牌靴的一局。",
  "Shoe: the Dealer burns a card, then deals one at a time, face down, clockwise from their left, until each player has two, the Hole Cards. This is recorded, and a departure is noted.":
    "牌靴：庄家先烧一张，再自其左手起顺时针逐张牌面向下发牌，直至每位玩家有两张，即底牌。须记录，偏差须注明。",
  "Shoe: with the Hole Cards examined, a player may Fold, which loses Ante and Bonus while the jackpot bet can still win by 4.2, or see the Flop Cards by betting the Flop, and is then In For The Finish.":
    "牌靴：看过底牌后，玩家可弃牌，输底注和奖金注，而累积奖金注仍可按 4.2 赢取；或下翻牌注以看翻牌，此后即参与到底。",
  "Shoe: the Dealer burns a card, deals the Flop Cards face down and reveals them. The deal is recorded, and a departure is noted. Players go on to the Turn Card with a Turn bet or a Check.":
    "牌靴：庄家烧一张，牌面向下发翻牌并翻开。发牌须记录，偏差须注明。玩家以转牌注或过牌进入转牌。",
  "Shoe: the Dealer burns a card, deals the Turn Card face down and reveals it. The deal is recorded, and a departure is noted. Players go on to the River Card with a River bet or a Check.":
    "牌靴：庄家烧一张，牌面向下发转牌并翻开。发牌须记录，偏差须注明。玩家以河牌注或过牌进入河牌。",
  "Shoe: the Dealer burns a card, deals the River Card face down and reveals it. This is recorded, and a departure is noted.":
    "牌靴：庄家烧一张，牌面向下发河牌并翻开。须记录，偏差须注明。",
  "Shoe: after that come the Dealer's own two cards, which is recorded and a departure noted. The Dealer then compares Five-card Hands with every player.":
    "牌靴：其后是庄家自己的两张牌，须记录，偏差须注明。然后庄家与每位玩家比五张牌。",
  "Heading: the round with an Electronic Card Shuffler.": "标题：使用电子洗牌机的一局。",
  "Shuffler: the Dealer deals the five Community Cards as one set, face down. This is recorded, and a departure is noted.":
    "洗牌机：庄家将五张公共牌作为一组牌面向下发出。须记录，偏差须注明。",
  "Shuffler: the Dealer deals sets of two, the Hole Cards, to the players, clockwise from their left, and the last set to themselves, face down. This is recorded, and a departure is noted.":
    "洗牌机：庄家自其左手起顺时针给玩家各发两张一组的底牌，最后一组发给自己，牌面向下。须记录，偏差须注明。",
  "Shuffler: with the Hole Cards examined, a player may Fold, which loses Ante and Bonus while the jackpot bet can still win by 4.2, or see the Flop Cards by betting the Flop, and is then In For The Finish.":
    "洗牌机：看过底牌后，玩家可弃牌，输底注和奖金注，而累积奖金注仍可按 4.2 赢取；或下翻牌注以看翻牌，此后即参与到底。",
  "Shuffler: the Dealer reveals the Flop Cards. Players go on to the Turn Card with a Turn bet or a Check.":
    "洗牌机：庄家翻开翻牌。玩家以转牌注或过牌进入转牌。",
  "Shuffler: the Dealer reveals the Turn Card. Players go on to the River Card with a River bet or a Check.":
    "洗牌机：庄家翻开转牌。玩家以河牌注或过牌进入河牌。",
  "Shuffler: the Dealer reveals the River Card and their own hand, and compares Five-card Hands with every player.":
    "洗牌机：庄家翻开河牌和自己的牌，与每位玩家比五张牌。",
  "A Five-card Hand that ranks higher by 3.1.2 wins Flop, Turn and River and, if it is a Straight or better, the Ante, all paid by 4.1. Below a Straight the Ante is neither paid nor collected.":
    "按 3.1.2 更大的五张牌赢翻牌注、转牌注和河牌注；若为顺子或更佳，底注也赢，均按 4.1 赔付。未达顺子，底注不赔也不收。",
  "A Five-card Hand that ranks lower by 3.1.2 loses Ante, Flop, Turn and River.":
    "按 3.1.2 更小的五张牌，输底注、翻牌注、转牌注和河牌注。",
  "A Five-card Hand of the same rank by 3.1.2 is a Stand Off: all the player's bets are returned except the jackpot and Bonus bets.":
    "按 3.1.2 大小相同的五张牌为平局：除累积奖金注和奖金注外，玩家所有注码退还。",
  "A jackpot bet with a Progressive Jackpot Hand is paid by 4.2, whatever the Dealer holds.":
    "持累积奖金牌型的累积奖金注按 4.2 赔付，不论庄家持何牌。",
  "Jackpot hands from the highest: Royal Flush, Straight Flush, Four of a Kind, Full House, Flush.":
    "累积奖金牌型由大至小：皇家同花顺、同花顺、四条、葫芦、同花。",
  "Flop, Turn, River and an Ante with a Straight or better pay 1 to 1. Bonus, to 1: A-A against A-A 1000, A-A 30, A-K suited 25, A-Q or A-J suited 20, A-K 15, K-K to J-J 10, A-Q or A-J 5, 10-10 to 2-2 3.":
    "翻牌注、转牌注、河牌注以及顺子或更佳的底注按 1 赔 1。奖金注每 1 赔：A-A 对 A-A 1000，A-A 30，A-K 同花 25，A-Q 或 A-J 同花 20，A-K 15，K-K 至 J-J 10，A-Q 或 A-J 5，10-10 至 2-2 3。",
  "The Bonus pays at most SGD 100,000 for each box.": "奖金注每个投注框最多赔付 SGD 100,000。",
  "Major jackpot: Royal Flush 100%, Straight Flush 10%. Minor: Four of a Kind $2,000, Full House $200, Flush $100.":
    "大奖：皇家同花顺 100%，同花顺 10%。小奖：四条 $2,000，葫芦 $200，同花 $100。",
  "A jackpot payout needs a jackpot bet in that round, and Hole Cards that with the first three Community Cards make a hand of the table in 4.2.":
    "获累积奖金赔付须在该局下有累积奖金注，且底牌与公共牌前三张组成 4.2 表中的牌型。",
  "Players who refuse to reveal their cards to the Dealer have Folded, and have to establish the rank of their hand for the jackpot and Bonus bets themselves.":
    "拒绝向庄家亮牌的玩家视为弃牌，其累积奖金注和奖金注所凭牌型须自行证明。",
  "Players tell the Dealer of a hand that qualifies for a jackpot payout. Its cards stay face up on the layout, with or without a Qualifying Hand for the Dealer.":
    "玩家持有符合累积奖金赔付的牌时须告知庄家。其牌亮在台面上，不论庄家有无合格牌。",
  "Heading: the order in which several winners of a major jackpot are paid.":
    "标题：多名大奖赢家的赔付次序。",
  "Major wins in one round at one table are paid clockwise, from the first player dealt a hand to the last. The first is paid the value displayed, the next the value displayed after that.":
    "同台同局的多个大奖按顺时针赔付，自最先得牌者至最后得牌者。首位按所显示金额赔付，下一位按其后所显示金额赔付。",
  "Major wins at several tables at once are paid by when each player was dealt their full hand, which the House determines conclusively. The first is paid the value displayed, the next the value displayed after that.":
    "多台同时的大奖，按各玩家得齐整手牌的先后赔付，由赌场作最终认定。首位按所显示金额赔付，下一位按其后所显示金额赔付。",
  "When the bets on a box exceed its maximum and the Dealer notices before the bets close, the House rejects the excess.":
    "投注框的注码超过其上限，庄家在停止下注前发现的，赌场拒收超出部分。",
  "When the excess was not rejected, the bet wins or loses at the maximum of the box.":
    "超出部分未被拒收的，该注按投注框上限输赢。",
  "The Dealer notices before the bets close that those on a box are under its minimum: they say that it must be met, and the player may raise the bet or take it back.":
    "庄家在停止下注前发现投注框的注码低于下限：告知须达下限，玩家可加注或收回。",
  "A bet under the minimum that the Dealer overlooks wins or loses all the same.":
    "庄家未察觉的低于下限的注码，照样输赢。",
  "Heading: a Flop, Turn or River of a wrong size that the Dealer becomes aware of during settlement.":
    "标题：庄家在结算时发现翻牌注、转牌注或河牌注金额不对。",
  "Of a Flop above twice the Ante, or a Turn or River above the Ante, the excess is returned and the rest is collected or paid up to the maximum limit.":
    "翻牌注超过底注两倍，或转牌注、河牌注超过底注的，超出部分退还，其余按不超过上限收取或赔付。",
  "A Flop below twice the Ante, or a Turn or River below the Ante, is collected or paid up to the maximum limit.":
    "翻牌注低于底注两倍，或转牌注、河牌注低于底注的，按不超过上限收取或赔付。",
  "A jackpot bet without an Ante is returned when the Dealer notices it after the round has begun.":
    "未下底注的累积奖金注，庄家在本局开始后发现的，予以退还。",
  "Players who walk away after betting, with decisions still to make, are taken to have Folded.":
    "玩家下注后离开而尚有决定未作的，视为弃牌。",
  "For players who walk away after betting, with no decision left to make, the House settles the bet accordingly.":
    "玩家下注后离开而已无决定可作的，由赌场照结果结算其注码。",
  "Heading: a round whose continuation is affected by a technical interruption, for instance a power failure.":
    "标题：本局的进行因技术中断（例如停电）受影响。",
  "Once any bet has conclusively won or lost, there is an outcome: play goes on and the round is concluded.":
    "一旦有任何注码确定输赢，即有结果：继续进行直至本局结束。",
  "While no bet has conclusively won or lost, there is no outcome: the round is Void.":
    "尚无注码确定输赢时，即无结果：本局作废。",
  "Each of the cases below makes the current round Void. Earlier rounds keep their outcome and settlement.":
    "以下每种情形均使本局作废。此前各局的结果与结算维持不变。",
  "A card is found that is not one of the set: the round is Void.": "发现不属于该副牌的牌：本局作废。",
  "The Dealer wrongly exposes two or more cards in the deal while no player has seen theirs: the round is Void.":
    "庄家在发牌时误露两张或以上的牌，而尚无玩家看过牌：本局作废。",
  "The deck has too few or too many cards: the round is Void.": "牌副张数过少或过多：本局作废。",
  "The shoe or shuffler has too few cards to complete the round: the round is Void.":
    "牌靴或洗牌机的牌不足以完成本局：本局作废。",
  "The cards are not shuffled: the round is Void.": "牌未洗：本局作废。",
  "Cards are dealt wrongly and no player has seen theirs: the round is Void, unless it can be reconstructed by moving whole hands between betting areas.":
    "发错牌而尚无玩家看过牌：本局作废，除非可在投注区之间整手移动而还原。",
  "A wrong number of Community Cards or of cards in the Dealer's hand, which is noticed before the next round begins and cannot be reconstructed: the round is Void.":
    "公共牌或庄家的牌数错误，在下一局开始前发现且无法还原：本局作废。",
  "A missed Burnt Card is reconstructed if the House, as it sees fit, finds that it can be. If it cannot be, or a player has seen cards, this round alone is Void; if the round goes on, all players get the options in 5.10.":
    "漏烧的牌，由赌场酌情认定可还原时予以还原。不能还原，或已有玩家看过牌，则仅本局作废；若本局继续，所有玩家享有 5.10 的选择。",
  "After a dealing error that 5.8 does not describe, and whether or not it can be reconstructed, all affected players have the options below. Those who go on must accept the cards still to be dealt in that round.":
    "5.8 未述及的发牌差错，不论能否还原，所有受影响的玩家均有以下选择。选择继续者须接受该局其后所发的牌。",
  "If reconstruction is not possible, a player may choose to go on with their hand.":
    "不能还原时，玩家可选择以手上的牌继续。",
  "If reconstruction is possible, a player may choose to go on with the reconstructed hand.":
    "可以还原时，玩家可选择以还原后的牌继续。",
  "A player may choose to get their bet back, and the hand is invalidated.":
    "玩家可选择取回注码，该手牌作无效。",
  "Once the Dealer has called that there are no more bets, they refuse every new bet, every increase and every withdrawal.":
    "庄家宣布停止下注后，拒绝一切新注、加码和撤回。",
  "The Dealer wrongly exposes a card in the deal after a player has seen any of theirs: the round goes on.":
    "已有玩家看过牌之后，庄家在发牌时误露一张牌：本局继续。",
  "A card found face up in the shoe or shuffler is used as if it were the next card from it.":
    "在牌靴或洗牌机中发现牌面朝上的牌，照其下一张牌使用。",
  "Two or more cards leave the shoe together, exposed or not, and nobody can tell their order: a Pit Supervisor or above decides which is received first.":
    "两张或以上的牌一同离开牌靴，不论露出与否，而无人能辨其次序：由区域主管或以上决定先收哪一张。",
  "Cards drawn together count as a dealing error. The options in 5.10 are open to all players at the table.":
    "一同抽出的牌视为发牌差错。台上所有玩家均享有 5.10 的选择。",
  "A player's hand has a wrong number of cards, which is noticed before the next round begins and cannot be reconstructed: it is invalidated and its bets are returned.":
    "玩家的牌数错误，在下一局开始前发现且无法还原：该手牌作无效，注码退还。",
  "A jackpot device or the jackpot system does not work fully, and no player has seen their cards yet: the round is Void.":
    "累积奖金设备或系统不能完全运作，而尚无玩家看过牌：本局作废。",
  "Heading: a jackpot device or the jackpot system that does not work fully.":
    "标题：累积奖金设备或系统不能完全运作。",
  "Once a player has seen their cards, the round goes on whether or not the Dealer's outcome is established. Bets are paid by their tables and the rank of the hand, with the jackpot amount registered before the malfunction.":
    "一旦有玩家看过牌，不论庄家的结果是否认定，本局继续。注码按各自的表和牌型赔付，累积奖金按故障前所登记的金额。",
  "For later rounds the House may, as it sees fit, close the affected tables, bar bets on the affected box, or go on without jackpot bets, which a notice says and players must accept.":
    "对其后各局，赌场可酌情关闭受影响的赌台、禁止在受影响的投注框下注，或不设累积奖金注而继续，并以告示说明，玩家须予接受。",
  "A Pit Supervisor or above determines whether a player meant to examine further hands. If so those hands are invalidated and removed and their bets returned; the hand they viewed first stays valid.":
    "由区域主管或以上认定玩家是否有意再看其他手牌。若是，则那些手牌作无效并移除，注码退还；其最先看的一手仍有效。",
  "An error that comes to light only when a later round has begun leaves the outcome of later rounds as it is.":
    "在其后一局开始后才发现的差错，不影响其后各局的结果。",
  "Where the chips lie when the bets close decides the settlement. The House need not pay for bets placed in error, be it by the player themselves or through the House or somebody else.":
    "结算以停止下注时筹码所在位置为准。对误下的注码，不论由玩家自己、由赌场或由他人代下，赌场无须赔付。",
  "All bets of a Void round are returned.": "作废的一局，所有注码退还。",
  "Pit Employees may place bets for a player who asks them to, and it is for the player to see that they are placed correctly.":
    "场内员工可应玩家要求代其下注，确认下注无误由玩家负责。",
  "What the rules leave open, be it an irregularity, a scenario or a question of interpretation, is for a Table Game Shift Manager or anybody above them to decide.":
    "规则未定之事，不论是差错、情形或解释问题，由赌台游戏值班经理或其上级决定。",
  "The Ante Bonus is a payout on the Ante for a hand that is a Straight or better.":
    "底注奖是持顺子或更佳牌型时就底注所作的赔付。",
  "The Burnt Card is the top card of what is left of the deck, put aside before players and Dealer are dealt to.":
    "烧牌是余牌最上面的一张，在给玩家和庄家发牌之前弃置。",
  "Players may use the Community Cards, which are dealt to the table, to make the best five-card hand they can.":
    "玩家可用发到台上的公共牌，凑成其所能得的最佳五张牌。",
  "Pair Plus is a bet that wins on a Pair or better in the player's own hand, whatever the Dealer holds.":
    "对子以上是玩家自己的牌为一对或更佳即赢的注，不论庄家持何牌。",
  "Play is a player's decision to go on after an Ante. The Play bet is as large as the Ante and lies on top of the cards, in the Play area.":
    "跟注是玩家下底注后决定继续。跟注与底注等额，压在牌上，放在跟注区。",
  "The Progressive Jackpot Hand is the Community Cards with the player's three cards, when they make a hand of the list in 3.17.":
    "累积奖金牌型是公共牌与玩家的三张牌，组成 3.17 所列牌型。",
  "A Qualifying Hand is a Dealer's hand with a Queen in it, or with other cards that make it rank higher.":
    "合格牌是庄家的牌中有 Q，或有其他牌使其更大。",
  "In a Stand Off player and Dealer have hands of equal rank. Nothing is paid or collected on the bet, but this does not hold for the jackpot bet, the Ante Bonus and Pair Plus.":
    "平局时玩家与庄家牌型相同，该注不赔也不收，但不适用于累积奖金注、底注奖和对子以上。",
  "All suits are equal. Cards rank from the Ace and the King down to the 2, except that the Ace counts as 1 in the sequence 3-2-A.":
    "各花色相同。牌张由 A、K 依次至 2，惟 A 在 3-2-A 连牌中作 1 计。",
  "Hands from the highest: Straight Flush, Three of a Kind, Straight, Flush, One Pair, Three Odd Cards. A Straight may have the Ace at either end.":
    "牌型由大至小：同花顺、三条、顺子、同花、一对、三张散牌。顺子中 A 可在任一端。",
  "Hands of one kind rank by their cards, as examples show: the higher Straight, and after an equal pair or equal high cards the next highest card.":
    "同类的牌按牌张比大小，如各例所示：顺子较大者胜；对子或大牌相同，则比次大的牌。",
  "Nobody takes part in the round without a bet on the Ante, on Pair Plus or on both.":
    "底注与对子以上均未下者，不得参与本局。",
  "The Ante sets the player's hand against the Dealer's, and nothing else.":
    "底注只以玩家的牌与庄家的牌相比，别无其他。",
  "Pair Plus goes by the player's hand only.": "对子以上只看玩家的牌。",
  "A player may bet Ante, Pair Plus or both on further hands that nobody else has bet on. The Dealer tells them that they may examine one hand only; the others they may Play unseen.":
    "玩家可在无人下注的其他手牌上再下底注、对子以上或两者。庄家告知其只能看一手牌；其余各手可不看牌而跟注。",
  "From a shoe the Dealer burns a card, then deals one at a time, face down and each on the last, clockwise from their left and then to themselves, until all have three. This is recorded, and a departure is noted.":
    "用牌靴时，庄家先烧一张，再自其左手起顺时针逐张牌面向下叠发，最后发给自己，直至各有三张。须记录，偏差须注明。",
  "From a shoe, once players and Dealer have three cards each, two Community Cards follow, face down in their area. This is recorded, and a departure is noted.":
    "用牌靴时，玩家与庄家各有三张后，再发两张公共牌，牌面向下放在其区域。须记录，偏差须注明。",
  "Heading: dealing from an Electronic Card Shuffler.": "标题：用电子洗牌机发牌。",
  "From a shuffler the Dealer deals sets of three to the players, clockwise from their left, then to themselves, then to the Community area, where one card is discarded. This is recorded, and a departure is noted.":
    "用洗牌机时，庄家自其左手起顺时针给玩家各发三张一组，再发给自己，再发到公共牌区，其中弃去一张。须记录，偏差须注明。",
  "Or the Dealer deals a set of two to the Community area first, then sets of three to the players, clockwise from their left, and last to themselves. This is recorded, and a departure is noted.":
    "或由庄家先将两张一组发到公共牌区，再自其左手起顺时针给玩家各发三张一组，最后发给自己。须记录，偏差须注明。",
  "The House alone decides which of the two shuffler methods is used, and players are told before each round begins.":
    "两种洗牌机发牌方法用哪一种由赌场独自决定，并在每局开始前告知玩家。",
  "A player with an Ante may choose between Fold and Play once they have examined the cards.":
    "已下底注的玩家看过牌后，可选择弃牌或跟注。",
  "Fold: the Ante is lost. The jackpot bet can still win by the table in 4.4, whatever the Dealer holds.":
    "弃牌：底注输。累积奖金注仍可按 4.4 的表赢取，不论庄家持何牌。",
  "Play: a player with an Ante bets the same amount on the Play area. Players with Pair Plus only put their cards there without a Play bet.":
    "跟注：已下底注的玩家在跟注区下等额的注。只下对子以上的玩家将牌放在该处而不下跟注。",
  "If the Dealer's hand, once it and the Community Cards are revealed, does not qualify, the Ante wins and the Play is returned unpaid.":
    "庄家的牌与公共牌翻开后若不合格，底注赢，跟注退还而不赔。",
  "A player with Pair Plus only may not examine the cards of that box. The Dealer reveals them after the Dealer's hand.":
    "只下对子以上的玩家不得看该投注框的牌。庄家在翻开自己的牌之后将其翻开。",
  "A Dealer with a Qualifying Hand compares it with each player's hand.": "庄家有合格牌时，与每位玩家比牌。",
  "A player's hand that ranks higher by 3.1.2 wins: Ante and Play are paid by 4.1.":
    "玩家的牌按 3.1.2 更大即赢：底注和跟注按 4.1 赔付。",
  "A player's hand that ranks lower by 3.1.2 loses Ante and Play, but not the jackpot bet, the Ante Bonus or Pair Plus.":
    "玩家的牌按 3.1.2 更小即输底注和跟注，但不输累积奖金注、底注奖和对子以上。",
  "A player's hand of the same rank by 3.1.2 is a Stand Off on Play and Ante: all the player's bets are returned except the jackpot bet and Pair Plus.":
    "玩家的牌按 3.1.2 大小相同，跟注和底注为平局：除累积奖金注和对子以上外，玩家所有注码退还。",
  "Pair Plus and Ante Bonus are settled by the tables in 4.2 and 4.3, whatever the Dealer holds.":
    "对子以上和底注奖按 4.2 和 4.3 的表结算，不论庄家持何牌。",
  "Jackpot hands from the highest: Royal Flush, Straight Flush, Four of a Kind, Full House, Flush, Straight. A Straight may have the Ace at either end.":
    "累积奖金牌型由大至小：皇家同花顺、同花顺、四条、葫芦、同花、顺子。顺子中 A 可在任一端。",
  "Ante and Play pay 1 to 1.": "底注和跟注按 1 赔 1。",
  "Pair Plus, whatever the Dealer holds, pays to 1: Straight Flush 40, Three of a Kind 30, Straight 5, Flush 4, Pair 1.":
    "对子以上不论庄家持何牌，每 1 赔：同花顺 40，三条 30，顺子 5，同花 4，一对 1。",
  "The Ante Bonus, whatever the Dealer holds, pays to 1: Straight Flush 5, Three of a Kind 4, Straight 1.":
    "底注奖不论庄家持何牌，每 1 赔：同花顺 5，三条 4，顺子 1。",
  "Major jackpot: Royal Flush 100%, Straight Flush 10%. Minor, for 1: Four of a Kind 400, Full House 80, Flush 40, Straight 20.":
    "大奖：皇家同花顺 100%，同花顺 10%。小奖每 1 得：四条 400，葫芦 80，同花 40，顺子 20。",
  "A jackpot payout needs a jackpot bet in that round, and three cards that with the Community Cards make a hand of the table in 4.4.":
    "获累积奖金赔付须在该局下有累积奖金注，且三张牌与公共牌组成 4.4 表中的牌型。",
  "Players who refuse to reveal their cards to the Dealer have Folded, and have to establish the rank of their hand for the jackpot bet and Pair Plus themselves.":
    "拒绝向庄家亮牌的玩家视为弃牌，其累积奖金注和对子以上所凭牌型须自行证明。",
  "Heading: a Play bet of a wrong size that the Dealer becomes aware of during settlement.":
    "标题：庄家在结算时发现跟注金额不对。",
  "Of a Play above the Ante the excess is returned, and the rest is collected or paid on the basis of the maximum limit displayed.":
    "跟注超过底注的，超出部分退还，其余按所显示上限收取或赔付。",
  "A Play below the Ante is collected or paid at its own amount.": "跟注低于底注的，按其自身金额收取或赔付。",
  "A wrong number of cards in the Dealer's hand, which is noticed before the next round begins and cannot be reconstructed: the round is Void.":
    "庄家的牌数错误，在下一局开始前发现且无法还原：本局作废。",
  "The Dealer wrongly exposes a card in the deal after a player has seen any of theirs: the round goes on. If no player has, the affected player gets the options in 5.10.":
    "已有玩家看过牌之后，庄家在发牌时误露一张牌：本局继续。若尚无玩家看过牌，受影响的玩家享有 5.10 的选择。",
  "A player's hand has a wrong number of cards, which is noticed before the next round begins and cannot be reconstructed: it is invalidated and its bets are returned. The other affected players get the options in 5.10.":
    "玩家的牌数错误，在下一局开始前发现且无法还原：该手牌作无效，注码退还。其他受影响的玩家享有 5.10 的选择。",
  "The Progressive Jackpot Hand is the best five of six cards, the player's three and the Dealer's three, that make a hand of the list in 3.18.":
    "累积奖金牌型是玩家三张与庄家三张共六张牌中最佳的五张，组成 3.18 所列牌型。",
  "From a shuffler the Dealer deals sets of three to the players, clockwise from their left, and the last set to themselves. This is recorded, and a departure is noted.":
    "用洗牌机时，庄家自其左手起顺时针给玩家各发三张一组，最后一组发给自己。须记录，偏差须注明。",
  "Fold: Ante and Pair Plus are lost, and the jackpot bet can win none of the payouts in 4.4.":
    "弃牌：底注和对子以上输，累积奖金注不能赢得 4.4 的任何赔付。",
  "If the Dealer's hand, once revealed, does not qualify, the Ante wins and the Play is returned unpaid. A jackpot bet whose hand qualifies for the jackpot is paid by 4.4 whatever the Dealer holds.":
    "庄家的牌翻开后若不合格，底注赢，跟注退还而不赔。牌型符合累积奖金的累积奖金注按 4.4 赔付，不论庄家持何牌。",
  "A jackpot bet with a Progressive Jackpot Hand is paid by 4.4, whatever the Dealer holds. If the six cards make more than one such hand, only the higher is paid.":
    "持累积奖金牌型的累积奖金注按 4.4 赔付，不论庄家持何牌。六张牌组成超过一种此类牌型时，只付较大者。",
  "Jackpot hands, the best five of six cards, from the highest: Royal Flush, Straight Flush, Four of a Kind, Full House, Flush.":
    "累积奖金牌型为六张中最佳五张，由大至小：皇家同花顺、同花顺、四条、葫芦、同花。",
  "Major jackpot: spade Royal Flush 100%, envy $500; other Royal Flush 25%, envy $250. Minor: Straight Flush $1,250, Four of a Kind $250, Full House $50, Flush $25.":
    "大奖：黑桃皇家同花顺 100%，羡慕奖 $500；其他皇家同花顺 25%，羡慕奖 $250。小奖：同花顺 $1,250，四条 $250，葫芦 $50，同花 $25。",
  "Players who do not reveal their cards to the Dealer have to establish the rank of their hand themselves.":
    "不向庄家亮牌的玩家须自行证明其牌型。",
  "Every box with a jackpot bet gets an Envy Bonus when a player with an Ante, with or without a jackpot bet, has a Royal Flush of 4.4. Nobody gets it for their own hand.":
    "有底注的玩家持有 4.4 的皇家同花顺时，不论其有无累积奖金注，每个下了累积奖金注的投注框均得羡慕奖。自己的牌不为自己带来羡慕奖。",
  "A Royal Flush of 4.4 on Pair Plus only brings none of the other Seated Players an Envy Bonus.":
    "只下对子以上而持有 4.4 的皇家同花顺，不为其他就座玩家带来羡慕奖。",
  "Major wins at several tables at once are paid by when each player was dealt their hand, which the House determines conclusively. The first is paid the value displayed, the next the value displayed after that.":
    "多台同时的大奖，按各玩家得牌的先后赔付，由赌场作最终认定。首位按所显示金额赔付，下一位按其后所显示金额赔付。",
  "After a dealing error that 5.8 and 5.12 do not describe, and whether or not it can be reconstructed, all affected players have the options below. Those who go on must accept the cards still to be dealt in that round.":
    "5.8 和 5.12 未述及的发牌差错，不论能否还原，所有受影响的玩家均有以下选择。选择继续者须接受该局其后所发的牌。",
  "Jackpot hands from the highest: A-K-Q of spades, A-K-Q of hearts, diamonds or clubs, Straight Flush, Three of a Kind, Straight.":
    "累积奖金牌型由大至小：黑桃 A-K-Q，红心、方块或梅花 A-K-Q，同花顺，三条，顺子。",
  "Major jackpot: A-K-Q spades 100%, envy $250. Minor: other A-K-Q $1,250, envy $50; Straight Flush $175, Three of a Kind $150, Straight $15.":
    "大奖：黑桃 A-K-Q 100%，羡慕奖 $250。小奖：其他 A-K-Q $1,250，羡慕奖 $50；同花顺 $175，三条 $150，顺子 $15。",
  "Every box with a jackpot bet gets an Envy Bonus when a player with an Ante, with or without a jackpot bet, has one of the top two hands of 4.4. Nobody gets it for their own hand.":
    "有底注的玩家持有 4.4 最大的两种牌型之一时，不论其有无累积奖金注，每个下了累积奖金注的投注框均得羡慕奖。自己的牌不为自己带来羡慕奖。",
  "One of the top two hands of 4.4 on Pair Plus only brings none of the other Seated Players an Envy Bonus.":
    "只下对子以上而持有 4.4 最大的两种牌型之一，不为其他就座玩家带来羡慕奖。",
};
