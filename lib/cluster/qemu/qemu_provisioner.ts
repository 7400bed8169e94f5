/**
 * The QEMU provisioner: clusters of virtual machines on Linux.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import {
  ensureFolder,
  exists,
  readTextIfPresent,
  withFileErrors,
  writeFileAtomic,
} from "../../platform/files.ts";
import type { SelfCommand } from "../../platform/self_command.ts";
import { awaitStart, startBackground } from "../background.ts";
import {
  ClusterState,
  incompleteClusterError,
  LOCK_WAIT_MS,
  unlessForced,
} from "../cluster_state.ts";
import { clusterNames, unknownClusterError } from "../list_clusters.ts";
import { isAlive } from "../process_identity.ts";
import { rollBack, rollBackCluster } from "../roll_back.ts";
import type {
  ClusterRecord,
  ClusterStatus,
  CreatedNodes,
  CreateRequest,
  DestroyOptions,
  ListedCluster,
  MachineConfigs,
  PreparedCluster,
  Provisioner,
  ProvisionerSystem,
  Report,
} from "../types.ts";
import { clusterFiles, readSpec, writeSpec } from "./cluster_spec.ts";
import { createMachines } from "./create_machines.ts";
import { createKmsKey } from "./kms.ts";
import { powerOffMachines, turnOnMachines } from "./machine_power.ts";
import { machineSettings, needsKms } from "./machine_settings.ts";
import { machineStates } from "./machine_states.ts";
import { bridgeName, removeNetwork } from "./network.ts";
import { toRecord, toSpec } from "./plan_documents.ts";
import { freePorts, planMachines, publishedEndpoints, type QemuPlan } from "./plan_machines.ts";
import { type PreparedHost, prepareHost } from "./prepare_host.ts";
import { findProcesses, stopProcesses } from "./processes.ts";
import { createFolder, readRecord, refuseExisting, requireOwn } from "./records.ts";
import { connectNamespace, inNamespaces } from "./rootless.ts";
import { readState, writeState } from "./state_file.ts";
import { removeStateFolder } from "./state_folder.ts";

/** Lines of each log in a crash dump. */
const DUMP_LINES = 5000;

/** Provisions clusters of virtual machines. */
export class QemuProvisioner implements Provisioner {
  readonly name = "qemu";
  readonly #system: ProvisionerSystem;
  readonly #self: (args: readonly string[]) => SelfCommand;

  /** @param self returns the command line that runs this program with given arguments. */
  constructor(system: ProvisionerSystem, self: (args: readonly string[]) => SelfCommand) {
    this.#system = system;
    this.#self = self;
  }

  /** @inheritdoc */
  async prepare(request: CreateRequest): Promise<PreparedCluster> {
    const plan = await planMachines(request, this.#system);
    const { flags, release } = request;
    let preflight: PreparedHost | undefined;
    return {
      machines: machineSettings({
        plan: plan.cluster,
        disks: plan.disks,
        flags,
        architecture: plan.architecture,
        release,
        random: this.#system.random,
        published: publishedEndpoints(plan),
      }),
      preflight: async (report) => {
        const state = new ClusterState(request.stateFolder, flags.name);
        await refuseExisting(state);
        preflight = await prepareHost(plan, this.#system, report);
      },
      create: async (configs, report) => {
        if (configs === undefined || preflight === undefined) {
          throw new TypeError("virtual machines need configurations and checks");
        }
        return await this.#createOrRemove(plan, preflight, configs, report);
      },
    };
  }

  async #createOrRemove(
    plan: QemuPlan,
    preflight: PreparedHost,
    configs: MachineConfigs,
    report: Report,
  ): Promise<CreatedNodes> {
    const { stateFolder, flags } = plan.request;
    const state = new ClusterState(stateFolder, flags.name);
    await ensureFolder(stateFolder, 0o700);
    await createFolder(state);
    return await this.#locked(state, async () => {
      try {
        return await this.#create(plan, preflight, configs, report);
      } catch (error) {
        if (!flags.keep) {
          await rollBackCluster(flags.name, report, async () => {
            await this.#remove(state, bridgeName(flags.name), report);
            await removeStateFolder(state.folder);
          });
        }
        throw error;
      }
    });
  }

  async #create(
    plan: QemuPlan,
    { facts, boot }: PreparedHost,
    configs: MachineConfigs,
    report: Report,
  ): Promise<CreatedNodes> {
    const { cluster, folder, disks, architecture } = plan;
    const { flags, stateFolder } = plan.request;
    const state = new ClusterState(stateFolder, flags.name);
    const record = toRecord(plan, this.#system.clock.now());
    await state.writeRecord(record);
    await report(`creating ${cluster.nodes.length} virtual machines`);
    const apiPorts = await freePorts(cluster.nodes.length);
    const pxeFile = facts.pxeImage === undefined
      ? ""
      : await this.#copyPxeImage(folder, facts.pxeImage);
    const host = this.#system;
    await createMachines({
      folder,
      plan: cluster,
      disks,
      flags,
      architecture,
      facts,
      boot,
      configs,
      apiPorts,
      pxeFile,
      host,
      report,
    });
    if (needsKms(flags)) await createKmsKey(clusterFiles(folder).kmsKey, this.#system.random);
    this.#system.signal.throwIfAborted();
    await writeSpec(folder, await toSpec(plan, { facts, pxeFile }, host));
    await this.#startProcess(state, stateFolder);
    const machines = cluster.nodes.map(({ uuid }, index) => ({
      uuid,
      apiPort: apiPorts[index]!,
      hasTpm: flags.withTpm2,
    }));
    const ready: ClusterRecord = { ...record, phase: "ready" };
    const path = clusterFiles(folder).state;
    await writeState(path, folder, ready, machines, flags.noMasqueradeCidrs);
    await state.writeRecord(ready);
    return { record: ready };
  }

  async #copyPxeImage(folder: string, image: string): Promise<string> {
    const { tftp } = clusterFiles(folder);
    const name = image.slice(image.lastIndexOf("/") + 1);
    await ensureFolder(tftp, 0o700);
    await withFileErrors("copy", image, () => Deno.copyFile(image, `${tftp}/${name}`));
    return name;
  }

  /** Starts the background process, and waits until every machine has started. */
  async #startProcess(state: ClusterState, stateFolder: string): Promise<void> {
    const { spawn, signal } = this.#system;
    const { rootlessPorts: ports } = await readSpec(state.folder);
    const { log } = clusterFiles(state.folder);
    await writeFileAtomic(log, "", { mode: 0o600 });
    const self = this.#self(["cluster", "qemu-run", "--name", state.name, "--state", stateFolder]);
    await startBackground({
      self: ports === undefined ? self : await inNamespaces(self, this.#system),
      logPath: log,
      cwd: state.folder,
      spawn,
      signal,
    });
    if (ports === undefined) return;
    const process = await state.readProcess();
    if (process === undefined) {
      throw new OsctlError("file", `the state of cluster "${state.name}" has no process`, {
        hint: `run: osctl cluster destroy --name ${state.name}`,
      });
    }
    await connectNamespace({ folder: state.folder, pid: process.pid, ports, host: this.#system });
  }

  /** @inheritdoc */
  async status(stateFolder: string, name: string): Promise<ClusterStatus> {
    const state = new ClusterState(stateFolder, name);
    const record = await readRecord(state);
    if (record === undefined) {
      if (await state.entries() === undefined) throw await unknownClusterError(stateFolder, name);
      throw incompleteClusterError(state);
    }
    const running = await this.#isRunning(state);
    if (record.phase === "creating" && !running) throw incompleteClusterError(state);
    return { record, running, states: await machineStates(state.folder, record, this.#system) };
  }

  /** Returns whether the background process runs, or a launcher of talosctl. */
  async #isRunning(state: ClusterState): Promise<boolean> {
    const process = await state.readProcess();
    if (process !== undefined) return await isAlive(process, this.#system.spawn);
    return (await findProcesses(state.folder, this.#system.spawn)).length > 0;
  }

  /** @inheritdoc */
  async list(stateFolder: string): Promise<ListedCluster[]> {
    if (Deno.build.os !== "linux") return [];
    const all = await Promise.all(
      (await clusterNames(stateFolder)).map((name) =>
        this.#listed(new ClusterState(stateFolder, name))
      ),
    );
    return all.filter((listed) => listed !== undefined);
  }

  async #listed(state: ClusterState): Promise<ListedCluster | undefined> {
    const { name } = state;
    try {
      const record = await readRecord(state);
      if (record?.provisioner !== "qemu") return undefined;
      const isRunning = await this.#isRunning(state);
      const stopped = record.phase === "creating" ? "incomplete" : "stopped";
      return { name, provisioner: "qemu", state: isRunning ? "running" : stopped, record };
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      const isOwn = await exists(clusterFiles(state.folder).state);
      if (!isOwn) return undefined;
      return { name, provisioner: "qemu", state: "unreadable", record: undefined };
    }
  }

  /** @inheritdoc */
  async awaitStart(stateFolder: string, name: string): Promise<void> {
    await awaitStart(new ClusterState(stateFolder, name), this.#system);
  }

  /** @inheritdoc */
  async start(stateFolder: string, name: string, report: Report): Promise<ClusterRecord> {
    const state = new ClusterState(stateFolder, name);
    const status = await this.status(stateFolder, name);
    const { record } = status;
    await requireOwn(state);
    if (status.running) {
      await turnOnMachines(state.folder, status, this.#system, report);
      return record;
    }
    return await this.#locked(state, async () => {
      if (await this.#isRunning(state)) return record;
      // A background process that was killed may leave programs.
      await stopProcesses(state.folder, this.#system);
      await report(`starting ${record.nodes.length} virtual machines`);
      try {
        await this.#startProcess(state, stateFolder);
      } catch (error) {
        // Machines may run, of which no port is published.
        await rollBack(report, () => this.#remove(state, bridgeName(name), report));
        throw error;
      }
      return record;
    });
  }

  /** @inheritdoc */
  async stop(stateFolder: string, name: string, report: Report): Promise<ClusterRecord> {
    const state = new ClusterState(stateFolder, name);
    await this.status(stateFolder, name);
    await requireOwn(state);
    return await this.#locked(state, async () => {
      const { record, running } = await this.status(stateFolder, name);
      if (running) {
        await report(`stopping ${record.nodes.length} virtual machines`);
        await powerOffMachines(state.folder, record, this.#system);
      }
      await stopProcesses(state.folder, this.#system);
      await removeNetwork(this.#system, bridgeName(name));
      return record;
    });
  }

  /** @inheritdoc */
  async destroy(
    stateFolder: string,
    name: string,
    { force, report, signal, cleanUp }: DestroyOptions,
  ): Promise<ClusterRecord | undefined> {
    const state = new ClusterState(stateFolder, name);
    if (await state.entries() === undefined) throw await unknownClusterError(stateFolder, name);
    return await this.#locked(state, async () => {
      signal.throwIfAborted();
      const record = await unlessForced(force, () => readRecord(state));
      const made = await unlessForced(force, () => readState(clusterFiles(state.folder).state));
      try {
        await this.#remove(state, made?.bridge ?? bridgeName(name), report);
      } catch (error) {
        if (!force || !(error instanceof OsctlError)) throw error;
        await report(error.message);
      }
      if (record !== undefined) await cleanUp(record);
      await removeStateFolder(state.folder);
      return record;
    });
  }

  /** Stops the processes and removes the network. */
  async #remove(state: ClusterState, bridge: string, report: Report): Promise<void> {
    const found = await findProcesses(state.folder, this.#system.spawn);
    await stopProcesses(state.folder, this.#system);
    if (found.length > 0) await report(`stopped ${found.length} processes`);
    await removeNetwork(this.#system, bridge);
  }

  /** @inheritdoc */
  async *logs(stateFolder: string, name: string): AsyncIterable<string> {
    const { folder } = new ClusterState(stateFolder, name);
    const names: string[] = [];
    await withFileErrors("read the directory", folder, async () => {
      for await (const entry of Deno.readDir(folder)) {
        if (entry.name.endsWith(".log")) names.push(entry.name);
      }
    });
    for (const file of names.sort()) {
      const text = await readTextIfPresent(`${folder}/${file}`) ?? "";
      const tail = text.split("\n").slice(-DUMP_LINES - 1).join("\n");
      yield `${file}\n${"=".repeat(file.length)}\n\n${tail}\n`;
    }
  }

  /** Runs `action` with the cluster's lock; fails when another process keeps it. */
  async #locked<T>(state: ClusterState, action: () => Promise<T>): Promise<T> {
    const { clock } = this.#system;
    // In the folder, so that a lock file that a killed process leaves is removed with it.
    return await withFileLock(
      `${state.folder}/cluster.json`,
      { clock, timeoutMs: LOCK_WAIT_MS },
      action,
    );
  }
}
