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
  mergeConfig,
  parseConfig,
  renderConfig,
} from "../osconfig/mod.ts";
import { exists } from "../platform/files.ts";
import type { System } from "../platform/system.ts";
import type { ClusterRecord, CreatedCluster } from "./types.ts";

type Parts = Pick<System, "clock" | "signal">;

/** Creates a context from endpoints and credentials (PEM). */
export function createContext(
  client: { endpoints: readonly string[]; ca: string; crt: string; key: string },
): ContextRecord {
  return {
    endpoints: client.endpoints,
    nodes: [],
    ca: encodeBase64(client.ca),
    crt: encodeBase64(client.crt),
    key: encodeBase64(client.key),
  };
}

/**
 * Adds a context with the cluster's name to the file at `path` and makes it current. An existing name
 * gets a numeric suffix (`-1`, `-2`, …).
 *
 * @returns The context's name, and the previously current context, `""` for none.
 */
export async function addContext(
  path: string,
  cluster: CreatedCluster,
  parts: Parts,
): Promise<{ context: string; previous: string }> {
  const { name } = cluster.record;
  const text = renderConfig(name, { [name]: createContext({ ...cluster, ca: cluster.record.ca }) });
  return await editConfig(path, parts, (editor) => {
    const previous = editor.config.current;
    const { contexts } = mergeConfig(editor, parseConfig(text, "new cluster"));
    return { context: contexts[0]!.to, previous };
  });
}

/** The result of {@linkcode removeContext}. */
export interface RemovedContext {
  readonly removed: boolean;
  /** The new current context if it changed; `""` when no context is left. */
  readonly current: string | undefined;
}

/**
 * Removes a cluster's context. Keeps a context of that name with another certificate authority, which
 * belongs to another cluster. If it was current, the context that was current before the cluster was
 * created becomes current again, or else the first remaining one.
 */
export async function removeContext(
  added: NonNullable<ClusterRecord["osconfig"]>,
  ca: string,
  parts: Parts,
): Promise<RemovedContext> {
  if (!(await exists(added.path))) return { removed: false, current: undefined };
  return await editConfig(added.path, parts, (editor) => {
    const { contexts, current } = editor.config;
    if (contexts.get(added.context)?.ca !== encodeBase64(ca)) {
      return { removed: false, current: undefined };
    }
    editor.remove(added.context);
    if (current !== added.context) return { removed: true, current: undefined };
    const left = [...editor.config.contexts.keys()];
    const next = left.includes(added.previous) ? added.previous : left[0] ?? "";
    editor.setCurrent(next);
    return { removed: true, current: next };
  });
}
