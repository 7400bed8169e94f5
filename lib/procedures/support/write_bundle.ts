/**
 * Writes a support bundle to a file.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { writeFileAtomic } from "../../platform/files.ts";
import { BundleArchive } from "./archive.ts";
import { collectItems, type CollectOptions } from "./collect.ts";
import { type BundleReport, type ClientFacts, formatManifest, MANIFEST } from "./manifest.ts";
import { encoded } from "./node_items.ts";

/** Options of {@linkcode writeBundle}. */
export interface BundleOptions extends Omit<CollectOptions, "archive"> {
  /** Absolute path of the file. */
  readonly path: string;
  readonly overwrite: boolean;
  readonly client: ClientFacts;
}

/** A written bundle. */
export interface WrittenBundle extends BundleReport {
  /** Whether the file was written; not when nothing was collected. */
  readonly isWritten: boolean;
}

/**
 * Collects a bundle, and writes it at the same time. An interruption ends the collection, and the
 * file holds what was collected until then.
 *
 * @throws {OsctlError} of kind `file` when it cannot be written.
 */
export async function writeBundle(
  { path, overwrite, client, ...options }: BundleOptions,
): Promise<WrittenBundle> {
  const archive = new BundleArchive(options.clock.now());
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const collection = collectItems({ ...options, archive, signal })
    .then(async (report) => {
      if (report.members.length === 0) throw new EmptyBundle(report);
      await archive.add([MANIFEST], encoded([formatManifest(report, client)]));
      archive.end(report.isComplete ? "" : "incomplete: interrupted");
      return report;
    });
  collection.catch((error) => archive.abort(error));
  try {
    await writeFileAtomic(path, archive.output(), { mode: 0o600, overwrite });
    return { ...await collection, isWritten: true };
  } catch (error) {
    const reason = new OsctlError("cancelled", "the bundle cannot be written");
    stop.abort(reason);
    archive.abort(reason);
    await Promise.allSettled([collection]);
    if (error instanceof EmptyBundle) return { ...error.report, isWritten: false };
    throw error;
  }
}

/** Prevents a file without content. */
class EmptyBundle extends Error {
  constructor(readonly report: BundleReport) {
    super("nothing was collected");
  }
}
