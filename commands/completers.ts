/**
 * Live values for shell completion. Each looks where the command itself would look; slow or failing
 * look-ups are dropped by `lib/cli/complete.ts`.
 *
 * @module
 */
import { OsctlError } from "../lib/errors.ts";
import type { Context } from "../lib/cli/context.ts";
import type { Completer, Completers, CompletionRequest } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";

/** Limit of candidates. */
const MAX_PATHS = 1000;

/** Timeout of a completion, milliseconds. */
const WAIT_MS = 1500;

/** Timeout of nodes that only add to local candidates, milliseconds. */
const NODES_MS = 1000;

/** Timeout of the members that a target is completed with, milliseconds. */
const MEMBERS_MS = 300;

/** Delay of the request to a further node, milliseconds. */
const HEDGE_AFTER_MS = 250;

const contexts: Completer<NodeClient> = async (context, { flags }) => {
  const { loadClientConfig } = await import("../lib/osconfig/load.ts");
  return [...(await loadClientConfig(flags.osconfig, context)).contexts.keys()];
};

/**
 * Runs a request to nodes that only adds to local candidates; without a response it adds nothing.
 */
async function withinLimit<T>(
  context: Context<NodeClient>,
  request: (signal: AbortSignal) => Promise<readonly T[]>,
  ms = NODES_MS,
): Promise<readonly T[]> {
  const { createDeadline, raceWithAbort } = await import("../lib/async/deadline.ts");
  using deadline = createDeadline({
    clock: context.clock,
    ms,
    signals: [context.signal],
    expired: () => new OsctlError("node", "completion timed out"),
  });
  try {
    return await raceWithAbort(request(deadline.signal), deadline.signal);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return [];
  }
}

/** Groups of the targets that every cluster has. */
const GROUPS = [
  { value: "@all", meaning: "all members" },
  { value: "@controlplane", meaning: "all control plane nodes" },
  { value: "@failed", meaning: "nodes on which the last command failed" },
  { value: "@workers", meaning: "all workers" },
  { value: "@label:", meaning: "nodes with Kubernetes labels" },
  { value: "@version:", meaning: "nodes with a version, such as @version:<1.13" },
];

/**
 * Groups; or the nodes and endpoints of the current context, and the members of its cluster: by
 * address, or by name when a letter is typed.
 */
const nodes: Completer<NodeClient> = async (context, { flags, prefix }) => {
  const sign = prefix.startsWith("-") ? "-" : "";
  const typed = prefix.slice(sign.length);
  const prepend = (all: readonly { value: string; meaning: string }[]) =>
    all.map(({ value, meaning }) => ({ value: sign + value, meaning }));
  if (typed.startsWith("@")) {
    const { loadPreferences } = await import("../lib/preferences/load.ts");
    const { groups } = await loadPreferences(context, flags);
    const own = [...groups.keys()].map((name) => ({ value: `@${name}`, meaning: "own group" }));
    return prepend([...GROUPS, ...own]);
  }
  const { loadClientConfig, selectContext } = await import("../lib/osconfig/load.ts");
  const { hostOf, normaliseEndpoints } = await import("../lib/client/endpoints.ts");
  const { record } = selectContext(await loadClientConfig(flags.osconfig, context), flags.context);
  const endpoints = flags.endpoints.length > 0 ? flags.endpoints : record.endpoints;
  const hosts = normaliseEndpoints(endpoints, "input").map(hostOf);
  const { isExpression } = await import("../lib/targets/is_expression.ts");
  const known = [...new Set([...record.nodes.filter((node) => !isExpression([node])), ...hosts])];
  const members = await withinLimit(
    context,
    (signal) => membersOf(context, { ...flags, nodes: hosts, insecure: false }, signal),
    MEMBERS_MS,
  );
  // Maintenance services are endpoints, which resolve no member.
  const reachable = flags["insecure"] === true ? [] : members;
  const names = reachable.map(({ hostname, machineType, addresses }) => ({
    value: hostname,
    meaning: `${machineType}, ${addresses[0] ?? "no address"}`,
  }));
  if (/^[a-z]/i.test(typed) && !known.some((address) => address.startsWith(typed))) {
    return prepend(names);
  }
  const meanings = new Map(known.map((address) => [address, ""]));
  for (const { hostname, machineType, addresses } of members) {
    const own = addresses.filter((address) => meanings.has(address));
    // Of several addresses, the one in the configuration is reachable.
    for (const address of own.length > 0 ? own : addresses.slice(0, 1)) {
      meanings.set(address, `${hostname}, ${machineType}`);
    }
  }
  const addresses = [...meanings].map(([value, meaning]) => ({ value, meaning }));
  return prepend(typed === "" ? [...addresses, ...names] : addresses);
};

async function membersOf(
  context: Context<NodeClient>,
  flags: CompletionRequest["flags"],
  signal: AbortSignal,
) {
  const { firstSuccess } = await import("../lib/async/hedge.ts");
  const { listMembers } = await import("../lib/resource/mod.ts");
  const { client, reader } = await reading(context, flags);
  await using _ = client;
  return await firstSuccess(client.nodes, (node, stop) => listMembers(reader, node, stop), {
    clock: context.clock,
    delayMs: HEDGE_AFTER_MS,
    signal,
    allFailed: ([error]) => error!,
  });
}

/** The names in the folder that is being typed, as the first node has them. */
const remotePaths: Completer<NodeClient> = async (context, { flags, prefix }) => {
  const { MachineService } = await import("../proto/machine.ts");
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  await using client = await context.openClient({ connection: flags });
  const request = { root: folder || "/", recurse: false, recursionDepth: 1 };
  const { signal } = context;
  const found: string[] = [];
  for await (
    const entry of client.stream(MachineService.List, request, client.nodes[0]!, { signal })
  ) {
    const name = entry.relativeName ?? "";
    if (name === "" || name === "." || entry.error) continue;
    const path = `${folder || "/"}${name}${entry.isDir ? "/" : ""}`;
    if (path.startsWith(prefix)) found.push(path);
    if (found.length === MAX_PATHS) break;
  }
  return found;
};

const services: Completer<NodeClient> = async (context, { flags }) => {
  const { MachineService } = await import("../proto/machine.ts");
  await using client = await context.openClient({ connection: flags });
  const answers = await client.call(MachineService.ServiceList, {});
  const names = answers.flatMap(({ value }) => value?.services ?? []).map(({ id }) => id ?? "");
  return [...new Set(names)].filter((name) => name !== "").toSorted();
};

/** The ids of a node's Kubernetes containers; pods are those that are in no other. */
async function workloads(
  context: Context<NodeClient>,
  flags: CompletionRequest["flags"],
  podsOnly: boolean,
): Promise<string[]> {
  const { MachineService } = await import("../proto/machine.ts");
  const { containerSelection } = await import("../lib/node/containers/mod.ts");
  await using client = await context.openClient({ connection: flags });
  const request = containerSelection({ kubernetes: true });
  const answers = await client.call(MachineService.Containers, request);
  const found = answers.flatMap(({ value }) => value?.containers ?? []);
  const wanted = podsOnly ? found.filter(({ id, podId }) => id === podId) : found;
  return [...new Set(wanted.map(({ id }) => id ?? ""))].filter((id) => id !== "").toSorted();
}

const pods: Completer<NodeClient> = (context, { flags }) => workloads(context, flags, true);

/** Services, or with `-k` containers of Kubernetes. */
const containers: Completer<NodeClient> = (context, request) =>
  request.flags["kubernetes"] === true
    ? workloads(context, request.flags, false)
    : services(context, request);

/** The images clusters are made of, and those that nodes have, by the names a person would type. */
const images: Completer<NodeClient> = async (context, { flags }) => {
  const { DEFAULT_IMAGES } = await import("../lib/distribution.ts");
  const names = new Set(DEFAULT_IMAGES[context.release]);
  const found = await withinLimit(context, (signal) => imagesOfNodes(context, flags, signal));
  for (const name of found) names.add(name);
  return [...names].toSorted();
};

async function imagesOfNodes(
  context: Context<NodeClient>,
  flags: CompletionRequest["flags"],
  signal: AbortSignal,
): Promise<string[]> {
  const { MachineService } = await import("../proto/machine.ts");
  const { common: { ContainerdNamespace } } = await import("../proto/common.ts");
  await using client = await context.openClient({ connection: flags });
  const { NS_CRI, NS_SYSTEM } = ContainerdNamespace;
  const request = { namespace: flags["namespace"] === "system" ? NS_SYSTEM : NS_CRI };
  const found: string[] = [];
  for (const node of client.nodes) {
    for await (
      const { name } of client.stream(MachineService.ImageList, request, node, { signal })
    ) {
      // Names by content are nothing to type.
      if (name && name.includes("/") && !name.includes("@")) found.push(name);
    }
  }
  return found;
}

/** A client and what reads resources with it. */
async function reading(context: Context<NodeClient>, flags: CompletionRequest["flags"]) {
  const { ResourceReader } = await import("../lib/resource/mod.ts");
  const insecure = flags["insecure"] === true;
  const client = await context.openClient({ connection: flags, insecure });
  return { client, reader: new ResourceReader(client, { clock: context.clock, callMs: WAIT_MS }) };
}

/** Names of resource types, after those typed before a comma. */
const resourceTypes: Completer<NodeClient> = async (context, { flags, prefix }) => {
  const { suggestTypes } = await import("../lib/resource/mod.ts");
  const { client, reader } = await reading(context, flags);
  await using _ = client;
  const before = prefix.slice(0, prefix.lastIndexOf(",") + 1);
  const sent = await reader.definitions();
  const definitions = await Promise.all(sent.map((definition) => definition.read()));
  const found = suggestTypes(definitions, prefix.slice(before.length));
  return found.map(({ name, type }) => ({ value: before + name, meaning: type }));
};

/** The ids of the resources of the type before. */
const resourceIds: Completer<NodeClient> = async (context, { flags, args }) => {
  const { findKinds } = await import("../lib/resource/mod.ts");
  const { client, reader } = await reading(context, flags);
  await using _ = client;
  const [kind] = await findKinds(reader, args.slice(0, 1), String(flags["namespace"] ?? ""));
  const ids: string[] = [];
  for await (const { id } of reader.list(client.nodes[0]!, kind!)) ids.push(id);
  return ids;
};

/** The local clusters: those in the state folder, and those that docker has without one. */
const clusters: Completer<NodeClient> = async (context, { flags }) => {
  const { chooseProvisioner, resolveStateFolder } = await import("../lib/cluster/mod.ts");
  const { clusterNames } = await import("../lib/cluster/list_clusters.ts");
  const folder = resolveStateFolder(String(flags["state"] ?? ""), context);
  const names = await clusterNames(folder);
  const listed = await withinLimit(context, async (signal) => {
    const { clock, random, spawn, env, home, cwd, stderr, terminal, fetch } = context;
    const system = { clock, random, spawn, env, home, cwd, signal, stderr, terminal, fetch };
    return await (await chooseProvisioner("docker", system)).list(folder);
  });
  const meanings = new Map(names.map((name) => [name, ""]));
  for (const { name, state } of listed) meanings.set(name, `docker, ${state}`);
  return [...meanings].map(([value, meaning]) => ({ value, meaning }))
    .toSorted((a, b) => a.value < b.value ? -1 : 1);
};

const roles: Completer<NodeClient> = async () => {
  const { ROLES } = await import("../lib/pki/roles.ts");
  return ROLES;
};

/** Paths into the machine configuration, up to the next point. */
const schemaPaths: Completer<NodeClient> = async (_context, { prefix }) => {
  const { completePaths } = await import("../lib/machineconfig/explain/complete_paths.ts");
  const { CLUSTER_FILE } = await import("../lib/cluster_file/schema.ts");
  return completePaths(prefix, [CLUSTER_FILE]);
};

/** Keys of the preferences. */
const preferences: Completer<NodeClient> = async () =>
  (await import("../lib/preferences/parse.ts")).KEYS;

/** Names of aliases. */
const aliasNames: Completer<NodeClient> = async (context) => {
  const { loadPreferences } = await import("../lib/preferences/load.ts");
  return [...(await loadPreferences(context)).aliases.keys()];
};

/** Every completer there is. */
export const completers: Completers<NodeClient> = {
  context: contexts,
  node: nodes,
  remotePath: remotePaths,
  service: services,
  container: containers,
  pod: pods,
  image: images,
  resourceType: resourceTypes,
  resourceId: resourceIds,
  schemaPath: schemaPaths,
  cluster: clusters,
  role: roles,
  preference: preferences,
  alias: aliasNames,
};
