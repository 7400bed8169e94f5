/**
 * Output of an upgrade: a redrawn table of nodes and components, plain lines, or records.
 *
 * @module
 */
import type { Colours } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import type { View } from "../../output/rows.ts";
import { countCodePoints, escapeControls, truncateText } from "../../output/text.ts";
import {
  createLiveReporter,
  type LiveOptions,
  type LiveSize,
  type LiveSystem,
} from "../live_reporter.ts";
import { CHANGE } from "../../procedures/kubernetes_upgrade/access.ts";
import {
  IMAGES,
  MANIFEST,
  type Step,
  type StepLog,
  stepName,
  type StepState,
} from "../../procedures/kubernetes_upgrade/steps.ts";
import { imageTag } from "../../procedures/kubernetes_upgrade/versions.ts";

/** Shows the progress of an upgrade. */
export interface UpgradeReporter {
  changed(step: Step): void;
  /** Shows a message that belongs to no step. */
  note(text: string): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** Options of {@linkcode createUpgradeReporter}. */
export interface UpgradeReporterOptions extends LiveOptions {
  log(): StepLog;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createUpgradeReporter(
  system: LiveSystem,
  { log, ...options }: UpgradeReporterOptions,
): UpgradeReporter {
  const notes: string[] = [];
  let hasManifests = false;
  const live = createLiveReporter<Step>(system, options, {
    fields: stepFields(log),
    nodeOf: ({ node }) => node,
    linesOf(step) {
      // The error that ends the command repeats the reason.
      if (step.state === "failed" || step.state === "stopped") return [];
      // Most objects are unchanged; those that change have a step of their own.
      const isProgress = step.component === MANIFEST && step.object === "";
      if (isProgress && step.state === "running" && hasManifests) return [];
      hasManifests ||= isProgress;
      const diff = step.diff.split("\n").filter((line) => line !== "");
      return [`${stepName(step)}: ${stateText(step, log())}`, ...diff.map((line) => `  ${line}`)];
    },
    draw: (size) => drawUpgrade(log(), { ...size, notes }),
  });
  return {
    changed: (step) => live.event(step),
    note(text) {
      if (live.form !== "redrawn") {
        return live.line(live.form === "records" ? `osctl: ${text}` : text);
      }
      const isChange = text.startsWith(CHANGE);
      const last = isChange ? notes.findIndex((one) => one.startsWith(CHANGE)) : -1;
      if (last >= 0) notes.splice(last, 1);
      notes.push(text);
    },
    end: () => live.end(),
  };
}

/** Fields of a record after `node`. */
export function stepFields(log: () => StepLog): View<Step>["fields"] {
  const orNull = (text: string) => text === "" ? null : text;
  return {
    component: ({ component }) => component,
    object: ({ object }) => orNull(object),
    state: ({ state }) => state,
    from: ({ from }) => orNull(from),
    to: ({ to }) => orNull(to),
    detail: ({ detail }) => orNull(detail),
    diff: ({ diff }) => orNull(diff),
    elapsed: (step) => log().elapsedMs(step) / 1000,
  };
}

/** The view of steps as records. */
export function stepsView(log: () => StepLog): View<Step> {
  return { name: "component", columns: [], fields: stepFields(log) };
}

/** Returns `done, v1.30.0 -> v1.31.1 (2.1s)`, `unchanged`, or what a step waits for. */
function stateText(step: Step, log: StepLog): string {
  const { state, detail, from, to } = step;
  if (state === "running") return detail;
  const versions = state === "done" && to !== "" ? shortChange(from, to) : "";
  const parts = [state, detail, versions].filter((part) => part !== "").join(", ");
  // A change of one object is one request.
  const isTimed = state === "done" && (step.component !== MANIFEST || step.object === "");
  return isTimed ? `${parts} (${formatElapsed(log.elapsedMs(step))})` : parts;
}

/** Returns `v1.30.0 -> v1.31.1`, or the whole images when their names differ. */
function shortChange(from: string, to: string): string {
  const [before, after] = shortImages(from, to);
  return before === "" ? `-> ${after}` : `${before} -> ${after}`;
}

/** Returns the tags of two images of one repository, else the images. */
export function shortImages(from: string, to: string): [string, string] {
  const repository = (image: string) => image.slice(0, image.lastIndexOf(":"));
  const isSame = from !== "" && repository(from) === repository(to);
  return isSame ? [imageTag(from), imageTag(to)] : [from, to];
}

/** Options of {@linkcode drawUpgrade}. */
export interface DrawOptions extends LiveSize {
  /** Messages below the table. */
  readonly notes: readonly string[];
}

const MARKS: Readonly<Record<StepState, string>> = {
  waiting: "·",
  running: "•",
  done: "✓",
  unchanged: "=",
  skipped: "-",
  failed: "✗",
  stopped: "!",
};

/** Headings of the components, in wide and narrow tables; other steps have lines of their own. */
const COLUMNS: readonly (readonly [component: string, heading: string, short: string])[] = [
  [IMAGES, "IMAGES", "IMG"],
  ["kube-apiserver", "APISERVER", "API"],
  ["kube-controller-manager", "CONTROLLER", "CTRL"],
  ["kube-scheduler", "SCHEDULER", "SCHED"],
  ["kube-proxy", "PROXY", "PROXY"],
  ["kubelet", "KUBELET", "KUBE"],
];

/**
 * Returns the lines of the table: one row per node, one line per step of the cluster, what is awaited,
 * and the last messages. With too few rows, nodes without a running step are summarized.
 */
export function drawUpgrade(
  log: StepLog,
  { columns, rows, colours, notes }: DrawOptions,
): string[] {
  const { steps } = log;
  const nodes = [...new Set(steps.flatMap(({ node }) => node ?? []))];
  const shown = COLUMNS.filter(([component]) =>
    steps.some((step) => step.component === component && step.node !== null)
  );
  const stepOf = (node: string, component: string) =>
    steps.find((step) => step.node === node && step.component === component);
  const width = Math.max(4, ...nodes.map(countCodePoints));
  const join = (cells: readonly string[]) => ["NODE".padEnd(width), ...cells].join("  ");
  const isNarrow = countCodePoints(join(shown.map(([, heading]) => heading))) > columns;
  const headings = shown.map(([, heading, short]) => isNarrow ? short : heading);
  const row = (node: string) =>
    [
      node.padEnd(width),
      ...shown.map(([component], index) =>
        cell(stepOf(node, component), log, colours, { isNarrow, width: headings[index]!.length })
      ),
    ].join("  ").trimEnd();
  const running = steps.filter(({ state }) => state === "running");
  const own = steps.filter(({ node, state }) => node === null && state !== "waiting");
  const tail = [
    ...own.slice(-6).map((step) => clusterLine(step, log, { columns, colours })),
    ...running.filter(({ node }) => node !== null).slice(0, 4).map((step) =>
      truncateText(
        `${stepName(step)} (${formatElapsed(log.elapsedMs(step))}): ${escapeControls(step.detail)}`,
        columns,
      )
    ),
    ...notes.slice(-6).map((text) => colours.yellow(truncateText(escapeControls(text), columns))),
  ];
  const space = Math.max(1, rows - 1 - tail.length);
  const first = selectNodes(nodes, running, space);
  return [
    colours.dim(truncateText(join(headings), columns)),
    ...first.map((node) =>
      nodes.includes(node) ? row(node) : colours.dim(truncateText(node, columns))
    ),
    ...tail,
  ].slice(0, rows);
}

/** Returns the nodes to show, those with running steps first, and a summary of the rest. */
function selectNodes(
  nodes: readonly string[],
  running: readonly Step[],
  space: number,
): readonly string[] {
  if (nodes.length <= space) return nodes;
  const active = new Set(running.flatMap(({ node }) => node ?? []));
  const at = Math.max(0, nodes.findIndex((node) => active.has(node)));
  const start = Math.min(Math.max(0, at - 1), nodes.length - (space - 1));
  const part = nodes.slice(start, start + space - 1);
  return [...part, `… ${nodes.length - part.length} more nodes`];
}

/** Returns a mark, with the elapsed time of a running step, padded. */
function cell(
  step: Step | undefined,
  log: StepLog,
  colours: Colours,
  { isNarrow, width }: { readonly isNarrow: boolean; readonly width: number },
): string {
  if (step === undefined) return " ".repeat(width);
  const { state } = step;
  const isTimed = state === "running" && !isNarrow;
  const elapsed = isTimed ? ` ${formatElapsed(log.elapsedMs(step))}` : "";
  return tint(state, `${MARKS[state]}${elapsed}`.padEnd(width), colours);
}

function clusterLine(
  step: Step,
  log: StepLog,
  { columns, colours }: { readonly columns: number; readonly colours: Colours },
): string {
  const { state, detail, startedAt } = step;
  const elapsed = startedAt === undefined ? "" : `  ${formatElapsed(log.elapsedMs(step))}`;
  const text = `${MARKS[state]} ${stepName(step)}${elapsed}${detail === "" ? "" : `  ${detail}`}`;
  return tint(state, truncateText(escapeControls(text), columns), colours);
}

function tint(state: StepState, text: string, colours: Colours): string {
  if (state === "done") return colours.green(text);
  if (state === "failed") return colours.red(text);
  if (state === "stopped") return colours.yellow(text);
  return state === "running" ? text : colours.dim(text);
}
