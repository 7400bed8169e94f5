/**
 * A parsed YAML text with the place of everything in it. Anchors and merge keys are already
 * resolved: an alias is the very node it names.
 *
 * @module
 */

/** A value in a text. */
export type TreeNode = MapNode | ListNode | ScalarNode;

/** What every node has. */
interface Placed {
  /**
   * Where it starts, in UTF-16 units from the start of the text; of a value that is left out,
   * where its key or its list starts.
   */
  readonly offset: number;
  /** A tag that is spelled out, such as `!!str`, with its short name: `str`. */
  readonly tag?: string;
}

/** A mapping, in the order of the text. */
export interface MapNode extends Placed {
  readonly kind: "map";
  /** Its own lines, then those that merge keys brought in. */
  readonly entries: readonly Entry[];
  /** Where it has a merge key (`<<`), which nodes take in maps with keys of the user's choice only. */
  readonly mergeOffset?: number;
}

/** One line of a mapping. */
export interface Entry {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: TreeNode;
}

/** A sequence. */
export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: readonly TreeNode[];
}

/** A scalar, not yet given a type. */
export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  /** Its text, without quotes and with escapes resolved. */
  readonly text: string;
  /** Unquoted, so `true`, `12` and `null` may be more than texts. */
  readonly plain: boolean;
}
