/**
 * Nodes that failed in the last command of a context, the target `@failed`.
 *
 * @module
 */
import { FAILED_NODES_FILE, HOME_FOLDER } from "../distribution.ts";
import type { ClientTarget } from "../client/open.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import { withFileLock } from "../platform/file_lock.ts";
import { exists, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";

/** The parts of the system that the state depends on. */
type StateSystem = Pick<System, "home" | "env" | "cwd">;

/** Nodes by client configuration and context. */
type FailedNodes = Readonly<Record<string, readonly string[]>>;

const LIMITS = { bytes: 1024 * 1024 };

/** Limit of waiting for another command that stores its nodes, milliseconds. */
const LOCK_MS = 2000;

/** Returns the nodes that failed in the last command of the context. */
export async function readFailedNodes(
  system: StateSystem,
  target: ClientTarget,
): Promise<readonly string[]> {
  const text = await readTextIfPresent(pathOf(system), LIMITS);
  return text === undefined ? [] : parse(text)[await keyOf(system, target)] ?? [];
}

/**
 * Stores the nodes of a command's failure, and removes the nodes of the command before it. Errors that
 * are not of nodes change nothing.
 */
export async function storeFailedNodes(
  system: StateSystem & Pick<System, "clock">,
  target: ClientTarget,
  error: unknown,
): Promise<void> {
  const nodes = error === undefined
    ? []
    : error instanceof MultiNodeError
    ? [...new Set(error.failures.map(({ node }) => node))]
    : undefined;
  if (nodes === undefined) return;
  try {
    const path = pathOf(system);
    // Without the folder, no state is wanted there; without the file, nothing is to be removed.
    if (nodes.length === 0 ? !await exists(path) : !await exists(`${system.home}/${HOME_FOLDER}`)) {
      return;
    }
    const key = await keyOf(system, target);
    const read = async () => parse(await readTextIfPresent(path, LIMITS) ?? "");
    const isStored = ({ [key]: stored = [] }: FailedNodes) =>
      JSON.stringify(stored) === JSON.stringify(nodes);
    if (isStored(await read())) return;
    // Without the command's signal: an interrupted command stores its nodes too.
    await withFileLock(path, { clock: system.clock, timeoutMs: LOCK_MS }, async () => {
      const stored = await read();
      if (isStored(stored)) return;
      const { [key]: _, ...others } = stored;
      const after = nodes.length === 0 ? others : { ...others, [key]: nodes };
      await writeFileAtomic(path, `${JSON.stringify(after)}\n`, { mode: 0o600 });
    });
  } catch (failure) {
    // The state is a convenience: its loss must not change the result of the command.
    const isDenied = failure instanceof Deno.errors.NotCapable;
    if (!isDenied && !(failure instanceof OsctlError)) throw failure;
  }
}

function pathOf({ home }: Pick<System, "home">): string {
  return `${home}/${FAILED_NODES_FILE}`;
}

async function keyOf(system: StateSystem, target: ClientTarget): Promise<string> {
  const config = await loadClientConfig(target.osconfig, system);
  return `${config.path ?? ""} ${selectContext(config, target.context).name}`;
}

/** A damaged file is the same as none. */
function parse(text: string): FailedNodes {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, nodes]) =>
      Array.isArray(nodes) && nodes.every((node) => typeof node === "string")
    ),
  );
}
