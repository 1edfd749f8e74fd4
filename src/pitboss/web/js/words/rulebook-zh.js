/**
 * What the rulebook says of clauses, in Chinese: what follows when one is reported, what else follows from it, what
 * is refused because of it, and how what it leaves open is read.
 */

/** What clauses are about, as a gist and as a word within one. */
const ABOUT = {
  "a card that does not belong to the deck": "不属于本副的牌",
  "too few or too many cards in the deck": "一副牌太少或太多",
  "cards that were not shuffled": "未洗的牌",
  "too few cards to finish the round": "牌不够打完本局",
  "a Burnt Card that was not discarded": "漏掉的销牌",
  "a card face up in the shoe or shuffler": "牌靴或洗牌机中有牌面朝上",
  "cards drawn together": "一同抽出的牌",
  "cards dealt wrongly": "发错的牌",
  "one card exposed": "露出一张牌",
  "two or more cards exposed": "露出两张或以上",
};

/** Sentences and parts of them, by their English text. @type {Record<string, string>} */
export default {
  "What follows from it:": "由此产生的后果：",
  "What the system refuses because of it:": "系统据此拒绝：",
  // What follows when an irregularity is reported.
  "the round is void and every bet goes back": "本局作废，所有注码退还",
  "the round is void unless the cards can be put right": "除非能把牌纠正，否则本局作废",
  "the cards are counted, and the round is void unless there are 52": "清点牌数，不足或多于 52 张则本局作废",
  "the round is void if a player has looked or the cards cannot be put right":
    "若已有玩家看牌，或无法把牌纠正，则本局作废",
  "play goes on, with the cards put right where they can be": "牌局继续，能纠正的牌予以纠正",
  "the hand goes out and its bets go back, unless it can be put right":
    "该手牌作废，注码退还，除非能予以纠正",
  "play goes on": "牌局继续",
  "whoever decides says which card comes first, and play goes on": "由裁定者指明哪张牌在先，牌局继续",
  "play goes on, and the jackpot pays by the value registered before the failure":
    "牌局继续，累积奖金按故障前登记的数额赔付",
  "for later rounds the table closes, a box takes no bets, or no jackpot bets are taken":
    "此后各局：赌桌关闭，或某投注框不收注，或不收累积奖金注",
  "if it was on purpose, the further hands go out and their bets go back":
    "若属故意，多看的各手牌作废，其注码退还",
  "the viewed hands go on, or else the hand dealt first; the others go out and their bets go back":
    "已看的各手牌继续，若都未看则最先发的一手继续；其余作废，注码退还",
  "the player's bets go back and they may not bet any more": "该玩家的注码退还，此后不得再下注",
  "the player may bet on one position only": "该玩家只可在一个位置下注",
  "the jackpot bet goes back": "累积奖金注退还",
  "whoever decides voids the round, lets it go on, or gives a box its bets back":
    "由裁定者宣布本局作废、让其继续，或把某投注框的注码退还",
  "whoever decides voids the round, lets it go on, gives a box its bets back, or pays, collects or corrects one bet":
    "由裁定者宣布本局作废、让其继续、把某投注框的注码退还，或赔付、收取、更正一注",
  "the affected players may take their bets back": "受影响的玩家可收回注码",
  "all players may take their bets back": "所有玩家可收回注码",
  "all other players may be permitted to take their bets back": "可准许其他所有玩家收回注码",
  "all other players may take their bets back, and so may the player if their hand is put right":
    "其他所有玩家可收回注码，该玩家的牌若已纠正亦可",
  "it may still be reported after settlement, before the next round": "结算之后、下一局之前仍可登记",
  // What else follows.
  "it decides how much of a decision bet over its size stands if nobody noticed it":
    "决定注超出规定大小而无人察觉时，由此决定其中多少有效",
  "a decision bet under its size that nobody noticed stands as it was placed":
    "决定注低于规定大小而无人察觉时，按所下的数额有效",
  "the Dealer tells a player of several boxes how many hands they may look at":
    "庄家告知下多个投注框的玩家可看几手牌",
  "it is part of the rules on how many cards make a hand": "属于有关一手牌有几张的规则",
  "it is part of the rules on who may bet where, how many hands they may look at, and what the table displays":
    "属于有关谁可在何处下注、可看几手牌、赌桌公示什么的规则",
  "it is part of the order by which hands are compared with the Dealer's": "属于与庄家比牌的大小次序",
  "it is part of the order by which jackpot hands are ranked": "属于累积奖金牌型的大小次序",
  "it is part of what the jackpot pays, and for which hands": "属于累积奖金赔付什么、赔付哪些牌型的规定",
  "bets of a player who has left are settled where nothing is left to decide":
    "已离开的玩家，其注码在无须再作决定之处照常结算",
  "it says how many cards the deck has": "规定一副牌有多少张",
  "it says how many boxes a table has": "规定一张赌桌有多少投注框",
  "it says which hand of the Dealer qualifies": "规定庄家持何牌为合格",
  "it decides between hands of the same kind by their cards": "牌型相同时，由此按牌张定大小",
  "it decides between hands of two kinds": "牌型不同时，由此定大小",
  "by it the ace is the lowest card of the lowest straight": "据此，A 在最小的顺子中作最小的牌",
  "it decides when hands count as the same": "由此决定何时视为牌力相同",
  "it decides what a jackpot bet of several units pays": "由此决定多个单位的累积奖金注赔付多少",
  "staff may enter a bet for a player who asks. It counts as the player's own, wins or loses as it was placed, and the record says that staff placed it, and in which role":
    "员工可应玩家要求代为输入注码。此注视为玩家自己所下，按所下照常输赢，记录注明由员工代下及其职务",
  "it is about the device that shuffles by itself": "有关自动洗牌的设备",
  "a hand that its player does not show counts as lower than the Dealer's. The Pit Supervisor or above may view it":
    "玩家不亮的牌视为小于庄家。区域主管或以上可以查看",
  "a hand that its player does not show counts as lower than the Dealer's": "玩家不亮的牌视为小于庄家",
  "a hand that its player does not show counts as folded": "玩家不亮的牌视为弃牌",
  "the Dealer announces that their hand does not qualify": "庄家宣布自己的牌不合格",
  "jackpot bets are settled though the Dealer does not qualify": "庄家虽不合格，累积奖金注仍照常结算",
  "jackpot bets are settled when the Dealer qualifies": "庄家合格时，累积奖金注照常结算",
  "it decides who is paid first when players win at several tables": "多张赌桌有玩家中奖时，由此决定先付谁",
  "it decides how several players who win shares at one table are paid":
    "同一赌桌有多位玩家中得份额时，由此决定如何赔付",
  "it decides what follows when a card is missing or one too many": "牌缺一张或多一张时，由此决定如何处理",
  "it decides what follows when a card does not belong to the deck": "发现不属于本副的牌时，由此决定如何处理",
  "it decides what follows when the cards were not shuffled": "牌未洗时，由此决定如何处理",
  "it decides what follows when there are too few cards to finish the round":
    "牌不够打完本局时，由此决定如何处理",
  "it decides what follows from a technical interruption or power failure":
    "技术中断或停电时，由此决定如何处理",
  "it has the cards counted by hand when their number is in doubt": "牌数有疑时，据此人工清点",
  "a player who leaves before a hand is decided has it invalidated, and its bets go back":
    "玩家在该手牌决定之前离开，该手牌作废，注码退还",
  "a player who leaves before a hand is decided has folded it": "玩家在该手牌决定之前离开，即为弃牌",
  "a jackpot bet without an Ante goes back when the round is settled": "没有底注的累积奖金注在结算时退还",
  "a Bonus bet without an Ante goes back when the round is settled": "没有底注的奖金注在结算时退还",
  "a bet under the minimum that nobody noticed in time stands as it was placed, but a player is paid or loses so once only: their later ones go back":
    "低于下限而未及时察觉的注按所下有效，但每位玩家只如此输赢一次：以后的退还",
  "a bet under the minimum that nobody noticed in time stands as it was placed":
    "低于下限而未及时察觉的注按所下有效",
  "a bet over the maximum that nobody noticed in time stands at the maximum, and the excess goes back":
    "超过上限而未及时察觉的注以上限为准，超出部分退还",
  "bets outside the limits in earlier rounds stay settled": "以前各局超出限额的注，其结算不变",
  "after an interruption players may take their bets back if no outcome is established":
    "中断之后，若结果尚未确定，玩家可收回注码",
  "after an interruption the round goes on if an outcome is established": "中断之后，若结果已确定，本局继续",
  "after an interruption the round is void if no outcome is established":
    "中断之后，若结果尚未确定，本局作废",
  "a player who notifies a jackpot hand leaves it face up until it is settled":
    "申报累积奖金牌型的玩家须让牌面朝上，直至结算",
  "an error of an earlier round that is noticed later does not touch later rounds":
    "以前某局的错误事后才发现，不影响以后各局",
  "bets are settled where the chips lie when the Bets are closed, also those that were placed by mistake":
    "注码按停止下注时筹码所在之处结算，误放的也一样",
  "every bet of a void round goes back": "作废的一局，所有注码退还",
  "it gives the Envy Bonus": "由此给予羡慕奖",
  // What is refused, and what to do.
  "the hand is folded: nothing more is done with it": "该手牌已弃：不再作任何处理",
  "the round is settled: begin the next one, or have the settlement adjusted":
    "本局已结算：请开始下一局，或请人调整结算",
  "the sheet has no such bet: choose one of its bets": "规则书没有这种注：请选其中的一种",
  "the table has no such box: choose one that it has": "赌桌没有这个投注框：请选已有的",
  "the game has no such step: follow the sheet's procedure": "本游戏没有这一步：请按规则书的程序",
  "no round has begun: begin one first": "尚未开局：请先开局",
  "the Bets are closed: bet in the next round": "已停止下注：请在下一局下注",
  "the Bets are still open: close them first": "仍在下注：请先停止下注",
  "the bet is over the maximum that the table displays: bet less": "超过赌桌公示的上限：请少下",
  "the bet is under the minimum that the table displays: bet more": "低于赌桌公示的下限：请多下",
  "the hand may not be examined or declined so: play it without looking":
    "该手牌不可这样查看或拒绝：请不看牌而继续",
  "there is no bet, hand or award there that the act could be about: look again":
    "那里没有可供此操作的注码、手牌或奖金：请再看一看",
  "the player is restricted to one playing position": "该玩家只限一个位置",
  "a jackpot bet needs an Ante on the same box: place that first":
    "累积奖金注须在同一投注框有底注：请先下底注",
  "the table has no jackpot and takes no jackpot bet": "本桌没有累积奖金，不收累积奖金注",
  "the jackpot bet is not of the prescribed size: bet exactly that": "累积奖金注不是规定的数额：请照规定下",
  "a jackpot bet is placed by the player of the box: choose a box of your own":
    "累积奖金注由该投注框的玩家下：请选自己的投注框",
  "the box cannot check now: it folds or bets": "该投注框此时不能过牌：请弃牌或下注",
  "the box cannot fold now: it bets or checks": "该投注框此时不能弃牌：请下注或过牌",
  "the decision is not due on that box now: look at what is asked": "该投注框此时无须决定：请看所问的是什么",
  "players must decide first": "玩家须先作决定",
  "no cards have been dealt there yet": "那里还没有发牌",
  "the bet of a decision has a size that follows from the Ante: bet exactly that":
    "决定注的大小由底注而定：请照此下注",
  "a bet depends on cards that nobody has named yet: name them first": "有注码取决于尚未报出的牌：请先报牌",
  "nothing is left to turn over, or nothing depends on it": "没有可翻开的牌，或没有注码取决于它",
  "the Dealer must turn over further cards first": "庄家须先翻开其余的牌",
  "the cards named are not those that lie there, or not turned over: look at them again":
    "所报的牌与桌上的不符，或尚未翻开：请再看一看",
  "a card is one too many or in two places: report that next": "有牌多出一张或同在两处：请接着登记此事",
  "the Dealer has too few or too many cards: deal or report what is wrong":
    "庄家的牌太少或太多：请补发或登记错误",
  "a box has too few or too many cards: deal or report what is wrong":
    "投注框的牌太少或太多：请补发或登记错误",
  "there are too few or too many Community Cards: deal or report what is wrong":
    "公共牌太少或太多：请补发或登记错误",
  "the Bets are closed: the bet stands and wins or loses": "已停止下注：此注保留，照常输赢",
  "the box has no option to choose from": "该投注框没有可选的处理",
  "the player is prohibited from further play": "该玩家不得再参与",
  "the box has chosen already whether to continue or withdraw": "该投注框已选定继续或收回",
  "a player chooses the same on all their boxes: choose as before":
    "玩家在自己所有投注框须选同一处理：请照先前所选",
  "something that the command needs is missing or out of its bounds: the sentence says what":
    "指令所需的内容缺少或超出范围：句中说明是哪一项",
  "the record cannot become what the correction says: the sentence says why":
    "记录无法按更正所说改变：句中说明原因",
  "the clause is nothing that can be reported: name one that can": "此条款不可登记：请用可登记的条款",
  "players must first choose whether to continue or withdraw": "玩家须先选继续或收回",
  "the act is for another role: ask somebody who has it": "此操作属于另一职务：请有此职务者来做",
  "the box is played by somebody else: bet on another one": "该投注框由他人在玩：请在别处下注",
  "the bet needs an Ante on the same box: place that first": "此注须在同一投注框有底注：请先下底注",
  "the order of the next cards was decided: deal them in that order": "接下来各牌的次序已裁定：请按此次序发",
  "no bets are taken on the box: choose another one": "该投注框不收注：请另选一个",
  "the jackpot system has failed: no jackpot bets are taken until it is restored":
    "累积奖金系统故障：恢复之前不收累积奖金注",
  "the table takes no bets or rounds: open it again, or play elsewhere":
    "赌桌不收注也不开局：请重新开桌，或到别桌",
  "the player has examined a hand too many: have that judged first": "该玩家多看了一手牌：请先裁定此事",
  // Points that sheets leave open, and how they are read.
  "does a folded hand get its Ante Bonus": "已弃的手牌是否获得底注奖",
  "no: the Ante is lost, and its bonus with it": "否：底注已输，其奖随之失去",
  "yes: the bonus is paid for the hand, folded or not": "是：不论弃牌与否，都按该手牌赔付该奖",
  "a folded hand gets no Ante Bonus, because its Ante is lost; a hand that stays gets it whatever the Dealer holds":
    "已弃的手牌因底注已输而没有底注奖；继续的手牌不论庄家持何牌都有",
  "what becomes of a Pair Plus bet when its hand is folded": "弃牌时，该手牌的对子以上注如何处理",
  "it is settled by the cards: the fold loses the Ante only": "按牌面结算：弃牌只输底注",
  "it is lost with the fold, as the Ante is": "与底注一样，随弃牌输掉",
  "a fold loses the Ante alone: the Pair Plus bet is still settled by the cards":
    "弃牌只输底注：对子以上注仍按牌面结算",
  "is a jackpot bet that wins given back": "赢得的累积奖金注是否退还",
  "no: it is collected when it is accepted": "否：收下时即已收取",
  "yes: on top of what it wins": "是：在所赢之外退还",
  "a jackpot wager is collected when it is accepted and not given back with a win":
    "累积奖金注收下时即已收取，赢时不退还",
  "a jackpot bet is collected when it is accepted and not given back with a win":
    "累积奖金注收下时即已收取，赢时不退还",
  "what does the display show after a share of it is paid": "赔付份额之后，显示牌显示多少",
  "what is left; only 100% sets the reset value": "剩余的数额；只有 100% 才回到重置值",
  "the reset value, after any share": "赔付任何份额之后都是重置值",
  "a share is taken of the value displayed at that moment, in whole cents rounded down, and lowers it; 100% sets the reset value":
    "份额取自当时显示的数额，向下取整到分，并使其减少；100% 则回到重置值",
  "does a win include what the bets of its own round added to the jackpot":
    "中奖是否包括本局各注加入累积奖金的部分",
  "yes: they are added at the close of betting, and what is then shown is won":
    "是：停止下注时加入，赢得的是此时显示的数额",
  "no: the value without them is won, and they begin the next jackpot":
    "否：赢得的是未加入时的数额，该部分计入下一次累积奖金",
  "what the round's jackpot wagers add is in the display from the close of betting, so a win of that round includes it":
    "本局累积奖金注加入的部分自停止下注起计入显示，所以本局中奖包括它",
  "what the round's jackpot bets add is in the display from the close of betting, so a win of that round includes it":
    "本局累积奖金注加入的部分自停止下注起计入显示，所以本局中奖包括它",
  "of what is the 10% of a second straight flush at one table taken": "同一赌桌第二手同花顺的 10% 取自什么",
  "of what the first has left of the display": "取自第一手之后显示的余额",
  "of the reset value": "取自重置值",
  "several straight flushes: successive 10% amounts, each of what the one before left, are added and divided":
    "有多手同花顺时：依次取 10%，每次取自前一次的余额，合计后均分",
  "does a player get an Envy Bonus for a hand of their own on another box":
    "玩家自己另一投注框的牌是否给其羡慕奖",
  no: "否",
  "yes, on each of their other boxes with a jackpot bet": "是，在其有累积奖金注的其他每个投注框",
  "players get no Envy Bonus for a hand of their own on any of their boxes":
    "玩家自己任何投注框的牌都不给自己羡慕奖",
  "does a folded box with a jackpot bet get an Envy Bonus": "已弃牌而有累积奖金注的投注框是否获羡慕奖",
  "no: the fold that loses the jackpot bet loses it too": "否：弃牌输掉累积奖金注，也失去羡慕奖",
  "yes: an Envy Bonus is no payout of the jackpot bet": "是：羡慕奖不是累积奖金注的赔付",
  "a fold that loses the jackpot bet loses the Envy Bonus too, and a folded or unshown hand gives none":
    "弃牌输掉累积奖金注，也失去羡慕奖；已弃或未亮的牌也不给他人羡慕奖",
  "may a player who has declined to show a hand show it later": "拒绝亮牌的玩家以后可否再亮",
  "no: the hand is settled as one that was not shown": "否：该手牌按未亮结算",
  "yes, until the settlement: its rank then decides the bets that need it":
    "可，直至结算：其牌型随即决定所需的注码",
  "a player who has declined to show a hand may not show it later: it is settled as one that was not shown":
    "拒绝亮牌的玩家以后不得再亮：该手牌按未亮结算",
  "a player who has declined to show a hand may still show it before the settlement, for the bets that its rank decides":
    "拒绝亮牌的玩家在结算前仍可亮牌，以决定取决于其牌型的注码",
  "when has an outcome been established": "何时视为结果已确定",
  "from the first fold or the first reveal": "自第一次弃牌或第一次翻牌起",
  "from the first reveal; a fold establishes nothing": "自第一次翻牌起；弃牌不算",
  "as soon as any bet has won or lost by what is turned over and known":
    "一旦有任何注码按已翻开并已知的牌赢或输",
  "an outcome is established from the first fold, or from the first reveal":
    "自第一次弃牌，或自第一次翻牌起，结果即已确定",
  "does a folded box whose jackpot bet lives on get an option that all players get":
    "已弃牌而累积奖金注仍有效的投注框，是否与所有玩家一样可以选择",
  "no: a folded box has no option": "否：已弃牌的投注框没有选择",
  "yes: its player may take back what the fold has not lost": "是：其玩家可收回弃牌未输的部分",
  "a folded position gets no option to withdraw, though its jackpot wager lives on":
    "已弃牌的位置虽累积奖金注仍有效，也不得选择收回",
  "a folded box gets no option, though its jackpot bet lives on":
    "已弃牌的投注框虽累积奖金注仍有效，也没有选择",
  "do players get an option when cards dealt wrongly are put right, so that the round is not void":
    "发错的牌已纠正、本局不作废时，玩家是否可以选择",
  "no: the round goes on": "否：本局继续",
  "yes: every box goes on or takes its bets back, as after any other dealing error":
    "是：与其他发牌错误一样，每个投注框继续或收回注码",
  "once wrongly dealt cards are put right the round goes on, and nobody gets an option":
    "发错的牌一经纠正，本局继续，无人可以选择",
  "where in the order of the deal does a hand count that a Reconstruction moved to its own box":
    "经还原移回自己投注框的手牌，在发牌次序中算在何处",
  "where it would have been dealt: before the first box after its own":
    "算在本应发到之处：在其后第一个投注框之前",
  "where its box first received cards: last, if it had none before":
    "以其投注框首次得牌为准：之前无牌则排在最后",
  "a hand that was moved to its own playing position counts where it would have been dealt":
    "移回自己位置的手牌，算在本应发到之处",
  "for the order of payment a hand that was moved to its own box counts where it would have been dealt":
    "按赔付次序，移回自己投注框的手牌算在本应发到之处",
  "how much stands of a jackpot bet that lies between two multiples of the prescribed bet":
    "介于规定注额两个倍数之间的累积奖金注，多少有效",
  "the lower multiple; the rest is returned": "以较低的倍数为准；其余退还",
  "all of it, and it is paid as placed": "全部有效，照所下赔付",
  "a jackpot wager between two multiples of the minimum that nobody noticed in time stands at the lower one, and the rest is returned":
    "介于最低注额两个倍数之间而未及时察觉的累积奖金注，以较低的倍数为准，其余退还",
  "must a look at a further hand be judged that comes after its player's last decision":
    "玩家作完最后决定之后再看另一手牌，是否必须裁定",
  "yes: before the settlement, and for each player by a report of their own":
    "是：须在结算之前，且每位玩家各作一次登记",
  "no: it is settled and noted; one report may judge several players":
    "否：照常结算并注明；一次登记可裁定多位玩家",
  "a look at a further hand is judged before the settlement, also after the last decision, and for each player by a report of their own":
    "再看另一手牌的，须在结算之前裁定（最后决定之后亦然），且每位玩家各作一次登记",
  "can what happens during the deal, or too few cards for it, be reported once the deal is over":
    "发牌期间的事，或牌数不足，在发牌结束后可否登记",
  "no: once every card is out and turned over, that contradicts it": "否：所有牌已发出并翻开，与之相矛盾",
  "yes, until the settlement": "可，直至结算",
  "a card exposed during the deal or face up in the device, or too few cards in it, is not reported once every card is out and turned over":
    "发牌时露出的牌、设备中面朝上的牌或其中牌数不足，在所有牌已发出并翻开之后不再登记",
  "cards exposed during the deal are not reported once every card is out and turned over":
    "发牌时露出的牌，在所有牌已发出并翻开之后不再登记",
  "what becomes of the part of a cent that the display held when all of it is paid":
    "显示值全部赔付时，其中不足一分的部分如何处理",
  "it goes with the reset: the display starts again at the reset value": "随重置而去：显示值从重置值重新开始",
  "it stays in the display, on top of the reset value": "留在显示值中，加在重置值之上",
  "100% of the display is paid in whole cents, and the display starts again at the reset value: the part of a cent goes with the reset":
    "显示值的 100% 以整分赔付，显示值从重置值重新开始：不足一分的部分随重置而去",
  "what becomes of a bet under the minimum that the Dealer notices before the close":
    "庄家在截止前察觉低于下限的注，如何处理",
  "it is refused at once; the player bets more, or nothing": "立即拒绝；玩家多下或不下",
  "it goes up or back before the close; who shares the area may add to it":
    "截止之前加注或收回；共用该区域的人可添加",
  "a bet that leaves its area under the minimum is refused at once, so that none lies there when the Bets are closed":
    "使该区域低于下限的注立即拒绝，截止下注时不会有这样的注",
  "a wager that leaves its area under the minimum is refused at once: the first wager on an area that players share must reach it alone":
    "使该区域低于下限的注立即拒绝：多位玩家共用的区域，第一注须单独达到下限",
  "what becomes of a bet over the maximum that the Dealer notices before the close":
    "庄家在截止前察觉超过上限的注，如何处理",
  "all of it is refused; the player bets less": "全部拒绝；玩家少下",
  "the excess alone goes back at once, and the rest stands at the maximum":
    "仅超出部分立即退回，其余以上限有效",
  "a bet that would bring its area over the maximum is refused whole, and what lay there before stands":
    "会使该区域超过上限的注整注拒绝，之前所下有效",
  "how much of a decision bet over its size stands": "决定注超出规定大小时，多少有效",
  "its right size, by the Ante that stands": "按有效底注计的规定大小",
  "what was placed, up to the maximum": "所下的数额，以上限为限",
  "a Bet over twice the Ante is settled at twice the Ante that stands after the maximum, one under it at its own amount":
    "加注超过底注两倍的，按上限之后有效底注的两倍结算；不足的按其本身数额",
  "a Flop over twice the Ante, and a Turn or River over the Ante, stand at that size; under it at their own amount":
    "翻牌注超过底注两倍、转牌注或河牌注超过底注的，以该大小为准；不足的按其本身数额",
  "a Play bet over the Ante is settled at the Ante that stands after the maximum, one under it at its own amount":
    "跟注超过底注的，按上限之后有效的底注结算；不足的按其本身数额",
  "for how long does a bet under the minimum use up a player's one time":
    "低于下限的注，玩家仅有的一次在多长时间内算用掉",
  "until the table closes": "直至赌桌关闭",
  "for the gaming day, also when the table is opened again": "在该营业日内，重新开桌也一样",
  "for the round: in every round one such bet is settled": "只在该局：每局结算一次这样的注",
  "a wager under the minimum is settled once for each player until the table closes":
    "低于下限的注，在赌桌关闭之前每位玩家只结算一次",
  "who chooses for the wagers on an area that several players share, after a power failure":
    "停电之后，多位玩家共用的区域由谁为其中各注作选择",
  "the first player, for every wager on it": "由第一位玩家为其上所有注码选择",
  "each player in turn, for their own; whoever stays plays the hand":
    "各玩家依次为自己的选择；留下的人打这手牌",
  "on an area that several players share the first chooses for all: withdrawing takes back every wager on it":
    "多位玩家共用的区域由第一位替所有人选择：选收回则其上所有注码收回",
  "what becomes of a Bonus bet without an Ante that nobody noticed in time":
    "没有底注而未及时察觉的奖金注如何处理",
  "it is returned": "退还",
  "it is collected: no hand can win it": "收取：没有手牌能赢它",
  "a Bonus bet without an Ante that nobody noticed in time is returned": "没有底注而未及时察觉的奖金注退还",
  "what does leaving after the Flop bet mean": "下翻牌注之后离开意味着什么",
  "the open decisions are checks": "未作的决定视为过牌",
  "the hand is folded": "视为弃牌",
  "after the Flop bet there is no fold left: leaving then means checking, and the shift manager is told":
    "下翻牌注之后已无从弃牌：此时离开即为过牌，并告知值班经理",
  "what does the cap on a Bonus bet cover": "奖金注的上限涵盖什么",
  "the winnings; the bet is given back on top": "所赢的部分；注码另外退还",
  "the winnings and the bet together": "所赢与注码合计",
  "the cap is on the winnings of the Bonus bet; the bet is given back on top":
    "上限针对奖金注所赢的部分；注码另外退还",
  "when is a hand complete, for the order of winners across tables": "就各桌赢家的次序而言，一手牌何时算完整",
  "with the player's own cards": "玩家自己的牌齐了即算",
  "with the community cards too": "公共牌也齐了才算",
  "for the order of winners across tables a hand is complete when the player's own cards are":
    "就各桌赢家的次序而言，玩家自己的牌齐了，一手牌即算完整",
  "where and until when is a player barred or held to one position": "玩家在何处、至何时被禁止或限于一个位置",
  "at that table, also when it is opened again, until it is lifted": "在该桌，重新开桌也一样，直至解除",
  "at that table, until it is closed": "在该桌，直至关闭",
  "at every table of the floor, until it is lifted": "在全场每张赌桌，直至解除",
  "a player who is barred or restricted stays so at that table, also when it is opened again, until it is lifted":
    "被禁止或限制的玩家在该桌一直如此，重新开桌也一样，直至解除",
  "is the flop dealt when every box has folded and a jackpot bet is undecided":
    "所有投注框都已弃牌而有累积奖金注未决时，是否发翻牌",
  "yes: the flop decides the jackpot bet": "是：由翻牌决定累积奖金注",
  "no: without a flop there is no jackpot hand, and the bet loses": "否：没有翻牌就没有累积奖金牌型，此注输",
  "a folded box still sees its jackpot bet decided: the flop is dealt while any jackpot bet is undecided":
    "已弃牌的投注框，其累积奖金注仍要决定：只要有累积奖金注未决，就发翻牌",
  // Names of readings and their options, and what two sheets are compared by.
  "ante bonus after fold": "弃牌后的底注奖",
  "pair plus after fold": "弃牌后的对子以上",
  "jackpot bet with a win": "中奖的累积奖金注",
  "percentage award": "按份额赔付",
  "own contribution": "本局的供款",
  "second straight flush": "第二手同花顺",
  "envy for own hands": "自己的牌与羡慕奖",
  "envy after fold": "弃牌后的羡慕奖",
  "show after declining": "拒绝后再亮牌",
  "outcome established": "结果何时确定",
  "options of folded boxes": "已弃投注框的选择",
  "options once reconstructed": "纠正之后的选择",
  "decision bet over size": "超出大小的决定注",
  "under minimum span": "低于下限的时限",
  "withdrawal from a shared area": "共用区域的收回",
  "bonus without an ante": "没有底注的奖金注",
  "leaving after the flop": "翻牌后离开",
  "bonus cap covers": "奖金注上限涵盖",
  "full hand": "完整的一手牌",
  "folded jackpot": "弃牌后的累积奖金注",
  "bar scope": "禁止的范围",
  "not paid": "不赔",
  paid: "赔付",
  settled: "照常结算",
  lost: "输",
  kept: "收取",
  "given back": "退还",
  "lowers the display": "减少显示",
  "resets the display": "重置显示",
  "in the value won": "计入所赢",
  "in the next jackpot": "计入下一次",
  "of the remainder": "取自余额",
  none: "无",
  "on his other boxes": "在其他投注框",
  "too late": "太迟",
  "establishes the rank": "认定牌型",
  "first fold or reveal": "第一次弃牌或翻牌",
  "first reveal": "第一次翻牌",
  "first bet decided": "第一注已决",
  "while a bet lives": "尚有注有效时",
  "all boxes": "所有投注框",
  "at the ante": "按底注",
  "up to the maximum": "以上限为限",
  "table session": "本次开桌",
  "gaming day": "营业日",
  round: "本局",
  "whole area": "整个区域",
  "own wagers": "自己的注",
  returned: "退还",
  collected: "收取",
  checks: "过牌",
  folds: "弃牌",
  winnings: "所赢",
  "winnings and stake": "所赢与注码",
  "own cards": "自己的牌",
  "with community": "连公共牌",
  "decided by the flop": "由翻牌决定",
  "lost when all fold": "全部弃牌则输",
  "this table": "本桌",
  "session of the table": "本次开桌",
  "every table": "每张赌桌",
  "The sheet": "规则书",
  "Seats and bets": "座位与投注",
  Dealing: "发牌",
  Hands: "牌型",
  Pays: "赔率",
  "Fold, decline, leave": "弃牌、拒绝、离开",
  Jackpot: "累积奖金",
  Irregularities: "异常情况",
  Readings: "解读",
  operator: "经营者",
  "under the minimum, unnoticed": "低于下限而未察觉",
  "over the maximum, unnoticed": "超过上限而未察觉",
  house: "赌场",
  version: "版本",
  "players on a box": "一个投注框的玩家",
  "one player alone": "只限一位玩家",
  "several players may share the Ante": "多位玩家可共用底注",
  "the bet to stay in": "继续所需的注",
  "before the deal": "发牌前",
  "jackpot bet": "累积奖金注",
  "the prescribed amount": "规定的数额",
  shoe: "牌靴",
  shuffler: "洗牌机",
  ranking: "大小次序",
  "a hand": "一手牌",
  "the Dealer's hand": "庄家的牌",
  "the Dealer qualifies with": "庄家合格所需",
  "lives on": "仍有效",
  "walking away, decision open": "未作决定而离开",
  "the hand is invalid, bets returned": "该手牌作废，注码退还",
  "same table": "同一赌桌",
  "in the order dealt, each of the value then shown": "按发牌次序，各取当时显示的数额",
  "added and divided": "合计后均分",
  "across tables": "各桌之间",
  "first hand dealt first": "先发的手牌在先",
  "first entered first": "先登记者在先",
  "power failure, nothing established": "停电而结果未定",
  "the round is void": "本局作废",
  "players may withdraw": "玩家可收回",
  "settled as placed": "按所下结算",
  "settled once, later ones returned": "结算一次，以后的退还",
  "an earlier round": "以前某局",
  "no error of it is undone": "其错误一概不改",
  "no bet outside the limits of it is undone": "其超出限额的注不改",
  "they stand where the chips lie": "以筹码所在之处为准",
  "only one hand may be viewed; no clause says what follows": "只可看一手牌；没有条款规定后果",
  "5 cards, the last face up": "5 张，最后一张面朝上",
  "bets placed by mistake": "误放的注",
  "a failure of the jackpot system": "累积奖金系统故障",
  "later rounds after a jackpot failure": "累积奖金故障后的各局",
  "a jackpot bet without an Ante": "没有底注的累积奖金注",
  "a player restricted to one position": "限于一个位置的玩家",
  "a player who tries to control several hands": "试图控制多手牌的玩家",
  "a player who examines a further hand": "多看一手牌的玩家",
  "a player who shows their hand or looks at another's": "亮出自己的牌或看他人牌的玩家",
  "what the sheet does not cover": "规则书未涵盖的情况",
  "a wrong number of cards in a player's hand": "玩家的牌数不对",
  "a wrong number of cards in the Dealer's hand": "庄家的牌数不对",
  "a wrong number of community cards": "公共牌数不对",
  "A-K-Q suited": "同花 A-K-Q",
  ...ABOUT,
};

/** Words within sentences of the rulebook. @type {Record<string, string>} */
export const TERMS = {
  shoe: "牌靴",
  shuffler: "洗牌机",
  "each box and themselves": "各投注框和自己",
  "each box": "各投注框",
  themselves: "自己",
  "the community cards": "公共牌",
  // What a report says.
  "which box it is about": "涉及哪个投注框",
  "which player it is about": "涉及哪位玩家",
  "whether it is about the Dealer's hand": "是否涉及庄家的牌",
  "whether the cards can be put right": "牌能否纠正",
  "whether it was on purpose": "是否故意",
  "in which order the cards come": "各牌的次序",
  "how many cards there are": "牌有多少张",
  "whether the others are permitted to take their bets back": "是否准许其他玩家收回注码",
  "what is decided": "裁定什么",
  "which bet is ruled on": "裁定哪一注",
  "which amount is paid or stands": "赔付或保留的金额",
  // When it applies.
  "the Bets are closed": "已停止下注",
  "no player has seen their cards": "没有玩家看过自己的牌",
  "a player has seen their cards": "已有玩家看过自己的牌",
  "no player has touched their cards": "没有玩家碰过自己的牌",
  "the cards come from a shoe": "牌出自牌靴",
  "the number of cards is not the right one": "牌数不对",
  "a player has examined more hands than they may": "有玩家多看了手牌",
  "a Burnt Card that was due is missing": "缺少应有的销牌",
  "the cards have not reached a place yet": "牌尚未发到位",
  "the table takes jackpot bets": "本台接受累积奖金注",
  // What clauses are about.
  ...ABOUT,
};

/** How its sentences are put together, as in `sentence-rules-zh.js`. @type {Record<string, [string, string][]>} */
export const RULES = {
  sentence: [
    ["[Ww]hen it is reported \\({gist}\\):", "登记时（{0}）："],
    ["{gist}\\?", "{0}？"],
    ["[Aa]s this sheet is read: {gist}", "本规则书的解读：{0}"],
    ["[Ii]t could also be read so \\({any}\\): {gist}", "也可这样解读：{1}"],
    [
      "it is part of the rules on the {bet} bet: when it is placed and its size",
      "属于有关{0}的规则：何时下注及其大小",
    ],
    ["when cards come from a {term}, {step}", "牌出自{0}时，{1}"],
    ["when the Dealer does not qualify, the {bet} goes back", "庄家不合格时，{0}退还"],
    ["when the Dealer does not qualify, the {bet} wins", "庄家不合格时，{0}赢"],
    ["when the player's hand is higher than the Dealer's, the {bet} wins", "玩家的牌大于庄家时，{0}赢"],
    ["when the player's hand is lower than the Dealer's, the {bet} loses", "玩家的牌小于庄家时，{0}输"],
    ["when the hands are the same, the {bet} is a stand-off", "牌力相同时，{0}平局"],
    ["a fold loses {betlist}", "弃牌输掉{0}"],
    ["it says what the {bet} pays", "规定{0}赔付多少"],
    ["it limits what the {bet} pays", "限制{0}的赔付"],
    ["it decides between hands of two kinds, here {line}", "牌型不同时，由此定大小，此处为{0}"],
    [
      "it decides between hands of the same kind by their cards, here {line}",
      "牌型相同时，由此按牌张定大小，此处为{0}",
    ],
    ["it decides when hands count as the same, here {line}", "由此决定何时视为牌力相同，此处为{0}"],
    ["it is cited with {clause}", "与 {0} 一并引用"],
    ["it applies in place of {clauses} where that one does not", "在 {0} 不适用时取而代之"],
    ["by it a player goes on when {clauses} gives them the choice", "{0} 让玩家选择时，据此继续"],
    [
      "by it a player takes their bets back when {clauses} gives them the choice",
      "{0} 让玩家选择时，据此收回注码",
    ],
    ["it applies under {clause} when a hand was viewed", "依 {0}，已看过手牌时适用"],
    ["it applies under {clause} when no hand was viewed", "依 {0}，没有看过手牌时适用"],
    ["it names what the House may do under {clause}", "列明赌场依 {0} 可以怎样处理"],
    ["decided by the {role} or above", "由{0}或以上裁定"],
    ["the report says {terms}", "登记时说明：{0}"],
    ["the report may also say {terms}", "登记时还可说明：{0}"],
    ["it applies when {terms}; the system takes that from the round", "适用条件：{0}；由系统从牌局中得知"],
    ["otherwise {others} applies", "否则适用 {0}"],
    ["{step}", "{0}"],
    ["before any cards are seen: {gist}", "看牌之前：{0}"],
    ["once cards are seen: {gist}", "看牌之后：{0}"],
    ["before any hand is touched: {gist}", "碰牌之前：{0}"],
    ["otherwise: {gist}", "否则：{0}"],
    ["{gist} \\({role}\\)", "{0}（{1}）"],
    ["fold: {bet}", "弃牌：{0}"],
    ["{line} {rate}", "{0} {1}"],
    ["{ranking}", "{0}"],
    ["{letters} high", "{0} 高"],
    ["{betlist}", "{0}"],
    ["{rate} in {suits}", "{1} {0}"],
    ["{line} S\\$ ?{n}", "{0} S${1}"],
    ["{n} cards", "{0} 张牌"],
    ["{n} for {n}", "{1} 换 {0}"],
    ["{line}", "{0}"],
    ["{bet}, {n} x the {bet}", "{0}，{2}的 {1} 倍"],
    ["{n} to {n} times the minimum", "下限的 {0} 至 {1} 倍"],
    ["version {n}, in force from {any}, {n} clauses", "第 {0} 版，自 {1} 生效，共 {2} 条"],
  ],
  tail: [
    ["otherwise the cards are put right and {gist}", "否则把牌纠正，{0}"],
    ["{gist} while nobody has looked", "在无人看牌之前，{0}"],
    ["{gist}", "{0}"],
  ],
  step: [
    ["the Dealer deals {n} cards? to {term}, {n} times over", "庄家给{1}各发 {0} 张，共 {2} 轮"],
    ["the Dealer deals {n} cards? to {term}", "庄家给{1}发 {0} 张牌"],
    ["the Dealer burns a card", "庄家销一张牌"],
    ["the Dealer puts a card aside", "庄家把一张牌放到一旁"],
    ["the Dealer turns over their own hand", "庄家翻开自己的牌"],
    [
      "the Dealer turns over the community cards up to number {n} and their own hand",
      "庄家翻开公共牌至第 {0} 张，并翻开自己的牌",
    ],
    ["the Dealer turns over the community cards up to number {n}", "庄家翻开公共牌至第 {0} 张"],
    ["players bet {bet} or fold", "玩家下{0}或弃牌"],
    ["players bet {bet} or check", "玩家下{0}或过牌"],
  ],
};
