/**
 * Tables over all nodes, as the terminal and the browser show them: neither knows the other.
 *
 * @module
 */
import type { Tint } from "../../output/rows.ts";

/** A column after NODE. */
export interface BrowseColumn {
  readonly header: string;
}

/** A row of a node. */
export interface BrowseRow {
  /** Unique among the rows of its node. */
  readonly key: string;
  /** The node's address, as given by the user. */
  readonly node: string;
  /** What identifies the row for people: an ID, a name or a path. */
  readonly name: string;
  /** The texts of the columns after NODE, as sent by the node: a view escapes them. */
  readonly cells: readonly string[];
  /** Values to sort by where the texts do not sort; undefined: the text. */
  readonly keys?: readonly (number | bigint | undefined)[];
  readonly tints?: readonly (Tint | undefined)[];
  readonly labels?: Readonly<Record<string, string>>;
  /** Depth in a tree; its parent is the closest row above with a smaller depth. */
  readonly depth?: number;
}

/** State of the rows of a node. */
export type NodeRowsState =
  /** No response yet. */
  | { readonly kind: "loading" }
  | { readonly kind: "live" }
  /** The rows are old: since when (milliseconds since the Unix epoch), and why. */
  | { readonly kind: "stale"; readonly since: number; readonly reason: string }
  /** The node has no rows to show. */
  | { readonly kind: "failed"; readonly reason: string };

/** Names of nodes, and their order. */
export interface NodeNames {
  /** Addresses in the order to show. */
  readonly order: readonly string[];
  nameOf(node: string): string;
}

/** Columns and rows of a table that is kept up to date until it is closed. */
export interface Feed<Row extends BrowseRow = BrowseRow> {
  readonly columns: readonly BrowseColumn[];
  /** Headers of the least important columns, the first to hide first. */
  readonly hideFirst: readonly string[];
  /** Header of the column that shows the tree of rows with a depth. */
  readonly treeHeader?: string | undefined;
  readonly rows: RowSource<Row>;
  /** Starts to follow the nodes; stopped by the returned function. The rows stay, stale. */
  start(): () => void;
}

/** Read access to rows. */
export interface RowSource<Row extends BrowseRow = BrowseRow> {
  /** Increases with each change. */
  readonly version: number;
  readonly nodes: readonly string[];
  /** Whether rows were omitted because there are too many. */
  readonly isTruncated: boolean;
  stateOf(node: string): NodeRowsState;
  /** In order of their keys, or as their node sent them. */
  rowsOf(node: string): readonly Row[];
  find(node: string, key: string): Row | undefined;
}
