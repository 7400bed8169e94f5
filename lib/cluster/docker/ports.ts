/**
 * Published ports of containers.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** A published port. */
export interface PublishedPort {
  readonly hostIp: string;
  readonly hostPort: number;
  readonly containerPort: number;
  readonly protocol: "tcp" | "udp" | "sctp";
}

/**
 * Parses `--exposed-ports`: `[ip:]<host>:<container>/<protocol>`, separated by commas.
 *
 * @param defaultIp Address of ports without one.
 * @throws {OsctlError} of kind `usage`.
 */
export function parsePorts(text: string, defaultIp: string): PublishedPort[] {
  if (text === "") return [];
  return text.split(",").map((part) => {
    const match = /^(?:(\[[0-9a-fA-F:.]+\]|[\d.]+):)?(\d+):(\d+)\/(tcp|udp|sctp)$/.exec(
      part.trim(),
    );
    const [, ip, host, container, protocol] = match ?? [];
    const [hostPort, containerPort] = [Number(host), Number(container)];
    const isPort = (port: number) => port > 0 && port < 65536;
    if (match === null || !isPort(hostPort) || !isPort(containerPort)) {
      throw new OsctlError("usage", `invalid port "${part}" for --exposed-ports`, {
        hint: "use <host>:<container>/<protocol>, such as 8080:80/tcp",
      });
    }
    return {
      hostIp: (ip ?? defaultIp).replace(/^\[|\]$/g, ""),
      hostPort,
      containerPort,
      protocol: protocol as PublishedPort["protocol"],
    };
  });
}

/** Returns the fields of a new container that publish ports. */
export function toPortFields(ports: readonly PublishedPort[]): {
  readonly ExposedPorts: Record<string, Record<never, never>>;
  readonly PortBindings: Record<string, { HostIp: string; HostPort: string }[]>;
} {
  const bindings: Record<string, { HostIp: string; HostPort: string }[]> = {};
  for (const { hostIp, hostPort, containerPort, protocol } of ports) {
    (bindings[`${containerPort}/${protocol}`] ??= []).push({
      HostIp: hostIp,
      HostPort: String(hostPort),
    });
  }
  const exposed = Object.fromEntries(Object.keys(bindings).map((port) => [port, {}]));
  return { ExposedPorts: exposed, PortBindings: bindings };
}

/** Returns different free TCP ports of an address of this machine. */
export function freePorts(count: number, hostname: string): number[] {
  const listeners = Array.from({ length: count }, () => Deno.listen({ hostname, port: 0 }));
  const ports = listeners.map((listener) => (listener.addr as Deno.NetAddr).port);
  for (const listener of listeners) listener.close();
  return ports;
}

/**
 * Reports whether a TCP port of this machine can be bound; true for other protocols and foreign
 * addresses.
 */
export function isFree({ hostIp, hostPort, protocol }: PublishedPort): boolean {
  if (protocol !== "tcp") return true;
  try {
    Deno.listen({ hostname: hostIp === "" ? "0.0.0.0" : hostIp, port: hostPort }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    // The engine, which is root, can bind it or reports why not.
    if (error instanceof Deno.errors.PermissionDenied) return true;
    if (error instanceof Deno.errors.AddrNotAvailable) return true;
    throw error;
  }
}
