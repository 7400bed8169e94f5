/**
 * Types of parsed patches.
 *
 * @module
 */
import type { Value } from "../data.ts";
import type { LoadedDocument } from "../load.ts";

/** A patch of either form. */
export type Patch = StrategicPatch | JsonPatch;

interface Named {
  /** Its file, or the flag with its number: `--patch #2`. */
  readonly name: string;
  /** Its text, for line numbers. */
  readonly text: string;
}

/** Parts of a configuration to merge by the rules of the schema. */
export interface StrategicPatch extends Named {
  readonly form: "strategic";
  /** Documents to merge. */
  readonly documents: readonly LoadedDocument[];
  /** Parts to delete before the merge. */
  readonly deletions: readonly Deletion[];
}

/** Operations of RFC 6902. */
export interface JsonPatch extends Named {
  readonly form: "json";
  readonly operations: readonly Operation[];
}

/** One step of a {@linkcode JsonPatch}. */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  /** JSON pointer of the target: `/machine/certSANs/0`. */
  readonly path: string;
  /** JSON pointer of the source of `move` and `copy`. */
  readonly from?: string;
  /** Value of `add`, `replace` and `test`. */
  readonly value?: Value;
  /** Offset in the patch's text. */
  readonly offset: number;
}

/** A `$patch: delete` of a strategic patch. */
export interface Deletion {
  /** Kind of the document; `v1alpha1` is the main one. */
  readonly kind: string;
  /** Name of the document, if it has one. */
  readonly name?: string;
  /** Path of the field or key to delete; empty for the whole document. */
  readonly path: readonly string[];
  /** Deletes the first item with this field value from the list at `path`. */
  readonly item?: { readonly field: string; readonly value: string };
  /** Offset in the patch's text. */
  readonly offset: number;
}
