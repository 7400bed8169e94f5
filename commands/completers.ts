/**
 * Live values for shell completion. Each looks where the command itself would look; slow or failing
 * look-ups are dropped by `lib/cli/complete.ts`.
 *
 * @module
 */
import type { Completer, Completers } from "../lib/cli/wiring.ts";
import type { NodeClient } from "../lib/client/types.ts";

/** More candidates than this help nobody. */
const MOST_PATHS = 1000;

const contexts: Completer<NodeClient> = async (context, { flags }) => {
  const { loadConfig } = await import("../lib/osconfig/mod.ts");
  return [...(await loadConfig(flags.osconfig, context)).contexts.keys()];
};

/** The nodes and endpoints of the context in force. */
const nodes: Completer<NodeClient> = async (context, { flags }) => {
  const { loadConfig, selectContext } = await import("../lib/osconfig/mod.ts");
  const { record } = selectContext(await loadConfig(flags.osconfig, context), flags.context);
  return [...new Set([...record.nodes, ...record.endpoints])];
};

/** The names in the folder that is being typed, as the first node has them. */
const remotePaths: Completer<NodeClient> = async (context, { flags, prefix }) => {
  const { MachineService } = await import("../proto/machine.ts");
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  await using client = await context.openClient({ flags });
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
    if (found.length === MOST_PATHS) break;
  }
  return found;
};

const services: Completer<NodeClient> = async (context, { flags }) => {
  const { MachineService } = await import("../proto/machine.ts");
  await using client = await context.openClient({ flags });
  const answers = await client.call(MachineService.ServiceList, {});
  const names = answers.flatMap(({ value }) => value?.services ?? []).map(({ id }) => id ?? "");
  return [...new Set(names)].filter((name) => name !== "").toSorted();
};

/** The local clusters: folders in the state folder. */
const clusters: Completer<NodeClient> = async (_context, { flags }) => {
  const folder = String(flags["state"] ?? "");
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name).toSorted();
};

/** Every completer there is. */
export const completers: Completers<NodeClient> = {
  context: contexts,
  node: nodes,
  remotePath: remotePaths,
  service: services,
  cluster: clusters,
};
