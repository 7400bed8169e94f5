/**
 * Writes the cluster file of a file of talhelper or topf.
 *
 * @module
 */
import { relativeTo } from "../../cluster_file/mod.ts";
import { type ForeignCluster, importForeign } from "../../cluster_file/import/foreign_cluster.ts";
import type { ForeignFiles } from "../../cluster_file/import/foreign_file.ts";
import { readTalconfig } from "../../cluster_file/import/read_talconfig.ts";
import { readTopf } from "../../cluster_file/import/read_topf.ts";
import { type DecryptSystem, isEncrypted, readEncryptedText } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { bundleOptionsFor, parseContract } from "../../machineconfig/generate/mod.ts";
import { oneLine } from "../../output/text.ts";
import { createBundle, type IssueContext } from "../../pki/mod.ts";
import { writeFileSet } from "../../platform/file_set.ts";
import { exists, withFileErrors } from "../../platform/files.ts";
import { rejectExistingFiles, requireParentFolders } from "../../platform/new_files.ts";
import { dirname, isAbsolute, join, resolve } from "../../platform/paths.ts";
import { recordValues, redactError } from "../../pki/redact_secrets.ts";
import { extendSystem, type System } from "../../platform/system.ts";
import { parseYaml } from "../../yaml/mod.ts";
import { verifyRendering } from "./verify_import.ts";

/** Flags of an import from a file. */
export interface ForeignFlags {
  readonly file: string;
  readonly force: boolean;
  /** Folder with the configurations that the other tool has rendered; empty: none. */
  readonly verify: string;
  readonly ageRecipient: readonly string[];
}

/**
 * Writes the cluster file. Its secrets stay where they are.
 *
 * @param path The file of the other tool.
 * @throws {OsctlError} of kind `input`, `file` or `usage`; also when the rendered configurations differ.
 */
export async function importFromFile(
  context: DecryptSystem & IssueContext & Pick<System, "stderr">,
  path: string,
  flags: ForeignFlags,
): Promise<void> {
  // Errors quote fields whose variables may be secrets.
  const values = new Set<string>();
  try {
    await importFile(
      extendSystem(context, { env: recordValues(context.env, values) }),
      path,
      flags,
      values,
    );
  } catch (error) {
    throw error instanceof OsctlError ? redactError(error, [...values]) : error;
  }
}

/** @param decrypted Receives the contents of encrypted files. */
async function importFile(
  context: DecryptSystem & IssueContext & Pick<System, "stderr">,
  path: string,
  { file, force, verify, ageRecipient }: ForeignFlags,
  decrypted: Set<string>,
): Promise<void> {
  const { cwd, stderr } = context;
  const place = { cwd, force };
  await requireParentFolders([file], place);
  await rejectExistingFiles([file], place);
  const files = filesBeside(context, path, file, decrypted);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const foreign = await readForeign(name, files);
  if (ageRecipient.length > 0) {
    throw new OsctlError("usage", `the secrets stay in "${files.shown(foreign.secrets)}"`, {
      hint: "leave out --age-recipient",
    });
  }
  // The secrets are the same on both sides of the comparison, so others do.
  const contract = parseContract(foreign.contract, "v1.8");
  const bundle = await createBundle(bundleOptionsFor(contract), context);
  const secrets = files.written(foreign.secrets);
  const { text, remaining } = await importForeign(foreign, bundle, {
    secrets,
    read: (patch) => readEncryptedText(context, relativeTo(file, patch)),
  });
  await writeFileSet(new Map([[resolve(cwd, file), text]]), { mode: 0o600, overwrite: force });
  await stderr.write(`Created ${file}\n`);
  for (const remark of foreign.remarks) {
    await stderr.write(`osctl: warning: ${oneLine(remark)}\n`);
  }
  for (const [node, paths] of remaining) {
    if (paths.length === 0) continue;
    await stderr.write(`osctl: warning: ${oneLine(`${node}: differs in ${paths.join(", ")}`)}\n`);
  }
  if (verify === "") return;
  const values = [...foreign.hidden].map(([key, value]) => `${key}=${value}`);
  await verifyRendering(context, { file, var: values, folder: verify });
}

async function readForeign(name: string, files: ForeignFiles): Promise<ForeignCluster> {
  const root = parseYaml(await files.read(name)).documents[0]?.root;
  const keys = root?.kind === "map" ? root.entries.map(({ key }) => key) : [];
  if (keys.includes("clusterEndpoint")) return await readTopf(name, files);
  if (keys.includes("endpoint") && keys.includes("nodes")) return await readTalconfig(name, files);
  throw new OsctlError(
    "input",
    `"${files.shown(name)}" is neither a talconfig.yaml nor a topf.yaml`,
    {
      hint: "for generated configurations, use their folder",
    },
  );
}

/** Opens the folder of a file. */
function filesBeside(
  system: DecryptSystem,
  path: string,
  file: string,
  decrypted: Set<string>,
): ForeignFiles {
  const { cwd, env } = system;
  const shown = (one: string) => relativeTo(path, one);
  return {
    async read(one) {
      const text = await readEncryptedText(system, shown(one));
      if (await isEncrypted(system, shown(one))) decrypted.add(text);
      return text;
    },
    exists: (one) => exists(resolve(cwd, shown(one))),
    isEncrypted: (one) => isEncrypted(system, shown(one)),
    list: (folder) => listFiles(resolve(cwd, shown(folder)), folder),
    shown,
    written: (one) => relativePath(dirname(resolve(cwd, file)), resolve(cwd, shown(one))),
    env,
  };
}

/** Returns the files in a folder and its folders, sorted by name in each; links are followed. */
async function listFiles(path: string, shown: string): Promise<string[]> {
  if (!await exists(path)) return [];
  const names = await withFileErrors(
    "read",
    path,
    async () => (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name),
  );
  const found: string[] = [];
  for (const name of names.sort()) {
    const { isDirectory } = await withFileErrors("read", path, () => Deno.stat(join(path, name)));
    const own = join(shown, name);
    found.push(...(isDirectory ? await listFiles(join(path, name), own) : [own]));
  }
  return found;
}

/** Returns the path of a file relative to a folder; both are absolute. */
function relativePath(folder: string, file: string): string {
  const [from, to] = [folder, file].map((path) =>
    path.split(/[\\/]/).filter((part) => part !== "")
  );
  const differs = from!.findIndex((part, index) => part !== to![index]);
  const common = differs < 0 ? from!.length : differs;
  // Another drive of Windows.
  if (common === 0 && isAbsolute(file) && /^[A-Za-z]:/.test(file)) return file;
  return [...from!.slice(common).map(() => ".."), ...to!.slice(common)].join("/");
}
