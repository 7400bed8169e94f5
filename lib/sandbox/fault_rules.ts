/**
 * Fault rules: what shall go wrong, on which node, in which method. A rule is plain data, so it can
 * be set by another process through a file.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";

/** What a rule does to the calls it matches. */
export type FaultAction =
  | "delay"
  | "refuse"
  | "cut"
  | "error"
  /** The node's port is closed: connections are refused. Concerns the node, not single calls. */
  | "down"
  /** The node's port takes connections and never says a word. Concerns the node. */
  | "blackhole";

/** Every action, in the order help lists them. */
export const FAULT_ACTIONS: readonly FaultAction[] = [
  "delay",
  "refuse",
  "cut",
  "error",
  "down",
  "blackhole",
];

/** One fault. */
export interface FaultRule {
  /** Unique in its cluster; given by the one who adds it. */
  readonly id: string;
  readonly action: FaultAction;
  /** Node name or address; `*` stands for any run of characters. */
  readonly node: string;
  /** Full path (`/machine.MachineService/Read`) or bare method name; `*` stands for any run. */
  readonly method: string;
  /** `delay`: how long an answer is held back, milliseconds. */
  readonly delayMs?: number;
  /** `cut`: response bytes let through before the stream breaks. */
  readonly afterBytes?: number;
  /** `error`: gRPC status code, 1 to 16. */
  readonly code?: number;
  /** `error`: the status message. */
  readonly message?: string;
  /** Only the n-th matching call since the rule was set, counted from 1; every call when absent. */
  readonly nth?: number;
}

/** Names of the gRPC status codes, by number. */
export const STATUS_NAMES: readonly string[] = [
  "OK",
  "Canceled",
  "Unknown",
  "InvalidArgument",
  "DeadlineExceeded",
  "NotFound",
  "AlreadyExists",
  "PermissionDenied",
  "ResourceExhausted",
  "FailedPrecondition",
  "Aborted",
  "OutOfRange",
  "Unimplemented",
  "Internal",
  "Unavailable",
  "DataLoss",
  "Unauthenticated",
];

/** The actions that concern a node as a whole. */
export function concernsNode(action: FaultAction): boolean {
  return action === "down" || action === "blackhole";
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

/** Whether a rule is about this node. */
export function concerns(rule: FaultRule, node: { name: string; address: string }): boolean {
  return matches(rule.node, node.name) || matches(rule.node, node.address);
}

/** Whether a rule is about this method, by full path or bare name. */
export function covers(rule: FaultRule, path: string): boolean {
  return matches(rule.method, path) || matches(rule.method, path.slice(path.lastIndexOf("/") + 1));
}

/**
 * Reads rules from the text of a fault file.
 *
 * @throws {OsctlError} of kind `input` naming `where` and what is wrong.
 */
export function parseFaultFile(text: string, where: string): FaultFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OsctlError("input", `"${where}" is no fault file: it is not JSON`, { cause: error });
  }
  const file = value as Partial<FaultFile> | null;
  if (!Number.isSafeInteger(file?.revision) || !Array.isArray(file?.rules)) {
    throw new OsctlError("input", `"${where}" is no fault file: no revision or rules in it`);
  }
  for (const rule of file.rules) checkRule(rule, where);
  return { revision: file.revision!, rules: file.rules };
}

/** What a fault file holds. The revision grows with every change. */
export interface FaultFile {
  readonly revision: number;
  readonly rules: readonly FaultRule[];
}

/**
 * Checks that a rule says all its action needs and nothing it cannot use.
 *
 * @throws {OsctlError} of kind `input`.
 */
export function checkRule(rule: FaultRule, where: string): void {
  const fail = (reason: string): never => {
    throw new OsctlError("input", `${where}: fault "${rule.id}" ${reason}`);
  };
  if (!FAULT_ACTIONS.includes(rule.action)) fail(`has the unknown action "${rule.action}"`);
  if (typeof rule.id !== "string" || typeof rule.node !== "string") fail("names no node");
  if (typeof rule.method !== "string") fail("names no method");
  const whole = (value: number | undefined, least: number) =>
    value !== undefined && Number.isSafeInteger(value) && value >= least;
  if (rule.action === "delay" && !whole(rule.delayMs, 1)) fail("needs a delay above zero");
  if (rule.action === "cut" && !whole(rule.afterBytes, 0)) fail("needs a number of bytes");
  if (rule.action === "error" && !(whole(rule.code, 1) && rule.code! < STATUS_NAMES.length)) {
    fail("needs a status code from 1 to 16");
  }
  if (rule.nth !== undefined && !whole(rule.nth, 1)) fail("counts calls from 1");
  if (concernsNode(rule.action) && rule.nth !== undefined) {
    fail(`cannot count calls, for "${rule.action}" concerns the whole node`);
  }
}
