/**
 * Interprets events of a node that performs an action.
 *
 * @module
 */
import type { machine } from "../../../proto/machine.ts";
import { OsctlError } from "../../errors.ts";
import { type EventEntry, formatEvent } from "../../node/events/mod.ts";
import type { Update } from "./progress.ts";

/** Progress of an action when an event arrives. */
export interface ActionState {
  /** Empty when the node reported none. */
  readonly actor: string;
  /** Whether the connection was lost since the acknowledgement. */
  readonly isLost: boolean;
}

/** Meaning of an event for the action. */
export interface EventMeaning {
  /** Whether the action caused it. */
  readonly isOwn: boolean;
  /** One line; undefined for types that are not shown. */
  readonly text?: string;
  readonly details?: Partial<Update>;
  readonly isRestart?: boolean;
  /** Whether the node runs and is ready. */
  readonly isReady?: boolean;
  readonly hasStoppedServices?: boolean;
  /** Error message of the action's own sequence. */
  readonly failure?: string;
}

/**
 * Interprets an event; returns undefined for events of others. Events without actor count from the
 * loss of the connection on: a node that boots sends them so.
 */
export function interpretEvent(
  event: machine.Event,
  { actor, isLost }: ActionState,
): EventMeaning | undefined {
  const isOwn = actor !== "" && event.actorId === actor;
  const isActorless = event.actorId === "" && (isLost || actor === "");
  if (!isOwn && !isActorless) return undefined;
  const entry = readEvent(event);
  if (entry === undefined) return { isOwn };
  const { data } = entry;
  const text = describe(entry);
  if (has(data, "sequence")) return interpretSequence(data, isOwn);
  if (has(data, "phase")) return { isOwn, text, details: { phase: String(data["phase"]) } };
  if (has(data, "task")) {
    const task = String(data["task"]);
    const hasStoppedServices = task === "stopAllServices" && (isOwn || actor === "");
    return { isOwn, text, details: { task }, hasStoppedServices };
  }
  if (has(data, "stage")) {
    const stage = String(data["stage"]).toLowerCase().replaceAll("_", " ");
    const isReady = stage === "running" && data["ready"] === true;
    return { isOwn, text, details: { stage }, isRestart: stage === "booting", isReady };
  }
  return { isOwn, text };
}

function interpretSequence({ sequence, action, error }: Fields, isOwn: boolean): EventMeaning {
  const hasFailed = typeof error === "string" && error !== "";
  const text = `sequence ${sequence}: ${hasFailed ? `error: ${error}` : action}`;
  const meaning = { isOwn, text, isRestart: sequence === "boot" && !isOwn };
  if (!isOwn || !hasFailed) return meaning;
  return { ...meaning, failure: `sequence "${sequence}" failed: ${error}` };
}

function describe({ type, source, message }: EventEntry): string {
  const kind = type.replace(/^.*\.(\w+?)(Event)?$/, "$1");
  return `${kind} ${source}: ${message}`.replace(/ : $/, "");
}

type Fields = Readonly<Record<string, unknown>>;

function has(data: unknown, key: string): data is Fields {
  return typeof data === "object" && data !== null && Object.hasOwn(data, key);
}

/** Decodes an event. Types of newer nodes, and events that cannot be decoded, have no data. */
function readEvent(event: machine.Event): EventEntry | undefined {
  try {
    return formatEvent(event);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const { id, actorId: actor, data } = event;
    const unreadable = { source: "", message: error.message, tint: undefined, data: null };
    return { id, actor, type: data?.type_url ?? "", seconds: undefined, ...unreadable };
  }
}
