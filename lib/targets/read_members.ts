/**
 * Members of the cluster, as a source of targets.
 *
 * @module
 */
import { createDeadline } from "../async/deadline.ts";
import { firstSuccess } from "../async/hedge.ts";
import { type ClientSystem, type NodeClient, openClient } from "../client/mod.ts";
import { hostOf, normaliseEndpoints } from "../client/endpoints.ts";
import type { ClientTarget } from "../client/open.ts";
import { createTimeoutError, parseTimeouts } from "../client/timeouts.ts";
import { OsctlError } from "../errors.ts";
import type { KubernetesSystem } from "../kubernetes/mod.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import type { System } from "../platform/system.ts";
import { listMembers, type Member, ResourceReader } from "../resource/mod.ts";
import { isExpression } from "./is_expression.ts";
import type { TargetMember } from "./resolve.ts";

/** The parts of the system that targets use. */
export type TargetSystem = ClientSystem & KubernetesSystem & Pick<System, "spawn" | "home" | "cwd">;

/** Delay of the request to a further node, milliseconds. */
const HEDGE_AFTER_MS = 500;

/** Nodes that the members are requested from. */
const MAX_SOURCES = 5;

/**
 * Reads the members of a cluster from the first endpoint that responds.
 *
 * @throws {OsctlError} of the first endpoint when none responds; of kind `node` without members.
 */
export async function readMembers(
  system: TargetSystem,
  target: ClientTarget,
): Promise<TargetMember[]> {
  const { record } = selectContext(await loadClientConfig(target.osconfig, system), target.context);
  const endpoints = target.endpoints.length > 0 ? target.endpoints : record.endpoints;
  const hosts = normaliseEndpoints(endpoints, "usage").map(hostOf);
  const nodes = record.nodes.filter((node) => !isExpression([node]));
  const configured = [...new Set([...hosts, ...nodes])];
  await using client = await openClient(system, {
    target: { ...target, nodes: configured.slice(0, MAX_SOURCES) },
    defaultToEndpoints: true,
    // Without DNS, an endpoint does not even resolve its own name.
    isLocal: true,
  });
  const members = await requestMembers(system, client);
  if (members.length > 0) return members.map((member) => toTarget(member, configured));
  throw new OsctlError("node", "the cluster has no members: discovery is disabled", {
    hint: "use addresses of nodes",
  });
}

async function requestMembers(
  { clock, env, signal }: TargetSystem,
  client: NodeClient,
): Promise<readonly Member[]> {
  const { callMs } = parseTimeouts(env);
  const expired = () => createTimeoutError(callMs, "response");
  using deadline = createDeadline({ clock, ms: callMs, signals: [signal], expired });
  const reader = new ResourceReader(client, { clock, callMs });
  return await firstSuccess(client.nodes, (node, stop) => listMembers(reader, node, stop), {
    clock,
    delayMs: HEDGE_AFTER_MS,
    signal: deadline.signal,
    allFailed: ([error]) => error,
  });
}

/** Of several addresses, one of the client configuration is reachable. */
function toTarget(
  { id, hostname, machineType, addresses, operatingSystem }: Member,
  configured: readonly string[],
): TargetMember {
  const known = addresses.filter((address) => configured.includes(address));
  return {
    id,
    name: hostname,
    role: machineType,
    addresses: [...new Set([...known, ...addresses])],
    version: /\bv\d[\w.+-]*/.exec(operatingSystem)?.[0] ?? "",
  };
}
