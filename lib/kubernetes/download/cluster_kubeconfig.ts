/**
 * The kubeconfig entries of a local cluster: added when it is created, removed with it.
 *
 * @module
 */
import { openClientWith } from "../../client/mod.ts";
import type { TlsSettings } from "../../rpc/mod.ts";
import type { System } from "../../platform/system.ts";
import { exists } from "../../platform/files.ts";
import { sha256 } from "../../platform/sha256.ts";
import { editKubeconfig, kubeconfigPaths, readKubeconfig } from "../kubeconfig/files.ts";
import { mergeKubeconfig } from "../kubeconfig/merge.ts";
import { type Kubeconfig, type Section, SECTIONS } from "../kubeconfig/types.ts";
import { describeMerge } from "./describe_merge.ts";
import { type DownloadedKubeconfig, fetchKubeconfig } from "./fetch_kubeconfig.ts";

/** The added entries of a cluster. */
export interface AddedEntries {
  /** The changed file. */
  readonly path: string;
  readonly names: Readonly<Record<Section, readonly string[]>>;
  /** CA certificate of the Kubernetes API, base64; marks the entries of the cluster. */
  readonly ca: string;
  /** Current context before the merge. */
  readonly previous: string;
  /** SHA-256 of the entries as they were added. */
  readonly digest?: string;
  /** Whether they may be added under other names, or not at all, after a crash. */
  readonly pending?: boolean;
}

/** A control plane node to download from. */
export interface KubeconfigSource {
  /** The node, by its name at the endpoint. */
  readonly node: string;
  readonly endpoints: readonly string[];
  readonly tls: TlsSettings;
  /** URL of the Kubernetes API that replaces the node's; undefined to keep it. */
  readonly server?: string | undefined;
}

const CA = "certificate-authority-data";

/**
 * Downloads the kubeconfig of a cluster and merges it into a file. Entries whose names are in use
 * get new names; the new context becomes the current one.
 *
 * @param intend Called with the CA before the file is changed.
 * @returns the added entries, and lines that describe the change.
 */
export async function addClusterKubeconfig(
  system: System,
  { node, endpoints, tls, server }: KubeconfigSource,
  path: string,
  intend: (entries: AddedEntries) => Promise<void> = () => Promise.resolve(),
): Promise<{ added: AddedEntries; lines: string[] }> {
  await using client = openClientWith(system, {
    endpoints,
    nodes: [node],
    tls,
  });
  const fetched = await fetchKubeconfig(client, node);
  const kubeconfig = server === undefined ? fetched.kubeconfig : withServer(fetched, server);
  const [cluster] = kubeconfig.clusters.values();
  const ca = String(cluster?.value[CA] ?? "");
  const names = { clusters: [], users: [], contexts: [] };
  await intend({ path, names, ca, previous: "", pending: true });
  const result = await editKubeconfig(
    path,
    system,
    (editor) =>
      mergeKubeconfig(editor, kubeconfig, { onConflict: () => Promise.resolve("rename") }),
  );
  const namesOf = (section: Section) =>
    result.entries.filter((entry) => entry.section === section).map(({ to }) => to);
  const isDefault = kubeconfigPaths(system).includes(path);
  const own = {
    clusters: namesOf("clusters"),
    users: namesOf("users"),
    contexts: namesOf("contexts"),
  };
  const digest = await digestOf(path, own);
  return {
    added: { path, names: own, ca, previous: result.currentContext.before, digest },
    // Destroying the cluster is the undo.
    lines: describeMerge(result, { path, isDefault, undo: false }),
  };
}

/** Reports whether entries of a cluster exist and differ from those that were added. */
export async function areEntriesChanged({ path, names, digest }: AddedEntries): Promise<boolean> {
  if (digest === undefined || !await exists(path)) return false;
  const present = await digestOf(path, names);
  return present !== digest && present !== await sha256("[]");
}

/** Returns the SHA-256 of the entries that exist. */
async function digestOf(path: string, names: AddedEntries["names"]): Promise<string> {
  const { kubeconfig } = await readKubeconfig(path);
  const entries = SECTIONS.flatMap((section) =>
    names[section].flatMap((name) => {
      const entry = kubeconfig[section].get(name);
      return entry === undefined ? [] : [[section, name, entry.value]];
    })
  );
  return await sha256(JSON.stringify(entries));
}

/** Replaces the URL of every cluster. */
function withServer(
  { kubeconfig }: DownloadedKubeconfig,
  server: string,
): Kubeconfig {
  const clusters = [...kubeconfig.clusters].map(([name, entry]) =>
    [name, { ...entry, value: { ...entry.value, server } }] as const
  );
  return { ...kubeconfig, clusters: new Map(clusters) };
}

/**
 * Removes the entries of a cluster, unless they belong to another one by now. If its context was
 * current, the one before becomes current again.
 *
 * @returns whether entries were removed.
 */
export async function removeClusterKubeconfig(
  system: Pick<System, "clock" | "signal">,
  { path, names, ca, previous, pending = false }: AddedEntries,
): Promise<boolean> {
  if (!await exists(path)) return false;
  return await editKubeconfig(path, system, (editor) => {
    const { clusters, contexts, currentContext } = editor.kubeconfig;
    const own = pending ? [...clusters.keys()] : names.clusters;
    const clusterNames = new Set(own.filter((name) => clusters.get(name)?.value[CA] === ca));
    if (clusterNames.size === 0) return false;
    // Contexts and users that were added to the cluster later are useless without it.
    const removed = [...contexts].filter(([name, { value }]) =>
      names.contexts.includes(name) || clusterNames.has(String(value["cluster"]))
    );
    const users = new Set(removed.map(([, { value }]) => String(value["user"])));
    for (const [name] of removed) editor.remove("contexts", name);
    for (const { value } of editor.kubeconfig.contexts.values()) {
      users.delete(String(value["user"]));
    }
    for (const name of users) editor.remove("users", name);
    for (const name of clusterNames) editor.remove("clusters", name);
    const isCurrent = removed.some(([name]) => name === currentContext);
    if (isCurrent) {
      editor.setCurrentContext(editor.kubeconfig.contexts.has(previous) ? previous : "");
    }
    return true;
  });
}
