/**
 * Output of an upgrade: a redrawn table of nodes and components, plain lines, or records.
 *
 * @module
 */
import { type Colours, createColours } from "../../output/colour.ts";
import { formatElapsed } from "../../output/elapsed.ts";
import { type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { createRecordWriter, type RowFormat, type View } from "../../output/rows.ts";
import { countCodePoints, escapeControls } from "../../output/text.ts";
import { CHANGE } from "./access.ts";
import { IMAGES, MANIFEST, type Step, type StepLog, stepName, type StepState } from "./steps.ts";
import { imageTag } from "./versions.ts";

/** Shows the progress of an upgrade. */
export interface UpgradeReporter {
  changed(step: Step): void;
  /** Shows a message that belongs to no step. */
  note(text: string): void;
  /** Shows the final state; resolves when everything is written. */
  end(): Promise<void>;
}

/** Options of {@linkcode createUpgradeReporter}. */
export interface UpgradeReporterOptions {
  /** `table` reports on stderr, other formats write records to stdout. */
  readonly format: RowFormat;
  log(): StepLog;
  /** Stops redrawing, since an interruption is reported on the same terminal. */
  readonly signal: AbortSignal;
}

/** Returns the reporter for a format and the kind of stderr. */
export function createUpgradeReporter(
  system: RedrawSystem & { readonly stdout: RedrawSystem["stderr"] },
  { format, log, signal }: UpgradeReporterOptions,
): UpgradeReporter {
  if (format !== "table") return records(system, format, log);
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  return isTerminal ? redrawnTable(system, log, signal) : plainLines(system, log);
}

/** Writes one after the other; the first error rejects `end`. */
function inSequence(): { push(write: () => Promise<void>): void; end(): Promise<void> } {
  let written = Promise.resolve();
  return {
    push(write) {
      written = written.then(write);
      written.catch(() => {}); // `end` rejects with the error
    },
    end: () => written,
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

function records(
  { stdout, stderr }: { readonly stdout: RedrawSystem["stderr"]; stderr: RedrawSystem["stderr"] },
  format: RowFormat,
  log: () => StepLog,
): UpgradeReporter {
  const writer = createRecordWriter(stdout, stepFields(log), { format, endless: true });
  const queue = inSequence();
  return {
    changed: (step) => queue.push(async () => await writer.add(step.node, step)),
    note: (text) => queue.push(async () => await stderr.write(`osctl: ${escapeControls(text)}\n`)),
    async end() {
      await queue.end();
      await writer.end();
    },
  };
}

function plainLines({ stderr }: RedrawSystem, log: () => StepLog): UpgradeReporter {
  const queue = inSequence();
  let hasManifests = false;
  const line = (text: string) =>
    queue.push(async () => await stderr.write(`${escapeControls(text)}\n`));
  return {
    changed(step) {
      // The error that ends the command repeats the reason.
      if (step.state === "failed" || step.state === "stopped") return;
      // Most objects are unchanged; those that change have a step of their own.
      const isProgress = step.component === MANIFEST && step.object === "";
      if (isProgress && step.state === "running" && hasManifests) return;
      hasManifests ||= isProgress;
      line(`${stepName(step)}: ${stateText(step, log())}`);
      for (const part of step.diff.split("\n")) if (part !== "") line(`  ${part}`);
    },
    note: line,
    end: () => queue.end(),
  };
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
export function shortChange(from: string, to: string): string {
  const [before, after] = shortImages(from, to);
  return before === "" ? `-> ${after}` : `${before} -> ${after}`;
}

/** Returns the tags of two images of one repository, else the images. */
export function shortImages(from: string, to: string): [string, string] {
  const repository = (image: string) => image.slice(0, image.lastIndexOf(":"));
  const isSame = from !== "" && repository(from) === repository(to);
  return isSame ? [imageTag(from), imageTag(to)] : [from, to];
}

function redrawnTable(
  system: RedrawSystem,
  log: () => StepLog,
  signal: AbortSignal,
): UpgradeReporter {
  const colours = createColours(system, "stderr");
  const notes: string[] = [];
  const note = (text: string) => {
    const isChange = text.startsWith(CHANGE);
    const last = isChange ? notes.findIndex((one) => one.startsWith(CHANGE)) : -1;
    if (last >= 0) notes.splice(last, 1);
    notes.push(text);
  };
  const drawing = startRedraw(
    system,
    signal,
    (size) => drawUpgrade(log(), { ...size, colours, notes }),
  );
  return {
    changed() {},
    note,
    end: () => drawing.end(),
  };
}

/** Options of {@linkcode drawUpgrade}. */
export interface DrawOptions {
  readonly columns: number;
  /** Maximum number of lines. */
  readonly rows: number;
  readonly colours: Colours;
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

/** Headings of the components, and those of narrow tables; other steps have lines of their own. */
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
      cut(
        `${stepName(step)} (${formatElapsed(log.elapsedMs(step))}): ${escapeControls(step.detail)}`,
        columns,
      )
    ),
    ...notes.slice(-6).map((text) => colours.yellow(cut(escapeControls(text), columns))),
  ];
  const space = Math.max(1, rows - 1 - tail.length);
  const first = selectNodes(nodes, running, space);
  return [
    colours.dim(cut(join(headings), columns)),
    ...first.map((node) => nodes.includes(node) ? row(node) : colours.dim(cut(node, columns))),
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
  return tint(state, cut(escapeControls(text), columns), colours);
}

function tint(state: StepState, text: string, colours: Colours): string {
  if (state === "done") return colours.green(text);
  if (state === "failed") return colours.red(text);
  if (state === "stopped") return colours.yellow(text);
  return state === "running" ? text : colours.dim(text);
}

function cut(text: string, width: number): string {
  return countCodePoints(text) <= width
    ? text
    : `${[...text].slice(0, Math.max(0, width - 1)).join("")}…`;
}
