/**
 * Health checks that a node runs.
 *
 * @module
 */
import { ClusterService } from "../../../proto/cluster.ts";
import { createDeadline } from "../../async/deadline.ts";
import { sleep } from "../../async/sleep.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { Clock } from "../../platform/system.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { CheckLog } from "./check_log.ts";
import { HEALTH_CHECKS } from "./checks.ts";
import type { CheckStatus, ClusterNodes } from "./types.ts";

/** Options of {@linkcode runServerCheck}. */
export interface ServerCheckOptions {
  /** The expected nodes; discovered by the node when undefined. */
  readonly cluster: ClusterNodes | undefined;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly endpoint: string;
  readonly clock: Clock;
  /** Time limit of all checks, milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called with messages that are not about a check. */
  note(text: string): void;
}

/** Time for the node to report its own timeout, milliseconds. */
const GRACE_MS = 5000;
/** Shortest time that a further request is worth, milliseconds. */
const SHORTEST_MS = 2000;
/** Pause before it, milliseconds. */
const PAUSE_MS = 500;

/**
 * Lets a node run all checks. A node limits each check by itself; as long as the time of the whole
 * run is not over, the checks are requested again.
 *
 * @throws {OsctlError} that names the check which did not pass.
 */
export async function runServerCheck(
  client: NodeClient,
  node: string,
  log: CheckLog,
  options: ServerCheckOptions,
): Promise<void> {
  const { clock, timeoutMs } = options;
  const end = clock.now() + timeoutMs;
  while (true) {
    try {
      return await readProgress(client, node, log, { ...options, timeoutMs: end - clock.now() });
    } catch (error) {
      const current = unfinishedCheck(log);
      if (!(error instanceof OsctlError) || options.signal.aborted) throw error;
      if (error.kind === "connection" && current === undefined) throw error;
      const isTimeout = isDeadlineExceeded(toNodeFailure(node, error).error);
      if (isTimeout && current !== undefined && end - clock.now() > SHORTEST_MS) {
        await sleep(clock, PAUSE_MS, options.signal);
        continue;
      }
      if (current === undefined) throw error;
      if (!isTimeout) log.set(current.id, "failing", error.message.replaceAll("\n", "; "));
      throw log.fail(current.id);
    }
  }
}

async function readProgress(
  client: NodeClient,
  node: string,
  log: CheckLog,
  { cluster, endpoint, clock, timeoutMs, signal, note }: ServerCheckOptions,
): Promise<void> {
  const addresses = (nodes: ClusterNodes["workers"] = []) => nodes.map(({ address }) => address);
  const request = {
    waitTimeout: {
      seconds: Math.floor(timeoutMs / 1000),
      nanos: Math.round((timeoutMs % 1000) * 1e6),
    },
    clusterInfo: {
      controlPlaneNodes: addresses(cluster?.controlPlanes),
      workerNodes: addresses(cluster?.workers),
      forceEndpoint: endpoint,
    },
  };
  const expired = () => new OsctlError("node", DEADLINE);
  using limit = createDeadline({ clock, ms: timeoutMs + GRACE_MS, signals: [signal], expired });
  const messages = client.stream(ClusterService.HealthCheck, request, node, {
    signal: limit.signal,
    // Between two changes of a state, a node sends nothing.
    idleLimit: "none",
  });
  for await (const { message } of messages) {
    const [, name, text] = /^waiting for (.*?): (.*)$/s.exec(message) ?? [];
    if (name === undefined || text === undefined) note(message);
    else update(log, name, text);
  }
  if (unfinishedCheck(log) !== undefined) {
    throw new OsctlError("node", "the node ended the checks early");
  }
}

function unfinishedCheck(log: CheckLog): CheckStatus | undefined {
  return log.statuses.findLast(({ endedAt }) => endedAt === undefined);
}

/** Message of a node whose time limit is over. */
const DEADLINE = "context deadline exceeded";

function isDeadlineExceeded(error: OsctlError): boolean {
  if (error instanceof RpcError && error.code === StatusCode.deadlineExceeded) return true;
  return error.message.includes(DEADLINE);
}

/** Updates a check from a node's text: `...`, `OK`, `SKIP`, or the reason of a failure. */
function update(log: CheckLog, name: string, text: string): void {
  const known = HEALTH_CHECKS.find((check) => check.name === name);
  const { id, remedy } = known ?? { id: name, remedy: "" };
  const before = log.statuses.find((status) => status.id === id);
  if (before === undefined) log.add({ id, name, remedy });
  // A node repeats all checks when they are requested again.
  const hasEnded = before?.endedAt !== undefined;
  if (text === "OK" || text === "SKIP") {
    if (!hasEnded) log.set(id, text === "OK" ? "ok" : "skipped");
  } else if (text !== "...") log.set(id, "failing", text);
  else if (!hasEnded) log.set(id, "running");
}
