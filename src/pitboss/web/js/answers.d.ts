// What the API takes and answers, written from its schema by `python -m tests.web.answers`.

export interface Adjust {
  box: number;
  player: string;
  bet: string;
  amount: string;
  reason: string;
  limits_error?: boolean;
  act: "adjust";
}

export interface AreaNow {
  bet: string;
  title: string;
  placed: "before_deal" | "decision";
  times_ante: number;
  needs_ante: boolean;
  clauses: string[];
}

export interface Bare {
  id: string;
}

export interface Bet {
  box: number;
  bet: "ante" | "play" | "pair_plus" | "jackpot" | "bet" | "flop" | "turn" | "river" | "bonus";
  amount: string;
  player?: string | null;
  unnoticed?: boolean;
  act: "bet";
}

export interface BetRangeNow {
  box: number;
  bet: string;
  player: string | null;
  least: string;
  most: string | null;
  step: string;
}

export interface BoxEffect {
  box: number;
  player: string | null;
  placed: WagerNow[];
  returned: WagerNow[];
  folded: boolean;
  out: boolean;
  must_choose: boolean;
  clauses: string[];
}

export interface BoxNow {
  number: number;
  player: string | null;
  wagers: WagerNow[];
  cards: string[];
  examined: boolean;
  decided: string[];
  folded: boolean;
  out: string[];
  to_decide: boolean;
  to_choose: boolean;
}

export interface Burn {
  card: string;
  act: "burn";
}

export interface CheckClaim {
  claim: string;
  item: "bet_light" | "cards_face_up" | "deck_count" | "surveillance";
  note?: string;
  count?: number | null;
  act: "check_claim";
}

export interface CheckHand {
  box: number;
  act: "check";
}

export interface Chips {
  id: string;
  act: "buy_in" | "cash_out";
  amount: string;
  player?: string | null;
}

export interface ChipsNow {
  player: string;
  chips: string;
  on_layout: string;
}

export interface Choose {
  box: number;
  way: "continue" | "withdraw";
  act: "choose";
}

export interface ClaimNow {
  id: string;
  table: string;
  round: string;
  box: number;
  player: string;
  hand: string;
  percent: number;
  amount: string | null;
  place: number | null;
  checks: string[];
  signatures: string[];
  slip: number | null;
}

export interface ClauseNow {
  clause: string;
  kind: string;
  gist: string;
}

export interface Close {
  act: "close";
}

export interface CloseClaim {
  claim: string;
  act: "close_claim";
}

export interface Command {
  id: string;
  act: Bet | Withdraw | Close | Burn | Deal | Discard | Show | Look | Handle | Fold | CheckHand | Reveal | Decline | Leave | Interrupt | Choose | Report | CorrectCard | CorrectBet | Adjust | Settle;
}

export interface CorrectBet {
  box: number;
  player: string;
  bet: "ante" | "play" | "pair_plus" | "jackpot" | "bet" | "flop" | "turn" | "river" | "bonus";
  amount: string;
  reason: string;
  act: "correct_bet";
}

export interface CorrectCard {
  at: number | "dealer" | "community" | "burnt" | "discarded";
  recorded: string;
  card: string;
  reason: string;
  act: "correct_card";
}

export interface Deal {
  to: number | "dealer" | "community";
  cards: string[];
  act: "deal";
}

export interface Decline {
  box: number;
  act: "decline";
}

export interface Discard {
  card: string;
  act: "discard";
}

export interface DueNow {
  act: "burn" | "deal" | "discard" | "ask" | "reveal" | "settle";
  clause: string;
  to: number | string | null;
  cards: number;
  boxes: number[];
}

export interface Envelope {
  error: Fault;
}

export interface FailSystem {
  reason: string;
  act: "fail";
}

export interface Fault {
  code: string;
  message: string;
  clauses?: string[];
  path?: string;
}

export interface FeltNow {
  sheet: string;
  hand: number;
  dealer: number;
  community: number;
  areas: AreaNow[];
  pays: PaysNow[];
  jackpot_units: number;
  dealing: Record<string, string>;
}

export interface Fold {
  box: number;
  act: "fold";
}

export interface Handle {
  box: number;
  act: "handle";
}

export interface Health {
  status: string;
  version: string;
  build: string;
  floor: string;
  demo: boolean;
}

export interface Interrupt {
  act: "interrupt";
}

export interface IrregularityNow {
  act: "report" | "interrupt";
  clause: string;
  gist: string;
  follows: string;
  role: string;
  may: boolean;
  applies: boolean;
  why_not: WhyNot | null;
  needs: NeedNow[];
}

export interface JobNow {
  id: string;
  state: "waiting" | "counting" | "done" | "wrong" | "cancelled";
  what: string;
  done: number;
  of: number;
  message: string;
  result: unknown;
}

export interface Leave {
  box: number;
  act: "leave";
}

export interface LegalNow {
  version: number;
  round: number;
  acts: (Record<string, string | number>)[];
  bets: BetRangeNow[];
  refused: RefusedNow[];
  due: DueNow | null;
}

export interface LimitsNow {
  least: string;
  most: string;
}

export interface LineNow {
  box: number;
  player: string;
  bet: string;
  stake: string;
  result: string;
  net: string;
  clauses: string[];
  why: string;
}

export interface LinkCommand {
  id: string;
  act: CheckClaim | SignClaim | PayClaim | CloseClaim | RuleOrder | FailSystem | RestoreSystem | ReleaseOverflow;
}

export interface LinkNow {
  sign: SignNow;
  operator: string;
  members: Record<string, string>;
  closed: boolean;
  meters: Record<string, string>;
  config: Record<string, string>;
  queued: Record<string, string> | null;
  claims: ClaimNow[];
}

export interface Look {
  box: number;
  act: "look";
}

export interface MoneyNow {
  table: string;
  counts_tray: boolean;
  session: TableSessionNow | null;
  players: ChipsNow[];
}

export interface NeedNow {
  name: "boxes" | "dealer" | "reconstructed" | "intentional" | "order" | "count" | "permit" | "action" | "reason";
  kind: "boxes" | "yes_no" | "cards" | "number" | "choice" | "text";
  required: boolean;
  choices: (number | string)[];
}

export interface PayClaim {
  claim: string;
  means: "attendant" | "device";
  act: "pay_claim";
}

export interface PayNow {
  title: string;
  hand: string | null;
  pays: string;
  or_higher?: boolean;
  envy?: string | null;
}

export interface PaysNow {
  bet: string;
  lines: PayNow[];
  clauses: string[];
}

export interface PendingNow {
  table: string;
  box: number;
  hand: string;
  amount: string;
  ordered: boolean;
}

export interface Pieces {
  each: string;
  number: number;
}

export interface PiecesNow {
  each: string;
  number: number;
}

export interface Preview {
  act: Bet | Withdraw | Close | Burn | Deal | Discard | Show | Look | Handle | Fold | CheckHand | Reveal | Decline | Leave | Interrupt | Choose | Report | CorrectCard | CorrectBet | Adjust | Settle;
}

export interface PreviewNow {
  version: number;
  round: number;
  void: string[];
  boxes: BoxEffect[];
  follows: string[];
  settlement: SettlementNow | null;
  claims: string[];
}

export interface Ready {
  ready: boolean;
  position: number;
  heard: number;
  differences: string[];
}

export interface Recorded {
  first: number;
  last: number;
  repeated: boolean;
}

export interface RefusedNow {
  act: Record<string, string | number>;
  code: string;
  message: string;
  clauses: string[];
}

export interface Register {
  name: string;
  password: string;
}

export interface ReleaseOverflow {
  act: "release_overflow";
}

export interface Report {
  clause: string;
  boxes?: number[];
  dealer?: boolean;
  reconstructed?: boolean | null;
  intentional?: boolean | null;
  order?: string[];
  count?: number | null;
  permit?: boolean | null;
  action?: "void" | "continue" | "return" | "close" | "block" | "no_jackpot" | null;
  reason?: string;
  act: "report";
}

export interface RestoreSystem {
  displayed: string;
  act: "restore";
}

export interface Reveal {
  act: "reveal";
}

export interface RoundNow {
  number: number;
  phase: string;
  boxes: BoxNow[];
  dealer: string[];
  community: string[];
  burnt: number;
  discarded: number;
  void: string[];
  settlement: SettlementNow | null;
  shoe: string | null;
  commitment: string | null;
}

export interface RoundThen {
  table: string;
  number: number;
  day: string;
  shift: string;
  first: number;
  last: number;
  hash: string;
  round: RoundNow;
}

export interface RuleOrder {
  claims: string[];
  reason: string;
  act: "rule_order";
}

export interface SayingNow {
  says: string;
  seconds: number;
  box: number | null;
  clause: string | null;
}

export interface SessionNow {
  name: string;
  roles: string[];
  permissions: string[];
  csrf: string;
  token: string;
}

export interface Settle {
  act: "settle";
}

export interface SettlementNow {
  outcome: string;
  lines: LineNow[];
  players: Record<string, string>;
}

export interface SheetNow {
  id: string;
  short: string;
  title: string;
  operator: string;
  version: string;
  hash: string;
  readings_hash: string;
  clauses: number;
}

export interface Show {
  at: number | "dealer" | "community";
  cards: string[];
  act: "show";
}

export interface SignClaim {
  claim: string;
  act: "sign_claim";
}

export interface SignIn {
  name: string;
  password?: string | null;
  pin?: string | null;
}

export interface SignNow {
  link: string;
  version: number;
  displayed: string;
  suspended: boolean;
  pending: PendingNow[];
  hits: number;
  last: string | null;
}

export interface Signature {
  name: string;
  password?: string | null;
  pin?: string | null;
}

export interface Slip {
  id: string;
  kind: "opener" | "fill" | "credit" | "drop" | "closer";
  count: Pieces[];
  reason: string;
  second: Signature;
  replaces?: number | null;
}

export interface SlipNow {
  number: number;
  kind: string;
  amount: string;
  count: PiecesNow[];
  by: string;
  second: string;
  reason: string;
  day: string;
  shift: string;
  replaces: number | null;
  replaced: boolean;
}

export interface TableBrief {
  id: string;
  sheet: string;
  title: string;
  sheet_version: string;
  operator: string;
  open: boolean;
  automatic: boolean;
  device: string;
  boxes: number;
  taken: number[];
  limits: Record<string, LimitsNow>;
  jackpot_bet: string | null;
  link: string | null;
  number: number;
  phase: string | null;
  dealer: SayingNow | null;
}

export interface TableNow {
  id: string;
  version: number;
  sheet: string;
  short: string;
  title: string;
  sheet_version: string;
  operator: string;
  open: boolean;
  automatic: boolean;
  cards: string;
  device: string;
  boxes: number;
  limits: Record<string, LimitsNow>;
  jackpot_bet: string | null;
  denominations: string[];
  link: string | null;
  displayed: string | null;
  pending: string[];
  round: RoundNow | null;
  dealer: SayingNow | null;
  chips?: string | null;
  buy_in_most?: string | null;
}

export interface TableSessionNow {
  number: number;
  closed: boolean;
  found: string | null;
  opener: string | null;
  fills: string | null;
  credits: string | null;
  drop: string | null;
  closer: string | null;
  tray: string | null;
  win_by_chips: string | null;
  win_by_settlements: string;
  win_of_the_table: string;
  win_of_the_house: string;
  paid_by_link: string;
  bought: string;
  cashed: string;
  with_players: string;
  difference: string | null;
  tray_difference: string | null;
  drop_difference: string | null;
  why: string[];
  slips: SlipNow[];
}

export interface WagerNow {
  bet: string;
  player: string;
  amount: string;
}

export interface WhyNot {
  code: string;
  message: string;
  clauses: string[];
}

export interface Withdraw {
  box: number;
  bet: "ante" | "play" | "pair_plus" | "jackpot" | "bet" | "flop" | "turn" | "river" | "bonus";
  act: "withdraw";
}
