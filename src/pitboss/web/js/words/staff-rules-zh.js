/** Sentences for staff and for the lab, as `sentence-rules-zh.js` has those of rounds: proposals, what waits, audits, best play. */

/** @type {[string, string][]} */
export const STAFF = [
  // What waits for somebody.
  ["box {n}: {line}, {n}", "{0} 号框：{1}，{2}"],
  ["box {n}: {line}", "{0} 号框：{1}"],
  ["see to its checklist", "请核对其清单"],
  ["sign it", "请签名"],
  ["pay it", "请支付"],
  ["file its slip", "请归档其单据"],
  ["round {n} waits for a supervisor", "第 {0} 局等待主管"],
  ["gaming day {name} is over: reconcile and close it", "营业日 {0} 已结束：请对账并关闭"],
  ["gaming day {name} is closed: two people sign it off", "营业日 {0} 已关闭：须两人签核"],
  // Proposals about accounts.
  ["{name} becomes the {role}", "{0} 成为{1}"],
  [
    "{name} chooses a new password or PIN, with a code of each of the two",
    "{0} 以两人各自的代码设定新密码或 PIN",
  ],
  [
    "[Tt]he device {name} gets a token {name} for {n} days? at table {name} alone, to:",
    "设备 {0} 获得只限赌桌 {3} 的令牌 {1}，为期 {2} 天，用于：",
  ],
  [
    "[Tt]he device {name} gets a token {name} for {n} days?, to:",
    "设备 {0} 获得令牌 {1}，为期 {2} 天，用于：",
  ],
  ["see a table as everybody at it does", "像桌上众人一样看到赌桌"],
  ["say which cards have left the shoe", "报告哪些牌已出牌靴"],
  ["read reports and the ledger", "查看报表与账簿"],
  ["read and verify the journal, with the cards that the role may see", "查看并核验日志，以及该职务可看的牌"],
  ["read health and metrics", "查看运行状况与指标"],
  // Proposals about tables, links and amounts.
  ["[Ff]rom its next round on, table {name} displays:", "自下一局起，赌桌 {0} 公示："],
  ["[Tt]able {name} is opened anew, between two rounds:", "赌桌 {0} 在两局之间重新开桌："],
  ["[Tt]able {name} is opened, between two rounds:", "赌桌 {0} 在两局之间开桌："],
  ["the last round of table {name} is settled again", "赌桌 {0} 的最后一局重新结算"],
  ["an award that was paid for it and that it did not win is taken back", "为其支付而其实未中的奖金收回"],
  [
    "[Oo]ne person moves alone, and nobody by one act more than the most:",
    "一人可独自经手的数额，以及任何人一次的最高额：",
  ],
  [
    "[Aa] new link {name} begins, at its reset value, for no table:",
    "新联线 {0} 以重置值开始，不含任何赌桌：",
  ],
  ["[Aa] new link {name} begins, at its reset value, for {any}:", "新联线 {0} 以重置值开始，包括 {1}："],
  [
    "[Aa]fter its next 100 % hit, or at once if its pool is empty, link {name} has:",
    "在下一次 100 % 中奖之后，或奖池为空则立即，联线 {0} 为：",
  ],
  ["the display of link {name} is raised by {n}", "联线 {0} 的显示数额增加 {1}"],
  ["the display of link {name} is lowered by {n}", "联线 {0} 的显示数额减少 {1}"],
  ["{n} of the {fund} of link {name} goes to {destination}", "联线 {2} 的{1}中 {0} 转至{3}"],
  ["table {name} leaves link {name}", "赌桌 {0} 退出联线 {1}"],
  ["link {name} ends; all it holds goes to {destination}", "联线 {0} 结束；其全部款项转至{1}"],
  ["the claim {name} of link {name} is denied: it is no win", "联线 {1} 的中奖申报 {0} 被驳回：不算中奖"],
  ["its round is settled without it, and the jackpot bet is collected", "该局不计此奖结算，并收取累积奖金注"],
  ["as it is now: nothing changes", "与现在相同：没有变动"],
  [
    "it differs from the text in force only in words, clauses or the register",
    "与现行文本只在用词、条款或条款表上有别",
  ],
  [
    "{game}, version {n} \\({name}\\), is played from the next opening of betting on; rounds under way keep the text they began with",
    "{0}第 {1} 版（{2}）自下一次开始下注起使用；进行中的牌局沿用开始时的文本",
  ],
  ["limits of {bet} {n} to {n}, instead of {n} to {n}", "{0}的限额 {1} 至 {2}，原为 {3} 至 {4}"],
  ["limits of {bet} {n} to {n}, instead of none", "{0}的限额 {1} 至 {2}，原来没有"],
  ["limits of {bet} none, instead of {n} to {n}", "{0}不再有限额，原为 {1} 至 {2}"],
  ["limits of {bet} {n} to {n}", "{0}的限额 {1} 至 {2}"],
  ["{setting} {value}, instead of {value}", "{0}{1}，原为{2}"],
  ["{setting} {value}", "{0}{1}"],
  // Audits.
  [
    "no witness holds a checkpoint of this floor: whoever has its key could have written the whole record anew",
    "没有见证方持有本场的检查点：持有密钥者可能重写整份记录",
  ],
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
  // What is done and told in a round that is run again.
  ["the round is settled: {players}", "本局已结算：{0}"],
  ["reports {clause} for box {n} \\({any}\\)", "就 {1} 号框登记 {0}"],
  ["reports {clause} \\({any}\\)", "登记 {0}"],
  // Refusals of the house.
  ["there is no account {name}", "没有账户 {0}"],
  ["there is no table {name}", "没有赌桌 {0}"],
  ["there is no link {name}", "没有联线 {0}"],
  ["there is no sheet {name}", "没有规则书 {0}"],
  ["there is no sheet {name} in force", "没有现行的规则书 {0}"],
  [
    "no situation of {name} fits: choose another clause, or leave it out",
    "{0} 没有合适的情况：请另选条款，或不指定条款",
  ],
  ["no question {name} of {name} was asked of {name}", "{2} 没有被问过 {1} 的题目 {0}"],
  ["this question was answered: ask for another one", "此题已经作答：请另要一题"],
  [
    "the rules or the software have changed since this was asked: ask for it again",
    "出题之后规则或软件有了变动：请重新要题",
  ],
  ["nobody is signed in: sign in first", "没有人登录：请先登录"],
  ["to {permit} is for {roles}", "{0}：只限{1}"],
  ["to {permit} takes a password: sign in with it", "{0}须用密码：请用密码登录"],
  ["training is for people, not for devices", "培训是给人的，不是给设备的"],
];

/** Words within them. @type {Record<string, string>} */
export const STAFF_WORDS = {
  meter: "显示数额",
  reserve: "储备",
  overflow: "溢出",
  seed: "底金",
  "the next seed": "下一次底金",
  "the house": "赌场",
  boxes: "投注框数",
  chips: "筹码",
  sheet: "规则书",
  link: "联线",
  "dealt by": "发牌者",
  "cards from": "牌出自",
  device: "设备",
  away: "离开",
  tray: "筹码盘",
  "card sets": "牌具",
  "a seat is kept for": "座位保留",
  reset: "重置值",
  cap: "上限",
  "prescribed bet": "规定注额",
  "alarm above": "警报界限",
  "main rate": "主池比率",
  "reserve rate": "储备比率",
  "display rate": "显示比率",
  "contribution rate": "供款比率",
  "overflow to": "溢出转至",
  none: "无",
  ever: "一直",
  "the software": "软件",
  "a Dealer": "庄家",
  "the software's shoe": "软件的牌靴",
  outside: "外部",
  shoe: "牌靴",
  shuffler: "洗牌机",
  counted: "清点",
  "not counted": "不清点",
  recorded: "记录",
  "not recorded": "不记录",
};

/** What permissions let somebody do. @type {Record<string, string>} */
export const PERMITS = {
  "see a table as everybody at it does": "像桌上众人一样看到赌桌",
  "take a seat, bet, look at the own hand and decide it": "就座、下注、看自己的牌并作决定",
  "see every card of a round that is over; one that lies face down nobody sees":
    "查看已结束牌局的每张牌（面朝下的无人可看）",
  "get the openings of all 52 cards of a past shuffle": "取得以往洗牌全部 52 张牌的揭示",
  "announce, take bets, deal, reveal and settle; sign on as Dealer":
    "宣布、收注、发牌、翻牌和结算；以荷官身份上桌",
  "say which cards have left the shoe": "报告哪些牌已出牌靴",
  "report an irregularity; its clause says from which role on": "登记异常情况（由条款规定自哪一职务起）",
  "sign on as supervisor, sign others off": "以主管身份上桌，让他人下桌",
  "put right a card or a bet that was typed wrongly": "更正输错的牌或注码",
  "decide what the sheet leaves open, the order of winners, and adjustments of past rounds":
    "裁定规则书未定之处、赢家次序及以往牌局的调整",
  "open and close a table": "开桌和关桌",
  "open, count, retain and destroy sets of cards": "启用、清点、留存和销毁牌具",
  "change the limits and plates of a table, and the amounts that roles move alone":
    "更改赌桌的限额与公示，以及各职务可独自经手的数额",
  "bring a version of a sheet into force": "使某版规则书生效",
  "check and sign for a jackpot win": "核对并签署累积奖金中奖",
  "pay a verified win and file its slip": "支付已核实的中奖并归档单据",
  "deny a claim, or take back an award": "驳回中奖申报，或收回奖金",
  "declare the jackpot system restored, release overflow": "宣布累积奖金系统恢复，释放溢出",
  "open, change, correct and close a link, move its money": "开设、更改、更正和关闭联线，转移其款项",
  "opener, fill, credit, drop and closer of a table": "赌桌的开桌、加码、退码、投箱和收桌",
  "buy-in and cash-out for a player": "为玩家买入和兑出",
  "sign beside another for an amount that they may not move alone": "与他人一起签署其不得独自经手的数额",
  "reconcile and close a gaming day": "对账并关闭营业日",
  "sign off a closed gaming day": "签核已关闭的营业日",
  "read reports and the ledger": "查看报表与账簿",
  "read and verify the journal, with the cards that the role may see": "查看并核验日志，以及该职务可看的牌",
  "see accounts, roles and who signed in": "查看账户、职务及谁登录过",
  "see the training results of others; one's own are for everybody": "查看他人的培训成绩（自己的人人可看）",
  "make, lock, unlock and disable accounts, take roles and tokens away":
    "建立、锁定、解锁和停用账户，撤销职务与令牌",
  "give somebody a role": "授予职务",
  "let a member of staff choose a new password or PIN": "让员工设定新密码或 PIN",
  "give a device a token": "给设备发令牌",
  "read health and metrics": "查看运行状况与指标",
};
