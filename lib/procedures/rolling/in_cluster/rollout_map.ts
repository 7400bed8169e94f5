/**
 * The ConfigMap of a rollout: journal, progress and state of a rolling change that runs in the
 * cluster.
 *
 * @module
 */
import type { ConfigMap, ObjectMeta } from "../../../kubernetes/objects.ts";
import { escapeControls } from "../../../output/text.ts";
import { parsePodLogs, type PodLog } from "./pod_log.ts";
import { parseJournal, type RollingJournal } from "../journal.ts";

/** Labels of all objects of a rollout. */
export const ROLLOUT_LABELS = {
  "app.kubernetes.io/managed-by": "osctl",
  "app.kubernetes.io/component": "rollout",
} as const;

/** Selects the ConfigMaps of rollouts. */
export const ROLLOUT_SELECTOR = Object.entries(ROLLOUT_LABELS)
  .map(([key, value]) => `${key}=${value}`).join(",");

/** Annotation with the requested state: `run`, `pause` or `stop`. */
export const CONTROL = "osctl/control";

/** Request of an operator for a rollout. */
export type Control = "run" | "pause" | "stop";

/** State of a rollout. */
export type RolloutState = "running" | "paused" | "complete" | "failed";

const STATES: readonly string[] = ["running", "paused", "complete", "failed"];

/** A rollout as its ConfigMap describes it. */
export interface Rollout {
  readonly name: string;
  readonly state: RolloutState;
  readonly control: Control;
  /** Undefined before the first checks have passed. */
  readonly journal: RollingJournal | undefined;
  /** What is awaited, by address of the node; the cluster's under the empty text. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The change, or what the pod does before it. */
  readonly title: string;
  /** Why it failed; empty otherwise. */
  readonly message: string;
  readonly pod: string;
  /** Kubernetes node of the pod. */
  readonly node: string;
  /** The last lines of its pods, the oldest first. */
  readonly logs: readonly PodLog[];
  readonly metadata: ObjectMeta;
}

/** Reads a rollout; one with unknown values is like a new rollout. */
export function readRollout({ metadata = {}, data = {} }: ConfigMap): Rollout {
  const { annotations = {} } = metadata;
  const { state = "", journal = "", reasons = "" } = data;
  return {
    name: metadata.name ?? "",
    state: STATES.includes(state) ? state as RolloutState : "running",
    control: readControl(annotations[CONTROL]),
    journal: journal === "" ? undefined : parseJournal(journal, `ConfigMap ${metadata.name}`),
    reasons: parseReasons(reasons),
    title: escapeControls(data["title"] ?? ""),
    message: escapeControls(data["message"] ?? ""),
    pod: escapeControls(data["pod"] ?? ""),
    node: escapeControls(data["node"] ?? ""),
    logs: parsePodLogs(data["log"] ?? ""),
    metadata,
  };
}

function readControl(value: string | undefined): Control {
  return value === "pause" || value === "stop" ? value : "run";
}

/** A text that is not an object has no reasons: another program wrote it. */
function parseReasons(text: string): Rollout["reasons"] {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] =>
        typeof entry[1] === "string"
      ),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
