/**
 * The background process of a cluster, which serves all nodes until it is terminated.
 *
 * @module
 */
import { sleep } from "../async/sleep.ts";
import { OsctlError } from "../errors.ts";
import { isAddressInUse } from "../platform/address_in_use.ts";
import { ensureFolder, writeFileAtomic } from "../platform/files.ts";
import { createSelfCommand } from "../platform/self_command.ts";
import type { System } from "../platform/system.ts";
import { FaultFileReader, readSecrets, type RunningCluster, startCluster } from "../sandbox/mod.ts";
import type { Binding } from "../sandbox/types.ts";
import { type Handshake, ownIdentity } from "./background.ts";
import { CappedLog, type LogOutput } from "./capped_log.ts";
import { ClusterState } from "./cluster_state.ts";
import type { ClusterNode } from "./types.ts";

/** Polling interval of the fault file, milliseconds. */
const FAULT_POLL_MS = 100;

/** Returns bindings that need modules above the sandbox; `cluster` is available once it runs. */
export type ExtraBindings = (system: System, cluster: () => RunningCluster) => readonly Binding[];

/**
 * Serves the cluster whose state is in `stateFolder`. Writes one handshake line to stdout when the
 * nodes listen or the start failed. Returns when the process is terminated.
 */
export async function serveCluster(
  system: System,
  stateFolder: string,
  name: string,
  extra: ExtraBindings = () => [],
): Promise<void> {
  const send = (handshake: Handshake) => system.stdout.write(`${JSON.stringify(handshake)}\n`);
  const state = new ClusterState(stateFolder, name);
  // Windows cannot redirect stderr to a file at the start of the process.
  const stderr = Deno.build.os === "windows" ? appendTo(state.logPath) : system.stderr;
  const log = new CappedLog(stderr, state);
  let cluster: RunningCluster;
  try {
    cluster = await start(system, state, log, extra(system, () => cluster));
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    const { kind, message, hint } = error;
    await send({ error: { kind, message, ...(hint === undefined ? {} : { hint }) } });
    throw error;
  }
  try {
    await send({ ready: true });
    await state.writeProcess({ ...await ownIdentity(Deno.pid, system.spawn), isServing: true });
    await followFaultFile(system, state, log, cluster);
  } finally {
    await cluster.stop();
  }
}

/** Creates an output that appends to a file. */
function appendTo(path: string): LogOutput {
  return { write: (text) => Deno.writeTextFile(path, text, { append: true }) };
}

async function start(
  system: System,
  state: ClusterState,
  log: CappedLog,
  bindings: readonly Binding[],
): Promise<RunningCluster> {
  const record = await state.readRecord();
  if (record === undefined) {
    throw new OsctlError("input", `cluster "${state.name}" not found in "${state.folder}"`);
  }
  await state.writeProcess({ ...await ownIdentity(Deno.pid, system.spawn), isServing: false });
  const nodesFolder = `${state.folder}/nodes`;
  await ensureFolder(nodesFolder, 0o700);
  const secrets = await readSecrets(state.secretsPath);
  const cluster = await whileInUse(system, () =>
    startCluster({
      name: record.name,
      nodes: record.nodes.map((node) => ({
        ...node,
        type: node.type === "controlplane" ? "controlplane" : "worker",
        // The nodes of a cluster file receive their first configuration over the API.
        configured: node.type !== "unconfigured" && record.declared === undefined,
      })),
      secrets,
      nodesFolder,
      ...(record.apiPort === undefined ? {} : { apiPort: record.apiPort }),
      ...(record.osVersion === undefined ? {} : { osVersion: record.osVersion }),
      ...(record.kubernetesVersion === undefined
        ? {}
        : { kubernetesVersion: record.kubernetesVersion }),
    }, {
      clock: system.clock,
      random: system.random,
      bindings,
      // The processes of pods need a shell of POSIX.
      ...Deno.build.os === "windows" ? {} : {
        podRunner: {
          spawn: system.spawn,
          self: createSelfCommand,
          env: runtimeVariables(system),
        },
      },
      report: (error, where) => void log.report(error, where),
    })).catch((error) => {
      throw addressError(error, record.nodes);
    });
  await state.writeRecord({ ...record, phase: "ready" });
  return cluster;
}

/** Returns variables that the runtime of a child needs: its cache, and its program path. */
function runtimeVariables({ env, home }: Pick<System, "env" | "home">): Record<string, string> {
  const { get } = env;
  return {
    PATH: get("PATH") ?? "/usr/bin:/bin",
    DENO_DIR: get("DENO_DIR") ?? `${home}/.cache/deno`,
    DENO_NO_UPDATE_CHECK: "1",
  };
}

/** Attempts to listen, and their interval in milliseconds. */
const ATTEMPTS = 50;
const RETRY_MS = 100;

/**
 * Starts again while the addresses are in use. The process of a start that was killed ends as soon as
 * its nodes listen, when it cannot report that.
 */
async function whileInUse<T>(
  { clock, signal }: Pick<System, "clock" | "signal">,
  start: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (!isAddressInUse(error) || attempt === ATTEMPTS) throw error;
    }
    await sleep(clock, RETRY_MS, signal);
  }
}

/** Converts EADDRINUSE to an error for the user; returns any other error as it is. */
function addressError(error: unknown, nodes: readonly ClusterNode[]): unknown {
  if (!isAddressInUse(error)) return error;
  const addresses = nodes.map(({ address, port }) => `${address}:${port}`).join(", ");
  return new OsctlError("unsupported", `one of the addresses ${addresses} is in use`, {
    hint: "try again, or set another network with --cidr",
    cause: error,
  });
}

/** Applies changes of the fault file until the process is terminated. */
async function followFaultFile(
  system: System,
  state: ClusterState,
  log: CappedLog,
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
      // A manually edited file may be invalid; the active rules stay in force.
      if (!(error instanceof OsctlError)) throw error;
      await log.write(error.message);
    }
    // Rejects only when the process is to stop, which ends the loop.
    await sleep(clock, FAULT_POLL_MS, signal).catch(() => {});
  }
}
