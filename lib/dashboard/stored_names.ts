/**
 * Names of nodes in the last dashboard of a context, for nodes that are down from the start.
 *
 * @module
 */
import { HOME_FOLDER, NODE_NAMES_FILE } from "../distribution.ts";
import { OsctlError } from "../errors.ts";
import { withFileLock } from "../platform/file_lock.ts";
import { exists, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";

/** Host names by the address of the node. */
export type NodeNames = Readonly<Record<string, string>>;

const LIMITS = { bytes: 4 * 1024 * 1024 };

/** Limit of waiting for another dashboard that stores its names, milliseconds. */
const LOCK_MS = 2000;

/** The parts of the system that the file depends on. */
type NameSystem = Pick<System, "home" | "clock">;

/** The stored names of a context. */
export interface NameStore {
  /** Names of the last dashboard. */
  readonly known: NodeNames;
  /** Adds names. */
  store(names: NodeNames): Promise<void>;
}

/** Maximum number of names of a context. */
const MAX_NAMES = 1000;

/** Opens the stored names of a context. A file that cannot be read has none. */
export async function openNameStore(
  { home, clock }: NameSystem,
  context: string,
): Promise<NameStore> {
  const path = `${home}/${NODE_NAMES_FILE}`;
  const read = async () => parse(await readTextIfPresent(path, LIMITS) ?? "");
  const isKnown = (stored: NodeNames, names: NodeNames) =>
    Object.entries(names).every(([node, name]) => stored[node] === name);
  const add = async (names: NodeNames) => {
    // Without the folder, no state is wanted there.
    if (!await exists(`${home}/${HOME_FOLDER}`)) return;
    if (isKnown((await read())[context] ?? {}, names)) return;
    await withFileLock(path, { clock, timeoutMs: LOCK_MS }, async () => {
      const all = await read();
      const merged = Object.entries({ ...all[context], ...names }).slice(-MAX_NAMES);
      const after = { ...all, [context]: Object.fromEntries(merged) };
      await writeFileAtomic(path, `${JSON.stringify(after)}\n`, { mode: 0o600 });
    });
  };
  return {
    known: await unlessFailed(read().then((all) => all[context] ?? {}), {}),
    store: (names) => unlessFailed(add(names), undefined),
  };
}

/** The names are a convenience: an error of their file must not end the dashboard. */
async function unlessFailed<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isDenied = error instanceof Deno.errors.NotCapable;
    if (!isDenied && !(error instanceof OsctlError)) throw error;
    return otherwise;
  }
}

/** A damaged file is the same as none. */
function parse(text: string): Readonly<Record<string, NodeNames>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  const isNames = (names: unknown): names is NodeNames =>
    typeof names === "object" && names !== null &&
    Object.values(names).every((name) => typeof name === "string");
  return Object.fromEntries(
    Object.entries(value).flatMap(([context, names]) => isNames(names) ? [[context, names]] : []),
  );
}
