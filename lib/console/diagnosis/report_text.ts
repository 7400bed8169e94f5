/**
 * The report of a diagnosis as text.
 *
 * @module
 */
import type { Colours } from "../../output/colour.ts";
import { formatDuration } from "../../output/duration.ts";
import { toTimestamp } from "../../output/go_time.ts";
import type { FormatTime } from "../../output/time_style.ts";
import { countCodePoints, escapeControls, formatCount } from "../../output/text.ts";
import { wrapText } from "../../output/wrap.ts";
import type { Diagnosis, Evidence, Finding, Severity } from "../../procedures/diagnosis/mod.ts";

/** Options of a report. */
export interface ReportOptions {
  readonly colours: Colours;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Columns of the terminal; undefined to not wrap lines. */
  readonly width: number | undefined;
  readonly times?: FormatTime | undefined;
}

/** Marks of severities. */
export const MARKS: Readonly<Record<Severity, string>> = { error: "✗", warning: "!", note: "·" };

const INDENT = 4;
const LABEL = 11;
/** Characters of a line of evidence. */
const MAX_EVIDENCE = 400;

/** Formats findings, ignored ones, and what could not be read. */
export function formatReport(diagnosis: Diagnosis, options: ReportOptions): string {
  const { findings, ignored } = diagnosis;
  const parts = findings.map((finding) => formatFinding(finding, options));
  for (const { finding, reason } of ignored) {
    parts.push(options.colours.dim(
      escapeControls(`- ${finding.title} (${finding.id}, ignored: ${reason})`),
    ));
  }
  parts.push(summarize(diagnosis, options.colours));
  return `${parts.join("\n\n")}\n`;
}

/** Formats the number of findings and what could not be read. */
function summarize(diagnosis: Diagnosis, { green }: Colours): string {
  const { findings, nodes, rules, isComplete } = diagnosis;
  const counts = (["error", "warning", "note"] as const)
    .map((severity) =>
      [findings.filter((one) => one.severity === severity).length, severity] as const
    )
    .filter(([count]) => count > 0)
    .map(([count, severity]) => formatCount(count, severity));
  const scope = `${formatCount(rules, "rule")} on ${formatCount(nodes.length, "node")}`;
  const gaps = gapText(diagnosis);
  const lines = [
    counts.length === 0 ? green(`no findings: ${scope}`) : `${counts.join(", ")}: ${scope}`,
    ...gaps,
    ...(isComplete ? [] : ["incomplete: reading was interrupted"]),
  ];
  return lines.join("\n");
}

/** Returns lines about what could not be read, one per reason. */
function gapText({ gaps }: Diagnosis): readonly string[] {
  const byReason = new Map<string, { facts: Set<string>; sources: Set<string> }>();
  for (const { source, fact, reason } of gaps) {
    const found = byReason.get(reason) ?? { facts: new Set(), sources: new Set() };
    byReason.set(reason, found);
    found.facts.add(fact);
    found.sources.add(source);
  }
  const lines = [...byReason].map(([reason, { facts, sources }]) =>
    escapeControls(
      `not read: ${shorten([...facts])} of ${shorten([...sources])}: ${reason.split("\n")[0]}`,
    )
  );
  const rest = lines.length - MAX_GAPS;
  return rest <= 0 ? lines : [...lines.slice(0, MAX_GAPS), `not read: ${rest} more`];
}

function shorten(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return names.join(", ");
  return `${names.slice(0, MAX_NAMES).join(", ")} and ${names.length - MAX_NAMES} more`;
}

const MAX_GAPS = 5;
const MAX_NAMES = 3;

/** Formats one finding on several lines. */
export function formatFinding(finding: Finding, options: ReportOptions): string {
  const { colours, now, width } = options;
  const age = finding.since === undefined
    ? ""
    : `since ${
      options.times?.(toTimestamp(finding.since), { isRelative: true }) ??
        formatAge(now - finding.since)
    }`;
  const sure = finding.certainty === "certain" ? "" : ` (${finding.certainty})`;
  const head = `${MARKS[finding.severity]} ${escapeControls(finding.title)}${sure}`;
  const paint = finding.severity === "error"
    ? colours.red
    : finding.severity === "warning"
    ? colours.yellow
    : (text: string) => text;
  const lines = wrapHead(head, age, width).map((line) => paint(line));
  const add = (label: string, texts: readonly string[]) => {
    texts.forEach((text, index) => {
      const wrapped = width === undefined || isCommand(text)
        ? [escapeControls(text)]
        : wrapText(escapeControls(text), Math.max(width - INDENT - LABEL, 20));
      wrapped.forEach((line, part) => {
        const shown = index === 0 && part === 0 ? label : "";
        lines.push(`${" ".repeat(INDENT)}${colours.dim(shown.padEnd(LABEL))}${line}`);
      });
    });
  };
  add("evidence", finding.evidence.map((one) => evidenceText(one)));
  add("follows", finding.follows.map(({ title }) => title));
  add("do", finding.actions);
  add("id", [`${finding.id} (osctl diagnose --explain ${finding.id})`]);
  return lines.join("\n");
}

/** Commands are copied: they are not wrapped. */
function isCommand(text: string): boolean {
  return /^(osctl|kubectl) /.test(text);
}

function wrapHead(head: string, age: string, width: number | undefined): readonly string[] {
  if (width === undefined) return [age === "" ? head : `${head}     ${age}`];
  const lines = wrapText(head, width);
  const last = lines.at(-1)!;
  if (age === "") return lines.map((line, index) => index === 0 ? line : `  ${line}`);
  const room = width - countCodePoints(last) - age.length;
  const end = room >= 2 ? [`${last}${" ".repeat(room)}${age}`] : [last, `  ${age}`];
  return [...lines.slice(0, -1), ...end].map((line, index) =>
    index === 0 ? line : `  ${line.trimStart()}`
  );
}

/** Formats evidence as `node source: text`. */
export function evidenceText({ node, source, text, time }: Evidence): string {
  const from = [node, source].filter((part) => part !== undefined).join(" ");
  // Lines of logs have their own time.
  const isLine = source === "dmesg" || source.startsWith("log ");
  const at = time === undefined || isLine
    ? ""
    : ` (${new Date(time).toISOString().replace(/\.\d+/, "")})`;
  return `${from}${at}: ${text.slice(0, MAX_EVIDENCE)}`;
}

/** Formats an age in two units at most, such as `14m`, `2h5m` or `3d4h`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return formatDuration(minutes * 60_000).replace(/0s$/, "").replace(/h0m$/, "h");
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 || days >= 10 ? `${days}d` : `${days}d${hours % 24}h`;
}
