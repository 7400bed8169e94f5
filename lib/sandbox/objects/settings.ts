/**
 * The parts of a machine configuration that concern Kubernetes.
 *
 * @module
 */
import { DEFAULT_IMAGES, DEFAULT_RELEASE } from "../../distribution.ts";
import type { Data } from "../../machineconfig/data.ts";
import type { Json } from "./objects.ts";
import { mapAt, stringAt, stringsAt, valueAt } from "./objects.ts";

/** Kubernetes settings of a machine configuration. */
export interface KubernetesSettings {
  readonly clusterName: string;
  readonly endpoint: string;
  readonly dnsDomain: string;
  readonly podSubnet: string;
  readonly serviceSubnet: string;
  /** Id and secret of the bootstrap token of kubelets. */
  readonly bootstrapToken: readonly [id: string, secret: string] | undefined;
  /** Images by component; undefined for a disabled one. */
  readonly images: {
    readonly apiServer: string;
    readonly controllerManager: string;
    readonly scheduler: string;
    readonly kubelet: string;
    readonly proxy: string | undefined;
    readonly coreDns: string | undefined;
    readonly flannel: string | undefined;
  };
  /** False with `cni: none`: pods outside of the host network get no network. */
  readonly hasNetwork: boolean;
  readonly allowsWorkloads: boolean;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly nodeAnnotations: Readonly<Record<string, string>>;
  /** Taints by key: `value:effect` or `effect`. */
  readonly nodeTaints: Readonly<Record<string, string>>;
  /** Access of pods to the node API. */
  readonly osAccess: {
    readonly isEnabled: boolean;
    readonly roles: readonly string[];
    readonly namespaces: readonly string[];
  };
}

function defaultImage(name: string): string {
  return DEFAULT_IMAGES[DEFAULT_RELEASE].find((image) => image.includes(`/${name}:`)) ?? "";
}

const DEFAULT_POD_SUBNET = "10.244.0.0/16";
const DEFAULT_SERVICE_SUBNET = "10.96.0.0/12";

const known = new WeakMap<Data, KubernetesSettings>();

/** Returns the settings of a configuration; reads them once. */
export function readSettings(config: Data): KubernetesSettings {
  let settings = known.get(config);
  if (settings === undefined) known.set(config, settings = toSettings(config));
  return settings;
}

function toSettings(config: Data): KubernetesSettings {
  const data = toJson(config);
  const text = (...path: string[]) => stringAt(data, ...path);
  const isDisabled = (name: string) => valueAt(data, "cluster", name, "disabled") === true;
  const image = (name: string, component: string) =>
    text("cluster", component, "image") || defaultImage(name);
  const network = mapAt(data, "cluster", "network");
  const cni = stringAt(network, "cni", "name") || "flannel";
  const [tokenId, tokenSecret] = text("cluster", "token").split(".");
  const access = mapAt(data, "machine", "features", "kubernetesTalosAPIAccess");
  return {
    clusterName: text("cluster", "clusterName"),
    endpoint: text("cluster", "controlPlane", "endpoint"),
    dnsDomain: stringAt(network, "dnsDomain") || "cluster.local",
    podSubnet: texts(network["podSubnets"])[0] ?? DEFAULT_POD_SUBNET,
    serviceSubnet: texts(network["serviceSubnets"])[0] ?? DEFAULT_SERVICE_SUBNET,
    bootstrapToken: tokenId && tokenSecret ? [tokenId, tokenSecret] : undefined,
    images: {
      apiServer: image("kube-apiserver", "apiServer"),
      controllerManager: image("kube-controller-manager", "controllerManager"),
      scheduler: image("kube-scheduler", "scheduler"),
      kubelet: text("machine", "kubelet", "image") || defaultImage("kubelet"),
      proxy: isDisabled("proxy") ? undefined : image("kube-proxy", "proxy"),
      coreDns: isDisabled("coreDNS") ? undefined : image("coredns", "coreDNS"),
      flannel: cni === "flannel" ? defaultImage("flannel") : undefined,
    },
    hasNetwork: cni !== "none",
    allowsWorkloads: valueAt(data, "cluster", "allowSchedulingOnControlPlanes") === true,
    nodeLabels: stringsAt(data, "machine", "nodeLabels"),
    nodeAnnotations: stringsAt(data, "machine", "nodeAnnotations"),
    nodeTaints: stringsAt(data, "machine", "nodeTaints"),
    osAccess: {
      isEnabled: access["enabled"] === true,
      roles: texts(access["allowedRoles"]),
      namespaces: texts(access["allowedKubernetesNamespaces"]),
    },
  };
}

/** Converts configuration data to JSON; numbers beyond the exact range become strings. */
function toJson(data: Data): Json {
  return JSON.parse(
    JSON.stringify(data, (_, value) => typeof value === "bigint" ? String(value) : value),
  );
}

function texts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** Returns the tag of an image reference, for example `v1.31.1`; `""` without one. */
export function imageTag(image: string): string {
  return /:([\w][\w.-]*)(@sha256:[0-9a-f]+)?$/.exec(image)?.[1] ?? "";
}
