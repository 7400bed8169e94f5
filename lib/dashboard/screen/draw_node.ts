/**
 * Draws the node view: header, panes and log.
 *
 * @module
 */
import { formatSize } from "../../output/size.ts";
import { clipText, textWidth } from "../../output/screen/char_width.ts";
import { formatCount } from "../../output/text.ts";
import type { Frame, Style } from "../../output/screen/frame.ts";
import { formatDuration } from "../../output/duration.ts";
import {
  formatCompact,
  formatExactShare,
  formatLoad,
  formatUptime,
  sparkline,
  UNKNOWN,
} from "../format.ts";
import { memoryShare, uptimeOf } from "../overview_view.ts";
import { KERNEL_LOG, type Pane, PANES } from "../source.ts";
import type { LogBuffer } from "../log_buffer.ts";
import { isStale, type NodeModel, nodeName } from "../types.ts";
import { diagnosticsOf, type Field, missingResourcesOf, summaryOf } from "../node_summary.ts";

/** Rows of the screen, `end` excluded. */
export interface Area {
  readonly top: number;
  readonly end: number;
}

/** Function keys of panes, as in talosctl. */
const PANE_KEYS: Readonly<Partial<Record<Pane, string>>> = { summary: "F1", monitor: "F2" };

const TITLES: Readonly<Record<Pane, string>> = {
  summary: "Summary",
  monitor: "Monitor",
  services: "Services",
  network: "Network",
  disks: "Disks",
  resources: "Resources",
};

/** Options of drawing. */
export interface DrawOptions {
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  readonly colour: boolean;
}

/** Formats a clock frequency: `2.4GHz`. */
function formatFrequency(mhz: number | undefined): string {
  if (!mhz) return "";
  return mhz < 1000 ? `${Math.round(mhz)}MHz` : `${Number((mhz / 1000).toFixed(2))}GHz`;
}

/** Draws name and key figures, the problem of a node, and the panes. Returns the next row. */
export function drawNodeHeader(
  frame: Frame,
  top: number,
  model: NodeModel,
  { pane, position, now, colour }: DrawOptions & {
    readonly pane: Pane;
    readonly position: string;
  },
): number {
  const { cpu, memory, cpuCount, cpuMhz, version, processes } = model;
  const stale = isStale(model, now);
  const style: Style = stale ? "2" : "";
  const at = frame.text(0, top, nodeName(model), colour ? "1;33" : "1");
  const cpus = cpuCount === undefined ? [] : [
    cpuMhz ? `${cpuCount}x${formatFrequency(cpuMhz)}` : `${cpuCount} CPUs`,
  ];
  const parts = [
    `uptime ${formatUptime(uptimeOf(model, now))}`,
    `CPU ${formatExactShare(cpu?.shares.usage)}`,
    `RAM ${formatExactShare(memoryShare(model))}`,
    ...cpus,
    ...memory ? [`${formatSize(memory.total)} RAM`] : [],
    ...processes.length > 0 ? [`procs ${processes.length}`] : [],
  ];
  const figures = ` (${version || UNKNOWN}): ${parts.join(", ")}`;
  frame.text(at, top, clipText(figures, frame.size.columns - at), style);
  let row = top + 1;
  const problem = model.problem ??
    (stale
      ? `data is ${formatDuration(Math.round((now - model.updatedAt!) / 1000) * 1000)} old`
      : missingResourcesOf(model)[0]);
  if (problem !== undefined) {
    frame.text(0, row++, clipText(problem, frame.size.columns), colour ? "31" : "1");
  }
  let column = 0;
  for (const name of PANES) {
    const key = PANE_KEYS[name];
    const title = ` ${TITLES[name]}${key === undefined ? "" : ` ${key}`} `;
    column = frame.text(column, row, title, name === pane ? "7" : "");
  }
  const width = textWidth(position);
  if (column + 1 + width <= frame.size.columns) {
    frame.text(frame.size.columns - width, row, position);
  }
  return row + 1;
}

const FIELD_ROWS = 6;
/** Columns of a screen that has all names in full. */
const WIDE_SUMMARY = 120;

/** Draws the summary above the log; returns the next row. */
export function drawSummary(
  frame: Frame,
  top: number,
  model: NodeModel,
  { colour }: DrawOptions,
): number {
  const { columns } = frame.size;
  const starts = [0, Math.floor(columns * 0.36), Math.floor(columns * 0.66), columns];
  const groups = summaryOf(model, { isNarrow: columns < WIDE_SUMMARY });
  for (const [index, fields] of groups.entries()) {
    drawFields(frame, { top, start: starts[index]!, end: starts[index + 1]! - 1 }, fields, colour);
  }
  let row = top + FIELD_ROWS;
  row = drawServices(frame, row, model, colour);
  const problems = [
    ...model.unmet.map(({ name, reason }) => `not ready: ${name}: ${reason}`),
    ...diagnosticsOf(model),
  ];
  for (const problem of problems.slice(0, MAX_PROBLEMS)) {
    frame.text(0, row++, clipText(problem, columns), colour ? "31" : "");
  }
  return row;
}

const MAX_PROBLEMS = 4;

function drawFields(
  frame: Frame,
  { top, start, end }: { readonly top: number; readonly start: number; readonly end: number },
  fields: readonly Field[],
  colour: boolean,
): void {
  const label = Math.max(...fields.map(({ name }) => name.length)) + 1;
  for (const [index, { name, value, isGood }] of fields.entries()) {
    frame.text(start, top + index, name, colour ? "1" : "", end);
    const tint: Style = !colour || isGood === undefined ? "" : isGood ? "32" : "31";
    const from = start + label;
    frame.text(from, top + index, clipText(value, end - from), tint, end);
  }
}

/** Draws the services in a line, unhealthy ones first. */
function drawServices(frame: Frame, row: number, model: NodeModel, colour: boolean): number {
  if (!model.services) return row;
  const entries = model.services.map(({ id, state, health }) => {
    const isBad = state === "Failed" ||
      (health !== null && !health.unknown && !health.healthy);
    return { text: isBad || state !== "Running" ? `${id} ${state}` : id, isBad };
  }).sort((a, b) => Number(b.isBad) - Number(a.isBad));
  let column = frame.text(0, row, "SERVICES", colour ? "1" : "");
  for (const { text, isBad } of entries) {
    const tint: Style = isBad ? colour ? "31" : "7" : colour ? "32" : "";
    column = frame.text(column + 1, row, text, tint);
  }
  return row + 1;
}

/** Rows of a graph on a tall screen. */
const TALL_GRAPH = 4;
const TALL_SCREEN = 40;

/** Draws figures and graphs; returns the row of the processes. */
export function drawMonitor(
  frame: Frame,
  top: number,
  model: NodeModel,
  { colour }: DrawOptions,
): number {
  const { cpu, memory, load, series } = model;
  const bold: Style = colour ? "1" : "";
  const line = (row: number, label: string, text: string) => {
    frame.text(0, row, label, bold);
    frame.text(6, row, clipText(text, frame.size.columns - 6));
  };
  const shares = cpu?.shares;
  const share = (value: number | undefined) => formatExactShare(value);
  line(
    top,
    "CPU",
    `${share(shares?.usage)}  user ${share(shares?.user)}  system ${share(shares?.system)}  ` +
      `nice ${share(shares?.nice)}  irq ${share(shares?.irq)}  iowait ${share(shares?.iowait)}  ` +
      `steal ${share(shares?.steal)}`,
  );
  const loads = (load ?? [undefined, undefined, undefined]).map(formatLoad).join(" ");
  line(
    top + 1,
    "LOAD",
    `${loads}  processes: ${formatCompact(model.processesRunning)} running, ` +
      `${formatCompact(model.processesBlocked)} blocked, ` +
      `${formatCompact(model.processesCreated)}/s created  ` +
      `switches ${formatCompact(model.contextSwitches)}/s`,
  );
  const size = (bytes: number | undefined) => bytes === undefined ? UNKNOWN : formatSize(bytes);
  line(
    top + 2,
    "MEM",
    `${share(memoryShare(model))}  used ${size(memory?.used)}  free ${size(memory?.free)}  ` +
      `cache ${size(memory?.cache)}  buffers ${size(memory?.buffers)}  ` +
      `available ${size(memory?.available)}  shared ${size(memory?.shared)}`,
  );
  const disk = (name: "diskRead" | "diskWritten") => series[name].latest(1)[0];
  const graphs = [
    ["CPU", series.cpu, 1, share(shares?.usage)],
    ["MEM", series.memory, 1, share(memoryShare(model))],
    ["LOAD", series.load, undefined, formatLoad(load?.[0])],
    ["", undefined, undefined, ""],
    ["RX/S", series.received, undefined, formatCompact(model.received)],
    ["TX/S", series.sent, undefined, formatCompact(model.sent)],
    ["READ/S", series.diskRead, undefined, formatCompact(disk("diskRead"))],
    ["WRIT/S", series.diskWritten, undefined, formatCompact(disk("diskWritten"))],
  ] as const;
  const height = frame.size.rows >= TALL_SCREEN ? TALL_GRAPH : 1;
  const half = Math.floor(frame.size.columns / 2);
  for (const [index, [label, values, max, text]] of graphs.entries()) {
    if (values === undefined) continue;
    const row = top + 3 + Math.floor(index / 2) * height;
    const start = index % 2 * half;
    frame.text(start, row, label, bold);
    frame.text(start + 7, row, text);
    const width = half - 15;
    drawGraph(frame, { column: start + 14, row, width, height }, values.latest(width), max);
  }
  return top + 3 + graphs.length / 2 * height;
}

/** Draws bars of several rows, the latest at the right. */
function drawGraph(
  frame: Frame,
  { column, row, width, height }: {
    readonly column: number;
    readonly row: number;
    readonly width: number;
    readonly height: number;
  },
  values: readonly number[],
  max = Math.max(...values, 0),
): void {
  const from = column + width - values.length;
  if (height === 1) {
    frame.text(from, row, sparkline(values, max));
    return;
  }
  for (let line = 0; line < height; line++) {
    // The part of each value above the rows below, in rows.
    const parts = values.map((value) => (max > 0 ? value / max : 0) * height - line);
    const text = parts.map((part) =>
      part <= 0.06 ? line === 0 ? "▁" : " " : sparkline([Math.min(part, 1)], 1)
    ).join("");
    frame.text(from, row + height - 1 - line, text);
  }
}

/** Draws a rule with the name of a log, and its last lines. Returns the number of line rows. */
export function drawLog(
  frame: Frame,
  { top, end }: Area,
  log: LogBuffer | undefined,
  { source, offset, colour }: {
    readonly source: string;
    readonly offset: number;
    readonly colour: boolean;
  },
): number {
  const { columns } = frame.size;
  const lines = log?.lines ?? [];
  const page = Math.max(end - top - 1, 0);
  const last = Math.max(lines.length - Math.min(offset, Math.max(lines.length - page, 0)), 0);
  const name = source === KERNEL_LOG ? "kernel log" : `log of ${source}`;
  const position = last < lines.length ? `, ${formatCount(lines.length - last, "line")} below` : "";
  const state = log?.problem === undefined
    ? lines.length === 0 ? ": no lines yet" : position
    : `: ${log.problem}`;
  const title = clipText(`── ${name}${state} `, columns);
  frame.text(
    0,
    top,
    title + "─".repeat(Math.max(columns - textWidth(title), 0)),
    colour ? "2" : "",
  );
  const shown = lines.slice(Math.max(last - page, 0), last);
  for (const [index, line] of shown.entries()) {
    frame.text(0, top + 1 + index, clipText(line, columns));
  }
  return page;
}
