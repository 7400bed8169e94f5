/**
 * The error of invalid archives.
 *
 * @module
 */

/** An archive that breaks the format. Callers convert it to an error about their source. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}
