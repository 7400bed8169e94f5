/**
 * Records the flags that tests set to an effective value. Each test file writes its own file in the
 * folder `OSCTL_FLAG_RECORD`; without that variable nothing is written.
 *
 * @module
 */
import type { GroupDefinition } from "../../lib/cli/command.ts";
import type { GivenFlag } from "../../lib/cli/wiring.ts";
import { MultiNodeError, OsctlError } from "../../lib/errors.ts";
import { flagName } from "../../lib/cli/flags.ts";
import { endOf, pathOf, walk } from "../../lib/cli/tree.ts";

const folder = Deno.env.get("OSCTL_FLAG_RECORD");
const file = folder && `${folder}/${crypto.randomUUID()}.tsv`;
const seen = new Set<string>();

/** Records the flags of a finished command, except those that its error rejects. */
export function recordFlags(flags: readonly GivenFlag[], error?: unknown): void {
  for (const flag of flags) {
    if (isRejected(error, flag.name)) continue;
    const line = `${flag.declaredBy}\t${flag.name}\n`;
    if (!file || seen.has(line)) continue;
    seen.add(line);
    Deno.writeTextFileSync(file, line, { append: true });
  }
}

/**
 * Reports whether a command's error leaves a flag untested: the command line was rejected as a whole,
 * or the error names the flag.
 */
export function isRejected(error: unknown, name: string): boolean {
  if (error instanceof MultiNodeError) {
    return error.failures.every((failure) => isRejected(failure.error, name));
  }
  if (!(error instanceof OsctlError)) return false;
  if (error.kind === "usage" || error.kind === "unsupported") return true;
  return new RegExp(`--${name}(?![a-z0-9-])`).test(`${error.message} ${error.hint ?? ""}`);
}

/**
 * Lists the flags of the tree without record in `recordFolder`, such as `osctl cluster create --cidr`.
 *
 * @param untested flags in the same form that no test on this machine can set.
 */
export async function missingFlags<Client>(
  tree: GroupDefinition<Client>,
  recordFolder: string,
  untested: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const set = new Set<string>();
  for await (const entry of Deno.readDir(recordFolder)) {
    const text = await Deno.readTextFile(`${recordFolder}/${entry.name}`);
    for (const line of text.split("\n")) set.add(line);
  }
  const missing: string[] = [];
  for (const chain of walk<Client>([tree])) {
    const path = pathOf(chain);
    for (const key of Object.keys(endOf(chain).flags)) {
      const name = flagName(key);
      const flag = [tree.name, path, `--${name}`].filter((part) => part !== "").join(" ");
      if (!set.has(`${path}\t${name}`) && !untested.has(flag)) missing.push(flag);
    }
  }
  return missing;
}
