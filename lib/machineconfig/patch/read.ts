/**
 * Parses patches of either form.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { shellQuoted } from "../../output/shell_quoted.ts";
import type { Source } from "../load/locate.ts";
import { decodeConfig } from "../load/load.ts";
import { isNull, type Parsed, parseYaml, type TreeNode } from "../../yaml/mod.ts";
import { fromYaml } from "../problem.ts";
import type { ConfigRelease } from "../schema/types.ts";
import { splitDeletions } from "./deletions.ts";
import type { Patch, StrategicPatch } from "./patch.ts";
import { collecting, errorAt, errorOf, together } from "./problems.ts";
import { readOperations } from "./read_operations.ts";

/** Options of parsing a patch. */
export interface ReadOptions {
  /** Its name in errors: the file, or the flag with its number, `--patch #2`. */
  readonly name: string;
  /** Keys and kinds of later releases are unknown. */
  readonly release: ConfigRelease;
}

/**
 * Parses a patch: a list in JSON or YAML, or an empty text, is a JSON patch; anything else is a
 * strategic merge patch.
 *
 * @throws {OsctlError} of kind `input`, with a position for each problem.
 */
export function readPatch(text: string, { name, release }: ReadOptions): Patch {
  const source = { name, text };
  // JSON allows tabs where YAML does not.
  const isJson = text.trimStart().startsWith("[");
  const parsed = parseYaml(isJson ? text.replaceAll("\t", " ") : text);
  const [root, ...others] = parsed.documents.map((document) => document.root);
  if (root?.kind === "list" || isJson && others.length === 0) {
    // An empty document follows a `---` at the end.
    const further = others.find((other) => !isEmptyRoot(other));
    if (further !== undefined) {
      const hint = "use a flag for each patch";
      throw errorAt(source, further.offset, "a JSON patch is a single document", hint);
    }
    const wrong = errorOf(fromYaml(parsed.problems), source);
    if (wrong !== undefined) throw wrong;
    const list = root?.kind === "list" ? root : { kind: "list", items: [], offset: 0 } as const;
    return { form: "json", ...source, operations: readOperations(source, list) };
  }
  const isEmpty = parsed.problems.length === 0 &&
    parsed.documents.every((document) => isEmptyRoot(document.root));
  if (isEmpty) return { form: "json", ...source, operations: [] };
  return strategic(source, parsed, release);
}

/** A value given to a flag: a patch itself, or `@` and the path of a file that holds it. */
export interface PatchValues {
  readonly values: readonly string[];
  /** The flag, to name patches by: `--config-patch`. */
  readonly flag: string;
  readonly release: ConfigRelease;
  /** Reads a file. */
  readonly read: (path: string) => Promise<string>;
}

/**
 * Reads the patches of a flag, in order.
 *
 * @throws {OsctlError} with the problems of all patches.
 */
export async function readPatches(given: PatchValues): Promise<Patch[]> {
  const { values, flag, release, read } = given;
  const patches: Patch[] = [];
  const failures: OsctlError[] = [];
  for (const [index, value] of values.entries()) {
    const path = value.startsWith("@") ? value.slice(1) : undefined;
    const patch = await collecting(failures, async () => {
      if (path === "") {
        throw new OsctlError("input", `${flag} #${index + 1} has no path after "@"`, {
          hint: "use a path such as @patch.yaml",
        });
      }
      if (path === undefined && PATH.test(value)) {
        throw new OsctlError("input", `${flag} #${index + 1} "${value}" is a path, not a patch`, {
          hint: `use ${flag} ${shellQuoted(`@${value}`)}`,
        });
      }
      const text = path === undefined ? value : await read(path);
      return readPatch(text, { name: path ?? `${flag} #${index + 1}`, release });
    });
    if (patch !== undefined) patches.push(patch);
  }
  if (failures.length > 0) throw together(failures);
  return patches;
}

/** A path without `@`. */
const PATH = /^[^\s{}[\]:]+\.(json|patch|ya?ml)$/i;

function isEmptyRoot(root: TreeNode): boolean {
  return root.kind === "scalar" && isNull(root);
}

function strategic(source: Source, parsed: Parsed, release: ConfigRelease): StrategicPatch {
  // v1.4 has no deletions.
  const { deletions, problems, documents } = release === "v1.4"
    ? { deletions: [], problems: [], documents: parsed.documents }
    : splitDeletions(parsed.documents);
  const failures = problems.map(({ offset, message, hint }) =>
    errorAt(source, offset, message, hint)
  );
  const isOnlyDeletions = documents.length === 0 && deletions.length + problems.length > 0;
  const loaded = isOnlyDeletions
    ? { documents: [], problems: fromYaml(parsed.problems) }
    : decodeConfig(source.text, { documents, problems: parsed.problems }, { release });
  const wrong = errorOf(loaded.problems, source);
  if (wrong !== undefined) failures.push(wrong);
  if (failures.length > 0) throw together(failures);
  return { form: "strategic", ...source, documents: loaded.documents, deletions };
}
