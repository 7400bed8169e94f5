/**
 * Types of loaded configurations, shared by validation, patches and generation.
 *
 * @module
 */
import type { ConfigDocument } from "./data.ts";
import type { Problem } from "./problem.ts";
import type { MapNode } from "../yaml/tree.ts";

/** A document parsed from a text. */
export interface LoadedDocument extends ConfigDocument {
  readonly tree: MapNode;
}

/** A loaded text. */
export interface Loaded {
  /** The valid parts, the main document first. */
  readonly documents: readonly LoadedDocument[];
  /** Invalid YAML, unknown and duplicate keys, wrong types, in the order of the text. */
  readonly problems: readonly Problem[];
}
