/**
 * The end of a rolling change: what happened to each node, and what to do next.
 *
 * @module
 */
import { formatElapsed } from "../../output/elapsed.ts";
import { escapeControls, oneLine } from "../../output/text.ts";
import { changeMs, nodeMs } from "./durations.ts";
import type { NodeRecord, RollingJournal } from "./journal.ts";
import { isFrom } from "./phases.ts";

/** How a change ended. */
export interface Ending {
  readonly journal: RollingJournal;
  /** Command that continues the change. */
  readonly resume: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Returns the result of a node: `done`, `failed: …`, `untouched`, with what is left on it. */
function describeNode(record: NodeRecord): string {
  const { state, phase, reason = "", cordoned } = record;
  const hasBegun = isFrom(phase, "start");
  const rest = cordoned === "by us" && (state !== "active" || hasBegun) ? "; it is cordoned" : "";
  switch (state) {
    case "done":
      return "done";
    case "unneeded":
      return `unchanged: ${oneLine(reason)}`;
    case "untouched":
      return `untouched${rest}`;
    case "failed":
      return `failed: ${oneLine(reason)}${hasBegun ? "" : " (the node was not changed)"}${rest}`;
    case "active":
      return hasBegun
        ? phase === "verify" ? "changed; gates not checked" : `changing (${phase})${rest}`
        : `not changed (${phase})${rest}`;
  }
}

/** Returns the lines of the summary: nodes that are not done one by one, the others as a number. */
export function summarize({ journal, resume, now }: Ending): string[] {
  const { nodes, change, snapshot } = journal;
  const count = (state: NodeRecord["state"]) => nodes.filter((one) => one.state === state).length;
  const states = (["done", "unneeded", "failed", "active", "untouched"] as const)
    .map((state) => ({ state, count: count(state) })).filter((one) => one.count > 0)
    .map(({ state, count }) => `${count} ${TEXTS[state]}`);
  const isOver = count("done") + count("unneeded") === nodes.length;
  const head = `${change.title}: ${states.join(", ")} (${formatElapsed(changeMs(journal, now))})`;
  return [
    head,
    ...nodes.filter(({ state }) => state === "failed" || state === "active")
      .map((record) => `  ${record.name}: ${describeNode(record)}`),
    ...nodes.filter(({ state, cordoned }) => state === "untouched" && cordoned === "by us")
      .map((record) => `  ${record.name}: ${describeNode(record)}`),
    ...isOver ? [] : untouchedLine(nodes),
    ...snapshot === undefined || isOver ? [] : [`snapshot of etcd: ${snapshot}`],
    ...isOver ? [] : [`continue with: ${resume}`],
  ].map(escapeControls);
}

const TEXTS: Readonly<Record<NodeRecord["state"], string>> = {
  done: "done",
  unneeded: "unchanged",
  failed: "failed",
  active: "in progress",
  untouched: "untouched",
};

function untouchedLine(nodes: readonly NodeRecord[]): string[] {
  const names = nodes.filter(({ state }) => state === "untouched").map(({ name }) => name);
  return names.length === 0 ? [] : [`  untouched: ${names.join(", ")}`];
}

/** Returns the report as Markdown. */
export function renderReport(ending: Ending): string {
  const { journal, resume, now } = ending;
  const { nodes, change, startedAt, id, snapshot } = journal;
  const isOver = nodes.every(({ state }) => state === "done" || state === "unneeded");
  const rows = nodes.map((record) => {
    const { name, address, role } = record;
    const ms = nodeMs(record, now);
    const time = ms === undefined ? "" : formatElapsed(ms);
    return [name, address, role, describeNode(record), time].map(cell);
  });
  return [
    `# Rolling ${change.kind} ${id}`,
    "",
    `- change: ${oneLine(change.title)}`,
    `- started: ${new Date(startedAt).toISOString()}`,
    `- ended: ${new Date(now).toISOString()} (${formatElapsed(changeMs(journal, now))})`,
    ...snapshot === undefined ? [] : [`- snapshot of etcd: ${snapshot}`],
    ...isOver
      ? ["- result: complete"]
      : ["- result: not complete", `- continue with: \`${resume}\``],
    "",
    "| node | address | role | result | time |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");
}

function cell(text: string): string {
  return escapeControls(oneLine(text)).replaceAll("|", "\\|");
}
