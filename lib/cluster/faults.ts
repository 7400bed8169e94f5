/**
 * Fault rules of a cluster in another process: rules are written to a file in the state folder; the
 * serving process reads it and records the applied revision.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import { withFileLock } from "../platform/file_lock.ts";
import { readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import {
  checkRule,
  DELAY_ACTIONS,
  FAULT_ACTIONS,
  type FaultAction,
  type FaultFile,
  type FaultRule,
  isEtcdAction,
  isNodeAction,
  matchesMethod,
  matchesNode,
  parseFaultFile,
} from "../sandbox/fault_rules.ts";
import { codeName, StatusCode } from "../rpc/status.ts";
import { didYouMean } from "../output/nearest.ts";
import type { View } from "../output/rows.ts";
import { ClusterState } from "./cluster_state.ts";
import { unknownClusterError } from "./list_clusters.ts";
import type { ClusterRecord } from "./types.ts";

type Parts = Pick<System, "clock" | "signal">;

/** A rule without id. */
export type NewFaultRule = Omit<FaultRule, "id">;

const APPLY_TIMEOUT_MS = 5000;
const POLL_MS = 20;

/** Flags of a new fault; undefined when not set. */
export interface FaultDetails {
  readonly node: string;
  readonly method: string;
  readonly delayMs: number | undefined;
  readonly afterBytes: number | undefined;
  /** Name or number of a gRPC status. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly nth: number | undefined;
}

/** Flags that apply to a single action. */
const ACTION_FLAGS: readonly (readonly [
  keyof FaultDetails,
  flag: string,
  actions: readonly FaultAction[],
])[] = [
  ["delayMs", "--delay", DELAY_ACTIONS],
  ["afterBytes", "--after-bytes", ["cut"]],
  ["code", "--code", ["error"]],
  ["message", "--message", ["error"]],
];

/**
 * Creates a rule from command-line values.
 *
 * @throws {OsctlError} of kind `usage` for missing, unknown or inapplicable values.
 */
export function createFaultRule(action: string, details: FaultDetails): NewFaultRule {
  const known = FAULT_ACTIONS.find((candidate) => candidate === action);
  if (known === undefined) {
    throw new OsctlError("usage", `unknown fault "${action}"`, {
      hint: `use one of ${FAULT_ACTIONS.join(", ")}`,
    });
  }
  for (const [key, flag, owners] of ACTION_FLAGS) {
    if (details[key] === undefined || owners.includes(known)) continue;
    throw new OsctlError("usage", `${flag} does not apply to the fault "${known}"`, {
      hint: `remove it, or use the fault "${owners[0]}"`,
    });
  }
  if (isNodeAction(known) && (details.method !== "*" || details.nth !== undefined)) {
    throw new OsctlError(
      "usage",
      `the fault "${known}" applies to the whole node, not to calls`,
      {
        hint: "remove --method and --nth",
      },
    );
  }
  const requires = (flag: string): never => {
    throw new OsctlError("usage", `the fault "${known}" requires ${flag}`);
  };
  if (DELAY_ACTIONS.includes(known) && !details.delayMs) requires("a positive --delay");
  if (known === "cut" && details.afterBytes === undefined) requires("--after-bytes");
  const rule: NewFaultRule = {
    action: known,
    node: details.node,
    method: details.method,
    ...(details.delayMs === undefined ? {} : { delayMs: details.delayMs }),
    ...(details.afterBytes === undefined ? {} : { afterBytes: details.afterBytes }),
    ...(known === "error" ? { code: statusCode(details.code ?? "") } : {}),
    ...(details.message === undefined ? {} : { message: details.message }),
    ...(details.nth === undefined ? {} : { nth: details.nth }),
  };
  try {
    checkRule({ ...rule, id: "new" });
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw new OsctlError("usage", error.message, { cause: error });
  }
  return rule;
}

function statusCode(text: string): number {
  const named = Object.values(StatusCode)
    .find((code) => codeName(code).toLowerCase() === text.toLowerCase());
  const code = named ?? (/^\d+$/.test(text) ? Number(text) : -1);
  if (code >= 1 && code <= StatusCode.unauthenticated) return code;
  throw new OsctlError("usage", `invalid status "${text}" for --code`, {
    hint: `use a number from 1 to 16 or a name such as Unavailable or NotFound`,
  });
}

/** Reads the rules of a cluster. */
export async function readFaults(
  stateFolder: string,
  name: string,
): Promise<readonly FaultRule[]> {
  return (await readFile(await existingState(stateFolder, name))).rules;
}

/**
 * Adds a fault, waits until the cluster applies it and returns its id.
 *
 * @throws {OsctlError} of kind `usage` when no node or no method of the API matches its patterns.
 */
export async function addFault(
  stateFolder: string,
  name: string,
  newRule: NewFaultRule,
  parts: Parts,
): Promise<string> {
  let id = "";
  const { record } = await existingCluster(stateFolder, name);
  const rule = { id, ...newRule };
  checkNode(rule, record);
  await checkMethod(rule);
  await change(stateFolder, name, parts, (rules) => {
    id = String(1 + Math.max(0, ...rules.map((rule) => Number(rule.id))));
    return [...rules, { id, ...newRule }];
  });
  return id;
}

/** Refuses a node pattern that matches no node of the cluster. */
function checkNode(rule: FaultRule, { name, nodes }: ClusterRecord): void {
  const matching = nodes.filter((node) => matchesNode(rule, node));
  if (matching.length > 0) {
    if (!isEtcdAction(rule.action) || matching.some(({ type }) => type === "controlplane")) return;
    throw new OsctlError(
      "usage",
      `the fault "${rule.action}" requires a control plane node, "${rule.node}" matches none`,
    );
  }
  const names = nodes.map((node) => node.name);
  const near = didYouMean(rule.node, [...names, ...nodes.map(({ address }) => address)]);
  throw new OsctlError("usage", `no node of the cluster "${name}" matches --node "${rule.node}"`, {
    hint: near ??
      `use a name such as ${sample(names)}, an address, or a pattern such as *-worker-*`,
  });
}

/** Refuses a method pattern that matches no method of the node API. */
async function checkMethod(rule: FaultRule): Promise<void> {
  if (rule.method === "*") return;
  const { methods } = await import("../../proto/services.ts");
  const paths = [...methods.keys()];
  if (paths.some((path) => matchesMethod(rule, path))) return;
  const names = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const near = didYouMean(rule.method, rule.method.includes("/") ? paths : names);
  throw new OsctlError("usage", `no method of the node API matches --method "${rule.method}"`, {
    hint: near ?? `use a name such as ${sample(names)}, a full path such as ${paths[0]}, or *`,
  });
}

/** The first names of a list, for a hint. */
function sample(names: readonly string[]): string {
  return names.slice(0, 3).join(", ");
}

/** Removes the faults with these ids, or all without ids, and waits until the cluster applies it. */
export async function clearFaults(
  stateFolder: string,
  name: string,
  ids: readonly string[],
  parts: Parts,
): Promise<void> {
  await change(stateFolder, name, parts, (rules) => {
    const unknown = ids.find((id) => !rules.some((rule) => rule.id === id));
    if (unknown !== undefined) {
      throw new OsctlError("usage", `fault "${unknown}" not found in cluster "${name}"`, {
        hint: "list the faults with osctl cluster fault list",
      });
    }
    return ids.length === 0 ? [] : rules.filter((rule) => !ids.includes(rule.id));
  });
}

async function change(
  stateFolder: string,
  name: string,
  parts: Parts,
  edit: (rules: readonly FaultRule[]) => readonly FaultRule[],
): Promise<void> {
  const state = await existingState(stateFolder, name);
  const revision = await withFileLock(state.faultsPath, parts, async () => {
    const old = await readFile(state);
    const file: FaultFile = { revision: old.revision + 1, rules: edit(old.rules) };
    const text = `${JSON.stringify(file, undefined, 2)}\n`;
    await writeFileAtomic(state.faultsPath, text, { mode: 0o600 });
    return file.revision;
  });
  await waitForRevision(state, revision, parts);
}

/** Resolves when the serving process has applied the revision. */
async function waitForRevision(state: ClusterState, revision: number, { clock, signal }: Parts) {
  const deadline = clock.now() + APPLY_TIMEOUT_MS;
  for (;;) {
    const text = await readTextIfPresent(state.faultsAppliedPath);
    if (text !== undefined && Number(text) >= revision) return;
    signal.throwIfAborted();
    if (clock.now() >= deadline) {
      throw new OsctlError("connection", `the cluster "${state.name}" did not apply the change`, {
        hint: `check that it runs with osctl cluster show, and see its log ${state.logPath}`,
      });
    }
    await sleep(clock, POLL_MS, signal);
  }
}

async function existingState(stateFolder: string, name: string): Promise<ClusterState> {
  return (await existingCluster(stateFolder, name)).state;
}

async function existingCluster(
  stateFolder: string,
  name: string,
): Promise<{ state: ClusterState; record: ClusterRecord }> {
  const state = new ClusterState(stateFolder, name);
  const record = await state.readRecord();
  if (record !== undefined) return { state, record };
  throw await unknownClusterError(stateFolder, name);
}

async function readFile(state: ClusterState): Promise<FaultFile> {
  const text = await readTextIfPresent(state.faultsPath);
  return text === undefined ? { revision: 0, rules: [] } : parseFaultFile(text, state.faultsPath);
}

/** Formats what a rule does, for the table. */
function formatDetail(rule: FaultRule): string {
  return [
    rule.delayMs === undefined ? "" : `by ${rule.delayMs} ms`,
    rule.afterBytes === undefined ? "" : `after ${rule.afterBytes} bytes`,
    rule.code === undefined ? "" : codeName(rule.code),
    rule.message === undefined ? "" : JSON.stringify(rule.message),
    rule.nth === undefined ? "" : `call ${rule.nth} only`,
  ].filter((part) => part !== "").join(", ") || "-";
}

/** View of faults. */
export const faultsView: View<FaultRule> = {
  identities: ["ACTION"],
  local: true,
  columns: [
    { header: "ID", cell: ({ id }) => id },
    { header: "ACTION", cell: ({ action }) => action },
    { header: "NODE", cell: ({ node }) => node },
    { header: "METHOD", cell: ({ method }) => method },
    { header: "DETAIL", cell: formatDetail },
  ],
  fields: {
    id: ({ id }) => id,
    action: ({ action }) => action,
    node: ({ node }) => node,
    method: ({ method }) => method,
    delay: ({ delayMs }) => delayMs === undefined ? null : delayMs / 1000,
    afterBytes: ({ afterBytes }) => afterBytes ?? null,
    code: ({ code }) => code === undefined ? null : codeName(code),
    message: ({ message }) => message ?? null,
    nth: ({ nth }) => nth ?? null,
  },
};
