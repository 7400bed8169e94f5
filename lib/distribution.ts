/**
 * The only file that fills in the neutral names of the interface: domain, registry, image
 * namespace, versions of each interface release, and paths below the user's home directory.
 *
 * @module
 */

/** A published interface release. */
export type Release = "v1.4" | "v1.8";

/** Every interface release, oldest first. */
export const RELEASES: readonly Release[] = ["v1.4", "v1.8"];

/** The release in force when `OSCTL_INTERFACE` is not set. */
export const DEFAULT_RELEASE: Release = "v1.8";

/** `{domain}`: part of resource types and of the in-cluster configuration path. */
export const DOMAIN = "talos.dev";

/** `{registry}/<org>`: where the images of the operating system live. */
export const IMAGE_NAMESPACE = "ghcr.io/siderolabs";

/** Product name of the operating system, as nodes print it and as `version --short` shows it. */
export const PRODUCT = "Talos";

/** The tag this client reports, and the default image tag, for each interface release. */
export const OS_VERSION: Record<Release, string> = {
  "v1.4": "v1.4.0-alpha.4",
  "v1.8": "v1.8.0-alpha.2",
};

/** The default orchestrator version of each interface release. */
export const KUBERNETES_VERSION: Record<Release, string> = { "v1.4": "1.27.1", "v1.8": "1.31.1" };

const ORCHESTRATOR_PARTS = ["apiserver", "controller-manager", "scheduler", "proxy"];

/** What differs from one list of default images to the next. */
interface DefaultVersions {
  network: readonly string[];
  dns: string;
  etcd: string;
  kubernetes: string;
  pause: string;
}

function defaultImages(
  release: Release,
  { network, dns, etcd, kubernetes, pause }: Readonly<DefaultVersions>,
): readonly string[] {
  return [
    ...network.map((image) => `${IMAGE_NAMESPACE}/${image}`),
    dns,
    `gcr.io/etcd-development/etcd:${etcd}`,
    ...ORCHESTRATOR_PARTS.map((part) => `registry.k8s.io/kube-${part}:${kubernetes}`),
    `${IMAGE_NAMESPACE}/kubelet:${kubernetes}`,
    `${IMAGE_NAMESPACE}/installer:${OS_VERSION[release]}`,
    `registry.k8s.io/pause:${pause}`,
  ];
}

/**
 * What a cluster is made of when nothing else is configured, as the release lists it. The versions
 * of the orchestrator are the list's own and differ from {@linkcode KUBERNETES_VERSION}.
 */
export const DEFAULT_IMAGES: Record<Release, readonly string[]> = {
  "v1.4": defaultImages("v1.4", {
    network: ["flannel:v0.21.4", "install-cni:v1.4.0"],
    dns: "docker.io/coredns/coredns:1.10.1",
    etcd: "v3.5.7",
    kubernetes: "v1.27.0-rc.0",
    pause: "3.6",
  }),
  "v1.8": defaultImages("v1.8", {
    network: ["flannel:v0.25.6"],
    dns: "registry.k8s.io/coredns/coredns:v1.11.3",
    etcd: "v3.5.15",
    kubernetes: "v1.31.0",
    pause: "3.9",
  }),
};

/** `{release_url}`: where release assets are published. */
export const RELEASE_URL = "https://github.com/siderolabs/talos/releases/download";

/** The port of the node API. */
export const NODE_API_PORT = 50000;

/** Where a pod with an injected service account finds its client configuration. */
export const SERVICE_ACCOUNT_CONFIG = `/var/run/secrets/${DOMAIN}/config`;

/** The folder of all client state, relative to the home directory. */
export const HOME_FOLDER = ".os";

/** The default location of the client configuration file below `home`. */
export function defaultConfigPath(home: string): string {
  return `${home}/${HOME_FOLDER}/config`;
}
