/**
 * Lists sockets of nodes and of pod network namespaces.
 *
 * @module
 */
import { MultiNodeError, OsctlError } from "../../errors.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { splitResults } from "../../client/collect.ts";
import { containerSelection } from "../containers/mod.ts";
import { getMetadataError } from "../../client/node_error.ts";
import type { NodeClient, NodeResult } from "../../client/types.ts";

/** Selects sockets. */
export interface SocketFilter {
  all: boolean;
  listening: boolean;
  tcp: boolean;
  udp: boolean;
  udplite: boolean;
  raw: boolean;
  ipv4: boolean;
  ipv6: boolean;
  /** All protocols. */
  verbose: boolean;
  /** Include the program of each socket. */
  programs: boolean;
  /** Include sockets of pod network namespaces. */
  pods: boolean;
}

/** Pods with their own network namespace: node to network namespace to pod. */
export type PodNetworks = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns the request of a filter. Default: TCP and UDP, IPv4 and IPv6. */
export function toNetstatRequest(filter: SocketFilter): machine.INetstatRequest {
  const { tcp, udp, udplite, raw, verbose, ipv4, ipv6 } = filter;
  const none = !tcp && !udp && !udplite && !raw;
  const four = ipv4 || !ipv6;
  const six = ipv6 || !ipv4;
  const wanted = {
    tcp: tcp || none || verbose,
    udp: udp || none || verbose,
    udplite: udplite || verbose,
    raw: raw || verbose,
  };
  const { ALL, CONNECTED, LISTENING } = machine.NetstatRequest.Filter;
  return {
    filter: filter.all ? ALL : filter.listening ? LISTENING : CONNECTED,
    feature: { pid: filter.programs },
    l4proto: {
      tcp: wanted.tcp && four,
      tcp6: wanted.tcp && six,
      udp: wanted.udp && four,
      udp6: wanted.udp && six,
      udplite: wanted.udplite && four,
      udplite6: wanted.udplite && six,
      raw: wanted.raw && four,
      raw6: wanted.raw && six,
    },
    netns: { hostnetwork: true, allnetns: filter.pods },
  };
}

/** Lists the pods with their own network namespace on every node. */
async function listPodNetworks(
  client: NodeClient,
): Promise<{ pods: PodNetworks; answers: NodeResult<machine.IContainer>[] }> {
  const request = containerSelection({ kubernetes: true });
  const answers = await client.call(MachineService.Containers, request);
  const pods = splitResults(answers).values.map(({ node, value }) => {
    const sandboxes = (value.containers ?? []).filter(({ id, podId, pid, networkNamespace }) =>
      id === podId && pid && networkNamespace
    );
    const names = sandboxes.map(({ id, networkNamespace }) =>
      [networkNamespace ?? "", id ?? ""] as const
    );
    return [node, new Map(names)] as const;
  });
  return { pods: new Map(pods), answers };
}

/**
 * Lists the sockets of every node and the names of its pods. A node that cannot list its pods has a
 * failure in addition to its sockets.
 */
export async function listSocketsWithPods(
  client: NodeClient,
  request: machine.INetstatRequest,
): Promise<{ pods: PodNetworks; answers: NodeResult<machine.INetstat>[] }> {
  const { pods, answers: podResults } = await listPodNetworks(client);
  const answers = await client.call(MachineService.Netstat, request);
  const podFailures = splitResults(podResults).failures;
  return {
    pods,
    answers: answers.flatMap((answer) => {
      const failure = podFailures.find(({ node }) => node === answer.node);
      return answer.error === undefined && failure ? [answer, failure] : [answer];
    }),
  };
}

/**
 * Lists the sockets in the network namespace of a pod.
 *
 * @param pod `namespace/name`, case-insensitive.
 * @throws {OsctlError} when no node has it.
 */
export async function listPodSockets(
  client: NodeClient,
  pod: string,
  request: machine.INetstatRequest,
): Promise<NodeResult<machine.INetstat>[]> {
  const wanted = pod.toLowerCase();
  const { pods, answers } = await listPodNetworks(client);
  const found = await Promise.all(
    [...pods].flatMap(([node, networks]) =>
      [...networks].filter(([, name]) => name === wanted)
        .map(([netns]) => socketsIn(client, node, netns, request))
    ),
  );
  const { failures } = splitResults(answers);
  if (found.length > 0) return [...found, ...failures];
  if (failures.length > 0) throw new MultiNodeError(failures);
  throw new OsctlError(
    "node",
    `pod "${pod}" with its own network namespace not found on ${client.nodes.join(", ")}`,
    { hint: 'list pods with "osctl containers -k"' },
  );
}

async function socketsIn(
  client: NodeClient,
  node: string,
  netns: string,
  request: machine.INetstatRequest,
): Promise<NodeResult<machine.INetstat>> {
  const networks = { hostnetwork: false, netns: [netns] };
  try {
    const inPod = { ...request, netns: networks };
    const { messages } = await client.plainCall(MachineService.Netstat, inPod, node);
    const value = messages?.[0];
    if (value === undefined) throw new OsctlError("node", "empty response");
    const error = getMetadataError(value);
    return error ? { node, error } : { node, value };
  } catch (error) {
    if (error instanceof MultiNodeError) return { node, error: error.failures[0]!.error };
    if (error instanceof OsctlError && error.kind !== "cancelled") return { node, error };
    throw error;
  }
}
