/**
 * The context of a cluster in the client configuration, which is created and removed with the
 * cluster.
 *
 * @module
 */
import {
  type ContextRecord,
  editConfig,
  encodeBase64,
  loadFile,
  mergeConfig,
  parseConfig,
  renderConfig,
} from "../osconfig/mod.ts";
import { exists } from "../platform/files.ts";
import { sha256 } from "../platform/sha256.ts";
import type { System } from "../platform/system.ts";
import type { ClusterRecord, CreatedCluster } from "./types.ts";

type Parts = Pick<System, "clock" | "signal">;

/** Endpoints, nodes and credentials (PEM) of a context. */
export interface ContextParts {
  readonly endpoints: readonly string[];
  readonly nodes?: readonly string[];
  readonly ca: string;
  readonly crt: string;
  readonly key: string;
}

/** Creates a context. */
export function createContext(client: ContextParts): ContextRecord {
  return {
    endpoints: client.endpoints,
    nodes: client.nodes ?? [],
    ca: encodeBase64(client.ca),
    crt: encodeBase64(client.crt),
    key: encodeBase64(client.key),
  };
}

/**
 * Adds a context with the cluster's name to the file at `path` and makes it current. An existing
 * name gets a numeric suffix (`-1`, `-2`, …).
 *
 * @returns The context's name, the previously current context, `""` for none, and its digest.
 */
export async function addContext(
  path: string,
  cluster: CreatedCluster,
  system: Parts,
): Promise<{ context: string; previous: string; digest: string }> {
  const { name } = cluster.record;
  const record = createContext({ ...cluster, ca: cluster.record.ca });
  const text = renderConfig(name, { [name]: record });
  const digest = await digestOf(record);
  return await editConfig(path, system, (editor) => {
    const previous = editor.config.current;
    const { contexts } = mergeConfig(editor, parseConfig(text, "new cluster"));
    return { context: contexts[0]!.to, previous, digest };
  });
}

/** Reports whether a cluster's context exists and differs from the one that was added. */
export async function isContextChanged(
  { path, context, digest }: NonNullable<ClusterRecord["osconfig"]>,
  ca: string,
): Promise<boolean> {
  if (digest === undefined || !(await exists(path))) return false;
  const record = (await loadFile(path)).config.contexts.get(context);
  if (record?.ca !== encodeBase64(ca)) return false;
  return await digestOf(record) !== digest;
}

/**
 * Reports whether a context belongs to a cluster: it has the same CA or, after a rotation of the
 * CA, endpoints that are nodes of the cluster.
 */
export function isOwnContext(
  { ca, endpoints }: ContextRecord,
  cluster: { readonly ca: string; readonly addresses: readonly string[] },
): boolean {
  return cluster.ca !== "" && ca === encodeBase64(cluster.ca) ||
    endpoints.length > 0 && endpoints.every((endpoint) => cluster.addresses.includes(endpoint));
}

/** Returns the new name of a context that was renamed. */
async function findRenamed(
  contexts: ReadonlyMap<string, ContextRecord>,
  digest: string | undefined,
): Promise<string | undefined> {
  if (digest === undefined) return undefined;
  for (const [name, record] of contexts) if (await digestOf(record) === digest) return name;
  return undefined;
}

async function digestOf({ endpoints, nodes, ca, crt, key }: ContextRecord): Promise<string> {
  return await sha256(JSON.stringify([endpoints, nodes, ca, crt, key]));
}

/** The result of {@linkcode removeContext}. */
export interface RemovedContext {
  readonly removed: boolean;
  /** The new current context if it changed; `""` when no context is left. */
  readonly current: string | undefined;
}

/**
 * Removes a cluster's context. Keeps a context of that name with another certificate authority and
 * other endpoints, which belongs to another cluster. If it was current, the context that was
 * current before the cluster was created becomes current again, or else the first remaining one of
 * another cluster.
 *
 * @param addresses Addresses of the cluster's nodes: a rotation has replaced the authority of a
 *   context whose endpoints are all among them.
 */
export async function removeContext(
  added: NonNullable<ClusterRecord["osconfig"]>,
  ca: string,
  parts: Parts,
  addresses: readonly string[] = [],
): Promise<RemovedContext> {
  if (!(await exists(added.path))) return { removed: false, current: undefined };
  return await editConfig(added.path, parts, async (editor) => {
    const { contexts, current } = editor.config;
    const name = added.pending
      ? [...contexts].find(([, record]) => record.ca === encodeBase64(ca))?.[0] ?? ""
      : contexts.has(added.context)
      ? added.context
      : await findRenamed(contexts, added.digest) ?? added.context;
    const isOwn = (record: ContextRecord | undefined) =>
      record !== undefined && isOwnContext(record, { ca, addresses });
    if (!isOwn(contexts.get(name))) return { removed: false, current: undefined };
    editor.remove(name);
    if (current !== name) return { removed: true, current: undefined };
    // Others of the cluster may remain, which are useless without it.
    const left = [...editor.config.contexts].filter(([, record]) => !isOwn(record))
      .map(([name]) => name);
    const next = left.includes(added.previous) ? added.previous : left[0] ?? "";
    editor.setCurrent(next);
    return { removed: true, current: next };
  });
}
