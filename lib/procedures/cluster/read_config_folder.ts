/**
 * Reads a folder with the configurations of all nodes.
 *
 * @module
 */
import { hostnameOf, type ImportedNode } from "../../cluster_file/import/derive_fields.ts";
import { OsctlError } from "../../errors.ts";
import { decodeMachineConfig } from "../../machineconfig/load/mod.ts";
import { errorOf } from "../../machineconfig/patch/problems.ts";
import { NEWEST } from "../../machineconfig/schema/releases.ts";
import { compareNatural } from "../../output/natural_order.ts";
import { readText, withFileErrors } from "../../platform/files.ts";
import { join } from "../../platform/paths.ts";

/** A configuration and its name in errors. */
export interface ConfigSource {
  readonly node: ImportedNode;
  readonly name: string;
  /** Name of its file; empty without one. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the machine configurations in a folder; other files are ignored.
 *
 * @throws {OsctlError} of kind `input` without any; of kind `file`.
 */
export async function readConfigFolder(path: string, shown: string): Promise<ConfigSource[]> {
  const names = await withFileErrors(
    "read",
    path,
    async () => (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name),
  );
  const sources: ConfigSource[] = [];
  for (const name of names.filter((one) => /\.ya?ml$/.test(one)).sort(compareNatural)) {
    const text = await readText(join(path, name));
    if (!/^machine:/m.test(text)) continue;
    const { documents, problems } = decodeMachineConfig(text, { release: NEWEST });
    const error = errorOf(problems, { name: join(shown, name), text });
    if (error !== undefined) throw error;
    const host = hostnameOf(documents) ?? name.replace(/\.ya?ml$/, "");
    sources.push({
      name: join(shown, name),
      file: name,
      text,
      node: { name: host, addresses: [], osVersion: undefined, documents },
    });
  }
  if (sources.length > 0) return sources;
  throw new OsctlError("input", `no machine configuration in "${shown}"`, {
    hint: "use a folder with one .yaml file for each node",
  });
}
