/**
 * The parts of a template in the JSONPath dialect of Kubernetes.
 *
 * @module
 */
import type { Value } from "../value.ts";

/** A step of a path: takes values, gives values. */
export type Step =
  /** `$`: starts anew from the whole document. */
  | { readonly kind: "root" }
  /** `.name`, `['name']`. */
  | { readonly kind: "field"; readonly name: string }
  /** `[2]`, `[-1]`. */
  | { readonly kind: "index"; readonly index: number }
  /** `[from:to:step]`; absent bounds are the ends of the list. */
  | {
    readonly kind: "slice";
    readonly from: number | undefined;
    readonly to: number | undefined;
    readonly step: number;
  }
  /** `.*`, `[*]`. */
  | { readonly kind: "wildcard" }
  /** `..`: the value and everything below it that has parts. */
  | { readonly kind: "descent" }
  /** `[a,b]`: the results of each, one after another. */
  | { readonly kind: "union"; readonly paths: readonly Path[] }
  /** `[?(left operator right)]`; without an operator, `left` has to exist. */
  | {
    readonly kind: "filter";
    readonly left: Path;
    readonly operator: Operator | undefined;
    readonly right: Path;
  }
  /** A text, number or boolean for each value. */
  | { readonly kind: "literal"; readonly value: Value };

/** Steps taken one after another. */
export type Path = readonly Step[];

/** How a filter compares. */
export type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** A part of a template. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: Path }
  /** `{range path}parts{end}`. */
  | { readonly kind: "range"; readonly path: Path; readonly parts: readonly Part[] };
