/**
 * The last lines of the pods of a rollout, in its ConfigMap: logs are lost with a pod that is
 * evicted, or with its node.
 *
 * @module
 */
import { escapeControls } from "../../../output/text.ts";

/** The last lines of a pod. */
export interface PodLog {
  readonly pod: string;
  readonly node: string;
  readonly lines: readonly string[];
}

/** Maximum length of all lines, characters. */
const MAX_LENGTH = 24_000;

/** Collects the lines of a pod after the lines of earlier pods. */
export class PodLogRecorder {
  #earlier: readonly PodLog[] = [];
  readonly #own: { pod: string; node: string; lines: string[] };
  /** What the last line is about: a line that repeats it replaces it. */
  #last = "";

  constructor(own: Pick<PodLog, "pod" | "node">) {
    this.#own = { pod: own.pod, node: own.node, lines: [] };
  }

  /** Continues the logs of earlier pods. */
  continue(earlier: readonly PodLog[]): void {
    this.#earlier = earlier.filter(({ pod }) => pod !== this.#own.pod);
  }

  /**
   * Adds a line. Durations and counts of a state that lasts do not push out what happened before.
   */
  add(line: string, text: string): void {
    const { lines } = this.#own;
    const subject = text.replaceAll(/\d+/g, "");
    if (subject === this.#last) lines.pop();
    this.#last = subject;
    lines.push(line);
    while (lengthOf([this.#own]) > MAX_LENGTH) lines.shift();
  }

  /** Returns the text of the ConfigMap: the newest lines of all pods. */
  toString(): string {
    const logs = [...this.#earlier.map((log) => ({ ...log, lines: [...log.lines] })), this.#own];
    while (lengthOf(logs) > MAX_LENGTH && logs.length > 1) {
      if (logs[0]!.lines.length > 1) logs[0]!.lines.shift();
      else logs.shift();
    }
    return JSON.stringify(logs);
  }
}

function lengthOf(logs: readonly PodLog[]): number {
  return logs.reduce(
    (sum, { lines }) => lines.reduce((length, line) => length + line.length + 3, sum + 100),
    0,
  );
}

/** Parses the logs; none from a text of another program. */
export function parsePodLogs(text: string): PodLog[] {
  let value: unknown;
  try {
    value = JSON.parse(text === "" ? "[]" : text);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is PodLog =>
    typeof one?.pod === "string" && typeof one.node === "string" && Array.isArray(one.lines)
  ).map(({ pod, node, lines }) => ({
    pod: escapeControls(pod),
    node: escapeControls(node),
    lines: lines.map((line) => escapeControls(String(line))),
  }));
}
