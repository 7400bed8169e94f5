/**
 * Drains the Kubernetes nodes of an action that reboots, and uncordons them afterwards.
 *
 * @module
 */
import { createDeadline } from "../../async/deadline.ts";
import { toNodeFailure } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { DOMAIN } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { connectCluster } from "../../kubernetes/download/connect_cluster.ts";
import { cordonNode, drainNode, uncordonNode, waitForReady } from "./drain_node.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import type { ActionStep } from "../action_step.ts";
import { ResourceReader, specOf, type ValueMap } from "../../resource/mod.ts";
import type { ProcedureContext } from "../context.ts";

const NODENAME = { namespace: "k8s", type: `Nodenames.kubernetes.${DOMAIN}` };

/** Limit of the uncordon after a failed drain, milliseconds. */
const UNDO_MS = 10_000;

const HINT = "use --drain=false to reboot without a drain";

/** Options of {@linkcode NodeDrain}. */
export interface NodeDrainOptions {
  /** Limit of the drain of each node, milliseconds. */
  readonly timeoutMs: number;
}

/** Drains and uncordons; connects to Kubernetes at the first drain. */
export class NodeDrain implements AsyncDisposable {
  readonly #context: ProcedureContext<NodeClient>;
  readonly #client: NodeClient;
  readonly #timeoutMs: number;
  readonly #reader: ResourceReader;
  #kubernetes: Promise<KubernetesClient> | undefined;
  /** Names of Kubernetes nodes that this command cordoned, by node. */
  readonly #cordoned = new Map<string, string>();

  constructor(
    context: ProcedureContext<NodeClient>,
    client: NodeClient,
    { timeoutMs }: NodeDrainOptions,
  ) {
    this.#context = context;
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    const { callMs } = parseTimeouts(context.env);
    this.#reader = new ResourceReader(client, { clock: context.clock, callMs });
  }

  /**
   * Cordons the Kubernetes node of a node and evicts its pods. Does nothing for a node that has none.
   * After a failure, the node is uncordoned again.
   *
   * @throws {OsctlError} with a hint to skip the drain.
   */
  async drain({ node, signal, report }: ActionStep): Promise<void> {
    const { clock } = this.#context;
    report("drain", "draining the Kubernetes node", "the Kubernetes API");
    try {
      const name = await readKubernetesName(this.#reader, node);
      this.#kubernetes ??= connectCluster(this.#context, this.#client, this.#context.signal);
      const kubernetes = await this.#kubernetes;
      const result = await cordonNode(kubernetes, name, signal);
      if (result === "absent") return report("drain", `no Kubernetes node "${name}", not drained`);
      if (result === "cordoned") this.#cordoned.set(node, name);
      report("drain", `cordoned node ${name}`, "pods to be evicted");
      await drainNode(kubernetes, name, {
        clock,
        signal,
        timeoutMs: this.#timeoutMs,
        report: (text) => report("drain", text),
      });
      report("drain", `drained node ${name}`);
    } catch (failure) {
      signal.throwIfAborted();
      if (!(failure instanceof OsctlError)) throw failure;
      await this.#undo(node);
      const { error } = toNodeFailure(node, failure);
      throw new OsctlError("node", `drain failed: ${error.message}`, {
        hint: error.hint ?? HINT,
        cause: failure,
      });
    }
  }

  /** Waits until the Kubernetes node is ready, and uncordons it if {@linkcode drain} cordoned it. */
  async uncordon({ node, signal, report }: ActionStep): Promise<void> {
    const name = this.#cordoned.get(node);
    if (name === undefined) return;
    const { clock } = this.#context;
    const kubernetes = await this.#kubernetes!;
    report("uncordon", `waiting for node ${name} to be ready`, "the Kubernetes node to be ready");
    await waitForReady(kubernetes, name, {
      clock,
      signal,
      failed: (reason) => report("uncordon", `node ${name}: ${reason}`, reason),
    });
    await uncordonNode(kubernetes, name, signal);
    this.#cordoned.delete(node);
    report("uncordon", `uncordoned node ${name}`);
  }

  /** Returns what remains to be undone on a node; empty when nothing. */
  describeRest(node: string): string {
    const name = this.#cordoned.get(node);
    return name === undefined ? "" : `stays cordoned; undo with "osctl uncordon -n ${node}"`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A failed connection was reported by the drain that opened it.
    await this.#kubernetes?.then((client) => client.close(), () => {});
  }

  async #undo(node: string): Promise<void> {
    const name = this.#cordoned.get(node);
    if (name === undefined) return;
    const { clock, signal } = this.#context;
    using limit = createDeadline({
      clock,
      ms: UNDO_MS,
      signals: [signal],
      expired: () => new OsctlError("node", "not uncordoned in time"),
    });
    try {
      await uncordonNode(await this.#kubernetes!, name, limit.signal);
      this.#cordoned.delete(node);
    } catch (error) {
      // The error of the drain explains this one; `describeRest` reports the node.
      if (!(error instanceof OsctlError)) throw error;
    }
  }
}

/**
 * Reads the name of the Kubernetes node of a node.
 *
 * @throws {OsctlError} when it has none.
 */
export async function readKubernetesName(reader: ResourceReader, node: string): Promise<string> {
  const resource = await reader.get(node, NODENAME, "nodename");
  const { nodename } = await specOf(resource) as ValueMap;
  if (typeof nodename === "string" && nodename !== "") return nodename;
  throw new OsctlError("node", "the node has no Kubernetes node name");
}
