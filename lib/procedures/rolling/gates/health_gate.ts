/**
 * The gate `health`: the checks of `health`.
 *
 * @module
 */
import { parseTimeouts } from "../../../client/timeouts.ts";
import { MultiNodeError, OsctlError } from "../../../errors.ts";
import { oneLine } from "../../../output/text.ts";
import { ResourceReader } from "../../../resource/client.ts";
import { HEALTH_CHECKS } from "../../health/checks.ts";
import { discoverNodes } from "../../health/cluster_nodes.ts";
import type { ClusterNodes, HealthTarget } from "../../health/types.ts";
import type { Gate, GateScope, GateSources } from "./types.ts";

/** Nodes may be cordoned on purpose, and the other workers of a batch are. */
const SKIPPED: ReadonlySet<string> = new Set(["k8s-nodes-schedulable"]);
/** Checks that include every node, which fail while workers of a batch restart. */
const BATCH_SKIPPED: ReadonlySet<string> = new Set([
  "apid",
  "memory",
  "disk",
  "diagnostics",
  "kubelet",
  "boot",
  "k8s-nodes-ready",
  "kube-proxy",
  "coredns",
]);

/** Creates the gate. */
export function createHealthGate(sources: GateSources): Gate {
  const { client, clock, env, kubernetes } = sources;
  const { callMs } = parseTimeouts(env);
  const resources = new ResourceReader(client, { clock, callMs });
  const base: Omit<HealthTarget, "cluster"> = {
    client,
    resources,
    kubernetes: {
      list: async (type, options) => {
        const api = await kubernetes(options.signal);
        return (await api.list(type, options)).items;
      },
    },
  };
  let cluster: ClusterNodes | undefined;
  return {
    name: "health",
    begin: ({ changing }: GateScope) => async (signal) => {
      cluster ??= await discoverNodes(base, signal);
      const checks = HEALTH_CHECKS.filter(({ id }) =>
        !SKIPPED.has(id) && (changing.size === 0 || !BATCH_SKIPPED.has(id))
      );
      const target = { ...base, cluster };
      const failed = (await Promise.all(checks.map(async ({ name, run }) => {
        try {
          await run(target, signal);
          return [];
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof OsctlError)) throw error;
          return [`${name}: ${reasonOf(error)}`];
        }
      }))).flat();
      if (failed.length === 0) return;
      const rest = failed.length === 1 ? "" : ` (and ${failed.length - 1} more)`;
      throw new OsctlError("node", `${failed[0]}${rest}`);
    },
  };
}

function reasonOf(error: OsctlError): string {
  const { message } = error;
  return oneLine(error instanceof MultiNodeError ? message.replaceAll("\n", "; ") : message);
}
