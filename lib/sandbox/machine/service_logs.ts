/**
 * Sources of `Logs` and `LogsContainers`: the service logs in the node's folder.
 *
 * @module
 */
import { unknownError } from "../status_errors.ts";
import { readLog } from "./read_log.ts";
import { describeSystemError } from "./system_errors.ts";

/** Parameters of a `Logs` request. */
export interface ServiceLogRequest {
  readonly namespace: string;
  readonly id: string;
  /** 0 is containerd, 1 is CRI. */
  readonly driver: number;
  readonly follow: boolean;
  /** Number of last lines to start with; negative for the whole log. */
  readonly tailLines: number;
}

/** containerd namespaces of system services and of Kubernetes. */
const SYSTEM = "system";
const KUBERNETES = "k8s.io";
const CONTAINERD = 0;
const CRI = 1;
const SUFFIX = ".log";
/** Valid service ids; above all, no paths. */
const SERVICE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * Yields the log of a service until `signal` aborts.
 *
 * @throws {StatusError} Unknown when the service or container does not exist.
 */
export async function* readServiceLog(
  folder: string,
  request: ServiceLogRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { id } = request;
  // The kubelet is a service although it runs in the Kubernetes namespace.
  if (request.namespace !== SYSTEM && id !== "kubelet") throw containerNotFound(request);
  if (!SERVICE_ID.test(id)) throw logNotRegistered(id);
  const path = `${folder}/logs/${id}${SUFFIX}`;
  try {
    yield* readLog(path, request, signal);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw logNotRegistered(id);
    throw unknownError(describeSystemError("read", path, error));
  }
}

/** Returns the ids of services with a log, sorted. */
export async function listServiceLogs(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${folder}/logs`)) {
      if (name.endsWith(SUFFIX)) names.push(name.slice(0, -SUFFIX.length));
    }
  } catch (error) {
    // The folder is created with the first log.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

function logNotRegistered(id: string): Error {
  return unknownError(`log ${JSON.stringify(id)} was not registered`);
}

/** Returns the error of Talos nodes for an unknown container; sandbox nodes run none. */
function containerNotFound({ driver, namespace, id }: ServiceLogRequest): Error {
  if (driver === CRI && namespace !== KUBERNETES) {
    return unknownError("CRI inspector is supported only for K8s namespace");
  }
  if (driver !== CRI && driver !== CONTAINERD) {
    return unknownError(`unsupported driver "${driver}"`);
  }
  return unknownError(`container ${JSON.stringify(id)} not found`);
}
