/**
 * Types of support bundles.
 *
 * @module
 */
import type { OsctlError } from "../../errors.ts";
import type { AddOptions } from "./archive.ts";

/** An item to collect, which becomes a member of the archive. */
export interface Item extends AddOptions {
  /** Names of folders and the file. */
  readonly path: readonly string[];
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** The items of a source. */
export interface Listing {
  readonly items: readonly Item[];
  /** What could not be listed, with its reason. */
  readonly failures: readonly Failure[];
}

/** A failure to list or to collect. */
export interface Failure {
  /** What failed: a path in the folder of the source, or a list of items. */
  readonly item: string;
  readonly error: OsctlError;
}

/** A node, or the cluster. */
export interface ItemSource {
  /** The node; `cluster` for Kubernetes objects. */
  readonly name: string;
  readonly isNode: boolean;
  /** Lists the items. Errors are failures of the listing. */
  list(signal: AbortSignal): Promise<Listing>;
}

/** Paths of an interface release, relative to the folder of the node except for `kubernetes`. */
export interface BundleLayout {
  /** Logs that no service has. */
  readonly logs: readonly string[];
  readonly resources: readonly string[];
  readonly containerLogs: readonly string[];
  readonly services: readonly string[];
  readonly kubernetes: readonly string[];
}
