/**
 * Patches and contents of files in `talconfig.yaml`.
 *
 * @module
 */
import { readPatch } from "../../machineconfig/patch/mod.ts";
import type { ConfigRelease } from "../../machineconfig/schema/types.ts";
import { createErrorAt, parseYaml } from "../../yaml/mod.ts";
import { OsctlError } from "../../errors.ts";
import { hasOtherReferences } from "./env_substitution.ts";
import type { ForeignPatch } from "./foreign_cluster.ts";
import type { ForeignFiles } from "./foreign_file.ts";
import { inlinePatches } from "./foreign_patches.ts";
import type { SourceField } from "./source_field.ts";
import type { TalconfigEnv } from "./talconfig_env.ts";
import { substitute } from "../variables.ts";

interface PatchListContext {
  readonly files: ForeignFiles;
  readonly env: TalconfigEnv;
  readonly release: ConfigRelease;
}

/** Collects the patches of one node after the other; a file is read once. */
export class PatchList {
  readonly #context: PatchListContext;
  readonly #files = new Map<string, Promise<readonly ForeignPatch[]>>();
  current: ForeignPatch[] = [];

  constructor(context: PatchListContext) {
    this.#context = context;
  }

  /** Starts the list of a node. */
  start(): Promise<void> {
    this.current = [];
    return Promise.resolve();
  }

  /** Adds the patches of a field. */
  async add(
    field: SourceField,
    level: ForeignPatch["level"],
    { isFile = false }: { readonly isFile?: boolean } = {},
  ): Promise<void> {
    for (const item of field.items) {
      const path = pathOf(item.text) ?? (isFile ? item.text : undefined);
      const patches = path === undefined ? this.#inline(item, level) : await this.#file(path, item);
      this.current.push(...patches.map((one) => ({ ...one, level })));
    }
  }

  #inline(item: SourceField, level: ForeignPatch["level"]): readonly ForeignPatch[] {
    const { release } = this.#context;
    if (/\{\{/.test(item.text)) throw templated(item);
    try {
      return inlinePatches(item.text, { level, name: item.path, release });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      throw item.error(error.message.replace(/^[^:]*:\d+:\d+: /, ""), error.hint);
    }
  }

  #file(path: string, item: SourceField): Promise<readonly ForeignPatch[]> {
    const known = this.#files.get(path) ?? this.#read(path, item);
    this.#files.set(path, known);
    return known;
  }

  async #read(path: string, item: SourceField): Promise<readonly ForeignPatch[]> {
    const { files, env, release } = this.#context;
    const text = await readBeside(path, item, files);
    const name = files.shown(path);
    const errorAt = createErrorAt(text, name);
    if (text.trim() === "") return [];
    const template = text.indexOf("{{");
    if (template >= 0) {
      throw errorAt(template, "templates cannot be imported", "write the value");
    }
    const bare = scalarTexts(text);
    if (!bare.some(hasOtherReferences)) {
      for (const one of bare) env.declare(one);
      const values = new Map(
        [...env.variables].map(([key, value]) => [key, value ?? env.hidden.get(key)] as const),
      );
      const { text: filled, problems: [problem] } = substitute(text, values);
      if (problem !== undefined) throw errorAt(problem.offset, problem.message, problem.hint);
      const patch = readPatch(filled, { name, release });
      return [{ level: "node", item: { file: files.written(path) }, patch }];
    }
    if (await files.isEncrypted(path)) {
      throw item.error(
        "the encrypted file has references to variables other than ${NAME}",
        "write ${NAME} in it",
      );
    }
    const expanded = env.expandText(text, (reason) => errorAt(text.indexOf("$"), reason));
    return inlinePatches(expanded, { level: "node", name, release });
  }
}

/** Returns the content of a field of an item, or of the file that it names. */
export async function readContent(
  field: SourceField,
  item: SourceField,
  files: ForeignFiles,
  env: TalconfigEnv,
): Promise<string> {
  const path = pathOf(field.text);
  if (path === undefined) return field.text;
  const text = await readBeside(path, field, files);
  if (await files.isEncrypted(path)) {
    throw field.error("the content of an encrypted file would be written decrypted");
  }
  if (item.at("skipEnvsubst").isTrue) return text;
  return env.expandText(text, (reason) => field.error(`${path}: ${reason}`));
}

function pathOf(text: string): string | undefined {
  return text.startsWith("@") && text.slice(1).trim() !== "" ? text.slice(1).trim() : undefined;
}

async function readBeside(path: string, field: SourceField, files: ForeignFiles): Promise<string> {
  try {
    return await files.read(path);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    throw field.error(error.message, error.hint);
  }
}

function templated(item: SourceField): OsctlError {
  return item.error("templates cannot be imported", "write the value");
}

/** Returns the scalars of a text; references in comments have no effect. */
function scalarTexts(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ReturnType<typeof parseYaml>["documents"][number]["root"]) => {
    if (node.kind === "scalar") found.push(node.text);
    else if (node.kind === "list") { for (const item of node.items) visit(item); }
    else {
      for (const { key, value } of node.entries) {
        found.push(key);
        visit(value);
      }
    }
  };
  for (const { root } of parseYaml(text).documents) visit(root);
  return found.filter((one) => one.includes("$"));
}
