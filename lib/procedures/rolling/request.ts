/**
 * The request of a command for a rolling change.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { FieldValue } from "../../output/records.ts";
import { sha256 } from "../../platform/sha256.ts";
import type { Clock } from "../../platform/system.ts";
import type { NodeTag } from "../../node/version/version_skew.ts";
import type { ChangeSources } from "./changes/reboot.ts";
import type { OpenKubernetes } from "./gates/types.ts";
import type { ChangeRecord } from "./journal.ts";
import type { ChangeKind, NodeChange } from "./types.ts";
import type { KubernetesTag } from "./version_path.ts";

/** Parameters of a change, without secrets: the journal contains them. */
export type Parameters = Readonly<Record<string, FieldValue>>;

/** A requested change. */
export interface ChangeRequest {
  readonly kind: ChangeKind;
  /** Text for plans and locks: `upgrade to …/installer:v1.8.4`. */
  readonly title: string;
  readonly parameters: Parameters;
  /** Text that identifies what is not in the parameters, such as configurations with secrets. */
  readonly secret?: string;
  /** Images that nodes pull before the first one changes. */
  readonly images?: readonly string[];
  create(
    sources: ChangeSources & { readonly clock: Clock; readonly kubernetes: OpenKubernetes },
  ): NodeChange;
  /**
   * Checks the versions of the nodes and returns a warning.
   *
   * @throws {OsctlError} for a path of versions that is not allowed.
   */
  checkVersions?(
    nodes: readonly string[],
    tags: readonly NodeTag[],
    kubernetes: readonly KubernetesTag[] | undefined,
  ): Promise<string | undefined>;
}

/** Returns the record of a request for the journal. */
export async function toRecord(request: ChangeRequest): Promise<ChangeRecord> {
  const { kind, title, parameters, secret = "" } = request;
  const digest = await sha256(JSON.stringify([kind, parameters, secret]));
  return { kind, title, parameters, digest };
}

/**
 * Checks that a journal is of the same change.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export async function requireSameChange(
  recorded: ChangeRecord,
  request: ChangeRequest,
): Promise<void> {
  const { digest } = await toRecord(request);
  if (digest === recorded.digest) return;
  throw new OsctlError("usage", `the journal is of another change: ${recorded.title}`, {
    hint:
      "use the command, the files and the flags of the first run, or omit those that the journal contains",
  });
}
