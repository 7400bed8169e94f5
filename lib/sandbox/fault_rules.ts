/**
 * Fault rules: an action, a node pattern and a method pattern. Rules are plain data, which another
 * process can set through a file.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { StatusCode } from "../rpc/status.ts";

/** What fault rules do, in the order of the help. */
export const FAULT_ACTIONS = [
  "delay",
  "refuse",
  "cut",
  "error",
  /** Closes the node's port, so that connections are refused. Applies to the node, not to calls. */
  "down",
  /** The node's port accepts connections and never responds. Applies to the node. */
  "blackhole",
  /** Delays the data of connections to the node, both ways. Applies to the node. */
  "latency",
  /** Raises the alarm NOSPACE at the node's etcd member. Applies to the node. */
  "nospace",
  /** Raises the alarm CORRUPT at the node's etcd member. Applies to the node. */
  "corrupt",
  /** Grants callers in maintenance mode the role os:admin. Applies to the node. */
  "maintenance-admin",
  /** The next boot after an installation runs the version before it. Applies to the node. */
  "old-version",
  /** The node stays off after a reboot, until the rule is cleared. Applies to the node. */
  "no-boot",
  /** Boots take longer. Applies to the node. */
  "slow-boot",
  /** Installations fail. Applies to the node. */
  "install-error",
  /** Images cannot be pulled. Applies to the node. */
  "pull-error",
  /** The node's etcd member takes longer to catch up after its start. Applies to the node. */
  "etcd-lag",
  /** The node's etcd member does not vote. Applies to the node. */
  "learner",
  /** The static pods of boots that start later crash. Applies to the node. */
  "crash-pods",
  /** Pods take longer to terminate. Applies to the node. */
  "slow-pods",
  /** Volumes take longer to detach. Applies to the node. */
  "slow-detach",
] as const;

/** The effect of a rule on matching calls. */
export type FaultAction = typeof FAULT_ACTIONS[number];

/** Actions that apply to calls; all others apply to a node. */
const CALL_ACTIONS: readonly FaultAction[] = ["delay", "refuse", "cut", "error"];

/** Actions on etcd members, which only control plane nodes have. */
const ETCD_ACTIONS: readonly FaultAction[] = ["nospace", "corrupt", "etcd-lag", "learner"];

/** Actions that require a delay. */
export const DELAY_ACTIONS: readonly FaultAction[] = [
  "delay",
  "latency",
  "slow-boot",
  "etcd-lag",
  "slow-pods",
  "slow-detach",
];

/** Reports whether an action applies to etcd, which only control plane nodes have. */
export function isEtcdAction(action: FaultAction): boolean {
  return ETCD_ACTIONS.includes(action);
}

/** A fault rule. */
export interface FaultRule {
  /** Unique in the cluster. */
  readonly id: string;
  readonly action: FaultAction;
  /** Node name or address; `*` matches any characters. */
  readonly node: string;
  /** Full path (`/machine.MachineService/Read`) or method name; `*` matches any characters. */
  readonly method: string;
  /** Actions of {@linkcode DELAY_ACTIONS}: the delay, milliseconds. */
  readonly delayMs?: number;
  /** `cut`: response bytes before the stream fails. */
  readonly afterBytes?: number;
  /** `error`: gRPC status code, 1 to 16. */
  readonly code?: number;
  /** `error`: status message. */
  readonly message?: string;
  /** Applies to the n-th matching call only, counted from 1 since the rule was set; default all. */
  readonly nth?: number;
}

/** Reports whether an action applies to a node instead of calls. */
export function isNodeAction(action: FaultAction): boolean {
  return !CALL_ACTIONS.includes(action);
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(parts[0]!)) return false;
  let at = parts[0]!.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1)!;
  return text.length - at >= last.length && text.endsWith(last);
}

/** Reports whether a rule applies to a node, by name or address. */
export function matchesNode(rule: FaultRule, node: { name: string; address: string }): boolean {
  return matches(rule.node, node.name) || matches(rule.node, node.address);
}

/** Reports whether a rule applies to a method, by full path or name. */
export function matchesMethod(rule: FaultRule, path: string): boolean {
  return matches(rule.method, path) || matches(rule.method, path.slice(path.lastIndexOf("/") + 1));
}

const REMOVE_FILE = "remove the file to clear all faults";

/**
 * Parses a fault file.
 *
 * @throws {OsctlError} of kind `input` with `where` and the reason.
 */
export function parseFaultFile(text: string, where: string): FaultFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OsctlError("input", `invalid fault file "${where}": not JSON`, {
      hint: REMOVE_FILE,
      cause: error,
    });
  }
  const file = value as Partial<FaultFile> | null;
  if (!Number.isSafeInteger(file?.revision) || !Array.isArray(file?.rules)) {
    throw new OsctlError("input", `invalid fault file "${where}": missing revision or rules`, {
      hint: REMOVE_FILE,
    });
  }
  for (const rule of file.rules) checkRule(rule, where);
  return { revision: file.revision!, rules: file.rules };
}

/** The content of a fault file. Every change increments the revision. */
export interface FaultFile {
  readonly revision: number;
  readonly rules: readonly FaultRule[];
}

/**
 * Validates a rule.
 *
 * @param file The fault file; undefined for a rule from the command line.
 * @throws {OsctlError} of kind `input`.
 */
export function checkRule(rule: FaultRule, file?: string): void {
  const fail = (reason: string): never => {
    if (file === undefined) throw new OsctlError("input", `invalid fault: ${reason}`);
    throw new OsctlError("input", `invalid fault "${rule.id}" in "${file}": ${reason}`, {
      hint: REMOVE_FILE,
    });
  };
  if (!FAULT_ACTIONS.includes(rule.action)) fail(`unknown action "${rule.action}"`);
  if (typeof rule.id !== "string" || typeof rule.node !== "string") fail("missing node");
  if (typeof rule.method !== "string") fail("missing method");
  const isInteger = (value: number | undefined, min: number) =>
    value !== undefined && Number.isSafeInteger(value) && value >= min;
  if (DELAY_ACTIONS.includes(rule.action) && !isInteger(rule.delayMs, 1)) {
    fail("requires a positive delay");
  }
  if (rule.action === "cut" && !isInteger(rule.afterBytes, 0)) fail("requires a number of bytes");
  if (
    rule.action === "error" &&
    !(isInteger(rule.code, 1) && rule.code! <= StatusCode.unauthenticated)
  ) {
    fail("requires a status code from 1 to 16");
  }
  if (rule.nth !== undefined && !isInteger(rule.nth, 1)) fail("requires a positive call number");
  if (isNodeAction(rule.action) && rule.nth !== undefined) {
    fail(`"${rule.action}" applies to the whole node and accepts no call number`);
  }
}
