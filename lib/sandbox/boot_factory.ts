/**
 * Creates the boots of a cluster's machines from their storage: certificates, resources and server.
 *
 * @module
 */
import { decodeBase64 } from "../machineconfig/base64.ts";
import { isList } from "../machineconfig/data.ts";
import { hasOsFeature } from "../os_versions/mod.ts";
import type { PemPair } from "../pki/mod.ts";
import type { Clock } from "../platform/system.ts";
import { StatusCode, StatusError } from "../rpc/status.ts";
import type { ClusterOptions, ClusterSpec, NodeSpec } from "./cluster_spec.ts";
import { certificateRoles } from "./dispatch.ts";
import type { EtcdMembers } from "./etcd/mod.ts";
import { EventLog, publishServiceChanges, publishStatus } from "./events/mod.ts";
import type { Faults } from "./faults.ts";
import { Forwarder } from "./forwarder.ts";
import {
  type Boot,
  type Machine,
  type MachineConfig,
  mainData,
  NodeServices,
  parseMachineConfig,
  section,
} from "./lifecycle/mod.ts";
import { LiveValue } from "./live_value.ts";
import { ServiceRegistry } from "./machine/mod.ts";
import { methodDirection } from "./methods.ts";
import { SandboxNode } from "./node.ts";
import { kernelPeerOwner } from "./peer.ts";
import { issueClient, issueMaintenance, issueNodeServer, type SandboxSecrets } from "./secrets.ts";
import { ServiceLog } from "./service_log.ts";
import type { ClusterStates, NodeState } from "./state/mod.ts";
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
  readonly report: (error: unknown, where: string) => void;
}

/** The certificate authority of a machine configuration, PEM. */
interface ConfiguredCa {
  readonly crt: string;
  /** Undefined on workers. */
  readonly key: string | undefined;
}

/** Creates boots. */
export class BootFactory implements Disposable {
  readonly #context: BootContext;
  readonly #targets: TargetResolver;
  readonly #forwarders = new Map<string, Forwarder>();

  constructor(context: BootContext) {
    this.#context = context;
    this.#targets = new TargetResolver(context.spec.nodes);
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
    const config = text === undefined ? undefined : parseStored(text, node);
    const facts: NodeFacts = {
      name: node.name,
      address: node.address,
      port: node.port,
      type: config?.type ?? node.type,
      cluster: spec.name,
      folder: `${spec.nodesFolder}/${node.name}`,
      ...node.platform && { platform: node.platform },
      ...node.listenAddress && { listenAddress: node.listenAddress },
    };
    const ca = config === undefined ? undefined : this.#readCa(config);
    const issuer = ca === undefined ? undefined : this.#findIssuer(ca);
    const extraHosts = config === undefined ? [] : readSans(config);
    const secrets: SandboxSecrets | undefined = issuer && { ca: issuer, extraHosts };
    const canForward = facts.type === "controlplane" && secrets !== undefined;
    const client = canForward
      ? await issueClient(secrets, ["os:impersonator"], options)
      : undefined;
    const server = config === undefined
      ? await issueMaintenance(node, options)
      : secrets && await issueNodeServer(secrets, node, options);
    const services = new ServiceRegistry(() => clock.now());
    const events = new EventLog(clock, random);
    const live = {
      version: record.version,
      config: new LiveValue(config),
      stored: new LiveValue(text),
      meta: new LiveValue(record.meta),
      stage: new LiveValue("booting" as const),
    };
    const state = states.boot({
      node: facts,
      services,
      live,
      etcdMemberId: () => this.#context.members.idOf(node.name),
      secrets: ca === undefined || server === undefined ? undefined : {
        ca: { crt: ca.crt, key: canForward ? ca.key : undefined },
        server,
        client,
        extraHosts,
      },
    });
    logControllers(facts, state, clock);
    publishServiceChanges(events, services);
    let kubelet: MachineConfig | undefined;
    services.onChange(({ id, state }) => {
      if (id === "kubelet") kubelet = state === "Running" ? kubelet ?? boot.config : undefined;
    });
    const boot: Boot = {
      facts,
      id: uuid(random),
      startedAt: clock.now(),
      version: record.version,
      services,
      nodeServices: new NodeServices(facts, services, clock),
      events,
      live,
      config,
      get kubelet() {
        return kubelet;
      },
      ca,
      publishStatus: () => publishStatus(events, state),
      startEtcd: async () => {
        if (facts.type === "controlplane") await this.#context.members.boot(facts, services);
      },
      node: new SandboxNode({
        facts,
        version: record.version,
        configured: config !== undefined,
        alpn: node.alpn ?? (spec.osVersion === undefined || hasOsFeature("alpn", record.version)),
        bindings,
        faults,
        clock,
        server,
        clientCa: ca?.crt ?? spec.secrets.ca.crt,
        forwarding: client && ca && this.#openForwarder(facts, ca, client),
        invalidTarget: (target) => this.#targets.invalid(target),
        uid: Deno.uid(),
        peerOwner: options.peerOwner ?? kernelPeerOwner,
        report,
      }),
    };
    return boot;
  }

  #openForwarder({ name, address }: NodeFacts, ca: ConfiguredCa, client: PemPair): Forwarder {
    this.#forwarders.get(name)?.[Symbol.dispose]();
    const forwarder = new Forwarder({
      clock: this.#context.options.clock,
      authority: address,
      tls: { ca: ca.crt, crt: client.crt, key: client.key },
      resolve: (target) => this.#targets.resolve(target),
      rolesOf: certificateRoles,
      direction: methodDirection,
    });
    this.#forwarders.set(name, forwarder);
    return forwarder;
  }

  /** Returns the authority of a configuration; undefined when it is not a readable pair. */
  #readCa(config: MachineConfig): ConfiguredCa | undefined {
    const ca = section(section(mainData(config.documents), "machine"), "ca");
    const crt = decodePem(ca["crt"]);
    const key = decodePem(ca["key"]);
    return crt === undefined ? undefined : { crt, key };
  }

  /** Returns the authority with its key, which a worker requests from a control plane. */
  #findIssuer({ crt, key }: ConfiguredCa): PemPair | undefined {
    if (key !== undefined) return { crt, key };
    const { spec, machines } = this.#context;
    if (crt === spec.secrets.ca.crt) return spec.secrets.ca;
    for (const machine of machines.values()) {
      const text = machine.storage.config;
      const ca = text === undefined ? undefined : this.#readCa(parseMachineConfig(text));
      if (ca?.crt === crt && ca.key !== undefined) return { crt, key: ca.key };
    }
    return undefined;
  }

  [Symbol.dispose](): void {
    for (const forwarder of this.#forwarders.values()) forwarder[Symbol.dispose]();
  }
}

function parseStored(text: string, { platform }: NodeSpec): MachineConfig {
  return parseMachineConfig(text, undefined, platform?.mode);
}

function decodePem(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const bytes = decodeBase64(value);
  return bytes && new TextDecoder().decode(bytes);
}

function readSans(config: MachineConfig): readonly string[] {
  const sans = section(mainData(config.documents), "machine")["certSANs"];
  return isList(sans) ? sans.filter((san) => typeof san === "string") : [];
}

/**
 * Returns the authority of a control plane.
 *
 * @throws {StatusError} When the node has no key of it.
 */
export function issuerOf({ ca }: Boot): PemPair {
  if (ca?.key !== undefined) return { crt: ca.crt, key: ca.key };
  throw new StatusError(StatusCode.failedPrecondition, "the node has no certificate authority key");
}

/** Writes the start of the controllers to their log. */
function logControllers({ folder }: NodeFacts, { controllers }: NodeState, clock: Clock): void {
  using log = new ServiceLog(folder, "controller-runtime", clock);
  for (const { name } of controllers) log.write(`controller ${name} started`);
}
