/**
 * What reading a cluster file has found out, for people.
 *
 * @module
 */

/** A notice. */
export interface ClusterNotice {
  /**
   * `file`: a warning about the cluster file; `secrets`: about its secrets; `context`: the context
   * decides which machines are meant; `found`: a machine was found by its identity.
   */
  readonly kind: "file" | "secrets" | "context" | "found";
  /** One line. */
  readonly text: string;
}

/** Receives notices, in order. */
export type ReportNotice = (notice: ClusterNotice) => Promise<void>;
