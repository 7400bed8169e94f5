/**
 * Progress of a diagnosis on a terminal: nodes that are read, and findings so far.
 *
 * @module
 */
import { createColours } from "../../output/colour.ts";
import { type RedrawSystem, startRedraw } from "../../output/redraw.ts";
import { escapeControls, formatCount, truncateText } from "../../output/text.ts";
import type { Diagnosis, DiagnosisEvent } from "../../procedures/diagnosis/mod.ts";
import { MARKS } from "./report_text.ts";

/** Shows events until it ends. */
export interface LiveFindings {
  observe(event: DiagnosisEvent): void;
  /** Removes what was shown. */
  end(): Promise<void>;
}

/** Names of awaited nodes on the line. */
const MAX_NAMES = 4;

/** Shows progress on stderr, if it is a terminal. */
export function showFindings(system: RedrawSystem, signal: AbortSignal): LiveFindings {
  const isTerminal = system.terminal.isTerminal("stderr") && system.env.get("TERM") !== "dumb";
  if (!isTerminal) return { observe() {}, end: () => Promise.resolve() };
  const reading = new Set<string>();
  let read = 0;
  let diagnosis: Diagnosis | undefined;
  let isOver = false;
  const colours = createColours(system, "stderr");
  const drawing = startRedraw(system, signal, ({ columns, rows }) => {
    if (isOver) return [];
    const names = [...reading];
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
    const waiting = names.length === 0
      ? "waiting for Kubernetes"
      : `waiting for ${names.slice(0, MAX_NAMES).join(", ")}${more}`;
    const status = colours.dim(
      truncateText(escapeControls(`read ${formatCount(read, "node")}, ${waiting}`), columns),
    );
    const findings = diagnosis?.findings ?? [];
    const lines = findings.slice(0, Math.max(rows - 1, 0)).map(({ severity, title }) => {
      const line = truncateText(escapeControls(`${MARKS[severity]} ${title}`), columns);
      return severity === "error"
        ? colours.red(line)
        : severity === "warning"
        ? colours.yellow(line)
        : line;
    });
    return [...lines, status];
  });
  return {
    observe(event) {
      if (event.kind === "reading") reading.add(event.node);
      if (event.kind === "read") {
        reading.delete(event.node);
        read++;
      }
      if (event.kind === "findings") diagnosis = event.diagnosis;
    },
    async end() {
      isOver = true;
      await drawing.end();
    },
  };
}
