/**
 * Facts about a cluster that rules read: plain data, so that running nodes, support bundles and
 * recorded cases have one form.
 *
 * @module
 */
import type { FieldValue } from "../../output/records.ts";

/** A JSON value. */
export type Json = FieldValue;

/** A line of a log. */
export interface LogLine {
  /** Milliseconds since 1970; undefined for a line without its own time. */
  readonly time?: number | undefined;
  readonly text: string;
}

/** A change of the state of a service. */
export interface ServiceEvent {
  readonly time?: number | undefined;
  readonly state: string;
  readonly message: string;
}

/** A service of a node. */
export interface ServiceFact {
  readonly id: string;
  /** Such as `Running`, `Waiting`, `Preparing`, `Failed`. */
  readonly state: string;
  /** Undefined without a health check, or before its first result. */
  readonly healthy?: boolean | undefined;
  /** Message of the last health check. */
  readonly healthMessage?: string | undefined;
  /** Oldest first. */
  readonly events: readonly ServiceEvent[];
}

/** A resource of a node. */
export interface ResourceFact {
  readonly id: string;
  readonly spec: Readonly<Record<string, Json>>;
  /** Milliseconds since 1970. */
  readonly updated?: number | undefined;
  readonly phase?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** A mounted file system; sizes in bytes. */
export interface MountFact {
  readonly source: string;
  readonly path: string;
  readonly size: number;
  readonly available: number;
}

/** State of an etcd member as the member reports it. */
export interface EtcdStatusFact {
  /** Hexadecimal. */
  readonly memberId: string;
  readonly leader: string;
  readonly isLearner: boolean;
  /** Bytes. */
  readonly dbSize: number;
  readonly dbSizeInUse: number;
  readonly raftIndex: number;
  readonly raftAppliedIndex: number;
  readonly raftTerm: number;
  readonly errors: readonly string[];
  readonly version: string;
}

/** A member in the list of a member. */
export interface EtcdMemberFact {
  readonly id: string;
  readonly hostname: string;
  readonly peerUrls: readonly string[];
  readonly clientUrls: readonly string[];
  readonly isLearner: boolean;
}

/** etcd as one node sees it; absent parts could not be read. */
export interface EtcdFact {
  readonly status?: EtcdStatusFact | undefined;
  readonly members?: readonly EtcdMemberFact[] | undefined;
  readonly alarms?: readonly { readonly memberId: string; readonly alarm: string }[] | undefined;
}

/** A container of Kubernetes. */
export interface ContainerFact {
  /** Namespace and pod. */
  readonly pod: string;
  readonly name: string;
  readonly status: string;
}

/** Why a node cannot be read. */
export interface UnreachableFact {
  readonly kind:
    | "refused"
    | "no-response"
    | "authority"
    | "expired"
    | "sans"
    | "denied"
    | "name"
    | "maintenance"
    | "proxy"
    | "other";
  readonly message: string;
  /** Endpoints through which the node responded, though it did not through others. */
  readonly reachableThrough?: readonly string[] | undefined;
  readonly unreachableThrough?: readonly string[] | undefined;
}

/** Facts of one node. */
export interface NodeFacts {
  /** The node as calls name it, which commands print. */
  readonly node: string;
  /** Host name; the same as `node` when unknown. */
  readonly name: string;
  readonly type: "controlplane" | "worker" | "unknown";
  /** When the node was read, by this machine's clock, milliseconds since 1970. */
  readonly readAt: number;
  readonly unreachable?: UnreachableFact | undefined;
  /** Such as `v1.8.4`. */
  readonly version?: string | undefined;
  readonly platform?: string | undefined;
  /** `metal`, `cloud`, `container`. */
  readonly mode?: string | undefined;
  readonly rbac?: boolean | undefined;
  readonly services: readonly ServiceFact[];
  /** By type without domain, such as `Members.cluster`; absent types could not be read. */
  readonly resources: Readonly<Record<string, readonly ResourceFact[]>>;
  /** By source, such as `dmesg`, `etcd`, `kube-system/kube-apiserver-cp-1:kube-apiserver`. */
  readonly logs: Readonly<Record<string, readonly LogLine[]>>;
  /** Documents of the running machine configuration; absent without permission. */
  readonly config?: readonly Readonly<Record<string, Json>>[] | undefined;
  /** Documents of the configuration on disk, where a node has another one. */
  readonly storedConfig?: readonly Readonly<Record<string, Json>>[] | undefined;
  /** Bytes. */
  readonly memory?: { readonly total: number; readonly available: number } | undefined;
  readonly cpus?: number | undefined;
  readonly load?: readonly [number, number, number] | undefined;
  /** Milliseconds since 1970. */
  readonly bootedAt?: number | undefined;
  readonly mounts?: readonly MountFact[] | undefined;
  /** Counters of network devices since the boot. */
  readonly devices?: readonly DeviceFact[] | undefined;
  /** The clock of the node against its time server, and against this machine; positive: ahead. */
  readonly clock?: {
    readonly server?: string | undefined;
    readonly serverOffsetMs?: number | undefined;
    readonly clientOffsetMs?: number | undefined;
  } | undefined;
  readonly etcd?: EtcdFact | undefined;
  readonly containers?: readonly ContainerFact[] | undefined;
  /** What could not be read, with its reason. */
  readonly gaps: Readonly<Record<string, string>>;
}

/** Counters of a network device. */
export interface DeviceFact {
  readonly name: string;
  readonly received: number;
  readonly receiveErrors: number;
  readonly receiveDropped: number;
  readonly transmitted: number;
  readonly transmitErrors: number;
}

/** Objects of Kubernetes in their JSON form; absent types could not be read. */
export interface KubernetesFacts {
  /** Why the API server does not respond. */
  readonly error?: string | undefined;
  readonly server?: string | undefined;
  /** Such as `v1.31.4`. */
  readonly version?: string | undefined;
  readonly nodes?: readonly KubeObject[] | undefined;
  readonly pods?: readonly KubeObject[] | undefined;
  readonly daemonSets?: readonly KubeObject[] | undefined;
  readonly requests?: readonly KubeObject[] | undefined;
  readonly budgets?: readonly KubeObject[] | undefined;
  readonly webhooks?: readonly KubeObject[] | undefined;
  readonly services?: readonly KubeObject[] | undefined;
  readonly gaps: Readonly<Record<string, string>>;
}

/** The parts of an object of Kubernetes that rules read. */
export interface KubeObject {
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly creationTimestamp?: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: Readonly<Record<string, Json>>;
  readonly status?: Readonly<Record<string, Json>>;
  readonly webhooks?: readonly Json[];
}

/** The client and its configuration. */
export interface ClientFacts {
  readonly context?: string | undefined;
  readonly endpoints: readonly string[];
  /** End of the client certificate, milliseconds since 1970. */
  readonly certificateEndsAt?: number | undefined;
  readonly certificateStartsAt?: number | undefined;
  /** End of the newest authority of the context, milliseconds since 1970. */
  readonly authorityEndsAt?: number | undefined;
  readonly roles?: readonly string[] | undefined;
}

/** Facts of a cluster. */
export interface Facts {
  /** Time of the diagnosis, milliseconds since 1970. */
  readonly now: number;
  /** In the order in which they were named. */
  readonly nodes: readonly NodeFacts[];
  readonly kubernetes: KubernetesFacts;
  readonly client: ClientFacts;
  /** Whether all nodes of the cluster were to be read, not a selection. */
  readonly isWhole: boolean;
  readonly source: "nodes" | "bundle";
}

/** Returns facts of a node without anything read. */
export function emptyNode(node: string, readAt: number): NodeFacts {
  return {
    node,
    name: node,
    type: "unknown",
    readAt,
    services: [],
    resources: {},
    logs: {},
    gaps: {},
  };
}

/** Completes sparse facts, such as a recorded case. */
export function completeFacts(
  sparse: Partial<Omit<Facts, "nodes" | "kubernetes" | "client">> & {
    readonly nodes?: readonly (Partial<NodeFacts> & { readonly node: string })[];
    readonly kubernetes?: Partial<KubernetesFacts>;
    readonly client?: Partial<ClientFacts>;
  },
): Facts {
  const now = sparse.now ?? 0;
  return {
    now,
    isWhole: sparse.isWhole ?? true,
    source: sparse.source ?? "bundle",
    nodes: (sparse.nodes ?? []).map((node) => ({ ...emptyNode(node.node, now), ...node })),
    kubernetes: { gaps: {}, ...sparse.kubernetes },
    client: { endpoints: [], ...sparse.client },
  };
}
