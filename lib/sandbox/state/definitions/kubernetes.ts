/**
 * Resource types of the Kubernetes control plane and of static pods.
 *
 * @module
 */
import {
  BOOL,
  encodeFields,
  type FieldEncoder,
  type JsonValue,
  message,
  repeated,
  STRING,
  STRING_MAP,
  STRUCT,
  UINT64,
} from "../encode_fields.ts";
import { define, type Definition } from "./definition.ts";

const CONTROL_PLANE = "controlplane";
const KUBERNETES = "k8s";

/** A JSON object, such as a pod. */
export type JsonObject = { readonly [name: string]: JsonValue };

export interface ExtraVolume {
  name: string;
  hostPath: string;
  mountPath: string;
  readonly: boolean;
}

const VOLUMES: FieldEncoder<readonly ExtraVolume[]> = repeated(message<ExtraVolume>({
  name: [1, STRING],
  hostPath: [2, STRING],
  mountPath: [3, STRING],
  readonly: [4, BOOL],
}));

/** Quantities by `cpu` and `memory`. */
export interface ResourceLimits {
  requests: Readonly<Record<string, string>>;
  limits: Readonly<Record<string, string>>;
}

const RESOURCES = message<ResourceLimits>({ requests: [1, STRING_MAP], limits: [2, STRING_MAP] });

/** The settings that all components have. */
export interface ComponentConfig {
  image: string;
  extraArgs: Readonly<Record<string, string>>;
  extraVolumes: readonly ExtraVolume[];
  environmentVariables: Readonly<Record<string, string>>;
  resources: ResourceLimits;
}

export interface ApiServerConfig extends ComponentConfig {
  cloudProvider: string;
  controlPlaneEndpoint: string;
  etcdServers: readonly string[];
  localPort: number;
  serviceCIDR: readonly string[];
  podSecurityPolicyEnabled: boolean;
  advertisedAddress: string;
}

export const API_SERVER_CONFIG: Definition<ApiServerConfig> = define<ApiServerConfig>({
  name: "APIServerConfigs.kubernetes",
  namespace: CONTROL_PLANE,
  message: {
    image: [1, STRING],
    cloudProvider: [2, STRING],
    controlPlaneEndpoint: [3, STRING],
    etcdServers: [4, repeated(STRING)],
    localPort: [5, UINT64],
    serviceCIDR: [6, repeated(STRING)],
    extraArgs: [7, STRING_MAP],
    extraVolumes: [8, VOLUMES],
    environmentVariables: [9, STRING_MAP],
    podSecurityPolicyEnabled: [10, BOOL],
    advertisedAddress: [11, STRING],
    resources: [12, RESOURCES],
  },
});

export interface ControllerManagerConfig extends ComponentConfig {
  enabled: boolean;
  cloudProvider: string;
  podCIDRs: readonly string[];
  serviceCIDRs: readonly string[];
}

export const CONTROLLER_MANAGER_CONFIG: Definition<ControllerManagerConfig> = define<
  ControllerManagerConfig
>({
  name: "ControllerManagerConfigs.kubernetes",
  namespace: CONTROL_PLANE,
  message: {
    enabled: [1, BOOL],
    image: [2, STRING],
    cloudProvider: [3, STRING],
    podCIDRs: [4, repeated(STRING)],
    serviceCIDRs: [5, repeated(STRING)],
    extraArgs: [6, STRING_MAP],
    extraVolumes: [7, VOLUMES],
    environmentVariables: [8, STRING_MAP],
    resources: [9, RESOURCES],
  },
});

export interface SchedulerConfig extends ComponentConfig {
  enabled: boolean;
  config: JsonObject;
}

export const SCHEDULER_CONFIG: Definition<SchedulerConfig> = define<SchedulerConfig>({
  name: "SchedulerConfigs.kubernetes",
  namespace: CONTROL_PLANE,
  message: {
    enabled: [1, BOOL],
    image: [2, STRING],
    extraArgs: [3, STRING_MAP],
    extraVolumes: [4, VOLUMES],
    environmentVariables: [5, STRING_MAP],
    resources: [6, RESOURCES],
    config: [7, STRUCT],
  },
});

export interface Mount {
  destination: string;
  type: string;
  source: string;
  options: readonly string[];
}

/** The configuration of the kubelet service. */
export interface KubeletSpec {
  image: string;
  args: readonly string[];
  extraMounts?: readonly Mount[];
  expectedNodename?: string;
  /** A `KubeletConfiguration`. */
  config: JsonObject;
}

export const KUBELET_SPEC: Definition<KubeletSpec> = define<KubeletSpec>({
  name: "KubeletSpecs.kubernetes",
  namespace: KUBERNETES,
  message: {
    image: [1, STRING],
    args: [2, repeated(STRING)],
    extraMounts: [
      3,
      repeated(message<Mount>({
        destination: [1, STRING],
        type: [2, STRING],
        source: [3, STRING],
        options: [4, repeated(STRING)],
      })),
    ],
    expectedNodename: [4, STRING],
    config: [5, STRUCT],
  },
});

/** A label of the Kubernetes node, from the configuration. */
export interface NodeLabelSpec {
  key: string;
  value: string;
}

export const NODE_LABEL_SPEC: Definition<NodeLabelSpec> = define<NodeLabelSpec>({
  name: "NodeLabelSpecs.k8s",
  namespace: KUBERNETES,
  columns: [["Value", "{.value}"]],
  sensitive: true,
  message: { key: [1, STRING], value: [2, STRING] },
});

/** The Kubernetes node, as the API describes it. */
export interface NodeStatus {
  nodename: string;
  nodeReady: boolean;
  unschedulable: boolean;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
}

export const NODE_STATUS: Definition<NodeStatus> = define<NodeStatus>({
  name: "NodeStatuses.kubernetes",
  namespace: KUBERNETES,
  columns: [["Ready", "{.nodeReady}"], ["Unschedulable", "{.unschedulable}"]],
  message: {
    nodename: [1, STRING],
    nodeReady: [2, BOOL],
    unschedulable: [3, BOOL],
    labels: [4, STRING_MAP],
    annotations: [5, STRING_MAP],
  },
});

/** Kubernetes objects that control plane nodes apply; the spec is the list of objects. */
export const MANIFEST: Definition<readonly JsonObject[]> = define<readonly JsonObject[]>({
  name: "Manifests.kubernetes",
  namespace: CONTROL_PLANE,
  message: (items) =>
    encodeFields(
      { items: [1, repeated(message<{ object: JsonObject }>({ object: [1, STRUCT] }))] },
      { items: items.map((object) => ({ object })) },
    ),
});

/** A pod that the kubelet starts from the machine configuration; the spec is the pod. */
export const STATIC_POD: Definition<JsonObject> = define<JsonObject>({
  name: "StaticPods.kubernetes",
  namespace: KUBERNETES,
  message: (pod) => encodeFields({ pod: [1, STRUCT] }, { pod }),
});

/** The status of a static pod; the spec is a Kubernetes `PodStatus`. */
export const STATIC_POD_STATUS: Definition<JsonObject> = define<JsonObject>({
  name: "StaticPodStatuses.kubernetes",
  namespace: KUBERNETES,
  aliases: ["podstatus"],
  columns: [["Ready", '{.conditions[?(@.type=="Ready")].status}']],
  message: (status) => encodeFields({ status: [1, STRUCT] }, { status }),
});
