/** The page of a proof: what it proves and whether it holds, the felt at a step, and every step with its clauses. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { settlement } from "../replay/settlement.js";
import { again, missing } from "../replay/view.js";
import { story } from "../rulebook/clause.js";
import { t, gameName } from "../words.js";

/** @typedef {import("../replay/state.js").State} State */
/** @typedef {import("./actions.js").ProofActions} ProofActions */
/** @typedef {import("../answers").ProofRun} ProofRun */

/** @param {State} state @param {ProofActions} actions */
export function view(state, actions) {
  const { then, scene, index, playing, refused } = state;
  const { proof } = actions;
  if (refused) return missing(state.name, refused);
  if (!proof) return null;
  return [
    head(proof, actions),
    then && scene && again(state, then, actions),
    h(
      "p",
      { key: "spoken", class: "unseen", role: "status", "aria-live": "polite" },
      !playing && then && sentence(then.moments[index].what, { reason: then.moments[index].said }),
    ),
    h(
      "div",
      { key: "below", class: "round-below" },
      then && settlement(then),
      h(
        "section",
        { key: "file", "aria-labelledby": "file-title" },
        h("h2", { id: "file-title" }, t("proof.file")),
        h(
          "p",
          null,
          h(
            "a",
            { class: "button", href: actions.path, download: `${proof.name}.toml` },
            t("rulebook.take_file"),
          ),
          " ",
          h("code", { class: "muted", translate: "no" }, `pitboss settle ${proof.name}.toml`),
        ),
      ),
    ),
  ];
}

/** @param {ProofRun} proof @param {ProofActions} actions */
function head(proof, actions) {
  return h(
    "header",
    { key: "head", class: "round-head" },
    h(
      "p",
      { class: "muted" },
      h(
        "a",
        { href: `/rulebook/${encodeURIComponent(proof.sheet)}`, translate: "no" },
        gameName(proof.title),
      ),
    ),
    h("h1", null, t("proof.title"), " ", h("span", { lang: "en" }, story(proof.name))),
    h("p", { key: "proves" }, t("proof.proves"), " ", clauseLinks(proof.clauses, proof.sheet)),
    h(
      "p",
      { key: "verdict", class: `proof-verdict ${proof.holds ? "win" : "loss"}`, role: "status" },
      proof.holds ? `✓ ${t("proof.holds")}` : `✗ ${t("proof.fails")}`,
    ),
    !proof.rounds.length && h("p", { key: "none", class: "muted" }, t("proof.no_rounds")),
    rounds(proof, actions),
    proof.faults.map((fault) => sentence(fault, { key: fault, class: "loss" }, "p")),
  );
}

/** @param {ProofRun} proof @param {ProofActions} actions */
function rounds(proof, actions) {
  if (proof.rounds.length < 2) return null;
  return h(
    "nav",
    { key: "rounds", class: "proof-rounds", "aria-label": t("proof.rounds") },
    proof.rounds.map(({ number }, place) =>
      h(
        "button",
        {
          key: number,
          type: "button",
          class: "quiet",
          "aria-current": place === actions.which ? "true" : undefined,
          onclick: () => actions.choose(place),
        },
        t("proof.round", { number }),
      ),
    ),
  );
}
