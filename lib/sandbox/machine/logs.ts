/**
 * `Logs` and `LogsContainers`: the logs of the node's own services, in its folder.
 *
 * @module
 */
import { readLog } from "./log_follow.ts";
import { failed } from "./refusal.ts";
import { describe } from "./system_error.ts";

/** What log is asked for. */
export interface LogQuestion {
  readonly namespace: string;
  readonly id: string;
  /** 0 is containerd, 1 is CRI. */
  readonly driver: number;
  readonly follow: boolean;
  /** Lines from the end to begin with; everything when negative. */
  readonly tailLines: number;
}

/** The namespace of the node's own services. */
const SYSTEM = "system";
/** The namespace of workloads. */
const WORKLOADS = "k8s.io";
const CONTAINERD = 0;
const CRI = 1;
const SUFFIX = ".log";
/** What a service can be called; above all, nothing that is a path. */
const SERVICE_ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

/**
 * The log of one service in the node's folder, until `signal` is aborted.
 *
 * @throws {StatusError} Unknown when there is no such service or container.
 */
export async function* serviceLog(
  folder: string,
  question: LogQuestion,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { id } = question;
  // The kubelet runs among the workloads, and is a service all the same.
  if (question.namespace !== SYSTEM && id !== "kubelet") throw noContainer(question);
  if (!SERVICE_ID.test(id)) throw unregistered(id);
  const path = `${folder}/logs/${id}${SUFFIX}`;
  try {
    yield* readLog(path, question, signal);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw unregistered(id);
    throw failed(describe("read", path, error));
  }
}

/** The services that have a log, by name. */
export async function logNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(`${folder}/logs`)) {
      if (name.endsWith(SUFFIX)) names.push(name.slice(0, -SUFFIX.length));
    }
  } catch (error) {
    // A node that has logged nothing yet has no folder for it.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}

function unregistered(id: string): Error {
  return failed(`log ${JSON.stringify(id)} was not registered`);
}

/** This node runs no containers; what it answers is what a node says about one it does not have. */
function noContainer({ driver, namespace, id }: LogQuestion): Error {
  if (driver === CRI && namespace !== WORKLOADS) {
    return failed("CRI inspector is supported only for K8s namespace");
  }
  if (driver !== CRI && driver !== CONTAINERD) {
    return failed(`unsupported driver "${driver}"`);
  }
  return failed(`container ${JSON.stringify(id)} not found`);
}
