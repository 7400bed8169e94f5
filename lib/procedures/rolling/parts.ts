/**
 * Opens the parts of a rolling change: node state, Kubernetes, etcd, workload and gates.
 *
 * @module
 */
import { NEVER } from "../../async/never.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { extendSystem } from "../../platform/system.ts";
import type { ProcedureContext } from "../context.ts";
import { NodeReader } from "./changes/node_reader.ts";
import type { ControlPlane } from "../quorum/read_etcd.ts";
import { createEtcdGuard } from "./etcd_guard.ts";
import { createGates } from "./gates/mod.ts";
import type { Settings } from "./journal.ts";
import { KubernetesServers, readFromNodes } from "./kubernetes_servers.ts";
import type { EtcdGuard, Gates, Workload } from "./types.ts";
import { createWorkload } from "./workload.ts";

/** The parts of a change. */
export interface Parts extends AsyncDisposable {
  readonly reader: NodeReader;
  readonly servers: KubernetesServers;
  readonly etcd: EtcdGuard;
  readonly workload: Workload | undefined;
  readonly gates: Gates;
}

/** Options of opening the parts. */
export interface PartsOptions {
  /** All control planes of the cluster. */
  readonly controlPlanes: readonly ControlPlane[];
  readonly settings: Settings;
  /** API servers with other settings than the kubeconfig of the nodes. */
  readonly servers?: KubernetesServers | undefined;
}

/** Opens the parts. An interruption does not cancel their calls, but the signals of steps do. */
export function openParts(
  context: ProcedureContext<NodeClient>,
  client: NodeClient,
  { controlPlanes, settings, servers: given }: PartsOptions,
): Parts {
  const { clock } = context;
  const system = extendSystem(context, { signal: NEVER });
  const reader = new NodeReader(client, clock);
  const addresses = controlPlanes.map(({ address }) => address);
  const servers = given ??
    new KubernetesServers(system, readFromNodes(client, addresses), addresses);
  const { acceptsQuorumLoss, isDrained } = settings;
  const etcd = createEtcdGuard({
    clock,
    client,
    controlPlanes,
    acceptsQuorumLoss,
  });
  const kubernetes = servers.open;
  const { callMs } = parseTimeouts(context.env);
  const gates = createGates(
    extendSystem(system, {
      client,
      kubernetes,
      checkEtcd: (signal: AbortSignal) => etcd.check(signal),
    }),
    settings.gates,
    settings.steadiness,
  );
  return {
    reader,
    servers,
    etcd,
    workload: isDrained
      ? createWorkload({
        ...{ clock, client, callMs, kubernetes },
        findUnready: (server, signal) => servers.findUnready(server, signal),
      })
      : undefined,
    gates,
    async [Symbol.asyncDispose]() {
      if (given === undefined) servers[Symbol.dispose]();
      await reader[Symbol.asyncDispose]();
    },
  };
}
