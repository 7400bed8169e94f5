/**
 * The manifest of a support bundle: what it holds, and what is missing.
 *
 * @module
 */
import type { Member } from "./archive.ts";
import type { Failure } from "./types.ts";

/** Name of the manifest in the archive. */
export const MANIFEST = "manifest.json";

/** A collected member. */
export interface CollectedMember extends Member {
  readonly source: string;
}

/** A failure of a source. */
export interface SourceFailure extends Failure {
  readonly source: string;
  /** Whether the items of the source could not be listed. */
  readonly isListing: boolean;
}

/** Result of a collection. */
export interface BundleReport {
  /** Whether nothing interrupted the collection. */
  readonly isComplete: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly nodes: readonly string[];
  readonly members: readonly CollectedMember[];
  readonly failures: readonly SourceFailure[];
  /** Paths that are absent because of the interruption. */
  readonly skipped: readonly string[];
}

/** The client that collected a bundle. */
export interface ClientFacts {
  readonly version: string;
  readonly commit: string;
  readonly interface: string;
}

/** Formats the manifest. */
export function formatManifest(report: BundleReport, client: ClientFacts): string {
  const { isComplete, startedAt, endedAt, nodes, members, failures, skipped } = report;
  const time = (ms: number) => new Date(ms).toISOString();
  const manifest = {
    complete: isComplete && failures.length === 0 &&
      members.every(({ error }) => error === undefined),
    client,
    started: time(startedAt),
    ended: time(endedAt),
    nodes,
    failures: failures.map(({ source, item, error }) => ({ source, item, error: error.message })),
    ...(isComplete ? {} : { skipped }),
    members: members.map(({ path, bytes, error }) => ({
      path,
      bytes,
      ...(error === undefined ? {} : { truncated: true, error: error.message }),
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
