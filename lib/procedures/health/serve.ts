/**
 * Health checks served by a sandbox node: the node runs them with the roles of the caller.
 *
 * @module
 */
import { cluster, ClusterService } from "../../../proto/cluster.ts";
import { OsctlError } from "../../errors.ts";
import { toExactInteger } from "../../output/integer.ts";
import { RpcError, StatusCode, StatusError } from "../../rpc/mod.ts";
import type { Credentials } from "../../sandbox/mod.ts";
import { type Binding, type Call, type Role, stream } from "../../sandbox/types.ts";
import type { CheckStatus } from "./types.ts";
import type { ProcedureSystem } from "../context.ts";

/** Options of {@linkcode healthCheckBinding}. */
export interface HealthCheckOptions {
  readonly system: ProcedureSystem;
  /** Issues client credentials of the cluster. */
  issue(...roles: Role[]): Promise<Credentials>;
}

/** Returns the binding of the health check. */
export function healthCheckBinding(options: HealthCheckOptions): Binding {
  return stream(ClusterService.HealthCheck, (request, call) => serve(options, request, call));
}

async function* serve(
  { system, issue }: HealthCheckOptions,
  request: cluster.IHealthCheckRequest,
  { node, roles, signal }: Call,
): AsyncGenerator<cluster.HealthCheckProgress> {
  // The sandbox starts without the modules of a client.
  const { createDeadline } = await import("../../async/deadline.ts");
  const { openClientWith } = await import("../../client/open.ts");
  const { parseTimeouts } = await import("../../client/timeouts.ts");
  const { CheckLog } = await import("./check_log.ts");
  const { HEALTH_CHECKS } = await import("./checks.ts");
  const { allNodes, parseClusterNodes } = await import("./cluster_nodes.ts");
  const { openTarget } = await import("./open_target.ts");
  const { HealthDeadline, waitForChecks } = await import("./run_checks.ts");
  const { clock } = system;
  const { waitTimeout, clusterInfo } = request;
  const { ca, crt, key } = await issue(...roles);
  const own: ProcedureSystem = { ...system, signal };
  await using client = openClientWith(own, {
    endpoints: [`${node.address}:${node.port}`],
    nodes: [node.address],
    tls: { ca, crt, key },
  });
  const ms = Number(toExactInteger(waitTimeout?.seconds)) * 1000 + (waitTimeout?.nanos ?? 0) / 1e6;
  const expired = () => new HealthDeadline();
  using deadline = createDeadline({ clock, ms, signals: [signal], expired });
  const messages = new MessageQueue();
  const run = async () => {
    try {
      using target = await openTarget(own, client, {
        callMs: parseTimeouts(system.env).callMs,
        endpoint: clusterInfo?.forceEndpoint ?? "",
        cluster: parseClusterNodes({
          controlPlaneNodes: clusterInfo?.controlPlaneNodes ?? [],
          initNode: "",
          workerNodes: clusterInfo?.workerNodes ?? [],
        }),
        signal: deadline.signal,
        once: true,
        undiscovered() {},
      });
      const addresses = allNodes(target.cluster).map(({ address }) => JSON.stringify(address));
      messages.push(`discovered nodes: [${addresses.join(" ")}]`);
      const log = new CheckLog(clock, (status) => {
        const text = stateText(status);
        if (text !== undefined) messages.push(`waiting for ${status.name}: ${text}`);
      });
      await waitForChecks(target, log, {
        checks: HEALTH_CHECKS,
        skipped: new Set(),
        clock,
        signal: deadline.signal,
      });
    } catch (error) {
      throw deadline.signal.aborted && !signal.aborted ? timeoutError() : toStatusError(error);
    } finally {
      messages.end();
    }
  };
  const running = run();
  running.catch(() => {}); // rethrown below
  for await (const message of messages.values()) {
    yield cluster.HealthCheckProgress.create({ message });
  }
  await running;
}

/** Returns the text of Talos nodes for a state; undefined for one that they do not report. */
function stateText({ state, reason }: CheckStatus): string | undefined {
  switch (state) {
    case "running":
      return "...";
    case "ok":
      return "OK";
    case "skipped":
      return "SKIP";
    case "failing":
      return reason;
    default:
      return undefined;
  }
}

function timeoutError(): StatusError {
  return new StatusError(StatusCode.deadlineExceeded, "context deadline exceeded");
}

function toStatusError(error: unknown): unknown {
  if (error instanceof RpcError) return new StatusError(error.code, error.details);
  return error instanceof OsctlError ? new StatusError(StatusCode.unknown, error.message) : error;
}

/** Messages for one reader. */
class MessageQueue {
  readonly #queued: string[] = [];
  #last = "";
  #ended = false;
  #wake = () => {};

  /** Adds a message unless it repeats the last one. */
  push(message: string): void {
    if (message === this.#last) return;
    this.#last = message;
    this.#queued.push(message);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *values(): AsyncGenerator<string, void, undefined> {
    while (true) {
      while (this.#queued.length > 0) yield this.#queued.shift()!;
      if (this.#ended) return;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}
