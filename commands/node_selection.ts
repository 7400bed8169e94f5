/**
 * Selects the nodes of a command, and prints them before a change.
 *
 * @module
 */
import type { ClientContext } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";
import { OsctlError } from "../lib/errors.ts";
import type { ConnectionOptions } from "../lib/procedures/context.ts";
import { isAddress, isExpression } from "../lib/targets/is_expression.ts";
import type { ResolvedNode } from "../lib/targets/mod.ts";

/** Flags of some commands. */
type OptionalFlags = {
  readonly output?: string;
  readonly dryRun?: boolean;
  readonly plan?: boolean;
};

/** The nodes of one client of a command. */
export class NodeSelection {
  readonly #system: ClientContext;
  readonly #flags: ConnectionOptions & OptionalFlags;
  /** The resolved nodes of the client configuration. */
  #configured: readonly ResolvedNode[] | undefined;

  constructor(system: ClientContext, flags: ConnectionOptions) {
    this.#system = system;
    this.#flags = flags;
  }

  /**
   * Returns the addresses that the values of `--nodes` stand for; prints the nodes before a change.
   *
   * @throws {OsctlError} when a target cannot be resolved.
   */
  async select(isInsecure: boolean): Promise<readonly string[]> {
    const { nodes } = this.#flags;
    if (isInsecure && isExpression(nodes)) {
      const text = nodes.join(",");
      throw new OsctlError("usage", `invalid target "${text}": --insecure accepts addresses only`, {
        hint: "nodes in maintenance mode are not members of the cluster",
      });
    }
    const resolved = isInsecure ? undefined : await this.#resolve(nodes);
    if (resolved === undefined) return nodes;
    await this.#print(resolved);
    return resolved.map(({ address }) => address);
  }

  /** Returns the addresses that the nodes of the client configuration stand for. */
  async resolveConfigured(nodes: readonly string[]): Promise<readonly string[]> {
    this.#configured = await this.#resolve(nodes);
    return this.#configured?.map(({ address }) => address) ?? nodes;
  }

  /** Prints the nodes of the client configuration before a change, unless it is a single address. */
  async printConfigured(client: NodeClient): Promise<void> {
    if (this.#configured !== undefined) return await this.#print(this.#configured);
    const change = this.#describeChange();
    const showsSingle = this.#system.running?.changesNodes?.showsSingle === true;
    if (change === undefined || (client.nodes.length === 1 && !showsSingle)) return;
    const { printConfiguredNodes } = await import("../lib/console/print_targets.ts");
    await printConfiguredNodes(this.#system, client, change);
  }

  /** Returns the nodes of targets; undefined for addresses, and for names that are no member's. */
  async #resolve(nodes: readonly string[]): Promise<readonly ResolvedNode[] | undefined> {
    const target = { ...this.#flags, nodes };
    if (isExpression(nodes)) {
      const { resolveNodes } = await import("../lib/targets/mod.ts");
      return await resolveNodes(this.#system, target);
    }
    // For a read, the client finds members whose names the endpoint cannot resolve.
    if (this.#describeChange() === undefined || nodes.every(isAddress)) return undefined;
    const [{ resolveNames }, { checkNode }] = await Promise.all([
      import("../lib/targets/mod.ts"),
      import("../lib/client/mod.ts"),
    ]);
    nodes.forEach(checkNode);
    return await resolveNames(this.#system, target);
  }

  async #print(nodes: readonly ResolvedNode[]): Promise<void> {
    const change = this.#describeChange();
    if (change === undefined) return;
    const { printTargets } = await import("../lib/console/print_targets.ts");
    await printTargets(this.#system, nodes, change);
  }

  /** Returns how the running command shows the nodes that it changes; undefined for a read. */
  #describeChange() {
    const flags = this.#flags;
    const own = this.#system.running?.changesNodes;
    const shows = flags.isChange === true ? "prints" : own?.shows;
    if (shows === undefined) return undefined;
    const isPrinted = flags.dryRun === true || flags.plan === true;
    const isRecorded = own?.isRecorded === true && flags.output === "json" && !isPrinted;
    return { isAsking: shows === "asks" && !isPrinted, isRecorded, flags };
  }
}
