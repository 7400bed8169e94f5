/**
 * Reads the versions of nodes in the pod of a rollout, some of which may be restarting.
 *
 * @module
 */
import { sleep } from "../../../async/sleep.ts";
import type { NodeClient } from "../../../client/types.ts";
import { type NodeTag, readNodeTags } from "../../../node/version/version_skew.ts";
import type { PodSession } from "./pod_session.ts";
import type { ProcedureSystem } from "../../context.ts";

/** Limit, milliseconds: a node that boots slowly. */
const LIMIT_MS = 10 * 60_000;
const INTERVAL_MS = 1000;

/**
 * Reads the versions of all nodes; in a pod that continues, waits until those that restart respond. A
 * node that does not is absent: the change itself fails at it, and names it.
 */
export async function awaitTags(
  { clock, signal }: Pick<ProcedureSystem, "clock" | "signal">,
  client: NodeClient,
  { rollout: { journal }, report }: Pick<PodSession, "rollout" | "report">,
): Promise<NodeTag[]> {
  const until = clock.now() + (journal === undefined ? 0 : LIMIT_MS);
  for (;;) {
    const tags = await readNodeTags(client, { signal });
    const silent = client.nodes.filter((node) => !tags.some((tag) => tag.node === node));
    if (silent.length === 0 || clock.now() >= until) return tags;
    report({ node: null, text: `waiting for the versions of ${silent.join(", ")}` });
    await sleep(clock, INTERVAL_MS, signal);
  }
}
