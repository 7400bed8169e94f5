/**
 * What a caller may write as a node, and where that node is.
 *
 * @module
 */
import { NODE_API_PORT } from "../distribution.ts";
import type { NodeSocket } from "./addresses.ts";

/** A node as it can be named. */
export type NamedSocket = NodeSocket & { readonly name: string };

/** The names and addresses of a cluster's nodes. */
export class Targets {
  readonly #byName = new Map<string, NodeSocket>();

  constructor(nodes: readonly NamedSocket[]) {
    // Where all nodes share one address, only name or port tell them apart.
    const shared = nodes.length > 1 && new Set(nodes.map((node) => node.address)).size === 1;
    for (const { name, address, port } of nodes) {
      const socket = { address, port };
      this.#byName.set(name, socket);
      this.#byName.set(shared ? `${address}:${port}` : address, socket);
    }
  }

  /** Why a text cannot name a node, or undefined. A port has no place in it. */
  invalid(target: string): string | undefined {
    if (this.#byName.has(target)) return undefined;
    const port = /^[^:]*:\d+$|\]:\d+$/.test(target);
    return target === "" || port ? `invalid target ${JSON.stringify(target)}` : undefined;
  }

  /**
   * Where a target listens: a node of the cluster, or a loopback address. Nothing else, for the
   * sandbox talks to this machine only.
   */
  resolve(target: string): NodeSocket | undefined {
    const known = this.#byName.get(target);
    if (known !== undefined) return known;
    if (isIpv4(target) && target.startsWith("127.")) {
      return { address: target, port: NODE_API_PORT };
    }
    return undefined;
  }
}

/** Whether a text is an IPv4 address in dotted form. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}
