// What the API takes and answers, written from its schema by `python -m tools.page_types`.

export interface AccountCommand {
  id: string;
  act: LockAccount | UnlockAccount | DisableAccount | RevokeRole | RevokeToken | EnrolPlayer;
  reason: string;
}

export interface AccountDone {
  account: AccountNow;
  shown: string;
}

export interface AccountNow {
  name: string;
  kind: "player" | "staff" | "machine";
  roles: string[];
  signs_in_by: string[];
  locked: string | null;
  disabled: boolean;
  enrolment: string | null;
  deals_at: string | null;
  tokens: TokenNow[];
}

export interface Actor {
  name: string;
  role: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "accounting" | "surveillance" | "regulator" | "administrator" | "machine" | "system";
}

export interface AdjustSettlement {
  box: number;
  player: string;
  bet: string;
  amount: string;
  reason: string;
  limits_error?: boolean;
  act: "adjust";
}

export interface AnnounceNoHand {
  act: "no_hand";
}

export interface AnswerKept {
  question: string;
  sheet: string;
  kind: "settle" | "jackpot" | "report";
  level: "easy" | "middle" | "hard" | null;
  situation: string;
  at: string;
  cursor: string;
  seconds: number;
  right: number;
  points: number;
  again: boolean;
  missed: string[];
}

export interface AnswerThen {
  answer: AnswerKept;
  checked: CheckedNow;
  situation: SituationNow | null;
}

export interface AppendNow {
  number: number;
  hashes: string[];
}

export interface Approve {
  id: string;
  digest: string;
}

export interface AreaNow {
  bet: string;
  title: string;
  placed: "before_deal" | "decision";
  times_ante: number;
  sizes: number[];
  needs_ante: boolean;
  clauses: string[];
}

export interface AskQuestion {
  kind?: "settle" | "jackpot" | "report" | null;
  clause?: string | null;
  seed?: number;
  number?: number;
  level?: "easy" | "middle" | "hard";
}

export interface AuditNow {
  number: number;
  time: string;
  by: string;
  role: string;
  sound: boolean;
  complete: boolean;
  events: number;
  digest: string;
}

export interface AuditReport {
  audit: AuditNow;
  report: Record<string, unknown>;
}

export interface BareCommand {
  id: string;
}

export interface BetOnLayout {
  box: number;
  wager: WagerNow;
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
  left?: string[];
  taken_back?: string[];
  to_decide: boolean;
  to_choose: boolean;
  choice?: ChoiceNow | null;
  rank?: RankNow | null;
}

export interface BurnCard {
  card: string;
  act: "burn";
}

export interface CardsNow {
  table: string;
  version: number;
  required: boolean;
  sets: SetNow[];
}

export interface ChangeLink {
  link: string;
  reset?: string | null;
  contribution_rate?: string | null;
  reserve_rate?: string | null;
  cap?: string | null;
  overflow_to?: string | null;
  prescribed_bet?: string | null;
  alarm_above?: string | null;
  act: "change_link";
}

export interface ChangeSecret {
  proof: string;
  password?: string | null;
  pin?: string | null;
}

export interface Check {
  box: number;
  act: "check";
}

export interface CheckClaim {
  claim: string;
  item: "bet_light" | "cards_face_up" | "deck_count" | "surveillance";
  note?: string;
  count?: number | null;
  act: "check_claim";
}

export interface CheckedNow {
  right: boolean;
  points: PointNow[];
  seconds?: number;
  again?: boolean;
}

export interface CheckpointNow {
  size: number;
  position: number;
  time: string;
  root: string;
  key: string;
  cosigned: number;
  signed: boolean;
}

export interface ChipsNow {
  player: string;
  chips: string;
  on_layout: string;
}

export interface ChoiceNow {
  continue_clauses: string[];
  withdraw_clauses: string[];
  alike: boolean;
}

export interface Choose {
  box: number;
  way: "continue" | "withdraw";
  act: "choose";
}

export interface ChooseMethod {
  id: string;
  device?: "shoe" | "shuffler" | null;
  method?: string | null;
  boxes?: number | null;
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
  rounds: string[];
  tests: string[];
  policy: PassageNow[];
}

export interface ClauseScore {
  sheet: string;
  clause: string;
  right: number;
  points: number;
}

export interface ClauseToTrain {
  clause: string;
  gist: string;
  kinds: ("settle" | "jackpot" | "report")[];
}

export interface CloseBets {
  act: "close";
}

export interface CloseClaim {
  claim: string;
  act: "close_claim";
}

export interface CloseDay {
  id: string;
  day: string;
  reason?: string;
  second?: Signature | null;
}

export interface CloseLink {
  link: string;
  to: string;
  act: "close_link";
}

export interface CloseTable {
  after_round?: boolean;
  id: string;
}

export interface CoachedActs {
  number: number;
  acts?: (PlaceBet | WithdrawBet | ExamineHand | FoldHand | Check | GoOn)[];
}

export interface CoachedNow {
  sheet: string;
  number: number;
  player: string;
  box: number;
  table: PlateNow;
  round: RoundNow;
  legal: LegalNow;
  dealt: DueNow[];
}

export interface CorrectBet {
  box: number;
  player: string;
  bet: string;
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

export interface CorrectDisplay {
  link: string;
  amount: string;
  act: "correct_display";
}

export interface CountSet {
  set: string;
  count: number;
  foreign?: number;
  damaged?: number;
  round?: number | null;
  act: "count";
}

export interface CrewNow {
  dealer: string | null;
  supervisors: string[];
}

export interface DaysHeld {
  today: string;
  first: string | null;
  last: string | null;
  closed: string | null;
  unsigned: string[];
}

export interface DealCards {
  to: number | "dealer" | "community";
  cards: string[];
  act: "deal";
}

export interface DealNext {
  round?: number | null;
  id: string;
}

export interface DeclineProposal {
  id: string;
  reason: string;
}

export interface DeclineToShow {
  box: number;
  act: "decline";
}

export interface DenyClaim {
  link: string;
  claim: string;
  act: "deny_claim";
}

export interface DestroySet {
  set: string;
  act: "destroy";
}

export interface DifferenceNow {
  heading: string;
  name: string;
  first: TopicNow | null;
  second: TopicNow | null;
  headed: Reason;
  named: Reason;
}

export interface DisableAccount {
  act: "disable";
}

export interface DiscardCard {
  card: string;
  act: "discard";
}

export interface DisplayAmounts {
  pit_manager?: string | null;
  shift_manager?: string | null;
  most?: string | null;
}

export interface Dispute {
  id: string;
  round: number;
  reason: string;
}

export interface DueNow {
  act: "burn" | "deal" | "discard" | "ask" | "reveal" | "settle";
  clause: string;
  to: number | string | null;
  cards: number;
  boxes: number[];
}

export interface Enrol {
  name: string;
  password?: string | null;
  pin?: string | null;
  codes: string[];
}

export interface EnrolPlayer {
  act: "enrol";
}

export interface Envelope {
  error: FaultNow;
}

export interface EventNow {
  position: number;
  append: number;
  stream: string;
  version: number;
  kind: string;
  schema: number;
  recorded: number;
  digest: string;
  hash: string;
}

export interface ExamineHand {
  box: number;
  act: "look";
}

export interface FailSystem {
  reason: string;
  act: "fail";
}

export interface FaultNow {
  code: string;
  message: string;
  clauses?: string[];
  path?: string;
  reason?: Reason | null;
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
  looks?: number;
  look_clauses?: string[];
  shade?: number;
}

export interface FloorNow {
  name: string;
  demo: boolean;
  version: string;
  build: string;
  shifts: ShiftNow[];
  currency: string;
  currency_sign: string;
  time_zone: string;
  sheets: PlayedSheet[];
}

export interface FoldHand {
  box: number;
  act: "fold";
}

export interface GoOn {
  act: "go_on";
}

export interface GrantRole {
  name: string;
  role: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "accounting" | "surveillance" | "regulator" | "administrator";
  act: "grant_role";
}

export interface HandleHand {
  box: number;
  act: "handle";
}

export interface HappenedNow {
  version: number;
  at: string;
  kind: string;
  what: string;
  said: Reason;
  by: string | null;
  role: string | null;
  second: string | null;
  reason: string;
}

export interface Health {
  status: string;
  version: string;
  build: string;
  floor: string;
  demo: boolean;
}

export interface HitNow {
  link: string;
  slip: number;
  claim: string;
  table: string;
  round: string;
  box: number;
  player: string;
  hand: string;
  percent: number;
  displayed: string;
  amount: string;
  means: string;
  prepared_by: string;
  signed_by: string[];
  clauses: string[];
  reversed: boolean;
}

export interface InterruptPlay {
  reason?: string;
  act: "interrupt";
}

export interface IrregularityNow {
  act: "report" | "interrupt" | "lift";
  clause: string;
  gist: string;
  follows: string;
  what: Reason;
  then: Reason;
  role: string;
  may: boolean;
  applies: boolean;
  why_not: WhyNot | null;
  needs: NeedNow[];
}

export interface IssueToken {
  name: string;
  token: string;
  scopes: ("watch_table" | "play" | "see_all_cards" | "open_shoe" | "run_table" | "send_cards" | "report" | "supervise_table" | "correct" | "rule" | "open_table" | "keep_card_sets" | "set_limits" | "change_sheet" | "verify_claim" | "pay_claim" | "deny_claim" | "restore_jackpot" | "change_link" | "table_money" | "bankroll" | "sign_amount" | "close_day" | "sign_off_day" | "read_reports" | "read_audit" | "read_people" | "read_training" | "manage_people" | "set_break" | "grant_role" | "enrol" | "issue_token" | "read_metrics")[];
  days: number;
  table?: string | null;
  act: "issue_token";
}

export interface JackpotSlipNow {
  number: number;
  box: number;
  player: string;
  hand: string;
  percent: number;
  amount: string;
  reversed: boolean;
}

export interface JobNow {
  id: string;
  state: "waiting" | "counting" | "done" | "wrong" | "cancelled";
  what: string;
  done: number;
  of: number;
  message: string;
  reason?: Reason | null;
  result: unknown;
}

export interface LastWinNow {
  table: string;
  box: number;
  hand: string;
  amount: string;
}

export interface LeaveTable {
  box: number;
  player?: string | null;
  act: "leave";
}

export interface LegalNow {
  version: number;
  round: number;
  acts: (Record<string, string | number>)[];
  bets: BetRangeNow[];
  refused: RefusedNow[];
  due: DueNow | null;
  unnamed: (number | string)[];
}

export interface LiabilityNow {
  link: string;
  displayed: string;
  pool: string;
  reserve: string;
  overflow: string;
  liability: string;
  unpaid: string;
  claims: number;
  hits: number;
  wins: string;
  closed: boolean;
}

export interface LiftRestriction {
  clause: string;
  boxes?: number[];
  player?: string | null;
  action?: "close" | "block" | "no_jackpot" | null;
  reason: string;
  act: "lift";
}

export interface LimitChangeNow {
  at: string;
  what: string;
  by: string;
  role: string;
  reason: string;
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
  reason: Reason;
}

export interface LineSaid {
  box: number;
  player: string;
  bet: string;
  result: "win" | "lose" | "push" | "returned";
  net: string;
}

export interface LinkCommand {
  id: string;
  act: CheckClaim | SignClaim | PayClaim | CloseClaim | RuleOrder | FailSystem | RestoreSystem | ReleaseOverflow;
  confirm?: Signature | null;
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

export interface LockAccount {
  act: "lock";
}

export interface LogProofNow {
  appends: AppendNow[];
  hashes: string[];
  note: string;
  key: string;
}

export interface MakeAccount {
  name: string;
  kind: "player" | "staff" | "machine";
  id: string;
  reason: string;
}

export interface MakeSlip {
  kind: "opener" | "fill" | "credit" | "drop" | "closer";
  count: Pieces[];
  replaces?: number | null;
  id: string;
  reason: string;
  second: Signature;
}

export interface MatterNow {
  cause: string;
  round: string;
}

export interface MethodNow {
  device: "shoe" | "shuffler";
  title: string;
  clauses: string[];
}

export interface MomentNow {
  position: number;
  time: string;
  who: string;
  role: string;
  what: string;
  said: Reason | null;
  follows: string[];
  then: Reason[];
  clauses: string[];
  refused?: boolean;
  displayed: string | null;
  change: string | null;
  own: boolean;
  round: RoundNow | null;
  events: EventNow[];
}

export interface MoneyNow {
  table: string;
  counts_tray: boolean;
  session: TableSessionNow | null;
  players: ChipsNow[];
}

export interface MovableNow {
  path: string;
  of: string;
  title: string;
  hand: string | null;
  form: "to" | "for" | "fixed" | "percent" | "dollars" | "times" | "choice";
  value: string;
  clauses: string[];
  choices: string[];
}

export interface MoveChips {
  id: string;
  act: "buy_in" | "cash_out";
  amount: string;
  player?: string | null;
  second?: Signature | null;
}

export interface MoveMoney {
  link: string;
  part: "display" | "reserve" | "overflow";
  amount: string;
  to: string;
  act: "move_money";
}

export interface NeedNow {
  name: "boxes" | "player" | "dealer" | "reconstructed" | "intentional" | "order" | "count" | "permit" | "action" | "bet" | "amount" | "reason";
  kind: "boxes" | "player" | "yes_no" | "cards" | "number" | "choice" | "bet" | "amount" | "text";
  required: boolean;
  choices: (number | string)[];
}

export interface NoteNow {
  text: string;
  clauses: string[];
  reason: Reason;
}

export interface NoticeNow {
  text: string;
  clauses: string[];
  reason?: Reason | null;
}

export interface NotifyJackpotHand {
  box: number;
  act: "notify";
}

export interface OpenEnrolment {
  name: string;
  act: "enrol";
}

export interface OpenLink {
  link: string;
  members: Record<string, string>;
  reset?: string | null;
  contribution_rate?: string | null;
  reserve_rate?: string | null;
  cap?: string | null;
  overflow_to?: string | null;
  prescribed_bet?: string | null;
  alarm_above?: string | null;
  act: "open_link";
}

export interface OpenPointNow {
  question: string;
  taken: string;
  others: string[];
  clauses: string[];
}

export interface OpenSet {
  set: string;
  backs: string;
  act: "open";
}

export interface OwnAmounts {
  dealer?: unknown[] | null;
  pit_supervisor?: unknown[] | null;
  pit_manager?: unknown[] | null;
  shift_manager?: unknown[] | null;
  accounting?: unknown[] | null;
  most?: string | null;
}

export interface OwnLimitNow {
  limit: "loss" | "time" | "bet" | "buy_in";
  amount?: string | null;
  minutes?: number | null;
  used?: string | null;
  changes?: string | null;
  next_amount?: string | null;
  next_minutes?: number | null;
}

export interface PassageNow {
  title: string;
  sentences: string[];
  heading: Reason;
  reasons: Reason[];
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

export interface PersonNow {
  account: AccountNow;
  sessions: SessionSeen[];
  happened: HappenedNow[];
}

export interface Pieces {
  each: string;
  number: number;
}

export interface PiecesNow {
  each: string;
  number: number;
}

export interface PitTableNow {
  id: string;
  title: string;
  open: boolean;
  closing: boolean;
  automatic: boolean;
  crew: CrewNow;
  number: number;
  phase: string | null;
  dealer: SayingNow | null;
  deciding: number[];
  claims: number;
  alarms: ("jackpot_failed" | "shoe_doubted" | "restricted" | "no_dealer" | "for_the_supervisor" | "return_unsigned" | "bets_returned" | "own_limits")[];
  seated: number;
  boxes: number;
  on_layout: string;
  drop: string | null;
}

export interface PlaceBet {
  box: number;
  player?: string | null;
  bet: string;
  amount: string;
  unnoticed?: boolean;
  by_staff?: boolean;
  act: "bet";
}

export interface PlateNow {
  device: string;
  boxes: number;
  limits: Record<string, LimitsNow>;
  jackpot_bet: string | null;
  displayed: string | null;
}

export interface PlayNow {
  player: string;
  day: string;
  session: PlaySessionNow | null;
  today: PlaySumsNow;
  paid_in: string;
  limits: OwnLimitNow[];
  break_until: string | null;
  check: RealityCheckNow;
}

export interface PlaySessionNow {
  rounds: number;
  staked: string;
  net: string;
  minutes: number;
  at_risk: string;
  began: string;
  tables: TablePlayNow[];
}

export interface PlaySumsNow {
  rounds: number;
  staked: string;
  net: string;
  minutes: number;
  at_risk: string;
}

export interface PlayedSheet {
  id: string;
  short: string;
  title: string;
  version: number;
  house: string;
  hash: string;
  bets: Record<string, string>;
}

export interface PlayerPlayNow {
  play: PlayNow;
  changes: LimitChangeNow[];
}

export interface PointNow {
  asks: "line" | "role" | "void" | "out" | "must_choose";
  right: boolean;
  said: string;
  should: string;
  clauses: string[];
  why: string;
  reason: Reason;
  said_result?: "win" | "lose" | "push" | "returned" | null;
  line?: LineNow | null;
  box?: number | null;
  player?: string | null;
  bet?: string | null;
}

export interface PostNotice {
  text: string;
  id: string;
}

export interface Preview {
  act: PlaceBet | WithdrawBet | CloseBets | BurnCard | DealCards | DiscardCard | ShowCards | ExamineHand | HandleHand | FoldHand | Check | Reveal | DeclineToShow | ViewHand | AnnounceNoHand | NotifyJackpotHand | LeaveTable | InterruptPlay | Choose | Report | LiftRestriction | CorrectCard | CorrectBet | AdjustSettlement | SettleRound;
}

export interface PreviewNow {
  version: number;
  round: number;
  role: string;
  void: string[];
  boxes: BoxEffect[];
  follows: string[];
  then: Reason[];
  settlement: SettlementNow | null;
  readings: OpenPointNow[];
  claims: string[];
  wins: PendingNow[];
  by_slip: SlipPaidNow[];
}

export interface ProofNow {
  name: string;
  clauses: string[];
}

export interface ProofRound {
  number: number;
  boxes: number;
  limits: Record<string, LimitsNow>;
  jackpot_bet: string | null;
  round: RoundNow;
  moments: MomentNow[];
}

export interface ProofRun {
  sheet: string;
  title: string;
  name: string;
  clauses: string[];
  holds: boolean;
  faults: string[];
  rounds: ProofRound[];
}

export interface ProposalDone {
  proposal: ProposalNow;
  shown?: string;
}

export interface ProposalNow {
  id: string;
  subject: string;
  number: number;
  act: "watch_table" | "play" | "see_all_cards" | "open_shoe" | "run_table" | "send_cards" | "report" | "supervise_table" | "correct" | "rule" | "open_table" | "keep_card_sets" | "set_limits" | "change_sheet" | "verify_claim" | "pay_claim" | "deny_claim" | "restore_jackpot" | "change_link" | "table_money" | "bankroll" | "sign_amount" | "close_day" | "sign_off_day" | "read_reports" | "read_audit" | "read_people" | "read_training" | "manage_people" | "set_break" | "grant_role" | "enrol" | "issue_token" | "read_metrics";
  says: string[];
  reasons: Reason[];
  what: string;
  digest: string;
  by: Actor;
  reason: string;
  made: string;
  expires: string;
  signed: Actor[];
  state: "approved" | "rejected" | "withdrawn" | "lapsed" | "waiting";
  may_approve: string[];
  decided_by?: Actor | null;
  decided_because?: string;
}

export interface Propose {
  act: SetLimits | SetAmounts | SetTable | TakeBackAward | OpenLink | ChangeLink | CorrectDisplay | MoveMoney | RemoveTable | CloseLink | DenyClaim | TakeSheet | SetBreak | GrantRole | OpenEnrolment | IssueToken;
  reason: string;
  id: string;
  second?: Signature | null;
}

export interface PutInUse {
  set: string;
  shuffled: boolean;
  act: "use";
}

export interface QuestionNow {
  id: string;
  seconds: number;
  situation: SituationNow;
}

export interface RankNow {
  category: string;
  first: string;
  second: string | null;
  suit: string;
  kicker?: string | null;
  cards?: string[];
}

export interface RatingNow {
  table: string;
  player: string;
  day: string | null;
  sheet: string;
  since: string | null;
  until: string | null;
  minutes: number | null;
  rounds: number;
  average_bet: string;
  handle: Record<string, string>;
  theoretical: Record<string, string> | null;
  theoretical_win: string | null;
  counting: boolean;
  win: string;
  paid_by_link: string;
  bought: string;
  cashed: string;
}

export interface ReadCommand {
  id: string;
  round: number;
  sequence: number;
  card: string;
}

export interface ReadingNow {
  round: number;
  next: number;
  doubt: string | null;
  reason?: Reason | null;
}

export interface Ready {
  ready: boolean;
  position: number;
  heard: number;
  differences: string[];
  waiting?: string[];
  stalled?: string[];
  why_not?: string[];
  warnings?: string[];
  cosigned_seconds?: number | null;
  clock_seconds?: number;
}

export interface RealityCheckNow {
  every: number;
  due: boolean;
  left: number;
}

export interface Reason {
  code: string;
  params?: Record<string, string | number | Reason | (string | number | Reason)[]>;
}

export interface RecordedNow {
  first: number;
  last: number;
  repeated: boolean;
}

export interface RefusedNow {
  act: Record<string, string | number>;
  code: string;
  message: string;
  clauses: string[];
  reason: Reason;
}

export interface RegisterPlayer {
  name: string;
  password: string;
  token?: boolean;
}

export interface ReleaseOverflow {
  act: "release_overflow";
}

export interface ReleaseSet {
  set: string;
  cause: "major_win" | "dispute" | "irregularity";
  round?: number | null;
  reason: string;
  act: "release";
}

export interface RemoveTable {
  link: string;
  table: string;
  act: "remove_table";
}

export interface Report {
  clause: string;
  boxes?: number[];
  player?: string | null;
  dealer?: boolean;
  reconstructed?: boolean | null;
  intentional?: boolean | null;
  order?: string[];
  count?: number | null;
  permit?: boolean | null;
  action?: "void" | "continue" | "return" | "pay" | "collect" | "correct" | "close" | "block" | "no_jackpot" | null;
  bet?: string | null;
  amount?: string | null;
  reason?: string;
  act: "report";
}

export interface RestoreSystem {
  displayed: string;
  act: "restore";
}

export interface RetainSet {
  set: string;
  cause: "major_win" | "dispute" | "irregularity";
  round: number;
  act: "retain";
}

export interface Reveal {
  act: "reveal";
}

export interface RevokeRole {
  role: "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "accounting" | "surveillance" | "regulator" | "administrator";
  act: "revoke_role";
}

export interface RevokeToken {
  token: string;
  act: "revoke_token";
}

export interface RoundBrief {
  table: string;
  number: number;
  sheet: string;
  day: string;
  shift: string;
  began: string;
  outcome: string | null;
  players: Record<string, string>;
  most: string;
  wagers: string;
  win: string;
  paid_by_link: string;
  irregularities: string[];
  jackpot: boolean;
}

export interface RoundCommand {
  id: string;
  act: PlaceBet | WithdrawBet | CloseBets | BurnCard | DealCards | DiscardCard | ShowCards | ExamineHand | HandleHand | FoldHand | Check | Reveal | DeclineToShow | ViewHand | AnnounceNoHand | NotifyJackpotHand | LeaveTable | InterruptPlay | Choose | Report | LiftRestriction | CorrectCard | CorrectBet | AdjustSettlement | SettleRound;
  confirm?: Signature | null;
  round?: number | null;
  second?: Signature | null;
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
  notes: NoteNow[];
  shoe: string | null;
  commitment: string | null;
  dealer_rank?: RankNow | null;
  dealer_qualifies?: boolean | null;
}

export interface RoundThen {
  table: string;
  number: number;
  sheet: string;
  title: string;
  boxes: number;
  limits: Record<string, LimitsNow>;
  jackpot_bet: string | null;
  day: string;
  shift: string;
  link: string | null;
  first: number;
  last: number;
  hash: string;
  build: string;
  sheet_hash: string;
  readings_hash: string;
  everything: boolean;
  round: RoundNow;
  readings: OpenPointNow[];
  moments: MomentNow[];
  cursor: number | null;
  slips: JackpotSlipNow[];
  rulings: RulingNow[];
  log: LogProofNow | null;
}

export interface RoundsFound {
  rounds: RoundBrief[];
  cursor: number | null;
}

export interface RuleOrder {
  claims: string[];
  reason: string;
  act: "rule_order";
}

export interface RulingNow {
  box: number;
  player: string;
  bet: string;
  amount: string;
  by: string;
  reason: string;
}

export interface Said {
  lines?: LineSaid[];
  role?: "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | null;
  void?: boolean;
  out?: number[];
  must_choose?: number[];
}

export interface SayingNow {
  says: string;
  seconds: number;
  whole?: number;
  box: number | null;
  clause: string | null;
  method?: string | null;
}

export interface SeatNow {
  box: number;
  player: string;
  idle: number;
}

export interface SessionNow {
  name: string;
  roles: string[];
  permissions: string[];
  csrf: string;
  token: string;
  wrong_attempts?: number;
}

export interface SessionSeen {
  means: string;
  where: string;
  opened: string;
}

export interface SetActThen {
  position: number;
  at: number;
  what: string;
  who: string[];
  cause: string | null;
  round: string | null;
  count: number | null;
  clauses: string[];
}

export interface SetAmounts {
  adjust?: OwnAmounts;
  chips?: OwnAmounts;
  slips?: OwnAmounts;
  bets?: OwnAmounts;
  voids?: OwnAmounts;
  displays?: DisplayAmounts;
  act: "set_amounts";
}

export interface SetBreak {
  player: string;
  days: number;
  act: "set_break";
}

export interface SetCommand {
  id: string;
  act: OpenSet | CountSet | PutInUse | TakeOut | RetainSet | ReleaseSet | DestroySet;
  confirm?: Signature | null;
}

export interface SetHistory {
  set: SetNow;
  acts: SetActThen[];
}

export interface SetLimits {
  table: string;
  boxes?: number | null;
  limits?: Record<string, unknown[]>;
  denominations?: string[] | null;
  act: "set_limits";
}

export interface SetNow {
  set: string;
  backs: string;
  status: "opened" | "counted" | "in_use" | "retained" | "destroyed";
  retained_for?: MatterNow[];
  to_retain_for?: MatterNow[];
}

export interface SetPlayLimit {
  limit: "loss" | "time" | "bet" | "buy_in";
  id: string;
  amount?: string | null;
  minutes?: number | null;
  reason?: string;
}

export interface SetRealityCheck {
  minutes: number;
  id: string;
}

export interface SetTable {
  link?: string | null;
  cards?: "shoe" | "outside";
  denominations: string[];
  away_seconds?: number;
  idle_rounds?: number;
  card_sets?: boolean;
  counts_tray?: boolean;
  table: string;
  sheet: string;
  boxes?: number;
  limits: Record<string, unknown[]>;
  dealer?: "automatic" | "manual";
  device?: "shoe" | "shuffler";
  act: "set_table";
}

export interface SettleRound {
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
  jackpot: boolean;
}

export interface ShiftNow {
  name: string;
  from_hour: number;
}

export interface ShowCards {
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
  token?: boolean;
}

export interface SignNow {
  link: string;
  version: number;
  displayed: string;
  suspended: boolean;
  pending: PendingNow[];
  hits: number;
  last: string | null;
  last_win?: LastWinNow | null;
}

export interface SignOff {
  name?: string | null;
  id: string;
}

export interface SignOffDay {
  id: string;
  day: string;
  second: Signature;
  note?: string;
}

export interface SignOn {
  position: "dealer" | "pit_supervisor";
  id: string;
}

export interface Signature {
  name: string;
  password?: string | null;
  pin?: string | null;
}

export interface Simulate {
  sheet: string;
  rounds?: string;
  boxes?: string;
  strategy?: string;
  seed?: string | null;
  settings?: string[];
}

export interface SitDown {
  box: number;
  id: string;
  player?: string | null;
}

export interface SituationNow {
  id: string;
  sheet: string;
  kind: "settle" | "jackpot" | "report";
  what: string;
  said?: Reason | null;
  table: PlateNow;
  round: RoundNow;
  bets: BetOnLayout[];
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

export interface SlipPaidNow {
  box: number;
  player: string;
  amount: string;
}

export interface StandUp {
  box: number;
  id: string;
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
  dealt_by: string | null;
  notices: string[];
  notice_reasons: (Reason | null)[];
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
  method: string;
  crew: CrewNow;
  seats: SeatNow[];
  ready?: string[];
  closing: boolean;
  notices: NoticeNow[];
  prompts: NoticeNow[];
  chips?: string | null;
  buy_in_most?: string | null;
}

export interface TablePlayNow {
  rounds: number;
  staked: string;
  net: string;
  minutes: number;
  at_risk: string;
  table: string;
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
  reasons: Reason[];
  slips: SlipNow[];
}

export interface TakeBackAward {
  table: string;
  act: "take_back_award";
}

export interface TakeBreak {
  days: number;
  id: string;
  reason?: string;
}

export interface TakeOut {
  set: string;
  act: "take_out";
}

export interface TakeSheet {
  sheet_toml: string;
  clauses_toml: string;
  act: "take_sheet";
}

export interface TokenNow {
  name: string;
  scopes: string[];
  expires: string;
  table?: string | null;
}

export interface TopicNow {
  says: string;
  clauses: string[];
  reason: Reason;
}

export interface TraineeNow {
  name: string;
  roles: string[];
  score: TrainingScore;
  last: string;
}

export interface TrainingNow {
  name: string;
  roles: string[];
  score: TrainingScore;
  last: string | null;
  parts: TrainingPart[];
  missed: ClauseScore[];
  open: number;
}

export interface TrainingPart {
  sheet: string;
  kind: "settle" | "jackpot" | "report";
  level: "easy" | "middle" | "hard" | null;
  score: TrainingScore;
}

export interface TrainingScore {
  answers: number;
  whole: number;
  right: number;
  points: number;
  seconds: number;
  again: number;
}

export interface UnlockAccount {
  act: "unlock";
}

export interface ViewHand {
  box: number;
  act: "view";
}

export interface WagerNow {
  bet: string;
  player: string;
  amount: string;
}

export interface WaitingNow {
  kind: "proposal" | "claim" | "supervisor" | "return" | "watch" | "close_day" | "sign_off_day";
  about: string;
  table: string | null;
  says: string[];
  reasons: Reason[];
  by: string;
  win?: WinWaiting | null;
}

export interface WeighOptions {
  act: Report | InterruptPlay;
}

export interface WhyNot {
  code: string;
  message: string;
  clauses: string[];
  reason: Reason;
}

export interface WinWaiting {
  box: number;
  hand: string;
  amount: string | null;
  step: "check" | "sign" | "pay" | "file";
}

export interface WithdrawBet {
  box: number;
  bet: string;
  player?: string | null;
  act: "withdraw";
}

export interface WitnessNow {
  name: string;
  key: string;
  size: number;
  time: string | null;
}

export interface WitnessedLog {
  origin: string;
  key: string;
  size: number;
  time: string;
  note: string;
  needed: number;
  covered: number;
  cosigned: string | null;
  cosigned_seconds: number | null;
  late: boolean;
  witnesses: WitnessNow[];
}
