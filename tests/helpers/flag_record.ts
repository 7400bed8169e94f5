/**
 * Which flags the tests set. Each test file writes what it sets to a file of its own in the folder
 * `OSCTL_FLAG_RECORD` names; without that variable nothing is written.
 *
 * @module
 */
import type { GroupDefinition } from "../../lib/cli/command.ts";
import { flagName } from "../../lib/cli/flags.ts";
import { endOf, pathOf, walk } from "../../lib/cli/tree.ts";

const folder = Deno.env.get("OSCTL_FLAG_RECORD");
const file = folder && `${folder}/${crypto.randomUUID()}.tsv`;
const seen = new Set<string>();

/** Remembers that a flag was set. The path is that of the definition that declares it. */
export function recordFlag(commandPath: string, name: string): void {
  const line = `${commandPath}\t${name}\n`;
  if (!file || seen.has(line)) return;
  seen.add(line);
  Deno.writeTextFileSync(file, line, { append: true });
}

/** The flags of the tree that no record in `recordFolder` has, as `osctl cluster create --cidr`. */
export async function missingFlags<Client>(
  tree: GroupDefinition<Client>,
  recordFolder: string,
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
      if (!set.has(`${path}\t${name}`)) {
        missing.push([tree.name, path, `--${name}`].filter((part) => part !== "").join(" "));
      }
    }
  }
  return missing;
}
