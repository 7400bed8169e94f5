/**
 * From a text to documents: the contract that checking, patching and generating share.
 *
 * @module
 */
import type { ConfigDocument } from "./data.ts";
import type { Problem } from "./problem.ts";
import type { MapNode } from "../yaml/tree.ts";

/** A document that came from a text. */
export interface LoadedDocument extends ConfigDocument {
  readonly tree: MapNode;
}

/** A text that was read. */
export interface Loaded {
  /** What could be understood, the main document first. */
  readonly documents: readonly LoadedDocument[];
  /** Broken YAML, unknown and repeated keys, wrong types: in the order of the text. */
  readonly problems: readonly Problem[];
}
