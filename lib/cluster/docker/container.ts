/**
 * The request for the container of a node.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { PlannedNode } from "../types.ts";
import { clusterLabels, TYPE_LABEL } from "./objects.ts";
import { type PublishedPort, toPortFields } from "./ports.ts";

const TMPFS = ["/run", "/system", "/tmp"];
const VOLUMES = [
  ...["/var", "/system/state"],
  ...["/etc/cni", "/etc/kubernetes", "/usr/libexec/kubernetes", "/opt"],
];
/** Writable folder of udev rules, which images before v1.4 need. */
const UDEV = "/usr/etc/udev";

/** Largest environment variable of a process, bytes: 32 pages, the final zero included. */
const MAX_VARIABLE_SIZE = 32 * 4096 - 1;

/** Options of a container. */
export interface ContainerOptions {
  readonly cluster: string;
  readonly image: string;
  readonly release: Release;
  readonly ports: readonly PublishedPort[];
  /** Machine configuration; undefined to start in maintenance mode. */
  readonly config: string | undefined;
  readonly disableIpv6: boolean;
}

/** Returns the variable with a configuration; undefined when it is too large for a process. */
export function toUserData(config: string): string | undefined {
  const variable = `USERDATA=${new TextEncoder().encode(config).toBase64()}`;
  return variable.length <= MAX_VARIABLE_SIZE ? variable : undefined;
}

/** Returns the body of a request that creates the container of a node. */
export function toContainer(
  { name, type, addresses: [address], nanoCpus, memory }: PlannedNode,
  { cluster, image, release, ports, config, disableIpv6 }: ContainerOptions,
): Record<string, unknown> {
  const labels = clusterLabels(cluster);
  const cpus = Math.floor(nanoCpus / 1e9);
  const { ExposedPorts, PortBindings } = toPortFields(ports);
  const volumes = release === "v1.4" ? [...VOLUMES, UDEV] : VOLUMES;
  const userData = config === undefined ? undefined : toUserData(config);
  return {
    Hostname: name,
    Image: image,
    Env: [
      "PLATFORM=container",
      `TALOSSKU=${cpus}CPU-${Math.floor(memory / 2 ** 20)}RAM`,
      ...userData === undefined ? [] : [userData],
    ],
    Labels: { ...labels, [TYPE_LABEL]: type },
    ExposedPorts,
    HostConfig: {
      Privileged: true,
      SecurityOpt: ["seccomp:unconfined"],
      ReadonlyRootfs: true,
      NanoCpus: nanoCpus,
      Memory: memory,
      PortBindings,
      Mounts: [
        ...TMPFS.map((Target) => ({ Type: "tmpfs", Target })),
        ...volumes.map((Target) => ({
          Type: "volume",
          Target,
          VolumeOptions: { Labels: labels },
        })),
      ],
      ...(disableIpv6 ? {} : { Sysctls: { "net.ipv6.conf.all.disable_ipv6": "0" } }),
      NetworkMode: cluster,
    },
    NetworkingConfig: {
      EndpointsConfig: { [cluster]: { IPAMConfig: { IPv4Address: address } } },
    },
  };
}
