/**
 * Objects of the Engine API, as far as they are read, and the labels that find the objects of clusters.
 *
 * @module
 */

/** Labels of containers, networks and volumes; talosctl uses the same. */
export const OWNED_LABEL = "talos.owned";
export const CLUSTER_LABEL = "talos.cluster.name";
export const TYPE_LABEL = "talos.type";

/** Option of a network with its MTU. */
export const MTU_OPTION = "com.docker.network.driver.mtu";

type Labels = Readonly<Record<string, string>> | null;

/** A container in a list. */
export interface ListedContainer {
  readonly Id: string;
  readonly Names: readonly string[];
  readonly Labels: Labels;
  /** Seconds since the Unix epoch. */
  readonly Created: number;
  readonly State: string;
}

/** A container. */
export interface InspectedContainer {
  readonly Id: string;
  readonly Name: string;
  readonly Config: { readonly Labels: Labels };
  readonly State: { readonly Status: string; readonly ExitCode: number };
  readonly HostConfig: {
    readonly NanoCpus?: number;
    readonly Memory?: number;
    readonly PortBindings:
      | Readonly<Record<string, readonly { readonly HostIp: string; readonly HostPort: string }[]>>
      | null;
  };
  readonly NetworkSettings: { readonly Networks: Readonly<Record<string, Attachment>> | null };
}

/** A network of a container. */
export interface Attachment {
  readonly IPAddress?: string;
  readonly IPAMConfig?: { readonly IPv4Address?: string } | null;
}

/** A network. */
export interface EngineNetwork {
  readonly Id: string;
  readonly Name: string;
  readonly Labels: Labels;
  /** RFC 3339. */
  readonly Created: string;
  readonly IPAM: {
    readonly Config: readonly { readonly Subnet?: string; readonly Gateway?: string }[] | null;
  };
  readonly Options: Readonly<Record<string, string>> | null;
}

/** A volume. */
export interface EngineVolume {
  readonly Name: string;
}

/** Facts about an engine. */
export interface EngineInfo {
  readonly OSType: string;
  readonly NCPU: number;
  /** Bytes. */
  readonly MemTotal: number;
  readonly CgroupVersion?: string;
  readonly DockerRootDir?: string;
}

/** Query that selects the objects of a cluster, or of all clusters. */
export function clusterFilter(name?: string): { readonly filters: string } {
  const label = [`${OWNED_LABEL}=true`, ...name === undefined ? [] : [`${CLUSTER_LABEL}=${name}`]];
  return { filters: JSON.stringify({ label }) };
}

/** Labels of an object of a cluster. */
export function clusterLabels(name: string): Record<string, string> {
  return { [OWNED_LABEL]: "true", [CLUSTER_LABEL]: name };
}

/** Returns the name of a container without the slash of the API. */
export function nameOfContainer({ Names: [name = ""] }: ListedContainer): string {
  return name.replace(/^\//, "");
}
