/** The form of simulated rounds, and how far a run is. */

import { h } from "../dom.js";
import { valueOf } from "../page.js";
import { refusal } from "../sentence.js";
import { t } from "../words.js";
import { grouped } from "../digits.js";
import { FIELDS, STRATEGIES } from "./run-state.js";
import { runResult } from "./run-result.js";

/** @typedef {import("./run.js").RunActions} RunActions */
/** @typedef {import("./run-state.js").Run} Run */
/** @typedef {import("./run-state.js").RunField} RunField */

/** @param {Run} run @param {RunActions} actions @param {number} width of the chart, in pixels */
export function simulation(run, actions, width) {
  return h(
    "section",
    { key: "run", class: "lab-section lab-run", "aria-labelledby": "lab-run" },
    h("h2", { id: "lab-run" }, t("lab.simulate")),
    h("p", { key: "text", class: "muted" }, t("lab.simulate_text")),
    form(run, actions),
    progress(run, actions),
    run.result && runResult(run, run.result, actions, width),
  );
}

/** @param {Run} run @param {RunActions} actions */
function form(run, actions) {
  /** @param {RunField} name @param {(props: object) => import("../dom.js").VNode} made */
  const labelled = (name, made) => {
    const wrong = run.fault.path === name;
    return h(
      "label",
      { key: name },
      h("span", null, t(FIELDS[name])),
      made({
        name: `run-${name}`,
        value: run.asked[name],
        "aria-invalid": wrong ? "true" : undefined,
        "aria-describedby": wrong ? `run-fault-${name}` : undefined,
        oninput: (/** @type {Event} */ event) => actions.ask(name, valueOf(event)),
      }),
      wrong &&
        h("span", { key: "fault", class: "fault", id: `run-fault-${name}` }, refusal(run.fault.message)),
    );
  };
  /** @param {object} props */
  const text = (props) => h("input", { ...props, inputmode: "numeric", autocomplete: "off", maxlength: 40 });
  const apart = run.fault.message && !Object.keys(run.asked).includes(run.fault.path);
  return h(
    "form",
    {
      key: "form",
      class: "lab-question run-question",
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!run.job) void actions.start();
      },
    },
    labelled("rounds", text),
    labelled("boxes", text),
    labelled("strategy", (props) =>
      h(
        "select",
        props,
        Object.entries(STRATEGIES).map(([each, word]) => h("option", { key: each, value: each }, t(word))),
      ),
    ),
    labelled("seed", (props) => text({ ...props, placeholder: t("lab.run_drawn") })),
    h("button", { key: "go", disabled: run.job !== null }, t("lab.run_start")),
    h("p", { key: "fault", class: "fault run-fault", role: "alert" }, apart && refusal(run.fault.message)),
  );
}

/** @param {Run} run @param {RunActions} actions */
function progress({ job, rate, cancelled }, actions) {
  if (!job) return h("p", { key: "far", role: "status" }, cancelled && t("lab.run_cancelled"));
  const playing = job.what === "simulated rounds";
  const left = rate ? Math.ceil((job.of - job.done) / rate) : 0;
  return h(
    "div",
    { key: "running", class: "far" },
    h(
      "span",
      { key: "what" },
      job.state === "waiting"
        ? t("lab.run_waits")
        : playing
          ? t("lab.run_done", { done: grouped(job.done), of: grouped(job.of) })
          : t("lab.run_prepares"),
    ),
    playing &&
      rate > 0 &&
      h("span", { key: "rate", class: "muted" }, t("lab.run_rate", { rate: grouped(Math.round(rate)) })),
    playing && rate > 0 && h("span", { key: "left", class: "muted" }, t("lab.run_left", { seconds: left })),
    h("progress", {
      key: "bar",
      max: playing ? job.of : 1,
      value: playing ? job.done : undefined,
      "aria-label": t("lab.simulate"),
    }),
    h(
      "button",
      { key: "cancel", type: "button", class: "quiet", onclick: () => void actions.cancel() },
      t("lab.cancel"),
    ),
  );
}
