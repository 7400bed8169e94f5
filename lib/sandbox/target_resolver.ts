/**
 * Resolution of targets in the headers `nodes` and `node`.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import type { NodeSocket } from "./addresses.ts";

/** A node with its name and listen address. */
export type NamedSocket = NodeSocket & { readonly name: string };

/** Resolves targets to the nodes of a cluster. */
export class TargetResolver {
  readonly #byName = new Map<string, NodeSocket>();
  readonly #others: (() => readonly Omit<NamedSocket, "port">[]) | undefined;

  /**
   * @param others returns the nodes in other processes of a cluster that has such.
   * @param resolvesNames whether names of nodes are targets.
   */
  constructor(
    nodes: readonly NamedSocket[],
    others?: () => readonly Omit<NamedSocket, "port">[],
    resolvesNames = true,
  ) {
    this.#others = others;
    // Nodes on one address are identified by name or port.
    const isShared = nodes.length > 1 && new Set(nodes.map((node) => node.address)).size === 1;
    for (const { name, address, port } of nodes) {
      const socket = { address, port };
      if (resolvesNames) this.#byName.set(name, socket);
      this.#byName.set(isShared ? `${address}:${port}` : address, socket);
    }
  }

  /** Returns why a text is not a valid target, or undefined. Targets have no port. */
  invalid(target: string): string | undefined {
    if (this.#byName.has(target)) return undefined;
    const hasPort = /^[^:]*:\d+$|\]:\d+$/.test(target);
    return target === "" || hasPort ? `invalid target ${JSON.stringify(target)}` : undefined;
  }

  /**
   * Returns the listen address of a target: a node of the cluster or a loopback address. Undefined
   * for all others, because the sandbox connects to this machine only. A node in a container of its
   * own connects to any address.
   */
  resolve(target: string): NodeSocket | undefined {
    const known = this.#byName.get(target);
    if (known !== undefined) return known;
    const other = this.#others?.().find(({ name }) => name === target)?.address ?? target;
    if (this.#others !== undefined && isIpv4(other)) return { address: other, port: NODE_API_PORT };
    if (isIpv4(target) && target.startsWith("127.")) {
      return { address: target, port: NODE_API_PORT };
    }
    return undefined;
  }
}

/** Reports whether a text is an IPv4 address. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}
