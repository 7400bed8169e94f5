/**
 * The sandbox provisioner: plans addresses, generates secrets, and starts and stops the background
 * process that serves all nodes.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { parseKubernetesVersion } from "../machineconfig/generate/kubernetes_version.ts";
import { ensureFolder, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { SelfCommand } from "../platform/self_command.ts";
import { canListen, planFree, planWithin } from "../sandbox/addresses.ts";
import { createSecrets, issueClient, writeSecrets } from "../sandbox/secrets.ts";
import { awaitStart, startBackground, stopBackground } from "./background.ts";
import { isAlive } from "./process_identity.ts";
import {
  ClusterState,
  incompleteClusterError,
  lockCluster,
  unlessForced,
} from "./cluster_state.ts";
import { kubernetesEndpoint } from "./format_cluster.ts";
import { clusterNames, unknownClusterError } from "./list_clusters.ts";
import { hostOf } from "./machine_configs.ts";
import { rollBackCluster } from "./roll_back.ts";
import { parseSandboxVersion } from "./sandbox_version.ts";
import type {
  ClusterNode,
  ClusterPhase,
  ClusterRecord,
  ClusterStatus,
  CreatedNodes,
  CreateRequest,
  DeclaredMachines,
  DestroyOptions,
  ListedCluster,
  PreparedCluster,
  Provisioner,
  ProvisionerSystem,
  Report,
} from "./types.ts";

/** Disk of simulated nodes. */
const INSTALL_DISK = "/dev/sda";
/** MTU of a Linux loopback interface. */
const LOOPBACK_MTU = 65536;

/** Parameters of a new cluster. */
interface SandboxRequest {
  readonly name: string;
  readonly stateFolder: string;
  readonly controlPlanes: number;
  readonly workers: number;
  /** Number of nodes without configuration. */
  readonly unconfigured: number;
  /** Whether configured nodes negotiate HTTP/2 by ALPN; by `osVersion` when undefined. */
  readonly alpn: boolean | undefined;
  /** Undefined for the version of the interface release. */
  readonly osVersion: string | undefined;
  /** Without `v`; undefined for the version of the interface release. */
  readonly kubernetesVersion: string | undefined;
  /** Network in CIDR notation; undefined for a free one. */
  readonly cidr: string | undefined;
  /** Whether nodes are named `machine-<uuid>`. */
  readonly uuidNames: boolean;
  readonly apiPort: number;
  /** Endpoint of the client configuration, `host` or `host:port`; default the control planes. */
  readonly endpoint: string | undefined;
  /** Whether to retain a partly created cluster. */
  readonly keep: boolean;
  /** Nodes of a cluster file, which start in maintenance mode; instead of the numbers. */
  readonly declared: DeclaredMachines | undefined;
}

function toSandboxRequest(
  { flags, given, stateFolder, declared }: CreateRequest,
): SandboxRequest {
  return {
    name: flags.name,
    stateFolder,
    controlPlanes: given.has("masters") ? flags.masters : flags.controlplanes,
    workers: flags.workers,
    unconfigured: flags.unconfigured,
    alpn: given.has("alpn") || flags.osVersion === "" ? flags.alpn : undefined,
    osVersion: declared !== undefined
      ? parseSandboxVersion(declared.nodes[0]!.osVersion)
      : flags.osVersion === ""
      ? undefined
      : parseSandboxVersion(flags.osVersion),
    kubernetesVersion: given.has("kubernetesVersion")
      ? parseKubernetesVersion(flags.kubernetesVersion)
      : undefined,
    cidr: given.has("cidr") ? flags.cidr : undefined,
    uuidNames: flags.withUuidHostnames,
    apiPort: flags.controlPlanePort,
    endpoint: flags.endpoint === "" ? undefined : flags.endpoint,
    keep: flags.keep,
    declared,
  };
}

/** Provisions embedded clusters. */
export class SandboxProvisioner implements Provisioner {
  readonly name = "sandbox";
  readonly #system: ProvisionerSystem;
  readonly #self: (args: readonly string[]) => SelfCommand;

  /** @param self returns the command line that runs this program with given arguments. */
  constructor(system: ProvisionerSystem, self: (args: readonly string[]) => SelfCommand) {
    this.#system = system;
    this.#self = self;
  }

  /** @inheritdoc */
  prepare(request: CreateRequest): Promise<PreparedCluster> {
    const sandbox = toSandboxRequest(request);
    checkCounts(sandbox);
    const state = new ClusterState(sandbox.stateFolder, sandbox.name);
    return Promise.resolve({
      machines: undefined,
      preflight: () => refuseExisting(state),
      create: async (_configs: unknown, report: Report) => {
        await ensureFolder(sandbox.stateFolder, 0o700);
        return await lockCluster(state, this.#system, async () => {
          await refuseExisting(state);
          try {
            return await this.#create(sandbox, state, report);
          } catch (error) {
            if (!sandbox.keep) await rollBackCluster(sandbox.name, report, () => state.remove());
            throw error;
          }
        });
      },
    });
  }

  async #create(
    request: SandboxRequest,
    state: ClusterState,
    report: Report,
  ): Promise<CreatedNodes> {
    const { clock, random } = this.#system;
    const nodes = planNodes(request);
    const count = nodes.length;
    const plan = request.cidr === undefined
      ? planFree(count, random)
      : planWithin(request.cidr, count);
    await report(`creating the cluster "${request.name}" in ${plan.cidr}`);
    const names = request.endpoint === undefined ? [] : [hostOf(request.endpoint)];
    const secrets = await createSecrets(this.#system, names);
    const planned: ClusterRecord = {
      name: request.name,
      provisioner: "sandbox",
      phase: "creating",
      createdAt: clock.now(),
      apiPort: request.apiPort,
      ca: secrets.ca.crt,
      network: { name: request.name, cidr: plan.cidr, mtu: LOOPBACK_MTU },
      nodes: nodes.map((node, index) => ({
        ...node,
        ...plan.sockets[index]!,
        ...request.alpn === undefined ? {} : { alpn: request.alpn },
      })),
      ...request.osVersion === undefined ? {} : { osVersion: request.osVersion },
      ...request.kubernetesVersion === undefined
        ? {}
        : { kubernetesVersion: request.kubernetesVersion },
    };
    checkApiPort(planned);
    const record = request.declared === undefined ? planned : { ...planned, ...adapted(planned) };
    await state.create();
    await state.writeRecord(record);
    await writeSecrets(state.secretsPath, secrets);
    const target = {
      endpoints: request.endpoint === undefined ? clusterEndpoints(record) : [request.endpoint],
      nodes: controlPlaneNodes(record),
    };
    const { ca = secrets.ca.crt, ...client } = request.declared === undefined
      ? { ...target, ca: undefined, ...await issueClient(secrets, ["os:admin"], this.#system) }
      : await request.declared.createClient(target);
    await writeFileAtomic(state.logPath, "", { mode: 0o600 });
    await this.#startProcess(state, request.stateFolder);
    return { record: { ...record, phase: "ready", ca }, client };
  }

  async #startProcess(state: ClusterState, stateFolder: string): Promise<void> {
    const { spawn, signal } = this.#system;
    const args = ["cluster", "sandbox-run", "--name", state.name, "--state", stateFolder];
    await startBackground({
      self: this.#self(args),
      logPath: state.logPath,
      cwd: state.folder,
      spawn,
      signal,
    });
  }

  /** @inheritdoc */
  async status(stateFolder: string, name: string): Promise<ClusterStatus> {
    const state = new ClusterState(stateFolder, name);
    const record = await state.readRecord();
    const process = await state.readProcess();
    if (record === undefined) {
      if (await state.entries() === undefined) throw await unknownClusterError(stateFolder, name);
      throw incompleteClusterError(state);
    }
    const running = process !== undefined && await isAlive(process, this.#system.spawn);
    if (record.phase === "creating" && !running) throw incompleteClusterError(state);
    return { record, running };
  }

  /** @inheritdoc */
  async list(stateFolder: string): Promise<ListedCluster[]> {
    const names = await clusterNames(stateFolder);
    const states = names.map((name) => new ClusterState(stateFolder, name));
    const all = await Promise.all(states.map(async (state) => ({
      listed: await this.#read(state),
      isOwn: await state.isOwn(),
    })));
    return all
      .filter(({ listed: { record }, isOwn }) =>
        record?.provisioner === this.name || !record && isOwn
      )
      .map(({ listed }) => listed);
  }

  async #read(state: ClusterState): Promise<ListedCluster> {
    const { name, provisioner } = { name: state.name, provisioner: this.name } as const;
    const listed = (phase: ClusterPhase, record?: ClusterRecord): ListedCluster => ({
      name,
      provisioner,
      state: phase,
      record,
    });
    try {
      const record = await state.readRecord();
      const process = await state.readProcess();
      if (record === undefined) return listed("incomplete");
      if (process !== undefined && await isAlive(process, this.#system.spawn)) {
        return listed("running", record);
      }
      return listed(record.phase === "creating" ? "incomplete" : "stopped", record);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      return listed("unreadable");
    }
  }

  /** @inheritdoc */
  async awaitStart(stateFolder: string, name: string): Promise<void> {
    await awaitStart(new ClusterState(stateFolder, name), this.#system);
  }

  /** @inheritdoc */
  async start(stateFolder: string, name: string): Promise<ClusterRecord> {
    const state = new ClusterState(stateFolder, name);
    const before = await this.status(stateFolder, name);
    if (before.running) return before.record;
    return await lockCluster(state, this.#system, async () => {
      const { record, running } = await this.status(stateFolder, name);
      if (!running) await this.#startProcess(state, stateFolder);
      return record;
    });
  }

  /** @inheritdoc */
  async stop(stateFolder: string, name: string): Promise<ClusterRecord> {
    const state = new ClusterState(stateFolder, name);
    await this.status(stateFolder, name);
    return await lockCluster(state, this.#system, async () => {
      const { record } = await this.status(stateFolder, name);
      const process = await state.readProcess();
      if (process !== undefined) await stopBackground(process, this.#system);
      return record;
    });
  }

  /** @inheritdoc */
  async destroy(
    stateFolder: string,
    name: string,
    { force, signal, cleanUp }: DestroyOptions,
  ): Promise<ClusterRecord | undefined> {
    const state = new ClusterState(stateFolder, name);
    if (await state.entries() === undefined) throw await unknownClusterError(stateFolder, name);
    return await lockCluster(state, this.#system, async () => {
      signal.throwIfAborted();
      const record = await unlessForced(force, () => state.readRecord());
      const process = await unlessForced(force, () => state.readProcess());
      if (process !== undefined) await stopBackground(process, this.#system);
      if (record !== undefined) await cleanUp(record);
      await state.remove();
      return record;
    });
  }

  /** @inheritdoc */
  async *logs(stateFolder: string, name: string): AsyncIterable<string> {
    const state = new ClusterState(stateFolder, name);
    for (const path of [state.olderLogPath, state.logPath]) {
      const text = await readTextIfPresent(path);
      if (text !== undefined && text !== "") yield text;
    }
  }
}

/** Returns what differs for the nodes of a cluster file: only their addresses. */
function adapted(record: ClusterRecord): Pick<ClusterRecord, "declared"> {
  const endpoint = kubernetesEndpoint(record)!;
  return { declared: { endpoint, disk: INSTALL_DISK, sans: [], settings: {} } };
}

function checkCounts({ declared, controlPlanes, workers, unconfigured }: SandboxRequest): void {
  if (declared !== undefined) return;
  if (workers < 0 || unconfigured < 0) {
    throw new OsctlError("usage", `invalid number of nodes ${Math.min(workers, unconfigured)}`);
  }
  // Nodes in maintenance mode form a cluster of their own.
  const isEmpty = controlPlanes === 0 && workers === 0 && unconfigured > 0;
  if (controlPlanes < 1 && !isEmpty) {
    throw new OsctlError("usage", `invalid number of control planes ${controlPlanes}`, {
      hint: "set --controlplanes to at least 1",
    });
  }
}

/** @throws {OsctlError} When another process uses the port of the Kubernetes API. */
function checkApiPort({ nodes, apiPort = 6443 }: ClusterRecord): void {
  for (const { type, address, port } of nodes) {
    const socket = { address, port: apiPort + port - NODE_API_PORT };
    if (type !== "controlplane" || canListen(socket)) continue;
    throw new OsctlError("unsupported", `${socket.address}:${socket.port} is in use`, {
      hint: "set another port of the Kubernetes API with --control-plane-port",
    });
  }
}

function planNodes(
  request: SandboxRequest,
): Pick<ClusterNode, "name" | "type" | "osVersion">[] {
  if (request.declared !== undefined) {
    return request.declared.nodes.map(({ name, type, osVersion }) => ({
      name,
      type,
      osVersion: parseSandboxVersion(osVersion),
    }));
  }
  const kinds = [
    ["controlplane", request.controlPlanes],
    ["worker", request.workers],
    ["unconfigured", request.unconfigured],
  ] as const;
  return kinds.flatMap(([type, count]) =>
    Array.from({ length: count }, (_, index) => ({
      name: request.uuidNames
        ? `machine-${crypto.randomUUID()}`
        : `${request.name}-${type}-${index + 1}`,
      type,
    }))
  );
}

/** Returns whether all nodes share one address and differ by port. */
function hasSingleAddress({ nodes }: ClusterRecord): boolean {
  return new Set(nodes.map((node) => node.address)).size === 1 && nodes.length > 1;
}

/** Returns the addresses of the control planes, with port when all nodes share one address. */
function clusterEndpoints(record: ClusterRecord): string[] {
  const single = hasSingleAddress(record);
  return record.nodes
    .filter((node) => node.type === "controlplane")
    .map(({ address, port }) => single ? `${address}:${port}` : address);
}

/** Returns the control planes as nodes of a context: without a port, so by name on one address. */
function controlPlaneNodes(record: ClusterRecord): string[] {
  const single = hasSingleAddress(record);
  return record.nodes
    .filter((node) => node.type === "controlplane")
    .map(({ address, name }) => single ? name : address);
}

async function refuseExisting(state: ClusterState): Promise<void> {
  if (await state.entries() === undefined) return;
  const record = await state.readRecord();
  if (record?.phase !== "ready") throw incompleteClusterError(state);
  throw new OsctlError("input", `cluster "${state.name}" already exists`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${state.name}`,
  });
}
