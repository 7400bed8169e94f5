/**
 * Creates the boots of a cluster's machines from their storage: certificates, resources and server.
 *
 * @module
 */
import { sectionOf } from "../machineconfig/data.ts";
import {
  compareOsVersions,
  hasOsFeature,
  type OsVersion,
  parseOsVersion,
} from "../os_versions/mod.ts";
import type { PemPair } from "../pki/mod.ts";
import type { Clock } from "../platform/system.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import type { TlsSettings } from "../rpc/types.ts";
import type { ClusterOptions, ClusterSpec, NodeSpec } from "./cluster_spec.ts";
import { certificateRoles } from "./dispatch.ts";
import type { EtcdMembers } from "./etcd/mod.ts";
import { EventLog, publishServiceChanges, StatusPublisher } from "./events/mod.ts";
import type { Faults } from "./faults.ts";
import { Forwarder } from "./forwarder.ts";
import { type Boot, type Machine, NodeServices } from "./lifecycle/mod.ts";
import {
  ConfigError,
  type MachineConfig,
  mainData,
  parseMachineConfig,
  readAuthorities,
  withKey,
} from "./configuration/mod.ts";
import { LiveValue } from "./live_value.ts";
import { ServiceRegistry } from "./machine/mod.ts";
import { methodDirection } from "./methods.ts";
import { type NodeCredentials, SandboxNode } from "./node.ts";
import { NodeCertificates, type WorkerTrust } from "./node_certificates.ts";
import { kernelPeerOwner } from "./peer.ts";
import type { KubernetesNodes } from "./kubernetes_nodes.ts";
import { issueMaintenance } from "./secrets.ts";
import { ServiceLog } from "./service_log.ts";
import { corruptFileError } from "./state_file.ts";
import type { ClusterStates, NodeSecrets, NodeState } from "./state/mod.ts";
import type { MachineStage } from "./state/definitions/runtime.ts";
import type { Peers } from "./peers/peers.ts";
import { TargetResolver } from "./target_resolver.ts";
import type { Binding, NodeFacts } from "./types.ts";
import { uuid } from "./uuid.ts";

/** Shared parts of a cluster's boots. */
export interface BootContext {
  readonly spec: ClusterSpec;
  readonly options: ClusterOptions;
  readonly bindings: readonly Binding[];
  readonly faults: Faults;
  readonly states: ClusterStates;
  readonly machines: ReadonlyMap<string, Machine>;
  readonly members: EtcdMembers;
  readonly kubernetesNodes: KubernetesNodes;
  /** Nodes of the cluster in other processes. */
  readonly peers?: Pick<Peers, "findTrust" | "others"> | undefined;
  readonly report: (error: unknown, where: string) => void;
}

/** Creates boots. */
export class BootFactory implements Disposable {
  readonly #context: BootContext;
  readonly #targets: TargetResolver;
  readonly #forwarders = new Map<string, Forwarder>();
  /** Requests of workers for certificates, repeated if no control plane served them. */
  readonly #waiting = new Map<string, () => void>();

  constructor(context: BootContext) {
    this.#context = context;
    const { peers, spec, options: { resolvesNames } } = context;
    this.#targets = new TargetResolver(spec.nodes, peers && (() => peers.others), resolvesNames);
  }

  /** Requests certificates again for workers that no control plane served. */
  retryCertificates(): void {
    for (const retry of this.#waiting.values()) retry();
  }

  /** Lets control planes connect again at once to nodes that were down. */
  resetBackoff(): void {
    for (const forwarder of this.#forwarders.values()) forwarder.resetBackoff();
  }

  /** Creates the next boot of a machine. */
  async create(machine: Machine, node: NodeSpec): Promise<Boot> {
    const { spec, options, bindings, faults, states, report } = this.#context;
    const { clock, random } = options;
    const { record, config: text } = machine.storage;
    const config = text === undefined ? undefined : parseStored(text, node, spec);
    const cluster = sectionOf(mainData(config?.documents ?? []), "cluster");
    const facts: NodeFacts = {
      name: node.name,
      address: node.address,
      port: node.port,
      type: config?.type ?? node.type,
      cluster: this.#context.peers === undefined
        ? spec.name
        : stringOf(cluster["clusterName"]) ?? spec.name,
      folder: `${spec.nodesFolder}/${node.name}`,
      ...node.platform && { platform: node.platform },
      ...node.listenAddress && { listenAddress: node.listenAddress },
      ...record.hardware && { hardware: record.hardware },
    };
    const certificates = new NodeCertificates({
      node,
      type: facts.type,
      source: options,
      findTrust: (accepted) =>
        this.#findTrust(accepted) ?? this.#context.peers?.findTrust(accepted),
    });
    const { live: secrets } = certificates;
    if (config !== undefined) await certificates.update(config);
    const maintenance = config === undefined ? await issueMaintenance(node, options) : undefined;
    const services = new ServiceRegistry(() => clock.now());
    const crashesStaticPods = machine.faults.has("crash-pods");
    const events = new EventLog(clock, random);
    const bootId = uuid(random);
    const live = {
      version: record.version,
      bootId,
      config: new LiveValue(config),
      stored: new LiveValue(text),
      meta: new LiveValue(record.meta),
      stage: new LiveValue<MachineStage>("booting"),
      crashesStaticPods: () => crashesStaticPods && machine.faults.has("crash-pods"),
      kubernetesNode: {
        live: this.#context.kubernetesNodes.of(node.name),
        load: () => this.#context.kubernetesNodes.load(),
      },
    };
    const state = states.boot({
      node: facts,
      services,
      live,
      etcdMemberId: () => this.#context.members.idOf(node.name),
      secrets: config === undefined ? undefined : secrets,
      clusterId: this.#context.peers && stringOf(cluster["id"]),
    });
    logControllers(facts, state, clock);
    registerResolverLog(facts, record.version, clock);
    publishServiceChanges(events, services);
    const status = new StatusPublisher(events, state);
    services.onChange(() => {
      if (live.stage.value === "running") status.publishChange();
    });
    let kubelet: MachineConfig | undefined;
    services.onChange(({ id, state }) => {
      if (id === "kubelet") kubelet = state === "Running" ? kubelet ?? boot.config : undefined;
    });
    const sandboxNode = new SandboxNode({
      facts,
      version: record.version,
      configured: config !== undefined,
      alpn: node.alpn ?? (spec.osVersion === undefined || hasOsFeature("alpn", record.version)),
      bindings,
      faults,
      clock,
      credentials: maintenance === undefined
        ? toCredentials(secrets.value)
        : { server: maintenance, clientCa: undefined },
      forwarding: facts.type === "controlplane" && config !== undefined
        ? this.#openForwarder(facts, secrets, record.version)
        : undefined,
      invalidTarget: (target) => this.#targets.invalid(target),
      uid: Deno.uid(),
      peerOwner: options.peerOwner ?? kernelPeerOwner,
      report,
    });
    const boot: Boot = {
      facts,
      id: bootId,
      startedAt: clock.now(),
      version: record.version,
      crashesStaticPods,
      services,
      nodeServices: new NodeServices(facts, services, clock),
      events,
      live,
      config,
      get kubelet() {
        return kubelet;
      },
      get issuer() {
        return secrets.value?.issuingCa;
      },
      publishStatus: () => status.publish(),
      startEtcd: async () => {
        if (facts.type === "controlplane") await this.#context.members.boot(facts, services);
      },
      node: sandboxNode,
    };
    this.#followConfig(machine, boot, certificates);
    return boot;
  }

  /** Keeps the certificates of a boot up to date with its configuration. */
  #followConfig(machine: Machine, boot: Boot, certificates: NodeCertificates): void {
    const { facts: { name, type }, live, node } = boot;
    const update = async () => {
      if (boot.config === undefined) return;
      const listens = certificates.live.value !== undefined;
      await certificates.update(boot.config);
      // A worker listens from its first certificate on.
      if (!listens && machine.isOn && machine.boot === boot) await node.applyFaults();
    };
    const run = () => update().catch((error) => this.#report(error, name));
    live.config.onChange(run);
    this.#waiting.delete(name);
    if (type === "worker") {
      this.#waiting.set(name, () => void (certificates.isWaiting && run()));
    }
    certificates.live.onChange(() => {
      const credentials = toCredentials(certificates.live.value);
      if (credentials !== undefined) node.setCredentials(credentials);
      // Workers without a certificate request one again.
      if (type === "controlplane") this.retryCertificates();
    });
  }

  #report(error: unknown, name: string): void {
    this.#context.report(error, `certificates of ${name}`);
  }

  #openForwarder(
    { name, address }: NodeFacts,
    secrets: LiveValue<NodeSecrets | undefined>,
    tag: string,
  ): Forwarder {
    this.#forwarders.get(name)?.[Symbol.dispose]();
    const forwarder = new Forwarder({
      clock: this.#context.options.clock,
      authority: address,
      tls: toTls(secrets.value),
      resolve: (target) => this.#targets.resolve(target),
      rolesOf: certificateRoles,
      direction: methodDirection,
      isResolvedByGrpc: isFrom([1, 8, 0], tag),
    });
    secrets.onChange(() => forwarder.setTls(toTls(secrets.value)));
    this.#forwarders.set(name, forwarder);
    return forwarder;
  }

  /** Returns a control plane whose stored configuration has the key of an accepted authority. */
  #findTrust(accepted: readonly string[]): WorkerTrust | undefined {
    const { spec, machines } = this.#context;
    for (const node of spec.nodes) {
      const config = machines.get(node.name)?.storage.config;
      if (config === undefined) continue;
      const { documents } = parseStored(config, node, spec);
      const authorities = readAuthorities(mainData(documents), "machine");
      const issuer = withKey(authorities);
      if (issuer !== undefined && accepted.includes(issuer.crt)) {
        return { issuer, accepted: authorities.accepted };
      }
    }
    const { ca } = spec.secrets;
    return accepted.includes(ca.crt) ? { issuer: ca, accepted: [ca.crt] } : undefined;
  }

  [Symbol.dispose](): void {
    for (const forwarder of this.#forwarders.values()) forwarder[Symbol.dispose]();
  }
}

function stringOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Parses a stored configuration.
 *
 * @throws {OsctlError} when it is invalid: only valid ones are stored, so the file is corrupt.
 */
function parseStored(
  text: string,
  { name, platform }: NodeSpec,
  { nodesFolder }: Pick<ClusterSpec, "nodesFolder">,
): MachineConfig {
  try {
    return parseMachineConfig(text, undefined, platform?.mode);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const reason = error.message.replace(/^\d+ errors? occurred:\s*\*?\s*/, "").trim();
    throw corruptFileError(`${nodesFolder}/${name}/config.yaml`, reason, error);
  }
}

function toCredentials(secrets: NodeSecrets | undefined): NodeCredentials | undefined {
  return secrets && { server: secrets.server, clientCa: secrets.apiAcceptedCas.join("") };
}

function toTls(secrets: NodeSecrets | undefined): TlsSettings {
  if (secrets?.client === undefined) return {};
  return { ca: secrets.apiAcceptedCas.join(""), ...secrets.client };
}

/**
 * Returns the authority of a control plane.
 *
 * @throws {StatusError} When the node has no key of it.
 */
export function issuerOf({ issuer }: Boot): PemPair {
  if (issuer !== undefined) return issuer;
  throw new StatusError(StatusCode.failedPrecondition, "the node has no certificate authority key");
}

/** Writes the start of the controllers to their log. */
function logControllers({ folder }: NodeFacts, { controllers }: NodeState, clock: Clock): void {
  using log = new ServiceLog(folder, "controller-runtime", clock);
  for (const { name } of controllers) log.write(`controller ${name} started`);
}

/**
 * Creates the log of the DNS cache, which nodes from v1.7 on have; it has no entry without queries.
 */
function registerResolverLog({ folder }: NodeFacts, tag: string, clock: Clock): void {
  if (!isFrom([1, 7, 0], tag)) return;
  new ServiceLog(folder, "dns-resolve-cache", clock)[Symbol.dispose]();
}

function isFrom(first: OsVersion, tag: string): boolean {
  const version = parseOsVersion(tag);
  return version !== undefined && compareOsVersions(version, first) >= 0;
}
