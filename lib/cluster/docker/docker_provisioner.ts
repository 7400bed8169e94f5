/**
 * The docker provisioner: nodes are privileged containers on a network of their own. Everything is
 * found again by labels; the state folder has only what the client configuration needs.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { type Contract, hasFeature } from "../../machineconfig/generate/mod.ts";
import { parseIp } from "../../pki/ip.ts";
import { withFileLock } from "../../platform/file_lock.ts";
import { ensureFolder } from "../../platform/files.ts";
import { resolve } from "../../platform/paths.ts";
import { ClusterState, isClusterName } from "../cluster_state.ts";
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
import { ProvisionerUnavailableError } from "../unavailable.ts";
import { readArchiveImage } from "./archive_image.ts";
import { toContainer, toUserData } from "./container.ts";
import { readLogs } from "./container_logs.ts";
import { findEndpoints } from "./endpoint.ts";
import { EngineClient } from "./engine.ts";
import { loadArchive, pullImage } from "./image.ts";
import {
  CLUSTER_LABEL,
  clusterFilter,
  clusterLabels,
  type EngineNetwork,
  type ListedContainer,
  MTU_OPTION,
  nameOfContainer,
} from "./objects.ts";
import { freePorts, parsePorts, type PublishedPort } from "./ports.ts";
import { checkDocker, type Preflight } from "./preflight.ts";
import { PullProgress } from "./pull_progress.ts";
import { readCluster, toNodeState } from "./read_cluster.ts";
import { removeObjects } from "./remove.ts";

const LOCALHOST = "127.0.0.1";
/** The interface of a container, which the engine configures. */
const INTERFACE: Data = { interface: "eth0", ignore: true };
/** How long the engine may take for requests of a client that was killed, milliseconds. */
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
  /** Those that flags name. */
  readonly namedPorts: readonly PublishedPort[];
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
    const access = await this.#planAccess(create, plan.nodes[0]!.addresses[0]!);
    const settings: MachineSettings = {
      ...{ plan, mode: "container", installDisk: "", versionImage: image },
      ...{ endpoints: access.endpoints, additionalSans: access.sans },
      clusterEndpoint: urlOf(plan.vip ?? plan.nodes[0]!.addresses[0]!, plan.apiPort),
      kubernetesEndpoint: plan.vip === undefined
        ? access.kubernetesEndpoint
        : urlOf(plan.vip, plan.apiPort),
      networkInterface: INTERFACE,
      config: (contract) => toConfig(create, contract),
    };
    const ports = [...access.ports, ...namedPorts];
    const request: Request = { create, settings, image, archive, ports, namedPorts };
    let checked: Preflight | undefined;
    return {
      machines: settings,
      preflight: async (report) => {
        await refuseExisting(state);
        const engine = await this.#connect();
        checked = await checkDocker(
          engine,
          { plan, image, archive, ports: namedPorts },
          this.#system,
          report,
        );
      },
      create: async (configs, report) => {
        if (configs === undefined || checked === undefined) throw new TypeError("not prepared");
        const { isImageMissing } = checked;
        await ensureFolder(stateFolder, 0o700);
        return await this.#locked(state, async () => {
          await refuseExisting(state);
          return await this.#create(state, request, { configs, isImageMissing, report });
        });
      },
    };
  }

  /** Selects host ports, and the endpoints for this machine. */
  async #planAccess({ flags, release }: CreateRequest, firstNode: string): Promise<{
    readonly ports: readonly PublishedPort[];
    readonly endpoints: readonly string[];
    readonly sans: readonly string[];
    readonly kubernetesEndpoint: string;
  }> {
    const [{ address } = { address: undefined }] = await findEndpoints(this.#system);
    const isLocal = address === undefined || address.kind === "unix";
    const host = isLocal ? LOCALHOST : address.host;
    const apiPort = flags.controlPlanePort;
    const publish = (hostIp: string, hostPort: number, containerPort: number): PublishedPort => ({
      ...{ hostIp, hostPort, containerPort, protocol: "tcp" },
    });
    if (release === "v1.4") {
      const ports = [
        publish(flags.dockerHostIp, NODE_API_PORT, NODE_API_PORT),
        publish(flags.dockerHostIp, apiPort, apiPort),
      ];
      const isReachable = isLocal && Deno.build.os === "linux";
      return {
        ports,
        endpoints: isReachable ? [firstNode] : [host],
        sans: isReachable ? [] : [host],
        kubernetesEndpoint: urlOf(isReachable ? firstNode : host, apiPort),
      };
    }
    const hostIp = isLocal && Deno.build.os === "linux" ? LOCALHOST : flags.dockerHostIp;
    const [node = 0, kubernetes = 0] = freePorts(2, LOCALHOST);
    return {
      ports: [publish(hostIp, node, NODE_API_PORT), publish(hostIp, kubernetes, apiPort)],
      endpoints: [`${host.includes(":") ? `[${host}]` : host}:${node}`],
      sans: [host],
      kubernetesEndpoint: urlOf(host, kubernetes),
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
      ...{ name: plan.name, provisioner: this.name, phase: "creating", createdAt: clock.now() },
      network: plan.network,
      nodes: plan.nodes.map(({ name, type, addresses, nanoCpus, memory }) => ({
        ...{ name, type, address: addresses[0]!, port: NODE_API_PORT },
        ...{ addresses, nanoCpus, memory },
      })),
      apiPort: plan.apiPort,
      kubernetesEndpoint: settings.kubernetesEndpoint,
      engine: engine.address,
      ca: "",
    };
    try {
      await state.create();
      await state.writeRecord(record);
      const image = await this.#provideImage(engine, request, isImageMissing, report);
      signal.throwIfAborted();
      await report(`creating network ${plan.network.cidr} and ${plan.nodes.length} containers`);
      await createNetwork(engine, settings);
      await this.#createContainers(engine, { ...request, image }, configs);
      signal.throwIfAborted();
      return { record: { ...record, phase: "ready" } };
    } catch (error) {
      if (!flags.keep) {
        await rollBackCluster(plan.name, report, () => this.#undo(engine, state));
      }
      throw error;
    }
  }

  /** Loads or pulls the image, and returns its name in the engine. */
  async #provideImage(
    engine: EngineClient,
    { image, archive }: Request,
    isMissing: boolean,
    report: Report,
  ): Promise<string> {
    const { signal } = this.#system;
    if (archive !== undefined) {
      await report(`loading ${archive}`);
      const loaded = await loadArchive(engine, archive, signal);
      // Podman adds a registry to names without one.
      const name = loaded.find((one) => one === image || one === `localhost/${image}`);
      if (name !== undefined) return name;
      throw new OsctlError("input", `"${archive}" contains ${loaded.join(", ")}, not "${image}"`, {
        hint: "set --image to a name in the archive",
      });
    }
    if (!isMissing) return image;
    await report(`pulling ${image}`);
    const progress = new PullProgress(this.#system, signal);
    try {
      await pullImage(engine, image, progress, signal);
    } finally {
      await progress.end();
    }
    return image;
  }

  /** Creates and starts the containers of all nodes, in parallel. */
  async #createContainers(
    engine: EngineClient,
    { create: { flags, release }, settings: { plan }, image, ports }: Request,
    configs: MachineConfigs,
  ): Promise<void> {
    const { signal } = this.#system;
    // Requests are not canceled: the engine would complete them after the removal.
    const complete = new AbortController().signal;
    await settleAll(plan.nodes.map(async (node, index) => {
      const config = configs.isInjected ? await injectedConfig(configs, node.name) : undefined;
      const body = toContainer(node, {
        ...{ cluster: plan.name, image, release, config },
        ports: index === 0 ? ports : [],
        disableIpv6: flags.dockerDisableIpv6,
      });
      signal.throwIfAborted();
      const { Id } = await engine.request<{ Id: string }>("POST", "/containers/create", {
        ...{ query: { name: node.name }, json: body, signal: complete },
      });
      signal.throwIfAborted();
      await engine.request("POST", `/containers/${Id}/start`, { signal: complete });
    }));
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
      record: { ...withGateway(found.record, record), ...ownFields(record) },
      running: [...states.values()].includes("running"),
      states,
    };
  }

  /** @inheritdoc */
  async list(stateFolder: string): Promise<ListedCluster[]> {
    const { signal } = this.#system;
    const query = clusterFilter();
    let containers: ListedContainer[], networks: EngineNetwork[];
    try {
      const engine = await this.#connect();
      [containers, networks] = await Promise.all([
        engine.request<ListedContainer[]>("GET", "/containers/json", {
          query: { ...query, all: "1" },
          signal,
        }),
        engine.request<EngineNetwork[]>("GET", "/networks", { query, signal }),
      ]);
    } catch (error) {
      if (!(error instanceof ProvisionerUnavailableError)) throw error;
      return await this.#listRecords(stateFolder);
    }
    const nameOf = ({ Labels }: Pick<EngineNetwork, "Labels">) => Labels?.[CLUSTER_LABEL] ?? "";
    const names = new Set([...containers, ...networks].map(nameOf).filter((name) => name !== ""));
    const listed = await Promise.all([...names].map(async (name): Promise<ListedCluster> => {
      const record = await readRecord(stateFolder, name);
      const own = containers.filter((one) => nameOf(one) === name);
      const network = networks.find((one) => nameOf(one) === name);
      const isComplete = network !== undefined && own.length > 0 && record?.phase !== "creating" &&
        (record === undefined || record.nodes.length === own.length);
      const isRunning = own.some(({ State }) => toNodeState(State) === "running");
      return {
        ...{ name, provisioner: this.name },
        state: !isComplete ? "incomplete" : isRunning ? "running" : "stopped",
        record: record ?? toListedRecord(name, own, network),
      };
    }));
    const { address } = await this.#connect();
    const rest = (await this.#listRecords(stateFolder)).filter(({ name }) => !names.has(name));
    return [
      ...listed,
      ...rest.map((one) =>
        one.record?.engine === address ? { ...one, state: "incomplete" as const } : one
      ),
    ];
  }

  /** Returns the clusters in the state folder, whose containers are unknown. */
  async #listRecords(stateFolder: string): Promise<ListedCluster[]> {
    const { clusterNames } = await import("../list_clusters.ts");
    const names = await clusterNames(stateFolder);
    const records = await Promise.all(names.map((name) => readRecord(stateFolder, name)));
    return records.filter((record) => record !== undefined).map((record) => ({
      ...{ name: record.name, provisioner: this.name, state: "unreachable", record },
    }));
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
    const containers = await engine.request<ListedContainer[]>("GET", "/containers/json", {
      query: { ...clusterFilter(name), all: "1" },
      signal,
    });
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
    return await withFileLock(state.folder, { clock, signal, timeoutMs: 0 }, destroy);
  }

  /** @inheritdoc */
  async *logs(_stateFolder: string, name: string): AsyncIterable<string> {
    // Also after an interruption.
    const { signal } = new AbortController();
    const engine = await this.#connect();
    const containers = await engine.request<ListedContainer[]>("GET", "/containers/json", {
      query: { ...clusterFilter(name), all: "1" },
      signal,
    });
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

  /** Runs `action` with the cluster's lock; fails when another process has it. */
  async #locked<T>(state: ClusterState, action: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.#system;
    return await withFileLock(state.folder, { clock, signal, timeoutMs: 0 }, action);
  }
}

/** Adds the planned gateway where the engine, which selects the same, does not return it. */
function withGateway(found: ClusterRecord, record: ClusterRecord | undefined): ClusterRecord {
  const { network } = found;
  if (network.gateways?.length !== 0 || record?.network.cidr !== network.cidr) return found;
  return { ...found, network: { ...network, gateways: record.network.gateways ?? [] } };
}

/** Returns the fields of the record that the engine does not know. */
function ownFields(record: ClusterRecord | undefined): Partial<ClusterRecord> {
  if (record === undefined) return {};
  const { ca, osconfig, kubeconfig, kubernetesEndpoint, createdAt, apiPort, phase } = record;
  return {
    ...{ ca, phase },
    ...(osconfig === undefined ? {} : { osconfig }),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(kubernetesEndpoint === undefined ? {} : { kubernetesEndpoint }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(apiPort === undefined ? {} : { apiPort }),
  };
}

/** Returns the record of a cluster of another client, as far as lists contain it. */
function toListedRecord(
  name: string,
  containers: readonly ListedContainer[],
  network: EngineNetwork | undefined,
): ClusterRecord {
  const times = containers.map(({ Created }) => Created * 1000);
  return {
    ...{ name, provisioner: "docker", phase: "ready", ca: "" },
    network: {
      name: network?.Name ?? name,
      cidr: network?.IPAM.Config?.[0]?.Subnet ?? "-",
      mtu: Number(network?.Options?.[MTU_OPTION] ?? 0),
    },
    nodes: containers.map((container) => ({
      name: nameOfContainer(container),
      type: container.Labels?.["talos.type"] === "worker" ? "worker" : "controlplane",
      ...{ address: "", port: NODE_API_PORT },
    })),
    ...(times.length === 0 ? {} : { createdAt: Math.min(...times) }),
  };
}

/** Reads the record of a docker cluster; undefined without a readable one. */
async function readRecord(stateFolder: string, name: string): Promise<ClusterRecord | undefined> {
  return isClusterName(name) ? (await readState(stateFolder, name)).record : undefined;
}

/** Reads the state folder of a cluster; `isBroken` when it has no readable record. */
async function readState(
  stateFolder: string,
  name: string,
): Promise<{ readonly record: ClusterRecord | undefined; readonly isBroken: boolean }> {
  const state = new ClusterState(stateFolder, name);
  try {
    const record = await state.readRecord();
    if (record !== undefined) {
      return { record: record.provisioner === "docker" ? record : undefined, isBroken: false };
    }
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "input") throw error;
  }
  return { record: undefined, isBroken: await state.isOwn() };
}

/**
 * Requires that a cluster is one of the engine.
 *
 * @throws {OsctlError} of kind `input` that names its engine.
 */
function requireEngine(record: ClusterRecord | undefined, { address }: EngineClient): void {
  if (record?.engine === undefined || record.engine === address) return;
  throw new OsctlError("input", `cluster "${record.name}" is in docker at ${record.engine}`, {
    hint: `set DOCKER_HOST=${record.engine}`,
  });
}

function brokenState({ name, folder }: ClusterState): OsctlError {
  return new OsctlError("input", `the state of the cluster in "${folder}" is unreadable`, {
    hint: `remove it with: osctl cluster destroy --name ${name} --force`,
  });
}

async function refuseExisting(state: ClusterState): Promise<void> {
  if (await state.entries() === undefined) return;
  throw new OsctlError("input", `cluster "${state.name}" already exists in "${state.folder}"`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${state.name}`,
  });
}

async function createNetwork(engine: EngineClient, { plan }: MachineSettings): Promise<void> {
  await engine.request("POST", "/networks/create", {
    json: {
      Name: plan.name,
      CheckDuplicate: true,
      Labels: clusterLabels(plan.name),
      IPAM: { Config: [{ Subnet: plan.network.cidr }] },
      Options: { [MTU_OPTION]: String(plan.network.mtu) },
    },
    // Not canceled: the engine would complete it after the removal.
    signal: new AbortController().signal,
  });
}

/** Returns the configuration of a node, without comments when it is too large for a variable. */
async function injectedConfig(configs: MachineConfigs, node: string): Promise<string> {
  const text = await configs.textOf(node);
  if (toUserData(text) !== undefined) return text;
  const plain = await configs.textOf(node, { comments: false });
  if (toUserData(plain) !== undefined) return plain;
  throw new OsctlError("input", `the configuration of ${node} is too large for a container`, {
    hint: "use --skip-injecting-config with --with-apply-config",
  });
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

function urlOf(host: string, port: number): string {
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Waits for all, then throws the first error. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
