/**
 * Syntax tree of a template in the JSONPath dialect of Kubernetes.
 *
 * @module
 */
import type { Value } from "../value.ts";

/** A step of a path, which maps values to values. */
export type Step =
  /** `$`: the root value. */
  | { readonly kind: "root" }
  /** `.name`, `['name']`. */
  | { readonly kind: "field"; readonly name: string }
  /** `[2]`, `[-1]`. */
  | { readonly kind: "index"; readonly index: number }
  /** `[from:to:step]`; missing bounds are the ends of the list. */
  | {
    readonly kind: "slice";
    readonly from: number | undefined;
    readonly to: number | undefined;
    readonly step: number;
  }
  /** `.*`, `[*]`. */
  | { readonly kind: "wildcard" }
  /** `..`: recursive descent. */
  | { readonly kind: "descent" }
  /** `[a,b]`: the concatenated results. */
  | { readonly kind: "union"; readonly paths: readonly Path[] }
  /** `[?(left operator right)]`; without an operator, whether `left` exists. */
  | {
    readonly kind: "filter";
    readonly left: Path;
    readonly operator: Operator | undefined;
    readonly right: Path;
  }
  /** A string, number or boolean. */
  | { readonly kind: "literal"; readonly value: Value };

/** Consecutive steps. */
export type Path = readonly Step[];

/** A comparison operator. */
export type Operator = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** A part of a template. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "path"; readonly path: Path }
  /** `{range path}parts{end}`. */
  | { readonly kind: "range"; readonly path: Path; readonly parts: readonly Part[] };
