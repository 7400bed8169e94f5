/**
 * Access of this machine to the nodes: by published ports, or addresses of the containers.
 *
 * @module
 */
import { NODE_API_PORT } from "../../distribution.ts";
import { toUrlHost } from "../../pki/ip.ts";
import type { System } from "../../platform/system.ts";
import type { CreateRequest } from "../types.ts";
import { findEndpoints } from "./endpoint.ts";
import { freePorts, type PublishedPort } from "./ports.ts";

const LOCALHOST = "127.0.0.1";

/** Ports of the first control plane, and what follows for the configurations. */
export interface Access {
  readonly ports: readonly PublishedPort[];
  /** Endpoints of the client configuration. */
  readonly endpoints: readonly string[];
  /** Additional names in certificates. */
  readonly sans: readonly string[];
  /** URL of the Kubernetes API for this machine. */
  readonly kubernetesEndpoint: string;
}

/** Selects host ports, and the endpoints for this machine. */
export async function planAccess(
  { flags, release }: CreateRequest,
  firstNode: string,
  system: Pick<System, "env" | "home">,
): Promise<Access> {
  const [{ address } = { address: undefined }] = await findEndpoints(system);
  const isLocal = address === undefined || address.kind === "unix";
  const host = isLocal ? LOCALHOST : address.host;
  const apiPort = flags.controlPlanePort;
  const publish = (hostIp: string, hostPort: number, containerPort: number): PublishedPort => ({
    hostIp,
    hostPort,
    containerPort,
    protocol: "tcp",
  });
  if (release === "v1.4") {
    const ports = [
      publish(flags.dockerHostIp, NODE_API_PORT, NODE_API_PORT),
      publish(flags.dockerHostIp, apiPort, apiPort),
    ];
    const isReachable = isLocal && Deno.build.os === "linux";
    return {
      ports,
      endpoints: isReachable ? [firstNode] : [host],
      sans: isReachable ? [] : [host],
      kubernetesEndpoint: urlOf(isReachable ? firstNode : host, apiPort),
    };
  }
  const hostIp = isLocal && Deno.build.os === "linux" ? LOCALHOST : flags.dockerHostIp;
  const [node = 0, kubernetes = 0] = freePorts(2, LOCALHOST);
  return {
    ports: [publish(hostIp, node, NODE_API_PORT), publish(hostIp, kubernetes, apiPort)],
    endpoints: [`${toUrlHost(host)}:${node}`],
    sans: [host],
    kubernetesEndpoint: urlOf(host, kubernetes),
  };
}

/** Returns the URL of a port of a host. */
export function urlOf(host: string, port: number): string {
  return `https://${toUrlHost(host)}:${port}`;
}
