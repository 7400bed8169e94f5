/**
 * Nodes that failed in the last command of a context, the target `@failed`.
 *
 * @module
 */
import { FAILED_NODES_FILE, HOME_FOLDER } from "../distribution.ts";
import type { ClientTarget } from "../client/open.ts";
import { MultiNodeError, OsctlError } from "../errors.ts";
import { loadClientConfig, selectContext } from "../osconfig/load.ts";
import { exists, readTextIfPresent, writeFileAtomic } from "../platform/files.ts";
import type { System } from "../platform/system.ts";

/** The parts of the system that the state depends on. */
type StateSystem = Pick<System, "home" | "env" | "cwd">;

/** Nodes by client configuration and context. */
type FailedNodes = Readonly<Record<string, readonly string[]>>;

const LIMITS = { bytes: 1024 * 1024 };

/** Returns the nodes that failed in the last command of the context. */
export async function readFailedNodes(
  system: StateSystem,
  target: ClientTarget,
): Promise<readonly string[]> {
  const text = await readTextIfPresent(pathOf(system), LIMITS);
  return text === undefined ? [] : parse(text)[await keyOf(system, target)] ?? [];
}

/**
 * Stores the nodes of a command's failure, and removes those of the command before it. Errors that
 * are not of nodes change nothing.
 */
export async function storeFailedNodes(
  system: StateSystem,
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
    // Without a lock, for which an interrupted command would wait: of two commands the last one counts.
    const key = await keyOf(system, target);
    const { [key]: before = [], ...others } = parse(await readTextIfPresent(path, LIMITS) ?? "");
    if (JSON.stringify(before) === JSON.stringify(nodes)) return;
    const after = nodes.length === 0 ? others : { ...others, [key]: nodes };
    await writeFileAtomic(path, `${JSON.stringify(after)}\n`, { mode: 0o600 });
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
