/**
 * The states of all nodes of a cluster, each with the other nodes as cluster members.
 *
 * @module
 */
import type { Clock } from "../../platform/system.ts";
import type { ServiceRegistry } from "../machine/mod.ts";
import type { NodeFacts } from "../types.ts";
import { createControllers } from "./controllers/create_controllers.ts";
import type { ClusterIdentity, NodeSecrets } from "./controllers/controller_options.ts";
import { NodeState } from "./node_state.ts";

/** Options of a node's state. */
export interface StateSpec {
  readonly node: NodeFacts;
  readonly services: ServiceRegistry;
  /** Undefined in maintenance mode. */
  readonly secrets: NodeSecrets | undefined;
}

/** The states of a cluster's nodes. Cluster and node ids are stable across restarts. */
export class ClusterStates implements Disposable {
  readonly #states: ReadonlyMap<string, NodeState>;

  private constructor(states: ReadonlyMap<string, NodeState>) {
    this.#states = states;
  }

  /**
   * Creates the states.
   *
   * @param seed unique text of the cluster, for example its CA certificate; ids derive from it.
   */
  static async create(
    specs: readonly StateSpec[],
    seed: string,
    clock: Clock,
    report: (error: unknown, where: string) => void,
  ): Promise<ClusterStates> {
    const members = specs.filter(({ secrets }) => secrets !== undefined);
    const cluster: ClusterIdentity = {
      id: (await digest(`cluster ${seed}`)).toBase64({ alphabet: "base64url" }),
      peers: await Promise.all(members.map(async ({ node }) => ({
        node,
        nodeId: base62(await digest(`node ${node.name} ${seed}`)),
      }))),
    };
    const states = specs.map(({ node, services, secrets }) => {
      const controllers = createControllers({
        node,
        services,
        secrets,
        cluster: secrets === undefined ? undefined : cluster,
      });
      return [node.name, new NodeState({ clock, controllers, report })] as const;
    });
    return new ClusterStates(new Map(states));
  }

  /**
   * Returns the state of a node.
   *
   * @throws {RangeError} When no node has this name.
   */
  of({ name }: Pick<NodeFacts, "name">): NodeState {
    const state = this.#states.get(name);
    if (state === undefined) throw new RangeError(`Unknown node "${name}"`);
    return state;
  }

  [Symbol.dispose](): void {
    for (const state of this.#states.values()) state[Symbol.dispose]();
  }
}

async function digest(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Encodes bytes as a base-62 number, the format of node ids. */
function base62(bytes: Uint8Array): string {
  let left = BigInt(`0x${bytes.toHex()}`);
  let text = "";
  for (; left > 0n; left /= 62n) text = DIGITS[Number(left % 62n)] + text;
  return text;
}
