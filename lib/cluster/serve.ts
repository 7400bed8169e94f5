/**
 * What the background process does: serves every node of a cluster until it is told to stop.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import { ensureFolder, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import { FaultFileReader, readSecrets, type RunningCluster, startCluster } from "../sandbox/mod.ts";
import { type Handshake, ownIdentity } from "./background.ts";
import { ClusterState } from "./state.ts";
import type { ClusterNode } from "./types.ts";

/** How often the fault file is looked at, milliseconds. */
const FAULT_POLL_MS = 100;

/**
 * Serves the cluster whose state is in `stateFolder`. Says on stdout, once, whether the nodes
 * listen; afterwards only stderr is written to. Returns when the process is told to stop.
 */
export async function serveCluster(
  system: System,
  stateFolder: string,
  name: string,
): Promise<void> {
  const say = (handshake: Handshake) => system.stdout.write(`${JSON.stringify(handshake)}\n`);
  const state = new ClusterState(stateFolder, name);
  let cluster: RunningCluster;
  try {
    cluster = await start(system, state);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const { kind, message, hint } = error;
    await say({ error: { kind, message, ...(hint === undefined ? {} : { hint }) } });
    throw error;
  }
  try {
    await say({ ready: true });
    await obeyFaultFile(system, state, cluster);
  } finally {
    await cluster.stop();
  }
}

async function start(system: System, state: ClusterState): Promise<RunningCluster> {
  const record = await state.readRecord();
  if (record === undefined) {
    throw new OsctlError("input", `there is no cluster "${state.name}" in "${state.folder}"`);
  }
  await state.writeProcess(await ownIdentity(Deno.pid, system.spawn));
  const nodesFolder = `${state.folder}/nodes`;
  await ensureFolder(nodesFolder, 0o700);
  const cluster = await startCluster({
    name: record.name,
    nodes: record.nodes.map((node) => ({
      ...node,
      type: node.type === "controlplane" ? "controlplane" : "worker",
      configured: node.type !== "unconfigured",
    })),
    secrets: await readSecrets(state.secretsPath),
    nodesFolder,
  }, {
    clock: system.clock,
    random: system.random,
    report: (error, where) => void report(system, where, error),
  }).catch((error) => {
    throw addressError(error, record.nodes);
  });
  await state.writeRecord({ ...record, phase: "ready" });
  return cluster;
}

/** A taken address is the user's to solve; anything else is a bug. */
function addressError(error: unknown, nodes: readonly ClusterNode[]): unknown {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== "EADDRINUSE") {
    return error;
  }
  const addresses = nodes.map(({ address, port }) => `${address}:${port}`).join(", ");
  return new OsctlError("unsupported", `one of the addresses ${addresses} is in use`, {
    hint: "try again, or give another network with --cidr",
    cause: error,
  });
}

async function report(system: System, where: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.stack ?? error.message : String(error);
  await system.stderr.write(`${where}: ${text}\n`);
}

/** Follows the fault file until the process is told to stop. */
async function obeyFaultFile(
  system: System,
  state: ClusterState,
  cluster: RunningCluster,
): Promise<void> {
  const { clock, signal } = system;
  const reader = new FaultFileReader(state.faultsPath, cluster.faults);
  while (!signal.aborted) {
    try {
      const revision = await reader.refresh();
      if (revision !== undefined) {
        await cluster.applyFaults();
        await writeFileAtomic(state.faultsAppliedPath, `${revision}\n`, { mode: 0o600 });
      }
    } catch (error) {
      // A file written by hand may be wrong; the nodes go on under the rules they have.
      if (!(error instanceof OsctlError)) throw error;
      await system.stderr.write(`${error.message}\n`);
    }
    // Rejects only when the process is to stop, which ends the loop.
    await sleep(clock, FAULT_POLL_MS, signal).catch(() => {});
  }
}
