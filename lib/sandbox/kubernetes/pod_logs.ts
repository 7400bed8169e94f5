/**
 * Logs of pods. No container runs: a log has the lines of the image's script, or the container's
 * start only.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { sleep } from "../../async/sleep.ts";
import { ApiError } from "./api_error.ts";
import { type ContainerScript, scriptOf } from "./container_scripts.ts";
import { type KubeObject, mapsAt, numberAt, stringAt } from "../objects/objects.ts";
import type { ObjectStore } from "./object_store.ts";
import type { PodProcess } from "./processes/pod_process.ts";
import type { PodProcesses } from "./processes/pod_processes.ts";
import { getObject } from "./read.ts";
import { parseBoolean, parseCount, type ResourceRequest } from "./request.ts";

/** Dependencies of {@linkcode readLog}. */
export interface LogSource {
  readonly store: ObjectStore;
  readonly scripts: readonly ContainerScript[];
  readonly clock: Clock;
  /** Pods that run as processes; undefined where none does. */
  readonly processes?: PodProcesses | undefined;
}

/** A line with its time, milliseconds since the Unix epoch. */
interface TimedLine {
  readonly time: number;
  readonly text: string;
}

/**
 * Returns the log of a container, or a stream that ends with the container or the pod.
 *
 * @throws {ApiError} BadRequest when no container is named or it has not started.
 */
export function readLog(
  source: LogSource,
  request: ResourceRequest,
): string | AsyncIterable<string> {
  const { query } = request;
  const { store, scripts, clock } = source;
  const pod = getObject(store, request);
  const name = containerName(pod, query.get("container") ?? "");
  const status = mapsAt(pod, "status", "containerStatuses").find((one) => one["name"] === name);
  const startedAt = stringAt(status, "state", "running", "startedAt") ||
    stringAt(status, "state", "terminated", "startedAt");
  const startLine = (time: string): TimedLine => ({
    time: Date.parse(time),
    text: `container ${name} started; no process runs in the sandbox`,
  });
  if (parseBoolean(query, "previous")) {
    const finishedAt = stringAt(status, "lastState", "terminated", "finishedAt");
    if (finishedAt !== "") {
      const container = mapsAt(pod, "spec", "containers").find((one) => one["name"] === name)!;
      const time = Date.parse(finishedAt);
      const lines = scriptOf(scripts, container)?.run(container).log;
      return format(query, lines?.map(({ text }) => ({ time, text })) ?? [startLine(finishedAt)]);
    }
    throw new ApiError(
      "BadRequest",
      `previous terminated container "${name}" in pod "${pod.metadata.name}" not found`,
    );
  }
  if (startedAt === "") {
    const reason = stringAt(status, "state", "waiting", "reason") || "ContainerCreating";
    throw new ApiError(
      "BadRequest",
      `container "${name}" in pod "${pod.metadata.name}" is waiting to start: ${reason}`,
    );
  }
  const log = source.processes?.logOf(pod.metadata.uid);
  if (log !== undefined) {
    return parseBoolean(query, "follow")
      ? followProcess(log.process, request)
      : format(query, log.lines);
  }
  const container = mapsAt(pod, "spec", "containers").find((one) => one["name"] === name)!;
  const run = scriptOf(scripts, container)?.run(container);
  const start = Date.parse(startedAt);
  const lines = run?.log.map(({ afterMs, text }) => ({ time: start + afterMs, text })) ??
    [startLine(startedAt)];
  const now = clock.now();
  const past = format(query, lines.filter(({ time }) => time <= now));
  if (!parseBoolean(query, "follow")) return past;
  const end = run?.exit && start + run.exit.afterMs;
  const next = lines.filter(({ time }) => time > now);
  return follow(source, request, pod, { past, next, end });
}

/** Returns the container of a request: the named one, or the only one. */
export function containerName(pod: KubeObject, requested: string): string {
  const names = mapsAt(pod, "spec", "containers").map((one) => stringAt(one, "name"));
  if (requested === "" && names.length === 1) return names[0]!;
  if (requested === "") {
    throw new ApiError(
      "BadRequest",
      `a container name must be specified for pod ${pod.metadata.name}, choose one of: [${
        names.join(" ")
      }]`,
    );
  }
  if (names.includes(requested)) return requested;
  const { name } = pod.metadata;
  throw new ApiError("BadRequest", `container ${requested} is not valid for pod ${name}`);
}

/** Formats the lines that a query selects. */
function format(query: URLSearchParams, lines: readonly TimedLine[]): string {
  const since = Date.parse(query.get("sinceTime") ?? "");
  const selected = Number.isNaN(since) ? lines : lines.filter(({ time }) => time >= since);
  const tail = parseCount(query, "tailLines");
  const shown = tail === undefined ? selected : selected.slice(selected.length - tail);
  return shown.map((line) => lineText(query, line)).join("");
}

function lineText(query: URLSearchParams, { time, text }: TimedLine): string {
  const stamp = new Date(time).toISOString().replace("Z", "000000Z");
  return `${parseBoolean(query, "timestamps") ? `${stamp} ` : ""}${text}\n`;
}

/** Yields the lines of a process until it ends. */
async function* followProcess(
  process: PodProcess,
  { query, signal }: ResourceRequest,
): AsyncGenerator<string> {
  let next = 0;
  let wake = () => {};
  const stop = () => wake();
  signal.addEventListener("abort", stop);
  const unsubscribe = process.onChange(() => wake());
  try {
    yield format(query, process.lines);
    next = process.lines.length;
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => wake = resolve);
      const lines = process.lines.slice(next);
      next = process.lines.length;
      for (const line of lines) yield lineText(query, line);
      if (lines.length > 0) continue;
      if (process.isOver || signal.aborted) return;
      await changed;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", stop);
  }
}

/** Lines of a followed log. */
interface Followed {
  readonly past: string;
  readonly next: readonly TimedLine[];
  /** Exit of the container; undefined when it ends with its pod. */
  readonly end: number | undefined;
}

async function* follow(
  { store, clock }: LogSource,
  { kind, query, signal }: ResourceRequest,
  { metadata }: KubeObject,
  { past, next, end }: Followed,
): AsyncGenerator<string> {
  if (past !== "") yield past;
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  const unsubscribe = store.onChange(({ resource, object, previous }) => {
    const isSame = resource === kind.plural && previous?.metadata.uid === metadata.uid;
    if (isSame && (object === undefined || hasRestarted(previous, object))) stop.abort();
  });
  const until = (time: number) => sleep(clock, Math.max(0, time - clock.now()), stopped);
  try {
    for (const line of next) {
      await until(line.time);
      yield lineText(query, line);
    }
    if (end !== undefined) await until(end);
    else if (!stopped.aborted) {
      await new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
    }
  } catch (error) {
    if (!stopped.aborted) throw error;
  } finally {
    unsubscribe();
  }
}

function hasRestarted(before: KubeObject, after: KubeObject): boolean {
  const count = (pod: KubeObject) =>
    mapsAt(pod, "status", "containerStatuses")
      .reduce((sum, one) => sum + (numberAt(one, "restartCount") ?? 0), 0);
  return count(after) > count(before);
}
