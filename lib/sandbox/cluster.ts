/**
 * An embedded cluster with all its nodes in this process. The background process serves one; tests
 * start them in-process.
 *
 * @module
 */
import { DEFAULT_RELEASE, KUBERNETES_VERSION, NODE_API_PORT, OS_VERSION } from "../distribution.ts";
import { defaultKubernetesVersion, hasOsFeature } from "../os_versions/mod.ts";
import { ensureFolder } from "../platform/files.ts";
import { listDevices, listDisks } from "./block_devices.ts";
import { BootFactory, issuerOf } from "./boot_factory.ts";
import type { ClusterOptions, ClusterSpec, NodeSpec } from "./cluster_spec.ts";
import { Faults } from "./faults.ts";
import { History, type HistoryEntry, readHistory } from "./history.ts";
import { NodeFaults } from "./node_faults.ts";
import { clientConfigBinding } from "./client_config.ts";
import {
  createEtcdState,
  etcdBindings,
  etcdChangeBindings,
  etcdDowngradeBindings,
  EtcdGroup,
  EtcdMembers,
  EtcdStore,
  FaultAlarms,
  upgradeProblem,
} from "./etcd/mod.ts";
import { eventBindings, type EventLog } from "./events/mod.ts";
import { imageBindings, verificationRules } from "./images/mod.ts";
import {
  createKubernetes,
  createReport,
  kubeconfigBinding,
  type Kubernetes,
} from "./kubernetes/mod.ts";
import { KubernetesNodes } from "./kubernetes_nodes.ts";
import {
  actionBindings,
  applyBinding,
  generateBinding,
  generateNodeConfigs,
  installerBindings,
  Machine,
  metaBindings,
  NodeStorage,
} from "./lifecycle/mod.ts";
import { API_PORT, type MachineConfig } from "./configuration/mod.ts";
import { captureBinding } from "./capture/capture_packets.ts";
import { machineBindings, wipeBinding } from "./machine/mod.ts";
import { createHardware } from "./hardware.ts";
import { createPeers } from "./peers/create_peers.ts";
import { issueClient } from "./secrets.ts";
import { ClusterStates, inspectBindings, type NodeState, stateBindings } from "./state/mod.ts";
import type { NodeFacts, Role } from "./types.ts";

/** CA certificate, client certificate and key, PEM. */
export interface Credentials {
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** A running cluster. */
export interface RunningCluster {
  readonly nodes: readonly NodeFacts[];
  /** Rules take effect on nodes after {@linkcode RunningCluster.applyFaults}. */
  readonly faults: Faults;
  /** Issues client credentials with these roles, by the current authority of a control plane. */
  issue(...roles: Role[]): Promise<Credentials>;
  /**
   * Brings every node into the state that the fault rules require: up, down, or black hole, and
   * raises the alarms of etcd. Resets the connection back-off between nodes.
   */
  applyFaults(): Promise<void>;
  /**
   * Removes the member of a node and its data, as a lost disk does: the API refuses to remove the
   * last member.
   */
  wipeEtcd(node: Pick<NodeFacts, "name">): Promise<void>;
  /** The members of etcd: which of them run, and which one leads. */
  readonly etcd: Pick<EtcdGroup, "status" | "onChange">;
  /** Reads the history of the nodes, oldest entry first. */
  readHistory(): Promise<readonly HistoryEntry[]>;
  /** Returns the resources of a node. */
  stateOf(node: Pick<NodeFacts, "name">): NodeState;
  /** Returns the active configuration of a node; undefined in maintenance mode. */
  configOf(node: Pick<NodeFacts, "name">): MachineConfig | undefined;
  /** Returns the event log of a node. */
  eventsOf(node: Pick<NodeFacts, "name">): EventLog;
  /** Stops every node and closes all connections. */
  stop(): Promise<void>;
}

/**
 * Starts all nodes.
 *
 * @throws {Error} With code `EADDRINUSE` when an address is in use; no node keeps running.
 */
export async function startCluster(
  spec: ClusterSpec,
  options: ClusterOptions,
): Promise<RunningCluster> {
  const { clock, random } = options;
  const report = options.report ?? (() => {});
  const names = spec.nodes.map(({ name }) => name);
  const [states, initial] = await Promise.all([
    ClusterStates.create(names, spec.secrets.ca.crt, clock, report),
    createEtcdState(spec.name, spec.nodes, etcdVersion(spec)),
    ensureFolder(spec.nodesFolder, 0o700),
  ]);
  const etcd = await EtcdStore.open(`${spec.nodesFolder}/etcd.json`, spec.name, initial);
  const faults = new Faults();
  const history = new History(spec.nodesFolder, clock);
  const faultsOf = (name: string) => {
    const node = spec.nodes.find((one) => one.name === name);
    return new NodeFaults(faults, node ?? { name, address: "" });
  };
  const group = new EtcdGroup({
    store: etcd,
    clock,
    isComplete: !options.hasPeers,
    isReachable: (name) => {
      const machine = machines.get(name);
      return machine?.hasBoot === true && faults.stateOf(machine.boot.facts) === "up";
    },
    lagOf: (name) => faultsOf(name).delayMs("etcd-lag"),
    isLearner: (name) => faultsOf(name).has("learner"),
    electionMs: options.etcdElectionMs,
    report,
  });
  if (!options.hasPeers) group.onChange(() => history.recordEtcd(group.status));
  const members = new EtcdMembers(etcd, spec.nodesFolder, clock, group);
  const alarms = new FaultAlarms(faults, etcd);
  const machines = new Map<string, Machine>();
  const machineOf = ({ name }: Pick<NodeFacts, "name">): Machine => {
    const machine = machines.get(name);
    if (machine === undefined) throw new RangeError(`Unknown node "${name}"`);
    return machine;
  };
  const bootOf = (node: Pick<NodeFacts, "name">) => machineOf(node).boot;
  const stateOf = (node: Pick<NodeFacts, "name">) => states.of(node);
  const [single] = spec.nodes;
  const peers = options.hasPeers && single !== undefined
    ? createPeers({
      folder: spec.nodesFolder,
      name: single.name,
      options,
      etcd,
      members,
      states,
      report,
      machine: () => {
        const machine = machines.get(single.name);
        return machine?.hasBoot ? machine : undefined;
      },
      describe: (machine) => createReport(machine, { etcd, faults, stateOf }, states.idOf(single)),
      refresh: () => kubernetes.refresh(),
      retryCertificates: () => factory.retryCertificates(),
    })
    : undefined;
  const kubernetesNodes = new KubernetesNodes();
  const kubernetes: Kubernetes = createKubernetes({
    nodes: kubernetesNodes,
    spec,
    options,
    machines,
    etcd,
    group,
    history,
    faults,
    stateOf,
    disturbanceOf: (machine) => ({
      crashesStaticPods: machine.boot.crashesStaticPods && machine.faults.has("crash-pods"),
      cannotPull: machine.faults.has("pull-error"),
      terminationMs: machine.faults.delayMs("slow-pods"),
      detachMs: machine.faults.delayMs("slow-detach"),
    }),
    peers,
    report,
  });
  kubernetesNodes.load = () => kubernetes.load();
  const bindings = [
    ...machineBindings((node) => bootOf(node).services, (node) => {
      const { id, version } = bootOf(node);
      return { bootId: id, version };
    }),
    ...stateBindings(stateOf),
    ...inspectBindings(stateOf),
    ...eventBindings((node) => bootOf(node).events),
    ...imageBindings(
      clock,
      (node) => verificationRules(bootOf(node).live.config.value?.documents ?? []),
      (node) => !faultsOf(node.name).has("pull-error"),
      options.imagePullMs,
    ),
    ...etcdBindings(etcd, members, group, (node) => bootOf(node).version),
    ...etcdChangeBindings({
      store: etcd,
      group,
      clock,
      bootstrapped: ({ name }) => history.record({ event: "bootstrap", node: name }),
      services: {
        whenServing: (name, signal) => members.whenServing(name, signal),
        start: async (node) => {
          members.start(node.name, bootOf(node).services);
          await members.joinWaiting([...machines.values()].map(({ boot }) => boot));
          await kubernetes.refresh();
        },
        stop: async (node) => {
          members.stop(node.name, bootOf(node).services);
          await kubernetes.refresh();
        },
      },
    }),
    ...etcdDowngradeBindings(etcd),
    kubeconfigBinding((node) => bootOf(node).config?.documents ?? [], options),
    clientConfigBinding((node) => issuerOf(bootOf(node)), options),
    applyBinding(machineOf),
    generateBinding(machineOf, options),
    ...metaBindings(machineOf),
    ...actionBindings({
      random,
      machineOf,
      disksOf: (node) => listDisks(stateOf(node)),
      upgradeProblem: () => upgradeProblem(etcd, group),
      leaveEtcd: ({ name }) => etcd.leave(name),
    }),
    ...installerBindings({ clock, machineOf, disksOf: (node) => listDisks(stateOf(node)) }),
    captureBinding((node) => {
      const { version, node: running } = bootOf(node);
      return { version, log: (line) => running.log(line) };
    }),
    wipeBinding(
      (node) => listDevices(stateOf(node)),
      (node, line) => bootOf(node).node.log(line),
    ),
    ...options.bindings ?? [],
  ];
  const factory: BootFactory = new BootFactory({
    spec,
    options,
    bindings,
    faults,
    states,
    machines,
    members,
    kubernetesNodes,
    peers,
    report,
  });
  let generated: ReturnType<typeof generateNodeConfigs> | undefined;
  const generate = (type: NodeSpec["type"]) => {
    const [first] = spec.nodes.filter((node) => node.type === "controlplane");
    const { address: endpoint, port } = first ?? spec.nodes[0]!;
    const facts = {
      name: spec.name,
      endpoint,
      apiPort: spec.apiPort ?? API_PORT,
      portOffset: port - NODE_API_PORT,
      secrets: spec.secrets,
      osVersion: spec.osVersion,
      kubernetesVersion: spec.kubernetesVersion ??
        defaultKubernetesVersion(spec.osVersion ?? "", KUBERNETES_VERSION[DEFAULT_RELEASE]),
    };
    generated ??= generateNodeConfigs(facts, options);
    return generated.then((configs) => configs[type]);
  };
  await Promise.all(spec.nodes.map(async (node) => {
    const storage = await NodeStorage.open(
      `${spec.stateFolder ?? spec.nodesFolder}/${node.name}`,
      async () => ({
        version: node.osVersion ?? spec.osVersion ?? OS_VERSION[DEFAULT_RELEASE],
        config: node.config ?? (node.configured ? await generate(node.type) : undefined),
        ...node.platform === undefined ? { hardware: createHardware(random) } : {},
      }),
    );
    const machine: Machine = new Machine({
      name: node.name,
      mode: node.platform?.mode ?? "metal",
      storage,
      clock,
      faults: faultsOf(node.name),
      history,
      ...options.power && { power: options.power },
      createBoot: async () => {
        const boot = await factory.create(machine, node);
        const refresh = () => {
          peers?.changed();
          kubernetes.refresh().catch((error) => report(error, `Kubernetes of ${node.name}`));
        };
        boot.services.onChange(({ id }) => {
          if (id === "kubelet" && boot.live.stage.value === "running") refresh();
          else kubernetes.notify();
          peers?.changed();
        });
        boot.live.config.onChange(refresh);
        boot.live.stage.onChange(() => kubernetes.notify());
        return boot;
      },
      onPowerChange: () => {
        peers?.changed();
        return kubernetes.refresh();
      },
      drain: async (signal) => {
        if (!options.hasPeers) await kubernetes.drain(node.name, signal);
      },
      onListening: () => factory.resetBackoff(),
      kubeletRestartMs: options.kubeletRestartMs,
      report,
    });
    machines.set(node.name, machine);
  }));
  const all = names.map((name) => machineOf({ name }));
  const stop = async () => {
    await peers?.stop();
    await kubernetes.stop();
    factory[Symbol.dispose]();
    await Promise.all(all.map((machine) => machine.stop()));
    members[Symbol.dispose]();
    group[Symbol.dispose]();
    states[Symbol.dispose]();
  };
  // All boots are created first: each node knows the others when it starts.
  for (const machine of all) await machine.prepare();
  await peers?.start();
  const started = await Promise.allSettled(all.map((machine) => machine.start()));
  const failed = started.find((result) => result.status === "rejected");
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return {
    get nodes() {
      return all.map((machine) => machine.boot.facts);
    },
    faults,
    etcd: group,
    readHistory: () => readHistory(spec.nodesFolder),
    issue: async (...roles) => {
      const ca = all.map((machine) => machine.boot.issuer).find(Boolean) ?? spec.secrets.ca;
      const pair = await issueClient({ ...spec.secrets, ca }, roles, { clock, random });
      return { ca: ca.crt, ...pair };
    },
    configOf: (node) => bootOf(node).config,
    wipeEtcd: async (node) => {
      await etcd.leave(node.name);
      members.stop(node.name, bootOf(node).services);
      await kubernetes.refresh();
    },
    stateOf,
    eventsOf: (node) => bootOf(node).events,
    applyFaults: async () => {
      await alarms.apply(all.map((machine) => machine.boot.facts));
      group.refresh();
      await Promise.all(all.map((machine) => machine.applyFaults()));
      await kubernetes.refresh();
      factory.resetBackoff();
    },
    stop,
  };
}

/** Returns the version of etcd that nodes run; undefined for the default. */
function etcdVersion({ osVersion }: ClusterSpec): string | undefined {
  return osVersion !== undefined && hasOsFeature("etcdStorageVersion", osVersion)
    ? "3.6.0"
    : undefined;
}
