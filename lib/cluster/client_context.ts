/**
 * The context of a cluster in the client configuration: added when the cluster is made, removed
 * with it.
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

/** The context with which a client of these endpoints and credentials (PEM) reaches a cluster. */
export function contextOf(
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
 * Adds a context named like the cluster to the file at `path` and makes it the current one; a name
 * that is taken gets `-1`, `-2` and so on.
 *
 * @returns The name it got, and the context that was current before, `""` for none.
 */
export async function addContext(
  path: string,
  cluster: CreatedCluster,
  parts: Parts,
): Promise<{ context: string; previous: string }> {
  const { name } = cluster.record;
  const text = renderConfig(name, { [name]: contextOf({ ...cluster, ca: cluster.record.ca }) });
  return await editConfig(path, parts, (editor) => {
    const previous = editor.config.current;
    const { contexts } = mergeConfig(editor, parseConfig(text, "new cluster"));
    return { context: contexts[0]!.to, previous };
  });
}

/** What became of a context that was to be removed. */
export interface RemovedContext {
  readonly removed: boolean;
  /** The current context afterwards, when it had to change; `""` when none is left. */
  readonly current: string | undefined;
}

/**
 * Removes a cluster's context. One of that name with another certificate authority belongs to
 * somebody else and stays. When it was the current one, the one that was current before the
 * cluster was made takes its place, or else the first of the remaining.
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
