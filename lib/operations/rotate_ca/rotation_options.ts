/**
 * Flags of `rotate-ca` and their checks.
 *
 * @module
 */
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import type { NodeFlags } from "../health/cluster_nodes.ts";
import { parseEndpoint } from "../../kubernetes/connect.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";

/** Values of the flags of `rotate-ca`. */
export interface RotationValues extends ConnectionOptions, NodeFlags {
  readonly dryRun: boolean;
  readonly k8sEndpoint: string;
  readonly kubernetes: boolean;
  readonly os: boolean;
  readonly output: string;
  readonly withDocs: boolean;
  readonly withExamples: boolean;
  readonly resume: string;
  readonly rollback: string;
  readonly withSecrets: string;
  readonly force: boolean;
  readonly timeout: number;
  readonly format: "text" | "json";
}

/** Context of `rotate-ca`. */
export type RotationContext = OperationContext<NodeClient>;

/** Flags that the journal records. */
const RECORDED = [
  "controlPlaneNodes",
  "initNode",
  "workerNodes",
  "kubernetes",
  "os",
  "output",
  "withDocs",
  "withExamples",
  "withSecrets",
  "k8sEndpoint",
  "force",
] as const;

/**
 * Checks combinations of flags.
 *
 * @param given names of the flags on the command line.
 * @throws {OsctlError} of kind `usage`.
 */
export function checkFlags(flags: RotationValues, given: ReadonlySet<string>): void {
  const { resume, rollback, timeout } = flags;
  if (timeout <= 0) {
    throw new OsctlError("usage", "invalid --timeout: not positive", {
      hint: "use a Go duration, such as 3m",
    });
  }
  if (resume !== "" && rollback !== "") {
    throw new OsctlError("usage", "--resume cannot be combined with --rollback");
  }
  if (resume !== "" || rollback !== "") {
    const recorded = RECORDED.find((name) => given.has(name));
    if (recorded === undefined) return;
    const option = `--${recorded.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const used = resume === "" ? "--rollback" : "--resume";
    throw new OsctlError("usage", `${option} has no effect with ${used}: the journal records it`, {
      hint: `remove ${option}`,
    });
  }
  if (!flags.os && !flags.kubernetes) {
    throw new OsctlError("usage", "nothing to rotate: --os=false and --kubernetes=false", {
      hint: "remove one of them",
    });
  }
  if (flags.k8sEndpoint !== "") parseEndpoint(flags.k8sEndpoint);
}
