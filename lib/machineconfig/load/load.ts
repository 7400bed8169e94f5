/**
 * Loads machine configurations: documents with positions, and all problems in them.
 *
 * @module
 */
import { type Parsed, parseYaml, type TreeNode } from "../../yaml/mod.ts";
import type { Loaded, LoadedDocument } from "../load.ts";
import { fromYaml, type Problem, wrong } from "../problem.ts";
import { MAIN } from "../schema/documents.ts";
import { HEADER } from "../schema/header.ts";
import type { ConfigRelease, DocumentType } from "../schema/types.ts";
import { Decoder } from "./decode.ts";
import { detect } from "./documents.ts";
import { locate } from "./locate.ts";

/** Options of {@linkcode decodeMachineConfig}. */
export interface LoadOptions {
  /** Keys and kinds of later releases are unknown. */
  readonly release: ConfigRelease;
  /** Unknown keys and kinds are warnings: a newer node may know them. */
  readonly isLenient?: boolean;
}

/**
 * Loads a configuration. Problems are in the order of the text; it never throws.
 */
export function decodeMachineConfig(text: string, options: LoadOptions): Loaded {
  return decodeConfig(text, parseYaml(text), options);
}

/** A tree for each document, and syntax problems. */
export interface DocumentTrees extends Pick<Parsed, "problems"> {
  readonly documents: readonly { readonly root: TreeNode }[];
}

/** Decodes a parsed text, as {@linkcode decodeMachineConfig} does. */
export function decodeConfig(text: string, parsed: DocumentTrees, options: LoadOptions): Loaded {
  const problems: Problem[] = fromYaml(parsed.problems);
  if (parsed.documents.length === 0 && problems.length === 0) {
    problems.push(wrong(0, "no document", 'start with "machine:" and "cluster:"'));
  }
  const documents: LoadedDocument[] = [];
  const offsets = new Map<string, number>();
  for (const { root: tree } of parsed.documents) {
    const detected = detect(tree, options.release);
    if ("severity" in detected) {
      const isUnknown = detected.path[0] === "kind" && options.isLenient === true;
      problems.push(isUnknown ? { ...detected, severity: "warning" } : detected);
      continue;
    }
    const { type } = detected;
    const decoder = new Decoder(type.object, options);
    const data = decoder.document(detected.tree, type === MAIN ? [] : HEADER);
    problems.push(...decoder.problems);
    const identity = identityOf(type, data);
    const first = offsets.get(identity);
    if (first === undefined) {
      offsets.set(identity, tree.offset);
      documents.push({ type, data, tree: detected.tree });
    } else {
      const { line } = locate(text, first);
      problems.push(
        wrong(
          tree.offset,
          `${identity} is duplicated, first on line ${line}`,
          "remove one of them",
        ),
      );
    }
  }
  return {
    documents: documents.sort((a, b) => Number(b.type === MAIN) - Number(a.type === MAIN)),
    problems: inOrder(problems),
  };
}

/** Returns the identity of a document in its text. */
function identityOf(type: DocumentType, data: { readonly [name: string]: unknown }): string {
  if (type === MAIN) return "the main document";
  const name = typeof data["name"] === "string" ? data["name"] : "";
  return type.named ? `the ${type.kind} "${name}"` : `the ${type.kind}`;
}

/** Sorts problems by position; problems of a value with several aliases are reported once. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.toSorted((a, b) => a.offset - b.offset).filter(({ offset, message }) => {
    const key = `${offset} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}
