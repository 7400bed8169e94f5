/**
 * What a patch is once it is read.
 *
 * @module
 */
import type { Value } from "../data.ts";
import type { LoadedDocument } from "../load.ts";

/** A patch of either form. */
export type Patch = StrategicPatch | JsonPatch;

interface Named {
  /** Its file, or the flag with its place: `--patch #2`. */
  readonly name: string;
  /** The text it was read from, to tell lines by. */
  readonly text: string;
}

/** Parts of a configuration, merged into what is there by the rules of the schema. */
export interface StrategicPatch extends Named {
  readonly form: "strategic";
  /** What is merged. */
  readonly documents: readonly LoadedDocument[];
  /** What goes, before anything is merged. */
  readonly deletions: readonly Deletion[];
}

/** Operations on places, as of RFC 6902. */
export interface JsonPatch extends Named {
  readonly form: "json";
  readonly operations: readonly Operation[];
}

/** One step of a {@linkcode JsonPatch}. */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  /** Where, as a JSON pointer: `/machine/certSANs/0`. */
  readonly path: string;
  /** From where, of `move` and `copy`. */
  readonly from?: string;
  /** What, of `add`, `replace` and `test`. */
  readonly value?: Value;
  /** Where in the patch's text it starts. */
  readonly offset: number;
}

/** A `$patch: delete` of a strategic patch. */
export interface Deletion {
  /** The kind of document it is for; `v1alpha1` is the main one. */
  readonly kind: string;
  /** The name of the document, if it has one. */
  readonly name?: string;
  /** What goes: a field or key. Empty for the whole document. */
  readonly path: readonly string[];
  /** Of the list at `path` goes the first item with this value in this field. */
  readonly item?: { readonly field: string; readonly value: string };
  /** Where in the patch's text it is. */
  readonly offset: number;
}
