/**
 * The tree of a YAML text. {@linkcode TreeNode} is the content alone, which code may also build from
 * data; {@linkcode SourceNode} adds where everything stands in the text it was parsed from.
 *
 * @module
 */

/** A value. */
export type TreeNode = MapNode | ListNode | ScalarNode;

/** Properties of every node. */
interface Located {
  /**
   * Start of the value, in UTF-16 units from the start of the text. For a missing value, the start
   * of its key or list.
   */
  readonly offset: number;
  /** An explicit tag by its short name: `str` for `!!str`. */
  readonly tag?: string;
}

/** A mapping, in the order of the text. */
export interface MapNode extends Located {
  readonly kind: "map";
  /** Its own entries, then entries of merge keys. Aliases are replaced by the nodes they name. */
  readonly entries: readonly Entry[];
  /** Where its merge key (`<<`) is. */
  readonly mergeOffset?: number;
}

/** A key and its value. */
export interface Entry {
  readonly key: string;
  readonly keyOffset: number;
  readonly value: TreeNode;
}

/** A sequence. Aliases are replaced by the nodes they name. */
export interface ListNode extends Located {
  readonly kind: "list";
  readonly items: readonly TreeNode[];
}

/** A scalar without a type. */
export interface ScalarNode extends Located {
  readonly kind: "scalar";
  /** The text without quotes and with escapes resolved. */
  readonly text: string;
  /** Unquoted, so that `true`, `12` and `null` are not strings. */
  readonly plain: boolean;
}

/** A part of a text from `start` to, but excluding, `end`, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value with its place. The range excludes anchor and tag; the range of a missing value is empty. */
export type SourceNode = SourceMap | SourceList | SourceScalar;

/** A value as written: aliases are not followed. */
export type WrittenNode = SourceNode | AliasNode;

interface Placed extends Range {
  /** An anchor names it. */
  readonly anchored: boolean;
}

/** A mapping in a text. */
export interface SourceMap extends MapNode, Placed {
  /** Written with braces. */
  readonly flow: boolean;
  readonly entries: readonly SourceEntry[];
  /** Its own entries, the merge key included. */
  readonly written: readonly WrittenEntry[];
}

/** An entry with its place; in a merge, the place of its source. */
export interface SourceEntry extends WrittenEntry {
  readonly value: SourceNode;
}

/** An entry as written. */
export interface WrittenEntry {
  readonly key: string;
  readonly keyOffset: number;
  readonly keyEnd: number;
  /** Where the value can start: after the colon. */
  readonly valueFrom: number;
  readonly value: WrittenNode;
}

/** A sequence in a text. */
export interface SourceList extends ListNode, Placed {
  /** Written with brackets. */
  readonly flow: boolean;
  readonly items: readonly SourceNode[];
  /** Its items as written. */
  readonly written: readonly WrittenNode[];
  /** Where each item can start: after its dash or, in brackets, after the item before it. */
  readonly itemsFrom: readonly number[];
}

/** A scalar in a text. */
export interface SourceScalar extends ScalarNode, Placed {
  /** Introduced by `|` or `>`, which the range includes. */
  readonly block: boolean;
}

/** A reference to a value elsewhere in the text. */
export interface AliasNode extends Range {
  readonly kind: "alias";
  readonly offset: number;
  readonly target: SourceNode;
}

/** A document, from its `---` or the start of the text to the next document. */
export interface SourceDocument extends Range {
  readonly root: SourceNode;
}
