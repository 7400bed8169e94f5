/**
 * The docker provisioner: nodes are privileged containers on a network of their own. Everything is
 * found again by labels; the state folder has only what the client configuration needs.
 *
 * @module
 */
import { settleAll } from "../../async/settle_all.ts";
import { NODE_API_PORT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { type Contract, hasFeature } from "../../machineconfig/generate/mod.ts";
import { parseIp } from "../../pki/ip.ts";
import { ensureFolder } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { ClusterState, isClusterName, lockCluster } from "../cluster_state.ts";
import { planCluster } from "../plan_cluster.ts";
import { rollBackCluster } from "../roll_back.ts";
import type {
  ClusterRecord,
  ClusterStatus,
  CreatedNodes,
  CreateRequest,
  DestroyOptions,
  ListedCluster,
  MachineConfigs,
  MachineSettings,
  NodeState,
  PreparedCluster,
  Provisioner,
  ProvisionerSystem,
  Report,
} from "../types.ts";
import { planAccess, urlOf } from "./access.ts";
import { readArchiveImage } from "./archive_image.ts";
import { readLogs } from "./container_logs.ts";
import { createContainers, createNetwork } from "./create_containers.ts";
import { EngineClient } from "./engine.ts";
import { listContainerClusters } from "./list_clusters.ts";
import { listContainers } from "./list_objects.ts";
import { nameOfContainer } from "./objects.ts";
import { parsePorts, type PublishedPort } from "./ports.ts";
import { checkDocker, type Preflight } from "./preflight.ts";
import { provideImage } from "./provide_image.ts";
import { readCluster, toNodeState } from "./read_cluster.ts";
import {
  brokenState,
  completeRecord,
  readRecord,
  readState,
  refuseExisting,
  requireEngine,
} from "./records.ts";
import { removeObjects } from "./remove.ts";

/** The interface of a container, which the engine configures. */
const INTERFACE: Data = { interface: "eth0", ignore: true };
/** Time that the engine may take for requests of a client that was killed, milliseconds. */
const SETTLE_MS = 1000;
/** Time for a node to stop, seconds. */
const STOP_SECONDS = 10;

/** A checked request. */
interface Request {
  readonly create: CreateRequest;
  readonly settings: MachineSettings;
  readonly image: string;
  /** Path of `--image-archive`; undefined without one. */
  readonly archive: string | undefined;
  /** Ports of the first control plane. */
  readonly ports: readonly PublishedPort[];
}

/** Provisions clusters of containers. */
export class DockerProvisioner implements Provisioner {
  readonly name = "docker";
  readonly #system: ProvisionerSystem;
  #engine: Promise<EngineClient> | undefined;

  constructor(system: ProvisionerSystem) {
    this.#system = system;
  }

  /** @inheritdoc */
  async prepare(create: CreateRequest): Promise<PreparedCluster> {
    const { flags, stateFolder } = create;
    const state = new ClusterState(stateFolder, flags.name);
    const plan = planCluster(create, this.#system);
    const archive = flags.imageArchive === ""
      ? undefined
      : resolve(this.#system.cwd, flags.imageArchive);
    const image = archive === undefined || create.given.has("image")
      ? flags.image
      : await readArchiveImage(archive);
    const namedPorts = parsePorts(flags.exposedPorts, flags.dockerHostIp);
    const access = await planAccess(create, plan.nodes[0]!.addresses[0]!, this.#system);
    const settings: MachineSettings = {
      plan,
      mode: "container",
      installDisk: "",
      versionImage: image,
      endpoints: access.endpoints,
      additionalSans: access.sans,
      clusterEndpoint: urlOf(plan.vip ?? plan.nodes[0]!.addresses[0]!, plan.apiPort),
      kubernetesEndpoint: plan.vip === undefined
        ? access.kubernetesEndpoint
        : urlOf(plan.vip, plan.apiPort),
      networkInterface: INTERFACE,
      config: (contract) => toConfig(create, contract),
    };
    const ports = [...access.ports, ...namedPorts];
    const request: Request = { create, settings, image, archive, ports };
    // The free ports of v1.8 were checked by their selection.
    const checkedPorts = create.release === "v1.4" ? ports : namedPorts;
    let checked: Preflight | undefined;
    return {
      machines: settings,
      preflight: async (report) => {
        await refuseExisting(state);
        const engine = await this.#connect();
        checked = await checkDocker(
          engine,
          { plan, image, archive, ports: checkedPorts },
          this.#system,
          report,
        );
      },
      create: async (configs, report) => {
        if (configs === undefined || checked === undefined) throw new TypeError("not prepared");
        const { isImageMissing } = checked;
        await ensureFolder(stateFolder, 0o700);
        return await lockCluster(state, this.#system, async () => {
          await refuseExisting(state);
          return await this.#create(state, request, { configs, isImageMissing, report });
        });
      },
    };
  }

  async #create(
    state: ClusterState,
    request: Request,
    { configs, isImageMissing, report }: {
      readonly configs: MachineConfigs;
      readonly isImageMissing: boolean;
      readonly report: Report;
    },
  ): Promise<CreatedNodes> {
    const { signal, clock } = this.#system;
    const { create: { flags }, settings } = request;
    const { plan } = settings;
    const engine = await this.#connect();
    const record: ClusterRecord = {
      name: plan.name,
      provisioner: this.name,
      phase: "creating",
      createdAt: clock.now(),
      network: plan.network,
      nodes: plan.nodes.map(({ name, type, addresses, nanoCpus, memory }) => ({
        name,
        type,
        address: addresses[0]!,
        port: NODE_API_PORT,
        addresses,
        nanoCpus,
        memory,
      })),
      apiPort: plan.apiPort,
      kubernetesEndpoint: settings.kubernetesEndpoint,
      engine: engine.address,
      ca: "",
    };
    try {
      await state.create();
      await state.writeRecord(record);
      const wanted = { image: request.image, archive: request.archive, isMissing: isImageMissing };
      const image = await provideImage(engine, wanted, this.#system, report);
      signal.throwIfAborted();
      await report(`creating network ${plan.network.cidr} and ${plan.nodes.length} containers`);
      await createNetwork(engine, plan);
      const containers = { create: request.create, plan, image, ports: request.ports, configs };
      await createContainers(engine, containers, signal);
      signal.throwIfAborted();
      return { record: { ...record, phase: "ready" } };
    } catch (error) {
      if (!flags.keep) {
        await rollBackCluster(plan.name, report, () => this.#undo(engine, state));
      }
      throw error;
    }
  }

  /** Removes a partly created cluster; not cancelable. */
  async #undo(engine: EngineClient, state: ClusterState): Promise<void> {
    const { clock } = this.#system;
    const { signal } = new AbortController();
    const report = () => Promise.resolve();
    await removeObjects(engine, state.name, { clock, signal, report, settleMs: 0 });
    await state.remove();
  }

  /** @inheritdoc */
  async status(stateFolder: string, name: string): Promise<ClusterStatus> {
    const { signal } = this.#system;
    const engine = await this.#connect();
    const found = await readCluster(engine, name, signal);
    const record = await readRecord(stateFolder, name);
    if (found === undefined) requireEngine(record, engine);
    if (found === undefined) throw await this.#unknown(engine, stateFolder, name);
    const states: ReadonlyMap<string, NodeState> = found.states;
    return {
      record: completeRecord(found.record, record),
      running: [...states.values()].includes("running"),
      states,
    };
  }

  /** @inheritdoc */
  async list(stateFolder: string): Promise<ListedCluster[]> {
    return await listContainerClusters(() => this.#connect(), stateFolder, this.#system.signal);
  }

  /** @inheritdoc */
  async start(stateFolder: string, name: string, report: Report): Promise<ClusterRecord> {
    return await this.#switch(stateFolder, name, { verb: "start", query: "" }, report);
  }

  /** @inheritdoc */
  async stop(stateFolder: string, name: string, report: Report): Promise<ClusterRecord> {
    const query = `?t=${STOP_SECONDS}`;
    return await this.#switch(stateFolder, name, { verb: "stop", query }, report);
  }

  /** Starts or stops all containers, in parallel. */
  async #switch(
    stateFolder: string,
    name: string,
    { verb, query }: { readonly verb: "start" | "stop"; readonly query: string },
    report: Report,
  ): Promise<ClusterRecord> {
    const { signal } = this.#system;
    const { record } = await this.status(stateFolder, name);
    const engine = await this.#connect();
    const containers = await listContainers(engine, name, signal);
    const target: NodeState = verb === "start" ? "running" : "stopped";
    await settleAll(containers.map(async (container) => {
      if (toNodeState(container.State) === target) return;
      if (toNodeState(container.State) === "paused") {
        await engine.request("POST", `/containers/${container.Id}/unpause`, { signal });
      }
      await engine.request("POST", `/containers/${container.Id}/${verb}${query}`, { signal });
      const done = verb === "start" ? "started" : "stopped";
      await report(`${done} container ${nameOfContainer(container)}`);
    }));
    return record;
  }

  /** @inheritdoc */
  async destroy(
    stateFolder: string,
    name: string,
    { force, report, signal, cleanUp }: DestroyOptions,
  ): Promise<ClusterRecord | undefined> {
    const { clock } = this.#system;
    const engine = await this.#connect();
    if (!isClusterName(name)) {
      const removed = await removeObjects(engine, name, { clock, signal, report, settleMs: 0 });
      if (removed === 0) throw await this.#unknown(engine, stateFolder, name);
      return undefined;
    }
    const state = new ClusterState(stateFolder, name);
    const destroy = async () => {
      const { record, isBroken } = await readState(stateFolder, name);
      requireEngine(record, engine);
      const settleMs = record?.phase === "creating" ? SETTLE_MS : 0;
      const removed = await removeObjects(engine, name, { clock, signal, report, settleMs });
      if (isBroken && !force) throw brokenState(state);
      if (removed === 0 && record === undefined && !isBroken) {
        throw await this.#unknown(engine, stateFolder, name);
      }
      if (record !== undefined) await cleanUp(record);
      if (record !== undefined || isBroken) await state.remove();
      return record;
    };
    if (await state.entries() === undefined) return await destroy();
    return await lockCluster(state, this.#system, destroy);
  }

  /** @inheritdoc */
  async *logs(_stateFolder: string, name: string): AsyncIterable<string> {
    // Also after an interruption.
    const { signal } = new AbortController();
    const engine = await this.#connect();
    const containers = await listContainers(engine, name, signal);
    for (const container of containers) {
      yield `=== ${nameOfContainer(container)} (${container.State})\n`;
      yield* readLogs(engine, container.Id, signal);
    }
  }

  async #unknown(engine: EngineClient, stateFolder: string, name: string): Promise<OsctlError> {
    const names = (await this.list(stateFolder)).map((cluster) => cluster.name);
    return new OsctlError("input", `cluster "${name}" not found in docker at ${engine.address}`, {
      hint: names.length === 0
        ? 'create one with "osctl cluster create"'
        : `select one with --name: ${names.join(", ")}`,
    });
  }

  async #connect(): Promise<EngineClient> {
    return await (this.#engine ??= EngineClient.connect(
      this.#system,
      this.#system.signal,
    ));
  }
}

/** Returns the settings of configurations that depend on flags and version. */
function toConfig({ flags, given, release }: CreateRequest, contract: Contract): Data {
  const hasHostDns = hasFeature("hostDns", contract) && !hasFeature("separateDocuments", contract);
  // Containers otherwise use the name servers of the engine.
  const nameservers = release === "v1.4" || given.has("nameservers")
    ? flags.nameservers.filter((address) => parseIp(address)?.length === 4)
    : [];
  return {
    machine: {
      ...(nameservers.length === 0 ? {} : { network: { nameservers } }),
      ...(hasHostDns
        ? { features: { hostDNS: { enabled: true, forwardKubeDNSToHost: true } } }
        : {}),
    },
  };
}
