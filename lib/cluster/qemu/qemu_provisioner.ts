/**
 * The QEMU provisioner: clusters of virtual machines on Linux.
 *
 * @module
 */
import { sleep } from "../../async/sleep.ts";
import { NODE_API_PORT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { parseIp } from "../../pki/ip.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import { ensureFolder, exists, readTextIfPresent, withFileErrors } from "../../platform/files.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { dirname, resolve } from "../../platform/paths.ts";
import type { SelfCommand } from "../../platform/self_command.ts";
import { startBackground } from "../background.ts";
import { ClusterState } from "../cluster_state.ts";
import { clusterNames, unknownClusterError } from "../list_clusters.ts";
import { planCluster } from "../plan_cluster.ts";
import { isAlive } from "../process_identity.ts";
import { rollBack, rollBackCluster } from "../roll_back.ts";
import {
  type ClusterRecord,
  type ClusterStatus,
  type CreatedNodes,
  type CreateRequest,
  type DestroyOptions,
  isControlPlane,
  type ListedCluster,
  type MachineConfigs,
  type PreparedCluster,
  type Provisioner,
  type ProvisionerSystem,
  type Report,
} from "../types.ts";
import { type Architecture, parseArchitecture } from "./architecture.ts";
import { type Chaos, parseChaos } from "./chaos.ts";
import { clusterFiles, type ClusterSpec, readSpec, writeSpec } from "./cluster_spec.ts";
import { type BootFiles, createMachines } from "./create_machines.ts";
import { type DiskPlan, hasDirectIo, planDisks } from "./disks.ts";
import { resolveAsset } from "./download.ts";
import { createKmsKey } from "./kms.ts";
import { machineSettings, needsKms, type PublishedEndpoints } from "./machine_settings.ts";
import { machineStates, request as requestMachine } from "./machine_states.ts";
import { bridgeName, planTap, removeNetwork } from "./network.ts";
import { checkHost, type HostFacts } from "./preflight.ts";
import { powerOn } from "./power_socket.ts";
import { findProcesses, stopProcesses } from "./processes.ts";
import { connectNamespace, inNamespaces } from "./rootless.ts";
import { removeStateFolder } from "./state_folder.ts";
import { readState, writeState } from "./state_file.ts";
import { longestSocket, machineFiles } from "./virtual_machine.ts";

/** A checked request. */
interface QemuPlan {
  readonly request: CreateRequest;
  readonly cluster: ReturnType<typeof planCluster>;
  readonly architecture: Architecture;
  readonly disks: DiskPlan;
  readonly chaos: Chaos | undefined;
  readonly folder: string;
  /** Ports of 127.0.0.1 of a rootless cluster, for the node API and the Kubernetes API. */
  readonly published: { readonly node: number; readonly kubernetes: number } | undefined;
}

/** Host facts and boot files of the preflight. */
interface Preflight {
  readonly facts: HostFacts;
  readonly boot: BootFiles;
}

/** Lines of each log in a crash dump. */
const DUMP_LINES = 5000;
/** Time for guests to power off, milliseconds. */
const POWER_OFF_MS = 15_000;
/** Time for machines that are turned on to start, milliseconds. */
const TURN_ON_MS = 10_000;
const POLL_MS = 100;

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
    const plan = await this.#plan(request);
    const { flags, release } = request;
    let preflight: Preflight | undefined;
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
        preflight = await this.#preflight(plan, report);
      },
      create: async (configs, report) => {
        if (configs === undefined || preflight === undefined) {
          throw new TypeError("virtual machines need configurations and checks");
        }
        return await this.#createOrRemove(plan, preflight, configs, report);
      },
    };
  }

  async #plan(request: CreateRequest): Promise<QemuPlan> {
    const { flags, release, stateFolder } = request;
    if (flags.withNodelink !== "" && flags.withNodelink !== "none") {
      throw new OsctlError("unsupported", "this build has no SideroLink agent", {
        hint: "remove --with-nodelink",
      });
    }
    if (flags.rootless && flags.withApplyConfig) {
      throw new OsctlError("usage", "--with-apply-config cannot reach the nodes of --rootless", {
        hint: "remove one of them",
      });
    }
    for (const server of flags.nameservers) requireAddress("--nameservers", server);
    for (const cidr of flags.noMasqueradeCidrs) requireNetwork("--no-masquerade-cidrs", cidr);
    const chaos = parseChaos(flags.withNetworkChaos, {
      latency: flags.withNetworkLatency,
      jitter: flags.withNetworkJitter,
      loss: flags.withNetworkPacketLoss,
      reorder: flags.withNetworkPacketReorder,
      corrupt: flags.withNetworkPacketCorrupt,
      bandwidth: flags.withNetworkBandwidth,
    });
    const [node, kubernetes] = flags.rootless ? await freePorts(2) : [];
    return {
      request,
      cluster: planCluster(request, this.#system),
      architecture: parseArchitecture(flags.arch),
      disks: planDisks(flags, release),
      chaos,
      folder: new ClusterState(stateFolder, flags.name).folder,
      published: node === undefined || kubernetes === undefined ? undefined : { node, kubernetes },
    };
  }

  /** Downloads boot files and checks the host. */
  async #preflight(plan: QemuPlan, report: Report): Promise<Preflight> {
    const { request: { flags, stateFolder }, cluster, architecture, disks } = plan;
    const boot = await this.#bootFiles(plan, report);
    const all = cluster.nodes.flatMap((node) =>
      disks[isControlPlane(node) ? "controlPlane" : "worker"]
    );
    const facts = await checkHost(
      {
        architecture,
        uefi: flags.withUefi,
        firmwareFolders: flags.extraUefiSearchPaths,
        tpm: flags.withTpm2,
        isRootless: flags.rootless,
        name: cluster.name,
        cidrs: cluster.network.cidrs,
        chaos: plan.chaos,
        hasPxe: flags.ipxeBootScript !== "",
        bootFiles: {
          "--vmlinuz-path": boot.kernel,
          "--initrd-path": boot.initrd,
          "--iso-path": boot.iso,
          "--disk-image-path": boot.diskImage,
        },
        longestSocket: longestSocket(
          plan.folder,
          cluster.nodes.map(({ name }) => name),
          flags.withTpm2,
        ),
        memory: cluster.nodes.reduce((sum, { memory }) => sum + memory, 0),
        disk: flags.diskPreallocate ? all.reduce((sum, { size }) => sum + size, 0) : 0,
        diskFolder: await existingParent(stateFolder),
      },
      this.#system,
      report,
    );
    return { facts, boot };
  }

  /** Returns the boot files that are used, downloaded if they are URLs. */
  async #bootFiles(plan: QemuPlan, report: Report): Promise<BootFiles> {
    const { flags } = plan.request;
    const { home, signal, cwd } = this.#system;
    const file = async (value: string) => {
      if (value === "") return "";
      const named = value.replaceAll("${ARCH}", plan.architecture);
      return resolve(cwd, await resolveAsset(named, { home, signal, report }));
    };
    const isDirect = flags.ipxeBootScript === "" && flags.isoPath === "" &&
      (flags.diskImagePath === "" || !flags.withBootloader);
    return {
      kernel: isDirect ? await file(flags.vmlinuzPath) : "",
      initrd: isDirect ? await file(flags.initrdPath) : "",
      iso: flags.ipxeBootScript === "" ? await file(flags.isoPath) : "",
      diskImage: await file(flags.diskImagePath),
    };
  }

  async #createOrRemove(
    plan: QemuPlan,
    preflight: Preflight,
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
    { facts, boot }: Preflight,
    configs: MachineConfigs,
    report: Report,
  ): Promise<CreatedNodes> {
    const { cluster, folder, disks, architecture } = plan;
    const { flags, stateFolder } = plan.request;
    const state = new ClusterState(stateFolder, flags.name);
    const record = this.#record(plan);
    await state.writeRecord(record);
    await report(`creating ${cluster.nodes.length} virtual machines`);
    const apiPorts = await freePorts(cluster.nodes.length);
    const pxeFile = facts.pxeImage === undefined
      ? ""
      : await this.#copyPxeImage(folder, facts.pxeImage);
    const host = this.#system;
    await createMachines({
      ...{ folder, plan: cluster, disks, flags, architecture, facts, boot, configs, apiPorts },
      ...{ pxeFile, host, report },
    });
    if (needsKms(flags)) await createKmsKey(clusterFiles(folder).kmsKey, this.#system.random);
    this.#system.signal.throwIfAborted();
    await writeSpec(folder, await this.#spec(plan, facts, pxeFile));
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

  #record({ cluster, disks, request, published }: QemuPlan): ClusterRecord {
    const { flags } = request;
    const gateway = cluster.vip ?? cluster.network.gateways[0]!;
    const host = gateway.includes(":") ? `[${gateway}]` : gateway;
    return {
      name: cluster.name,
      provisioner: "qemu",
      phase: "creating",
      createdAt: this.#system.clock.now(),
      network: cluster.network,
      nodes: cluster.nodes.map((node) => ({
        name: node.name,
        type: node.type,
        address: node.addresses[0]!,
        addresses: node.addresses,
        port: NODE_API_PORT,
        nanoCpus: node.nanoCpus,
        memory: node.memory,
        disk: disks[isControlPlane(node) ? "controlPlane" : "worker"][0]!.size,
      })),
      apiPort: flags.controlPlanePort,
      kubernetesEndpoint: published === undefined
        ? `https://${host}:${cluster.apiPort}`
        : `https://127.0.0.1:${published.kubernetes}`,
      ca: "",
    };
  }

  async #spec(plan: QemuPlan, facts: HostFacts, pxeFile: string): Promise<ClusterSpec> {
    const { cluster, chaos, published, folder } = plan;
    const { flags } = plan.request;
    const { network, apiPort } = cluster;
    const nodes = cluster.nodes.map(({ name }, index) => ({
      name,
      tap: planTap(cluster.name, name, index),
    }));
    const controlPlanes = (port: number) =>
      cluster.nodes.filter(isControlPlane)
        .map(({ addresses }) => ({ hostname: addresses[0]!, port }));
    const publish = (port: number, target: number) => ({
      listen: { hostname: "0.0.0.0", port },
      upstreams: controlPlanes(target),
    });
    return {
      name: cluster.name,
      network: {
        bridge: bridgeName(cluster.name),
        cidrs: network.cidrs,
        gateways: network.gateways,
        mtu: network.mtu,
        taps: nodes.map(({ tap }) => tap),
        noMasquerade: flags.noMasqueradeCidrs,
        chaos,
      },
      nodes,
      forwards: [
        {
          listen: { hostname: network.gateways[0]!, port: apiPort },
          upstreams: controlPlanes(apiPort),
        },
        ...published === undefined ? [] : [
          publish(published.node, NODE_API_PORT),
          publish(published.kubernetes, apiPort),
        ],
      ],
      kms: needsKms(flags),
      pxe: pxeFile === ""
        ? undefined
        : { folder: clusterFiles(folder).tftp, file: pxeFile, script: flags.ipxeBootScript },
      emulator: facts.emulator,
      hasDirectIo: await hasDirectIo(folder, this.#system),
      rootlessPorts: published === undefined ? undefined : [published.node, published.kubernetes],
    };
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
    if (process === undefined) throw new OsctlError("file", "process.json is missing");
    await connectNamespace({ folder: state.folder, pid: process.pid, ports, host: this.#system });
  }

  /** @inheritdoc */
  async status(stateFolder: string, name: string): Promise<ClusterStatus> {
    const state = new ClusterState(stateFolder, name);
    const record = await readRecord(state);
    if (record === undefined) {
      if (await state.entries() === undefined) throw await unknownClusterError(stateFolder, name);
      throw incompleteCluster(state);
    }
    const running = await this.#isRunning(state);
    if (record.phase === "creating" && !running) throw incompleteCluster(state);
    return { record, running, states: await machineStates(state.folder, record, this.#system) };
  }

  /** Returns whether the background process runs, or a launcher of the reference client. */
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
      return { name, provisioner: "qemu", state: "incomplete", record: undefined };
    }
  }

  /** @inheritdoc */
  async start(stateFolder: string, name: string, report: Report): Promise<ClusterRecord> {
    const state = new ClusterState(stateFolder, name);
    const status = await this.status(stateFolder, name);
    const { record } = status;
    await requireOwn(state);
    if (status.running) {
      await this.#turnOn(state, status, report);
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

  /** Turns on the machines of a running cluster that are off, and continues paused ones. */
  async #turnOn(
    { folder }: ClusterState,
    { record, states = new Map() }: ClusterStatus,
    report: Report,
  ): Promise<void> {
    const { clock, signal } = this.#system;
    for (const [name, state] of states) {
      const { control, power } = machineFiles(folder, name);
      if (state === "stopped") await powerOn(power);
      else if (state === "paused") await requestMachine(control, this.#system, "cont");
      else continue;
      await report(`${state === "paused" ? "resumed" : "turned on"} "${name}"`);
    }
    const deadline = clock.now() + TURN_ON_MS;
    const areOn = async () =>
      [...(await machineStates(folder, record, this.#system)).values()]
        .every((state) => state === "running");
    while (!await areOn() && clock.now() < deadline) await sleep(clock, POLL_MS, signal);
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
        await this.#powerOff(state, record);
      }
      await stopProcesses(state.folder, this.#system);
      await removeNetwork(this.#system, bridgeName(name));
      return record;
    });
  }

  /** Presses the power buttons, and waits for a limited time: a Talos node halts without an event. */
  async #powerOff(state: ClusterState, record: ClusterRecord): Promise<void> {
    const { clock, signal } = this.#system;
    await Promise.all(record.nodes.map(async (node) => {
      const { control } = machineFiles(state.folder, node.name);
      await requestMachine(control, this.#system, "system_powerdown").catch((error) => {
        // It is off, or not responding.
        if (!(error instanceof OsctlError)) throw error;
      });
    }));
    const deadline = clock.now() + POWER_OFF_MS;
    while (clock.now() < deadline) {
      const states = await machineStates(state.folder, record, this.#system);
      if ([...states.values()].every((one) => one === "stopped")) return;
      await sleep(clock, POLL_MS, signal);
    }
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

  /** Runs `action` with the cluster's lock; fails when another process has it. */
  async #locked<T>(state: ClusterState, action: () => Promise<T>): Promise<T> {
    const { clock } = this.#system;
    // In the folder, so that a lock file that a killed process leaves is removed with it.
    return await withFileLock(`${state.folder}/cluster.json`, { clock, timeoutMs: 0 }, action);
  }
}

/** Reads the record of this program, or that of the reference client. */
async function readRecord(state: ClusterState): Promise<ClusterRecord | undefined> {
  const record = await state.readRecord();
  return record ?? (await readState(clusterFiles(state.folder).state))?.record;
}

/** Ignores invalid state files with `force`. */
async function unlessForced<T>(
  force: boolean,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (force && error instanceof OsctlError && error.kind === "input") return undefined;
    throw error;
  }
}

async function refuseExisting(state: ClusterState): Promise<void> {
  if (await state.entries() !== undefined) throw existingCluster(state);
}

/** Creates the folder of a cluster, which must not exist. */
async function createFolder(state: ClusterState): Promise<void> {
  await withFileErrors("create the directory", state.folder, async () => {
    try {
      await Deno.mkdir(state.folder, { mode: 0o700 });
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) throw existingCluster(state);
      throw error;
    }
  });
}

function existingCluster(state: ClusterState): OsctlError {
  return new OsctlError("input", `cluster "${state.name}" already exists`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${state.name}`,
  });
}

/** @throws {OsctlError} When the reference client created the cluster, which cannot be restarted. */
async function requireOwn(state: ClusterState): Promise<void> {
  if (await exists(clusterFiles(state.folder).spec)) return;
  throw new OsctlError("unsupported", `another client created the cluster "${state.name}"`, {
    hint: "show and destroy are supported",
  });
}

function incompleteCluster(state: ClusterState): OsctlError {
  return new OsctlError("input", `cluster "${state.name}" is incomplete`, {
    hint: `remove it with: osctl cluster destroy --name ${state.name}`,
  });
}

function publishedEndpoints({ published }: QemuPlan): PublishedEndpoints | undefined {
  if (published === undefined) return undefined;
  const { node, kubernetes } = published;
  return { node: `127.0.0.1:${node}`, kubernetes: `127.0.0.1:${kubernetes}` };
}

/** Returns different free TCP ports. */
function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from(
    { length: count },
    () => Deno.listen({ hostname: "0.0.0.0", port: 0 }),
  );
  const ports = listeners.map(({ addr }) => addr.port);
  for (const listener of listeners) listener.close();
  return Promise.resolve(ports);
}

/** Returns the next existing folder on the way to the root. */
async function existingParent(path: string): Promise<string> {
  let folder = path;
  while (!(await exists(folder))) folder = dirname(folder);
  return folder;
}

function requireAddress(flag: string, text: string): void {
  if (parseIp(text) !== undefined) return;
  throw new OsctlError("usage", `"${text}" in ${flag} is not an IP address`);
}

function requireNetwork(flag: string, text: string): void {
  const [address = "", length = "", ...rest] = text.split("/");
  const bytes = parseIp(address)?.length;
  const isValid = bytes !== undefined && /^\d{1,3}$/.test(length) && rest.length === 0 &&
    Number(length) <= 8 * bytes;
  if (isValid) return;
  throw new OsctlError("usage", `"${text}" in ${flag} is not a network`, {
    hint: "use CIDR notation, such as 10.5.0.0/24",
  });
}
