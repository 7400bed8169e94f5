/**
 * Calls that configure and bootstrap the nodes of a new cluster.
 *
 * @module
 */
import { MachineService } from "../../proto/machine.ts";
import { sleep } from "../async/sleep.ts";
import { type NodeClient, type NodeResult, openClient } from "../client/mod.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import type { System } from "../platform/system.ts";
import { RpcError, StatusCode } from "../rpc/mod.ts";

/** Limits of single calls and pauses between attempts, milliseconds. */
const CALL_MS = 2000;
const BOOTSTRAP_CALL_MS = 10_000;
const VERSION_PAUSE_MS = 500;
const BOOTSTRAP_PAUSE_MS = 100;
const APPLY_PAUSE_MS = 250;

/** Status codes of calls that a starting node may accept later. */
const RETRIED: ReadonlySet<number> = new Set([
  StatusCode.deadlineExceeded,
  StatusCode.failedPrecondition,
  StatusCode.unavailable,
]);

/** Options of an attempt that is repeated. */
export interface RetryOptions {
  readonly clock: System["clock"];
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  /** Called with the error of each failed attempt. */
  failed(error: OsctlError): void;
}

/** Waits until a node returns its version. */
export async function waitForApi(
  client: NodeClient,
  options: RetryOptions,
): Promise<void> {
  await retry(options, VERSION_PAUSE_MS, isTemporary, async () => {
    const { signal } = options;
    throwError(await client.call(MachineService.Version, {}, { timeoutMs: CALL_MS, signal }));
  });
}

/**
 * Bootstraps etcd on the only node of a client.
 *
 * @throws {OsctlError} of kind `node` when the node rejects the call permanently.
 */
export async function bootstrapEtcd(client: NodeClient, options: RetryOptions): Promise<void> {
  let isRepeated = false;
  await retry(options, BOOTSTRAP_PAUSE_MS, isTemporary, async () => {
    const { signal } = options;
    const call = { timeoutMs: BOOTSTRAP_CALL_MS, signal };
    try {
      throwError(await client.call(MachineService.Bootstrap, {}, call));
    } catch (error) {
      // The response of an earlier attempt was lost.
      if (isRepeated && codeOf(error) === StatusCode.alreadyExists) return;
      isRepeated = true;
      throw error;
    }
  });
}

/**
 * Applies a configuration to a node in maintenance mode, whose certificate is not known.
 *
 * @throws {OsctlError} of kind `node` when the node rejects the configuration.
 */
export async function applyInitialConfig(
  system: System,
  { address, text }: { readonly address: string; readonly text: string },
  options: RetryOptions,
): Promise<void> {
  await using client = await openClient(system, {
    target: { nodes: [address], endpoints: [], context: "", cluster: "", osconfig: "" },
    insecure: true,
  });
  const request = { data: new TextEncoder().encode(text) };
  await retry(options, APPLY_PAUSE_MS, isTemporary, async () => {
    const { signal } = options;
    throwError(await client.call(MachineService.ApplyConfiguration, request, { signal }));
  });
}

/** Repeats an attempt until it succeeds or fails permanently. */
async function retry(
  { clock, signal, failed }: RetryOptions,
  pauseMs: number,
  isRetried: (error: OsctlError) => boolean,
  attempt: () => Promise<void>,
): Promise<void> {
  while (true) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OsctlError) || error.kind === "usage" || !isRetried(error)) {
        throw error;
      }
      failed(error);
    }
    await sleep(clock, pauseMs, signal);
  }
}

function isTemporary(error: OsctlError): boolean {
  if (error.kind === "connection") return true;
  const code = codeOf(error);
  // A late response has no code: a machine that boots does not answer.
  return code === undefined || RETRIED.has(code);
}

function codeOf(error: unknown): number | undefined {
  if (error instanceof MultiNodeError) return codeOf(error.failures[0]?.error);
  return error instanceof RpcError ? error.code : undefined;
}

/** Throws the error of the only node. */
function throwError([result]: readonly NodeResult<unknown>[]): void {
  if (result?.error !== undefined) throw result.error;
}
