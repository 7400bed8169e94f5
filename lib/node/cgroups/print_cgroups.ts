/**
 * Reads and prints the control groups of a node.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { MachineService } from "../../../proto/machine.ts";
import { toByteStream } from "../../client/mod.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { PADDING } from "../../output/cell_width.ts";
import { Table } from "../../output/table.ts";
import { getTableWidth } from "../../output/table_options.ts";
import { escapeControls } from "../../output/text.ts";
import { readTarEntries } from "../../platform/tar_entries.ts";
import type { System } from "../../platform/system.ts";
import {
  type CgroupPreset,
  HIDE_FIRST,
  PRESET_COLUMNS,
  type ResolvedNames,
} from "./cgroup_presets.ts";
import { Cgroup } from "./cgroup_tree.ts";

/** Mount point of cgroup v2. */
const MOUNT = "/sys/fs/cgroup";
/** Links to block devices by number. */
const DEVICES = "/sys/dev/block";

/** Options of {@linkcode printCgroups}. */
export interface CgroupOptions {
  readonly preset: CgroupPreset;
  /** Replace ids of pods and containers by their names. */
  readonly resolveNames: boolean;
  /** Print all columns in full on a terminal. */
  readonly wide: boolean;
}

/**
 * Prints the tree of a node's control groups. Prints a warning when names cannot be read.
 *
 * @throws {OsctlError} when the control groups cannot be read.
 */
export async function printCgroups(
  { stdout, stderr, terminal }: Pick<System, "stdout" | "stderr" | "terminal">,
  client: NodeClient,
  node: string,
  { preset, resolveNames, wide }: CgroupOptions,
): Promise<void> {
  const read = async <T>(what: string, names: () => Promise<Map<string, T>>) => {
    try {
      return await names();
    } catch (error) {
      if (!(error instanceof OsctlError) || error.kind === "cancelled") throw error;
      await stderr.write(`osctl: warning: cannot read ${what}: ${escapeControls(error.message)}\n`);
      return new Map<string, T>();
    }
  };
  const onSkipped: SkipListener = async (error) => {
    if (!(error instanceof OsctlError) || error.kind !== "node") throw error;
    await stderr.write(`osctl: warning: files skipped: ${escapeControls(error.message)}\n`);
  };
  const [root, processes, devices, containers] = await Promise.all([
    readTree(client, node, onSkipped),
    read("processes", () => readProcesses(client, node)),
    read("devices", () => readDevices(client, node, onSkipped)),
    resolveNames
      ? read("containers", () => readContainers(client, node))
      : new Map<string, string>(),
  ]);
  const columns = PRESET_COLUMNS[preset];
  const headers = ["NAME", ...columns.map(({ header }) => header)];
  const table = new Table(PADDING, { headers, hideFirst: HIDE_FIRST });
  table.addHeader();
  const names: ResolvedNames = { processes, devices };
  const add = (label: string, group: Cgroup, parent: Cgroup | undefined) =>
    table.add(
      [label, ...columns.map(({ cell }) => cell(group, parent, names))].map(escapeControls),
    );
  const addChildren = (group: Cgroup, margin: string) => {
    const children = [...group.children]
      .map(([name, child]) => [containers.get(name) ?? name, child] as const)
      .sort(([a], [b]) => a < b ? -1 : 1);
    for (const [index, [name, child]] of children.entries()) {
      const isLast = index === children.length - 1;
      add(`${margin}${isLast ? "└──" : "├──"}${name}`, child, group);
      addChildren(child, margin + (isLast ? "    " : "│   "));
    }
  };
  add(".", root, undefined);
  addChildren(root, "");
  for (const bytes of table.takeBytes(getTableWidth({ terminal }, { wide }))) {
    await stdout.write(bytes);
  }
}

/** Called with the error that a node sends after an archive without the files that it skipped. */
type SkipListener = (error: unknown) => Promise<void>;

function copy(client: NodeClient, node: string, rootPath: string, onSkipped: SkipListener) {
  const stream = client.stream(MachineService.Copy, { rootPath }, node, { idleLimit: "scan" });
  return readTarEntries(toByteStream(stream), onSkipped);
}

async function readTree(
  client: NodeClient,
  node: string,
  onSkipped: SkipListener,
): Promise<Cgroup> {
  const root = new Cgroup();
  for await (const { name, text } of copy(client, node, MOUNT, onSkipped)) {
    if (text !== undefined) root.add(name, text);
  }
  return root;
}

async function readDevices(
  client: NodeClient,
  node: string,
  onSkipped: SkipListener,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { name, target } of copy(client, node, DEVICES, onSkipped)) {
    if (target !== undefined) names.set(name, target.split("/").at(-1) ?? target);
  }
  return names;
}

async function readProcesses(client: NodeClient, node: string): Promise<Map<string, string>> {
  const { messages } = await client.plainCall(MachineService.Processes, {}, node);
  return new Map((messages?.[0]?.processes ?? []).map(({ pid, executable, command, args }) => {
    const path = executable || command || args?.trim().split(/\s+/)[0] || "";
    return [String(pid ?? 0), path.split("/").at(-1) || path];
  }));
}

async function readContainers(client: NodeClient, node: string): Promise<Map<string, string>> {
  const request = { namespace: "k8s.io", driver: common.ContainerDriver.CRI };
  const { messages } = await client.plainCall(MachineService.Containers, request, node);
  const names = new Map<string, string>();
  for (const { uid, podId, internalId, name } of messages?.[0]?.containers ?? []) {
    if (uid && podId) names.set(`pod${uid}`, podId);
    if (internalId) names.set(internalId, podId === name ? "sandbox" : name ?? "");
  }
  return names;
}
