/** What the lab is asked: the sheet, what is moved in it, stakes, the display, the sheet beside it; kept in the address. */

/** @typedef {import("../answers").MovableNow} MovableNow */

export class Question {
  constructor() {
    const asked = new URLSearchParams(location.search);
    this.sheet = asked.get("sheet") ?? "";
    this.other = asked.get("with") ?? "";
    this.ante = asked.get("ante") ?? "25";
    this.jackpot = asked.get("jackpot") ?? "5";
    this.others = asked.get("others") ?? "0";
    /** The displayed value in dollars; empty for today's. */
    this.meter = asked.get("meter") ?? "";
    /** @type {Map<string, string>} */
    this.moved = new Map(
      asked.getAll("set").flatMap((text) => {
        const at = text.indexOf("=");
        return at > 0 ? [/** @type {[string, string]} */ ([text.slice(0, at), text.slice(at + 1)])] : [];
      }),
    );
  }

  /** Another sheet has other pays and another link. @param {string} sheet */
  open(sheet) {
    this.sheet = sheet;
    this.moved.clear();
    this.meter = "";
    this.others = "0";
    if (this.other === sheet) this.other = "";
  }

  /** @param {MovableNow} entry @param {string} value */
  move(entry, value) {
    if (value === entry.value) this.moved.delete(entry.path);
    else this.moved.set(entry.path, value);
  }

  get settings() {
    return [...this.moved].map(([path, value]) => `${path}=${value}`);
  }

  /**
   * The path of a question.
   *
   * @param {string} sheet
   * @param {string} meter in dollars
   * @param {string[]} settings
   * @param {boolean} jackpot whether the game has one
   */
  odds(sheet, meter, settings, jackpot) {
    return `/api/lab/${encodeURIComponent(sheet)}/odds?${this.asked(meter, settings, jackpot)}`;
  }

  /** The path of best play by the Dealer's face-up card. @param {string} sheet @param {string[]} settings */
  faceUp(sheet, settings) {
    const asked = new URLSearchParams(settings.map((setting) => ["settings", setting]));
    return `/api/lab/${encodeURIComponent(sheet)}/face-up?${asked}`;
  }

  /**
   * The path of the report of the very question that the page answers.
   *
   * @param {boolean} pdf
   * @param {string} meter in dollars
   * @param {boolean} jackpot whether the game has one
   */
  report(pdf, meter, jackpot) {
    const asked = this.asked(meter, this.settings, jackpot);
    if (pdf) asked.set("pdf", "true");
    return `/api/lab/${encodeURIComponent(this.sheet)}/report?${asked}`;
  }

  /** @param {string} meter @param {string[]} settings @param {boolean} jackpot */
  asked(meter, settings, jackpot) {
    const bets = jackpot ? `ante=${this.ante},jackpot=${this.jackpot}` : `ante=${this.ante}`;
    const asked = new URLSearchParams(jackpot ? { bets, meter } : { bets });
    if (this.others !== "0") asked.set("others", this.others);
    for (const setting of settings) asked.append("settings", setting);
    return asked;
  }

  /** Keep the question in the address, so that it can be sent to somebody. */
  keep() {
    const asked = new URLSearchParams({ sheet: this.sheet });
    if (this.other) asked.set("with", this.other);
    if (this.ante !== "25") asked.set("ante", this.ante);
    if (this.jackpot !== "5") asked.set("jackpot", this.jackpot);
    if (this.others !== "0") asked.set("others", this.others);
    if (this.meter) asked.set("meter", this.meter);
    for (const setting of this.settings) asked.append("set", setting);
    history.replaceState(null, "", `/lab?${asked}`);
  }
}
