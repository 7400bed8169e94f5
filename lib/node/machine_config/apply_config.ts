/**
 * Requests that apply machine configurations to nodes.
 *
 * @module
 */
import { type machine, MachineService } from "../../../proto/machine.ts";
import {
  isUnimplemented,
  type NodeClient,
  type NodeResult,
  toNodeFailure,
} from "../../client/mod.ts";
import { OsctlError } from "../../errors.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";

/** Mode of applying a configuration: when it takes effect. */
export type ApplyMode = "auto" | "no-reboot" | "reboot" | "staged" | "try";

/** Values of `ApplyConfigurationRequest.Mode`. The default of the message is a reboot. */
const MODE: Readonly<Record<ApplyMode, machine.ApplyConfigurationRequest.Mode>> = {
  "reboot": 0,
  "auto": 1,
  "no-reboot": 2,
  "staged": 3,
  "try": 4,
};

/** Options of an application. */
export interface ApplyOptions {
  readonly mode: ApplyMode;
  /** Return the node's plan without applying it. */
  readonly dryRun: boolean;
  /** Time until a node reverts the configuration in mode `try`, milliseconds. */
  readonly tryTimeoutMs: number;
}

/** A configuration for a node. */
export interface ConfigChange {
  readonly node: string;
  /** All documents. */
  readonly text: string;
  /** The configuration before the change, if known. */
  readonly previous?: string;
}

/**
 * Checks the timeout of mode `try`, and that only a dry run has records.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function checkApplyOptions(
  { mode, tryTimeoutMs, dryRun, output }: ApplyOptions & { readonly output: "text" | "json" },
): void {
  if (output === "json" && !dryRun) {
    throw new OsctlError("usage", "--output json requires --dry-run", {
      hint: "add --dry-run, or remove --output",
    });
  }
  if (mode !== "try" || tryTimeoutMs > 0) return;
  throw new OsctlError("usage", "--timeout must be positive in mode try", {
    hint: "use, for example, 1m",
  });
}

/**
 * Applies each configuration by one call, the nodes in parallel, and returns the answers in order.
 * Several configurations of one node are applied in order.
 *
 * @throws {OsctlError} of kind `cancelled` when no node answered before the interruption, of kind
 * `connection` when the reason is the same for all.
 */
export async function applyConfigs(
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyOptions,
): Promise<NodeResult<machine.IApplyConfiguration>[]> {
  const latest = new Map<string, Promise<unknown>>();
  const answers = await Promise.all(changes.map((change) => {
    const before = latest.get(change.node) ?? Promise.resolve();
    const answer = before.then(() => resultOf(client, change, options));
    latest.set(change.node, answer);
    return answer;
  }));
  const first = answers[0]?.error;
  const isShared = first !== undefined && ["cancelled", "connection"].includes(first.kind) &&
    answers.every(({ error }) => error?.kind === first.kind && error.message === first.message);
  if (isShared && (answers.length > 1 || first.kind === "cancelled")) throw first;
  return answers;
}

async function resultOf(
  client: NodeClient,
  { node, text }: ConfigChange,
  options: ApplyOptions,
): Promise<NodeResult<machine.IApplyConfiguration>> {
  try {
    return { node, value: await applyConfig(client, node, text, options) };
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return toNodeFailure(node, isRefusedMode(node, error, options) ? toModeError(error) : error);
  }
}

/** Whether the node refused mode `reboot`, as nodes of v1.14 or later do. */
function isRefusedMode(node: string, error: OsctlError, { mode }: ApplyOptions): boolean {
  return mode === "reboot" && isUnimplemented(node, error);
}

function toModeError(cause: OsctlError): OsctlError {
  return new OsctlError(cause.kind, "the node does not support mode reboot", {
    hint: 'use --mode auto or staged, then "osctl reboot"',
    cause,
  });
}

async function applyConfig(
  client: NodeClient,
  node: string,
  text: string,
  { mode, dryRun, tryTimeoutMs }: ApplyOptions,
): Promise<machine.IApplyConfiguration> {
  const request = {
    data: new TextEncoder().encode(text),
    mode: MODE[mode],
    dryRun,
    tryModeTimeout: {
      seconds: Math.floor(tryTimeoutMs / 1000),
      nanos: Math.round(tryTimeoutMs % 1000 * 1e6),
    },
  };
  const { messages } = await client.plainCall(MachineService.ApplyConfiguration, request, node);
  const [message] = messages ?? [];
  if (message !== undefined) return message;
  throw new OsctlError("node", "invalid response: no message");
}

/** Reason of nodes for rejecting a change in mode `try` or `no-reboot` that requires a reboot. */
const REQUIRES_REBOOT = /can't be applied in immediate mode/;

/**
 * Returns the nodes that the changes reboot: in mode `auto`, those that reject a dry run in mode
 * `try` because the change requires a reboot. A dry run in any other mode cancels the pending
 * rollback of an earlier application in mode `try`. The application itself reports other errors.
 */
export async function findRebootingNodes(
  client: NodeClient,
  changes: readonly ConfigChange[],
  options: ApplyOptions,
): Promise<string[]> {
  if (options.dryRun) return [];
  if (options.mode === "reboot") return changes.map(({ node }) => node);
  if (options.mode !== "auto") return [];
  const plans = await applyConfigs(client, changes, { ...options, mode: "try", dryRun: true });
  return plans.filter(({ error }) => error !== undefined && requiresReboot(error))
    .map(({ node }) => node);
}

/**
 * Whether the node rejected the change in mode `try` or `no-reboot` because it requires a reboot.
 */
export function requiresReboot(error: OsctlError): boolean {
  return isRejection(error) && REQUIRES_REBOOT.test(error.message);
}

/** Whether the node rejected the configuration itself, so that another text may be accepted. */
export function isRejection(error: OsctlError): boolean {
  const cause = error instanceof RpcError ? error : error.cause;
  return cause instanceof RpcError && cause.code === StatusCode.invalidArgument;
}
