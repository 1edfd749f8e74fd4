/** Refusals of the floor, as `sentence-rules-zh.js` has those of rounds; loaded when somebody is refused something. */

/** @type {[string, string][]} */
export default [
  // Seats and the table.
  ["the table has boxes {n} to {n}", "本台投注框为 {0} 至 {1} 号"],
  ["the seat at box {n} is {name}'s already", "{0} 号框的座位已经属于 {1}"],
  ["the seat at box {n} is {name}'s", "{0} 号框的座位属于 {1}"],
  ["nobody sits at box {n}", "{0} 号框无人就座"],
  [
    "{name} has no chips at table {name}: buy in there first, and sit down then",
    "{0} 在赌桌 {1} 没有筹码：请先在该桌买筹码，再就座",
  ],
  [
    "{name} holds as many seats without a bet as one may, over all tables at most {n}: bet there or stand up first",
    "{0} 未下注而占有的座位已达上限，所有赌桌合计至多 {1} 个：请先在该处下注或离座",
  ],
  [
    "{name} has bets on box {n}: they are taken back or played first",
    "{0} 在 {1} 号框有注码：须先收回或玩完",
  ],
  ["{name} sits at box {n}: nobody else may bet on it", "{0} 坐在 {1} 号框：他人不得在此下注"],
  ["{name} sits at box {n}: others bet on it once {name} has", "{0} 坐在 {1} 号框：{2} 下注之后他人才可下注"],
  ["{name} decides about their own seat only", "{0} 只能决定自己的座位"],
  ["{name} acts for themselves only, and this is for {name}", "{0} 只能为自己行动，而这是为 {1}"],
  ["{name} acts for themselves only", "{0} 只能为自己行动"],
  ["{name} speaks for themselves only", "{0} 只能为自己发言"],
  ["{name} has neither a bet nor a seat at table {name}", "{0} 在赌桌 {1} 既没有注码也没有座位"],
  ["{name} is ready already", "{0} 已经准备好"],
  ["no Bets are open at table {name} that the software closes", "赌桌 {0} 现在没有由软件截止的下注"],
  ["the Bets are closed already", "已经停止下注"],
  ["the Dealer's hand has been turned over", "庄家的牌已翻开"],
  ["no cards have been dealt there", "该处尚未发牌"],
  ["no round has begun at table {name}", "赌桌 {0} 尚未开局"],
  ["no round is on at table {name}: there is nothing to weigh", "赌桌 {0} 没有进行中的一局：无可比较"],
  [
    "an act about named cards has no preview: it would tell what lies face down",
    "涉及具名之牌不能预览：否则会泄露暗牌",
  ],
  [
    "{name} has looked at box {n}, and plays box {n} without looking",
    "{0} 已看过 {1} 号框的牌，{2} 号框须不看牌而玩",
  ],
  [
    "that was sent for round {n} of table {name}, and round {n} is on: look at the table and send it anew",
    "这是为赌桌 {1} 第 {0} 局发出的，而现在是第 {2} 局：请看赌桌后重新发出",
  ],
  ["there is no open table {name}", "没有开着的赌桌 {0}"],
  ["table {name} is closed", "赌桌 {0} 已关闭"],
  ["table {name} closes: round {n} was its last", "赌桌 {0} 即将关闭：第 {1} 局是最后一局"],
  [
    "table {name} was closed after a jackpot failure: have that lifted first",
    "赌桌 {0} 因累积奖金故障已关闭：须先解除",
  ],
  [
    "table {name} has no round {n} in the journal, or none in which you have bet",
    "日志中赌桌 {0} 没有第 {1} 局，或您在该局没有下注",
  ],
  ["table {name} has no round {n} in the journal", "日志中赌桌 {0} 没有第 {1} 局"],
  [
    "round {name} is still played: its record can be had when it is over",
    "{0} 局仍在进行：结束后才能取得记录",
  ],
  ["{n} answers are marked in 24 hours: go on tomorrow", "24 小时内批改 {0} 个答案：请明天继续"],
  [
    "one member of staff sets a player a break of {n} day: for a longer one, propose it to a second",
    "一名员工可为玩家设定 {0} 天的休息：更长的须提出，由第二人批准",
  ],
  // Chips.
  [
    "{name} has {n} in chips at table {name}, and this takes {n}: buy in for more, or bet less",
    "{0} 在赌桌 {2} 有筹码 {1}，此举需要 {3}：请再买筹码，或减少下注",
  ],
  ["{name} has {n} at table {name} beside the layout", "{0} 在赌桌 {2} 台面以外有 {1}"],
  [
    "{name} has {n} at table {name}, and buys up to {n} there without staff",
    "{0} 在赌桌 {2} 有 {1}，不经员工至多买到 {3}",
  ],
  ["chips belong to somebody: name the player", "筹码须属于某人：请写明玩家"],
  ["chips are sold by staff here: ask the Dealer or at the cage", "此处筹码由员工出售：请找庄家或到账房"],
  ["chips are sold in pieces of {n} at table {name}", "赌桌 {1} 的筹码以 {0} 为单位出售"],
  ["a bet is made of chips of {n}", "注码须由 {0} 的筹码组成"],
  ["name an amount above zero", "请写大于零的金额"],
  ["table {name} has no chips to sell: count its opener first", "赌桌 {0} 没有筹码可售：须先清点开桌筹码"],
  ["the tray of table {name} holds {n}: fill it first", "赌桌 {0} 的筹码盘有 {1}：须先补充"],
  // A player's own limits.
  ["{name} decides about their own limits only", "{0} 只能决定自己的限额"],
  [
    "a reality check comes after {n} to {n} minutes of play: choose again",
    "提醒在游戏 {0} 至 {1} 分钟后出现：请重新选择",
  ],
  ["a limit is {n} to {n} minutes", "限额为 {0} 至 {1} 分钟"],
  ["a limit is an amount above 0", "限额须为大于 0 的金额"],
  ["to play nothing at all, take a break", "若完全不玩，请休息一段时间"],
  ["a break lasts {n} to {n} days: choose again", "休息为 {0} 至 {1} 天：请重新选择"],
  ["a break that has begun stands, and can only be made longer", "已开始的休息不能取消，只能延长"],
  ["a reason has at most {n} characters", "理由至多 {0} 个字符"],
  // Accounts.
  ["the name {name} is taken: choose another", "姓名 {0} 已被使用：请另选"],
  [
    "['\"]{any}['\"] cannot be the name of an account: a name has 2 to 32 letters, digits, dots, dashes or underscores and begins with a letter",
    "“{0}”不能作为账户名：姓名为 2 至 32 个字母、数字、点、横线或下划线，并以字母开头",
  ],
  ["a {means} has from {n} to {n} (?:characters|digits)", "{0}须为 {1} 至 {2} 位"],
  ["a {means} does not contain the name", "{0}不得包含姓名"],
  ["this {means} is too easily guessed", "此{0}太容易猜到"],
  ["a PIN has digits only", "PIN 只含数字"],
  ["a PIN is for staff at tables: choose a password", "PIN 只限赌桌员工：请选密码"],
  [
    "the name, password or PIN is wrong, or the account is locked: wait a while, or ask for help",
    "姓名、密码或 PIN 不对，或账户已锁定：请稍候，或请人协助",
  ],
  ["too many attempts: wait {n} seconds?", "尝试次数过多：请等 {0} 秒"],
  ["these are not the codes, or their time is over: ask for new ones", "代码不对或已过期：请索取新代码"],
  ["nobody is signed in with this, or not any more: sign in", "尚未登录，或登录已失效：请登录"],
  ["nobody is signed in: sign in first", "尚未登录：请先登录"],
  // Requests.
  [
    "{n} streams are open of {name}, and more may not be: close one first",
    "{1} 已打开 {0} 个实时连接，不能再多：请先关闭一个",
  ],
  [
    "{n} streams are open from one place, and more may not be: close one first",
    "同一处已打开 {0} 个实时连接，不能再多：请先关闭一个",
  ],
  [
    "too many requests of yours wait already: wait {n} s and send it again",
    "您等待中的请求过多：请等 {0} 秒再发",
  ],
  ["too many requests of {name}: wait {n} s and send it again", "{0} 的请求过多：请等 {1} 秒再发"],
  [
    "a simulation of {name} is being played or waits, and each person has one at a time: cancel it or wait for its end: wait {n} s and send it again",
    "{0} 的模拟正在进行或等待，每人一次只能有一个：请取消它或等它结束，{1} 秒后再发",
  ],
  ["too many requests from one place: wait {n} s and send it again", "同一处的请求过多：请等 {0} 秒再发"],
  [
    "the id {name} was used for something else before: send this command with a new id",
    "编号 {0} 先前用于别的指令：请以新编号发出",
  ],
  [
    "the journal (?:is busy|cannot be used) at this moment\\. Send the same command again with the same id",
    "日志此刻不可用：请以同一编号重发同一指令",
  ],
  [
    "something is wrong on our side\\. It has been logged; nothing was changed",
    "我方出错：已记入日志，没有任何变动",
  ],
  [
    "['\"]{any}['\"] is no day: write 2025-03-10, year, month and day",
    "“{0}”不是日期：请按年月日写，如 2025-03-10",
  ],
  ["['\"]{any}['\"] is not a whole number such as {any}", "“{0}”不是整数，如 {1}"],
  ["['\"]{any}['\"] is below zero, and a displayed jackpot never is", "“{0}”小于零，而显示的累积奖金不会"],
  // Staff.
  ["to {permit} takes two people: propose it", "{0}须由两人：请提出提案"],
  ["to {permit} takes one person: do it", "{0}由一人即可：请直接办理"],
  ["{name} is not signed on to table {name}", "{0} 没有在赌桌 {1} 签到"],
  ["{name} is signed on to table {name} already", "{0} 已在赌桌 {1} 签到"],
  ["{name} deals at table {name}: sign them off first", "{0} 正在赌桌 {1} 发牌：请先让其签退"],
  ["no Dealer is signed on to table {name}: sign on first", "赌桌 {0} 没有庄家签到：请先签到"],
  ["no Dealer is signed on to table {name}: its shoe waits", "赌桌 {0} 没有庄家签到：牌靴等待中"],
  [
    "cards of table {name} are named by those who are signed on to it: sign on first",
    "赌桌 {0} 的牌由在该桌签到的人报出：请先签到",
  ],
  ["the software deals at table {name}: nobody signs on to it", "赌桌 {0} 由软件发牌：无须签到"],
  [
    "the software deals at table {name}: a report there is for a supervisor",
    "赌桌 {0} 由软件发牌：差错由主管登记",
  ],
  [
    "the software deals at table {name}: bets and decisions are the players' own, and staff report, interrupt, rule and close",
    "赌桌 {0} 由软件发牌：下注与决定由玩家自己作出，员工只登记差错、中断、裁定和关闭",
  ],
  [
    "the cards of table {name} come from a shoe that was committed to before the first bet: nobody names, orders or corrects them, and their number is known",
    "赌桌 {0} 的牌来自首注之前已承诺的牌靴：无人报牌、排序或更正，张数也已知",
  ],
  [
    "table {name} has no shoe of its own: name the cards that were dealt",
    "赌桌 {0} 没有自己的牌靴：请报出所发的牌",
  ],
  [
    "table {name} is dealt from the software's own shoe: it has no card sets",
    "赌桌 {0} 由软件牌靴发牌：没有牌具",
  ],
  [
    "table {name} is dealt from the software's own shoe, not from a reading one",
    "赌桌 {0} 由软件牌靴发牌，而非读牌靴",
  ],
  [
    "{cards} cannot become {cards} there: one of them is recorded otherwise",
    "该处 {0} 不能改为 {1}：其中一张已另有记录",
  ],
  [
    "a notified hand is turned over once every box has decided: notify the Dealer then",
    "已通知的牌须在所有投注框决定之后翻开：届时再通知庄家",
  ],
  ['"No hand" is not announced in {game}', "{0} 不宣布“无牌”"],
  ["{game} says nothing about viewing a hand that is not shown", "{0} 没有关于查看未亮之牌的规定"],
  ["{game} has no community cards", "{0} 没有公共牌"],
  ["a report, correction or ruling is for a member of staff", "登记差错、更正或裁定只限员工"],
  ["that is for the Dealer or a supervisor", "只限庄家或主管"],
  ["that is for a member of staff at the tables", "只限赌桌员工"],
  ["an act needs the name of who does it", "须写明行动者的姓名"],
  ["it needs a written reason", "须写明理由"],
  ["say why: it is {name}'s own limit", "请写明理由：这是 {0} 自设的限额"],
  [
    "a player alone raises their limit or takes it away: staff may only lower it",
    "只有玩家本人可提高或取消其限额：员工只能降低",
  ],
  // Rounds, trays and card sets.
  ["round {n} is not settled: settle it, then count the closer", "第 {0} 局未结算：请先结算，再清点收桌筹码"],
  ["round {n} is under way: card sets are changed between rounds", "第 {0} 局进行中：牌具在两局之间更换"],
  ["round {n} of table {name} is not settled", "赌桌 {1} 第 {0} 局未结算"],
  [
    "round {n} of table {name} is not settled: close it after the round",
    "赌桌 {1} 第 {0} 局未结算：请在局后关闭",
  ],
  ["table {name} is open already", "赌桌 {0} 已经开桌"],
  ["table {name} is open: close it first", "赌桌 {0} 开着：请先关闭"],
  ["table {name} is closed already", "赌桌 {0} 已经关闭"],
  ["table {name} is closed: open it so", "赌桌 {0} 已关闭：请按此开桌"],
  ["table {name} is closed: open it, then count the opener", "赌桌 {0} 已关闭：请先开桌，再清点开桌筹码"],
  ["the opener of session {n} is made: a closer comes first", "第 {0} 场的开桌筹码已清点：须先清点收桌筹码"],
  [
    "the tray of table {name} is not counted: make its opener first",
    "赌桌 {0} 的筹码盘未清点：请先清点开桌筹码",
  ],
  ["slip {n} is made out and cannot be changed", "单据 {0} 已开出，不能更改"],
  ["card set {name} has not been opened at this table", "牌具 {0} 未在本桌启用"],
  ["card set {name} is evidence \\({any}\\): it must be retained first", "牌具 {0} 是证据（{1}）：须先留存"],
  ["no card set is in use: have one counted and put it in use first", "没有使用中的牌具：请先清点一副并启用"],
  ["releasing a retained card set is for the {role} or above", "解除留存的牌具只限{0}或以上职级"],
  [
    "destroying a card set needs two different people, and {name} is one",
    "销毁牌具须由两个不同的人，而 {0} 是其中之一",
  ],
  [
    "opening a card set needs two different people, and {name} is one",
    "启用牌具须由两个不同的人，而 {0} 是其中之一",
  ],
  [
    "signing for a win needs two different people, and {name} is one",
    "中奖签名须由两个不同的人，而 {0} 是其中之一",
  ],
  // Links and days.
  ["there is no open claim {name}", "没有待处理的申报 {0}"],
  ["there is no paid claim {name} to close", "没有可关闭的已付申报 {0}"],
  ["the jackpot system has not failed", "累积奖金系统没有故障"],
  ["contribution and reserve together are more than the bet itself", "供款与储备合计超过注码本身"],
  ["gaming day {name} is closed: the days are closed through {name}", "营业日 {0} 已关闭：已关闭至 {1}"],
  ["gaming day {name} is not over: {name} is the day that is open", "营业日 {0} 未结束：现在是 {1}"],
  ["the journal has no entry of gaming day {name}", "日志中没有营业日 {0} 的记录"],
  // Two people, amounts and accounts.
  ["it takes two different people, and {name} is one", "须由两个不同的人，而 {0} 是其中之一"],
  ["beside {name} it takes the {role}, not the {role}", "除 {0} 之外须由{1}，而非{2}"],
  ["{name} is no longer the {role}: propose it again", "{0} 已不再是{1}：请重新提出"],
  ["there is no proposal {any}", "没有提案 {0}"],
  ["proposal {name} is approved already", "提案 {0} 已获批准"],
  ["proposal {name} is rejected already", "提案 {0} 已被否决"],
  ["proposal {name} is withdrawn already", "提案 {0} 已撤回"],
  ["proposal {name} is not what was read: read it again", "提案 {0} 与所读内容不同：请重新阅读"],
  ["proposal {name} of {name} is the same and waits", "{1} 的提案 {0} 内容相同，正在等待"],
  ["proposal {name} can be withdrawn by {name} only", "提案 {0} 只能由 {1} 撤回"],
  [
    "an adjustment of {n} is above {n}, which nobody moves by one act: the floor's file says so under {name}",
    "调整 {0} 超过 {1}，任何人一次不得经手更多：见场地文件的 {2}",
  ],
  [
    "to sell or cash chips for {n} is above {n}, which nobody moves by one act: the floor's file says so under {name}",
    "买卖筹码 {0} 超过 {1}，任何人一次不得经手更多：见场地文件的 {2}",
  ],
  [
    "an adjustment of {n} is above the {n} that the {role} moves alone: somebody else signs too with their password, {roles}",
    "调整 {0} 超过{2}可独自经手的 {1}：须由他人以密码共同签名，即{3}",
  ],
  [
    "an adjustment of {n} is above the {n} that the {role} moves alone: it takes two different people",
    "调整 {0} 超过{2}可独自经手的 {1}：须由两个不同的人",
  ],
  [
    "to sell or cash chips for {n} is above the {n} that the {role} moves alone: somebody else signs too with their password, {roles}",
    "买卖筹码 {0} 超过{2}可独自经手的 {1}：须由他人以密码共同签名，即{3}",
  ],
  [
    "bets may go back after cards were seen: say what has happened as the reason",
    "看牌后可能退还注码：请把发生的事写为理由",
  ],
  [
    "to give back, after cards were seen, bets of {n} is above the {n} that the {role} moves alone: somebody else signs too with their password, {roles}",
    "看牌后退还注码 {0} 超过{2}可独自经手的 {1}：须由他人以密码共同签名，即{3}",
  ],
  [
    "to give back, after cards were seen, bets of {n} is above the {n} that the {role} moves alone: it takes two different people",
    "看牌后退还注码 {0} 超过{2}可独自经手的 {1}：须由两个不同的人",
  ],
  [
    "to give back, after cards were seen, bets of {n} is above what is left of the {n} that the {role} moves alone at a table in a gaming day, of which {name} has moved {n}: somebody else signs too with their password, {roles}",
    "看牌后退还注码 {0} 超过{2}每营业日在一桌可独自经手的 {1} 之余额，{3} 已经手 {4}：须由他人以密码共同签名，即{5}",
  ],
  ["there is an account {name} already", "账户 {0} 已存在"],
  ["the account {name} was disabled for good", "账户 {0} 已永久停用"],
  ["the account {name} is locked already", "账户 {0} 已经锁定"],
  ["{name} cannot decide about their own account: ask somebody else", "{0} 不能决定自己的账户：请找他人"],
  ["{name} has no token {name}", "{0} 没有令牌 {1}"],
  [
    "an adjustment of {n} is above what is left of the {n} that the {role} moves alone at a table in a gaming day, of which {name} has moved {n}: somebody else signs too with their password, {roles}",
    "调整 {0} 超过{2}每营业日在一桌可独自经手的 {1} 之余额，{3} 已经手 {4}：须由他人以密码共同签名，即{5}",
  ],
  ["table {name} is run by {name}, who is signed on to it", "赌桌 {0} 由在该桌签到的 {1} 操作"],
  [
    "a bet that must match this Ante lies there already: the shift manager may rule",
    "该处已有须与此底注相符的注码：可由值班经理裁定",
  ],
  ["the round is not over: correct it, or report what went wrong", "本局未结束：请更正，或登记差错"],
  ["name the player whose chips they are", "请写明筹码属于哪位玩家"],
  ["this takes two people: the second confirms with their name and PIN", "须由两人：第二人以姓名和 PIN 确认"],
];
