/**
 * Logs of pods. No container runs, so a log has the container's start only.
 *
 * @module
 */
import { ApiError } from "./api_error.ts";
import { type KubeObject, mapsAt, numberAt, stringAt } from "./objects.ts";
import type { ObjectStore } from "./object_store.ts";
import { getObject } from "./read.ts";
import { flag, type ResourceRequest, whole } from "./request.ts";

/**
 * Returns the log of a container, or a stream that ends with the pod.
 *
 * @throws {ApiError} BadRequest when no container is named or it has not started.
 */
export function readLog(
  store: ObjectStore,
  request: ResourceRequest,
): string | AsyncIterable<string> {
  const { query } = request;
  const pod = getObject(store, request);
  const name = containerName(pod, query.get("container") ?? "");
  const status = mapsAt(pod, "status", "containerStatuses").find((one) => one["name"] === name);
  const startedAt = stringAt(status, "state", "running", "startedAt");
  if (flag(query, "previous")) {
    const finishedAt = stringAt(status, "lastState", "terminated", "finishedAt");
    if (finishedAt !== "") return lines(query, finishedAt, name);
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
  const text = lines(query, startedAt, name);
  return flag(query, "follow") ? follow(store, request, pod, text) : text;
}

function containerName(pod: KubeObject, requested: string): string {
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

function lines(query: URLSearchParams, time: string, name: string): string {
  if (whole(query, "tailLines") === 0) return "";
  const since = Date.parse(query.get("sinceTime") ?? "");
  if (Date.parse(time) < since) return "";
  const stamp = flag(query, "timestamps") ? `${time.replace("Z", ".000000000Z")} ` : "";
  return `${stamp}container ${name} started; no process runs in the sandbox\n`;
}

async function* follow(
  store: ObjectStore,
  { kind, signal }: ResourceRequest,
  { metadata }: KubeObject,
  text: string,
): AsyncGenerator<string> {
  yield text;
  let end = () => {};
  const ended = new Promise<void>((resolve) => end = resolve);
  signal.addEventListener("abort", end);
  const unsubscribe = store.onChange(({ resource, object, previous }) => {
    const isSame = resource === kind.plural && previous?.metadata.uid === metadata.uid;
    if (isSame && (object === undefined || hasRestarted(previous, object))) end();
  });
  try {
    if (!signal.aborted) await ended;
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", end);
  }
}

function hasRestarted(before: KubeObject, after: KubeObject): boolean {
  const count = (pod: KubeObject) =>
    mapsAt(pod, "status", "containerStatuses")
      .reduce((sum, one) => sum + (numberAt(one, "restartCount") ?? 0), 0);
  return count(after) > count(before);
}
