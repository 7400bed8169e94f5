/**
 * Names and versions of the distribution: domain, registry, image namespace, versions of each
 * interface release, and paths below the user's home directory. No other file spells them out.
 *
 * @module
 */

/** An interface release. */
export type Release = "v1.4" | "v1.8";

/** Every interface release, oldest first. */
export const RELEASES: readonly Release[] = ["v1.4", "v1.8"];

/** Release used when `OSCTL_INTERFACE` is not set. */
export const DEFAULT_RELEASE: Release = "v1.8";

/** `{domain}`: suffix of resource types and part of the in-cluster configuration path. */
export const DOMAIN = "talos.dev";

/** `{registry}/<org>`: repository prefix of the operating system's images. */
export const IMAGE_NAMESPACE = "ghcr.io/siderolabs";

/** The newest release of osctl, as GitHub's API describes it. */
export const NEWEST_RELEASE_URL = "https://api.github.com/repos/osctl/osctl/releases/latest";

/** Product name, as in node logs and `version --short`. */
export const PRODUCT = "Talos";

/** Client version and default image tag of each interface release. */
export const OS_VERSION: Record<Release, string> = {
  "v1.4": "v1.4.0-alpha.4",
  "v1.8": "v1.8.0-alpha.2",
};

/** Default Kubernetes version of each interface release. */
export const KUBERNETES_VERSION: Record<Release, string> = { "v1.4": "1.27.1", "v1.8": "1.31.1" };

/** Components of Kubernetes in static pods of control planes, in the order of their upgrade. */
export const CONTROL_PLANE_COMPONENTS = [
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
] as const;

/** Components of Kubernetes with an image in its registry, in the order of `image default`. */
export const KUBERNETES_COMPONENTS = [...CONTROL_PLANE_COMPONENTS, "kube-proxy"] as const;

/** A component of Kubernetes. */
export type KubernetesComponent = typeof KUBERNETES_COMPONENTS[number] | "kubelet";

/** Returns the published image of a component, without a tag. */
export function kubernetesImage(component: KubernetesComponent): string {
  return component === "kubelet"
    ? `${IMAGE_NAMESPACE}/${component}`
    : `registry.k8s.io/${component}`;
}

/** Image versions of one release. */
interface DefaultVersions {
  network: readonly string[];
  dns: string;
  etcd: string;
  pause: string;
}

function defaultImages(
  release: Release,
  { network, dns, etcd, pause }: Readonly<DefaultVersions>,
): readonly string[] {
  const kubernetes = `v${KUBERNETES_VERSION[release]}`;
  return [
    ...network.map((image) => `${IMAGE_NAMESPACE}/${image}`),
    dns,
    `gcr.io/etcd-development/etcd:${etcd}`,
    ...([...KUBERNETES_COMPONENTS, "kubelet"] as const).map((component) =>
      `${kubernetesImage(component)}:${kubernetes}`
    ),
    `${IMAGE_NAMESPACE}/installer:${OS_VERSION[release]}`,
    `registry.k8s.io/pause:${pause}`,
  ];
}

/** Default container images of each release, in the order of `image default`. */
export const DEFAULT_IMAGES: Record<Release, readonly string[]> = {
  "v1.4": defaultImages("v1.4", {
    network: ["flannel:v0.21.4", "install-cni:v1.4.0"],
    dns: "docker.io/coredns/coredns:1.10.1",
    etcd: "v3.5.7",
    pause: "3.6",
  }),
  "v1.8": defaultImages("v1.8", {
    network: ["flannel:v0.25.6"],
    dns: "registry.k8s.io/coredns/coredns:v1.11.3",
    etcd: "v3.5.15",
    pause: "3.9",
  }),
};

/** `{release_url}`: base URL of release assets. */
export const RELEASE_URL = "https://github.com/siderolabs/talos/releases/download";

/** The product in the files of a Kubernetes certification; its version is the version of the nodes. */
export const CONFORMANCE_PRODUCT = {
  vendor: "Sidero Labs",
  name: "Talos Linux",
  version: "",
  website_url: "https://www.siderolabs.com/",
  repo_url: "https://github.com/siderolabs/talos",
  documentation_url: "https://www.talos.dev",
  product_logo_url: "https://www.talos.dev/images/Sidero_stacked_darkbkgd_RGB.svg",
  type: "installer",
  description: "Immutable Linux distribution for Kubernetes",
  contact_email_address: "developers@siderolabs.com",
} as const;

/** TCP port of the node API. */
export const NODE_API_PORT = 50000;

/** Path of the client configuration mounted into a pod with a Talos service account. */
export const SERVICE_ACCOUNT_CONFIG = `/var/run/secrets/${DOMAIN}/config`;

/** Name of a local cluster without `--name`. */
export const DEFAULT_CLUSTER = "os-default";

/** Folder of all client state, relative to the home directory. */
export const HOME_FOLDER = ".os";

/** Variable with the path of talosctl's configuration. */
export const REFERENCE_CONFIG_VARIABLE = "TALOSCONFIG";

/** Names of flags by the names that talosctl has for them; accepted, but not shown. */
export const REFERENCE_FLAGS: Readonly<Record<string, string>> = {
  talosconfig: "osconfig",
  "talos-version": "os-version",
  "with-kubespan": "with-meshnet",
  "with-siderolink": "with-nodelink",
  "kubeprism-port": "localproxy-port",
  talos: "os",
};

/** Returns the default path of talosctl's configuration. */
export function referenceConfigPath(home: string): string {
  return `${home}/.${PRODUCT.toLowerCase()}/config`;
}

/** Returns the default path of the client configuration. */
export function defaultConfigPath(home: string): string {
  return `${home}/${HOME_FOLDER}/config`;
}

/** File of the nodes that failed in the last command, relative to the home directory. */
export const FAILED_NODES_FILE = `${HOME_FOLDER}/failed-nodes.json`;

/** File of the names of nodes in the last dashboard, relative to the home directory. */
export const NODE_NAMES_FILE = `${HOME_FOLDER}/node-names.json`;

/** Variable with the context that a shell is bound to. */
export const BOUND_CONTEXT = "OSCTL_CONTEXT";

/** Returns the path of the preferences. */
export function preferencesPath(home: string): string {
  return `${home}/${HOME_FOLDER}/preferences.yaml`;
}
