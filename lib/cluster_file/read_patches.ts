/**
 * Reads the patches that a cluster file declares.
 *
 * @module
 */
import { MultiError, OsctlError } from "../errors.ts";
import { problemLines } from "../machineconfig/load/mod.ts";
import { readPatch } from "../machineconfig/patch/mod.ts";
import type { ConfigRelease } from "../machineconfig/schema/types.ts";
import { placesIn, type SourceNode } from "../yaml/mod.ts";
import { relativeTo } from "./read_files.ts";
import type { Sources } from "./sources.ts";
import type { DeclaredPatch } from "./types.ts";
import { substitute, type Variables } from "./variables.ts";

/** Context of reading patches. */
export interface PatchContext {
  readonly sources: Sources;
  readonly variables: Variables;
  readonly release: ConfigRelease;
  readonly read: (path: string) => Promise<string>;
}

const FORMS = ["file", "merge", "json"] as const;

/** A patch, or why there is none, with places. */
type Outcome = { readonly patch: DeclaredPatch } | { readonly errors: readonly OsctlError[] };

/** Reads patches; a file that several places name is read once. */
export class PatchReader {
  readonly #context: PatchContext;
  readonly #files = new Map<string, Promise<Outcome>>();

  constructor(context: PatchContext) {
    this.#context = context;
  }

  /** Reads the item of a list of patches. */
  async read(node: SourceNode): Promise<Outcome> {
    const entries = node.kind === "map" ? node.entries : [];
    const forms = entries.filter(({ key }) => FORMS.some((form) => form === key));
    const [form, other] = forms;
    if (form === undefined || other !== undefined) {
      const message = form === undefined ? "the patch is empty" : "a patch in two forms";
      return { errors: [this.#errorAt(node, message, `use one of ${FORMS.join(", ")}`)] };
    }
    if (form.key !== "file" || form.value.kind !== "scalar") return this.#inline(form.value);
    const { offset, text } = form.value;
    const file = relativeTo(this.#context.sources.fileOf(offset).name, text);
    const known = this.#files.get(file) ?? this.#file(file, form.value);
    this.#files.set(file, known);
    return await known;
  }

  async #file(name: string, reference: SourceNode): Promise<Outcome> {
    const { read, release, variables } = this.#context;
    let original: string;
    try {
      original = await read(name);
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      return { errors: [this.#errorAt(reference, error.message, error.hint)] };
    }
    try {
      const { text, problems } = substitute(original, variables);
      if (problems.length > 0) {
        const lines = problemLines(problems, { name, text: original });
        return { errors: lines.map((line) => new OsctlError("input", line)) };
      }
      return { patch: { origin: name, patch: readPatch(text, { name, release }) } };
    } catch (error) {
      return { errors: errorsOf(error) };
    }
  }

  #errorAt({ offset }: SourceNode, message: string, hint: string | undefined): OsctlError {
    const { name, text, base } = this.#context.sources.fileOf(offset);
    const { line, column } = placesIn(text)(offset - base);
    const options = hint === undefined ? {} : { hint };
    return new OsctlError("input", `${name}:${line}:${column}: ${message}`, options);
  }

  /** Reads a patch in the file: the text around it is blank, so that positions stay. */
  #inline(node: SourceNode): Outcome {
    const { sources, release } = this.#context;
    const { name, text, base } = sources.fileOf(node.offset);
    const blank = text.slice(0, node.start - base).replaceAll(/[^\r\n]/g, " ");
    // A block scalar at the end of the patch includes the line feed after it.
    const [after] = /^[ \t\r]*\n|^/.exec(text.slice(node.end - base))!;
    const patchText = blank + text.slice(node.start - base, node.end - base) + after;
    const { line } = placesIn(text)(node.offset - base);
    try {
      const patch = readPatch(patchText, { name, release });
      return { patch: { origin: `${name}:${line}`, patch } };
    } catch (error) {
      return { errors: errorsOf(error) };
    }
  }
}

function errorsOf(error: unknown): readonly OsctlError[] {
  if (!(error instanceof OsctlError)) throw error;
  return error instanceof MultiError ? error.errors : [error];
}
