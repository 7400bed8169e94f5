/**
 * Health checks of machines: reachability, memory, disks, diagnostics, boot.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { toNodeFailure } from "../../client/node_error.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { toExactInteger } from "../../output/integer.ts";
import type { Kind } from "../../resource/client.ts";
import { RpcError, StatusCode } from "../../rpc/mod.ts";
import type { YamlData } from "../../yaml/mod.ts";
import { callNodes, fromNodes, listResources, requireNone } from "./call_nodes.ts";
import { allNodes } from "./cluster_nodes.ts";
import type { ClusterNode, HealthTarget } from "./types.ts";

const MIB = 1024 * 1024;
/** Minimum memory: 2 GiB and 1 GiB, less what firmware and kernel reserve. */
const MIN_MEMORY_MIB = { controlPlane: 2048 - 350, worker: 1024 - 150 };
/** Minimum size of the system disk. */
const MIN_DISK_MIB = 6 * 1024;
/** Space of the other partitions of the system disk. */
const OTHER_PARTITIONS_MIB = 1400;

const MOUNTS = { namespace: "runtime", type: `MountStatuses.runtime.${DOMAIN}` };
const VOLUMES = { namespace: "runtime", type: `VolumeStatuses.block.${DOMAIN}` };
const DIAGNOSTICS = { namespace: "runtime", type: `Diagnostics.runtime.${DOMAIN}` };
const MACHINE_STATUSES = { namespace: "runtime", type: `MachineStatuses.runtime.${DOMAIN}` };
/** Partition of the data of services and containers. */
const EPHEMERAL = "EPHEMERAL";

/** Checks that the node API of every node responds. */
export async function checkApi(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  await callNodes(target, MachineService.Version, {}, allNodes(target.cluster), signal);
  return "ok";
}

/** Checks the memory of machines that are not containers. */
export async function checkMemory(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const machines = await listMachines(target, signal);
  const controlPlanes = new Set(target.cluster.controlPlanes);
  const memories = await callNodes(target, MachineService.Memory, {}, machines, signal);
  requireNone(memories.flatMap(({ node, value }) => {
    const actual = Math.floor(Number(toExactInteger(value.meminfo?.memtotal)) / 1024);
    const least = MIN_MEMORY_MIB[controlPlanes.has(node) ? "controlPlane" : "worker"];
    return actual >= least
      ? []
      : [`${node.address} has ${actual} MiB of memory, needs at least ${least} MiB`];
  }));
  return "ok";
}

/** Checks the disk that holds the ephemeral partition, of machines that are not containers. */
export async function checkDisks(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const machines = await listMachines(target, signal);
  const problems = await fromNodes(target, machines, async (node) => {
    const bytes = await readEphemeralSize(target, node, signal);
    if (bytes === undefined) return [];
    const actual = Math.floor(bytes / MIB) + OTHER_PARTITIONS_MIB;
    const least = `needs at least ${MIN_DISK_MIB} MiB`;
    return actual >= MIN_DISK_MIB
      ? []
      : [`${node.address} has a system disk of ${actual} MiB, ${least}`];
  });
  requireNone(problems.flatMap(({ value }) => value));
  return "ok";
}

/**
 * Returns the size of the ephemeral partition, bytes; undefined when the node is too old to report
 * it. Newer nodes report volumes, older ones mounts only.
 */
async function readEphemeralSize(
  target: HealthTarget,
  node: ClusterNode,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { address } = node;
  const list = (code: number, kind: Kind) =>
    unless(code, address, () => listResources(target, kind, address, signal));
  const volumes = await list(StatusCode.permissionDenied, VOLUMES);
  const volume = volumes?.find(({ id }) => id === EPHEMERAL)?.spec["size"];
  if (typeof volume === "number" || typeof volume === "bigint") return Number(volume);
  const statuses = await list(StatusCode.unimplemented, MOUNTS);
  if (statuses === undefined) return undefined;
  const source = statuses.find(({ id }) => id === EPHEMERAL)?.spec["source"];
  if (source === undefined) throw new OsctlError("node", "no ephemeral partition");
  const [mounts] = await callNodes(target, MachineService.Mounts, {}, [node], signal);
  const mount = mounts!.value.stats?.find(({ filesystem }) => filesystem === source);
  if (mount === undefined) {
    throw new OsctlError("node", `ephemeral partition "${source}" is not mounted`);
  }
  return Number(toExactInteger(mount.size));
}

/** Checks that no node reports a diagnostic; skipped where nodes have or permit none. */
export async function checkDiagnostics(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<"ok" | "skipped"> {
  const lists = await fromNodes(
    target,
    allNodes(target.cluster),
    ({ address }) =>
      unless(
        StatusCode.permissionDenied,
        address,
        () => listResources(target, DIAGNOSTICS, address, signal),
      ),
  );
  if (lists.some(({ value }) => value === undefined)) return "skipped";
  requireNone(lists.flatMap(({ node, value }) => {
    if (value!.length === 0) return [];
    const messages = value!.map(({ id, spec }) => String(spec["message"] ?? id));
    return [`${node.address}: ${messages.join(", ")}`];
  }));
  return "ok";
}

/** Checks that every machine has booted. */
export async function checkBoot(target: HealthTarget, signal: AbortSignal): Promise<"ok"> {
  const lists = await fromNodes(
    target,
    allNodes(target.cluster),
    ({ address }) => listResources(target, MACHINE_STATUSES, address, signal),
  );
  requireNone(lists.flatMap(({ node, value }) => {
    const { stage, status } = value[0]?.spec ?? {};
    if (stage === "running") return [];
    const unmet = unmetIn(status);
    const conditions = unmet.length === 0 ? "" : `, unmet: ${unmet.join(", ")}`;
    return [`${node.address} is in stage "${stage ?? "unknown"}"${conditions}`];
  }));
  return "ok";
}

/** Returns the names of the unmet conditions in the status of a machine. */
function unmetIn(status: YamlData | undefined): string[] {
  const conditions = (status as Record<string, YamlData> | undefined)?.["unmetConditions"];
  if (!Array.isArray(conditions)) return [];
  return conditions.map((condition) => String((condition as Record<string, YamlData>)["name"]));
}

async function listMachines(
  target: HealthTarget,
  signal: AbortSignal,
): Promise<readonly ClusterNode[]> {
  const nodes = allNodes(target.cluster);
  const versions = await callNodes(target, MachineService.Version, {}, nodes, signal);
  return versions.filter(({ value }) => value.platform?.mode !== "container")
    .map(({ node }) => node);
}

/** Resolves with undefined when the node returns a status with `code`. */
export async function unless<T>(
  code: number,
  address: string,
  call: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    const failure = error instanceof OsctlError ? toNodeFailure(address, error).error : error;
    if (failure instanceof RpcError && failure.code === code) return undefined;
    throw error;
  }
}
