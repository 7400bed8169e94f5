/**
 * Sets the faults of a cluster that another process serves: rules go into a file of its state
 * folder; the serving process rereads it and notes the revision it obeys.
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
  FAULT_ACTIONS,
  type FaultAction,
  type FaultFile,
  type FaultRule,
  isNodeAction,
  matchesMethod,
  matchesNode,
  parseFaultFile,
} from "../sandbox/fault_rules.ts";
import { codeName, StatusCode } from "../rpc/status.ts";
import { didYouMean } from "../output/nearest.ts";
import { columns } from "./layout.ts";
import { ClusterState } from "./state.ts";
import type { ClusterRecord } from "./types.ts";

type Parts = Pick<System, "clock" | "signal">;

/** A rule before it has a number. */
export type FaultWish = Omit<FaultRule, "id">;

const APPLY_TIMEOUT_MS = 5000;
const POLL_MS = 20;

/** The details of a fault as given on the command line; undefined where nothing was said. */
export interface FaultDetails {
  readonly node: string;
  readonly method: string;
  readonly delayMs: number | undefined;
  readonly afterBytes: number | undefined;
  /** Name or number of a status. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly nth: number | undefined;
}

/** Which flag belongs to which action; the others have no use for it. */
const BELONGS: readonly (readonly [keyof FaultDetails, flag: string, action: FaultAction])[] = [
  ["delayMs", "--delay", "delay"],
  ["afterBytes", "--after-bytes", "cut"],
  ["code", "--code", "error"],
  ["message", "--message", "error"],
];

/**
 * Makes a rule of what was typed.
 *
 * @throws {OsctlError} of kind `usage` when something is missing, unknown or of no use.
 */
export function faultFrom(action: string, details: FaultDetails): FaultWish {
  const known = FAULT_ACTIONS.find((one) => one === action);
  if (known === undefined) {
    throw new OsctlError("usage", `there is no fault "${action}"`, {
      hint: `choose one of ${FAULT_ACTIONS.join(", ")}`,
    });
  }
  for (const [key, flag, owner] of BELONGS) {
    if (details[key] === undefined || owner === known) continue;
    throw new OsctlError("usage", `${flag} is of no use to the fault "${known}"`, {
      hint: `leave it out, or set the fault "${owner}"`,
    });
  }
  if (isNodeAction(known) && (details.method !== "*" || details.nth !== undefined)) {
    throw new OsctlError(
      "usage",
      `the fault "${known}" concerns the whole node, not single calls`,
      {
        hint: "leave out --method and --nth",
      },
    );
  }
  const needs = (flag: string): never => {
    throw new OsctlError("usage", `the fault "${known}" needs ${flag}`);
  };
  if (known === "delay" && !details.delayMs) needs("--delay above zero");
  if (known === "cut" && details.afterBytes === undefined) needs("--after-bytes");
  const rule: FaultWish = {
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
    checkRule({ ...rule, id: "new" }, "new fault");
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
  throw new OsctlError("usage", `"${text}" is no status a call can fail with`, {
    hint: `give a number from 1 to 16 or a name such as Unavailable or NotFound`,
  });
}

/** The rules in force. */
export async function readFaults(
  stateFolder: string,
  name: string,
): Promise<readonly FaultRule[]> {
  return (await readFile(await existingState(stateFolder, name))).rules;
}

/**
 * Sets a fault, waits until the cluster applies it and returns its number.
 *
 * @throws {OsctlError} of kind `usage` when no node or no method of the API matches its patterns.
 */
export async function addFault(
  stateFolder: string,
  name: string,
  wish: FaultWish,
  parts: Parts,
): Promise<string> {
  let id = "";
  const { record } = await existingCluster(stateFolder, name);
  const rule = { id, ...wish };
  checkNode(rule, record);
  await checkMethod(rule);
  await change(stateFolder, name, parts, (rules) => {
    id = String(1 + Math.max(0, ...rules.map((rule) => Number(rule.id))));
    return [...rules, { id, ...wish }];
  });
  return id;
}

/** Refuses a node pattern that matches no node of the cluster. */
function checkNode(rule: FaultRule, { name, nodes }: ClusterRecord): void {
  if (nodes.some((node) => matchesNode(rule, node))) return;
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

/** Removes the faults with these numbers, or all when there is none, and waits likewise. */
export async function clearFaults(
  stateFolder: string,
  name: string,
  ids: readonly string[],
  parts: Parts,
): Promise<void> {
  await change(stateFolder, name, parts, (rules) => {
    const unknown = ids.find((id) => !rules.some((rule) => rule.id === id));
    if (unknown !== undefined) {
      throw new OsctlError("usage", `there is no fault "${unknown}" in the cluster "${name}"`, {
        hint: "see osctl cluster fault list",
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
  await obeyed(state, revision, parts);
}

/** Resolves when the serving process obeys the revision. */
async function obeyed(state: ClusterState, revision: number, { clock, signal }: Parts) {
  const deadline = clock.now() + APPLY_TIMEOUT_MS;
  for (;;) {
    const text = await readTextIfPresent(state.faultsAppliedPath);
    if (text !== undefined && Number(text) >= revision) return;
    signal.throwIfAborted();
    if (clock.now() >= deadline) {
      throw new OsctlError("connection", `the cluster "${state.name}" did not take the change`, {
        hint: `see whether it runs with osctl cluster show, and what it says in ${state.logPath}`,
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
  throw new OsctlError("input", `there is no cluster "${name}" in "${stateFolder}"`, {
    hint: "check --name and --state",
  });
}

async function readFile(state: ClusterState): Promise<FaultFile> {
  const text = await readTextIfPresent(state.faultsPath);
  return text === undefined ? { revision: 0, rules: [] } : parseFaultFile(text, state.faultsPath);
}

/** The faults as a table. */
export function faultTable(rules: readonly FaultRule[]): string {
  const detail = (rule: FaultRule) =>
    [
      rule.delayMs === undefined ? "" : `by ${rule.delayMs} ms`,
      rule.afterBytes === undefined ? "" : `after ${rule.afterBytes} bytes`,
      rule.code === undefined ? "" : codeName(rule.code),
      rule.message === undefined ? "" : JSON.stringify(rule.message),
      rule.nth === undefined ? "" : `call ${rule.nth} only`,
    ].filter((part) => part !== "").join(", ");
  return columns([
    ["ID", "ACTION", "NODE", "METHOD", "DETAIL"],
    ...rules.map((rule) => [rule.id, rule.action, rule.node, rule.method, detail(rule) || "-"]),
  ]);
}
