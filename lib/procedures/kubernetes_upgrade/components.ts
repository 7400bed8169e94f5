/**
 * The components of Kubernetes that an upgrade changes.
 *
 * @module
 */
import {
  CONTROL_PLANE_COMPONENTS,
  DOMAIN,
  type KubernetesComponent,
  kubernetesImage,
} from "../../distribution.ts";
import type { Kind } from "../../resource/client.ts";

/** A component; the names of static pods, daemon set and service. */
export type Component = KubernetesComponent;

/** A static pod of control planes. */
export type StaticPod = typeof STATIC_PODS[number];

/** The static pods in the order of their upgrade. */
export const STATIC_PODS = CONTROL_PLANE_COMPONENTS;

/** Images without tag, by component. */
export type Images = Readonly<Record<Component, string>>;

/** The published images. */
export const KUBERNETES_IMAGES: Images = {
  "kube-apiserver": kubernetesImage("kube-apiserver"),
  "kube-controller-manager": kubernetesImage("kube-controller-manager"),
  "kube-proxy": kubernetesImage("kube-proxy"),
  "kube-scheduler": kubernetesImage("kube-scheduler"),
  kubelet: kubernetesImage("kubelet"),
};

/** Place of a component's image in a machine configuration. */
export interface ImagePlace {
  /** Section of the main document with the field `image`. */
  readonly path: readonly [section: "machine" | "cluster", field: string];
  /** Kind of the document that replaces the section on nodes from v1.14 on. */
  readonly kind: string;
}

export const IMAGE_PLACES: Readonly<Record<Component, ImagePlace>> = {
  "kube-apiserver": { path: ["cluster", "apiServer"], kind: "KubeAPIServerConfig" },
  "kube-controller-manager": {
    path: ["cluster", "controllerManager"],
    kind: "KubeControllerManagerConfig",
  },
  "kube-scheduler": { path: ["cluster", "scheduler"], kind: "KubeSchedulerConfig" },
  "kube-proxy": { path: ["cluster", "proxy"], kind: "KubeProxyConfig" },
  kubelet: { path: ["machine", "kubelet"], kind: "KubeletConfig" },
};

function kind(namespace: string, type: string): Kind {
  return { namespace, type: `${type}.${DOMAIN}` };
}

/** Resources with the configuration of static pods; their id is the name of the pod. */
export const CONFIG_KINDS: Readonly<Record<StaticPod, Kind>> = {
  "kube-apiserver": kind("controlplane", "APIServerConfigs.kubernetes"),
  "kube-controller-manager": kind("controlplane", "ControllerManagerConfigs.kubernetes"),
  "kube-scheduler": kind("controlplane", "SchedulerConfigs.kubernetes"),
};

export const STATIC_POD_KIND: Kind = kind("k8s", "StaticPods.kubernetes");
export const KUBELET_SPEC_KIND: Kind = kind("k8s", "KubeletSpecs.kubernetes");
export const MANIFEST_KIND: Kind = kind("controlplane", "Manifests.kubernetes");
export const SERVICE_KIND: Kind = kind("runtime", "Services.v1alpha1");
export const MACHINE_CONFIG_KIND: Kind = kind("config", "MachineConfigs.config");

/** Id of the kubelet's resources, which is the name of its service. */
export const KUBELET = "kubelet";

/** Annotation of a static pod with the version of its configuration resource. */
export const CONFIG_VERSION = `${DOMAIN}/config-version`;

/** Suffixes of kubelet tags that name a variant of the image. */
const VARIANT = /-(fat|slim)$/;

/** Returns the image of a component in a version; keeps the variant of the present image. */
export function imageOf(
  images: Images,
  component: Component,
  version: string,
  present = "",
): string {
  const variant = component === "kubelet" ? VARIANT.exec(present)?.[0] ?? "" : "";
  return `${images[component]}:v${version}${variant}`;
}
