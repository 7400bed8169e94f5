/**
 * Options of `rotate-ca`, parsed once from its flags.
 *
 * @module
 */
import { MAX_TIMER_MS, parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { OsctlError } from "../../errors.ts";
import { type NodeFlags, parseNodeFlags } from "../health/cluster_nodes.ts";
import type { ClusterNodes } from "../health/types.ts";
import { parseEndpoint } from "../../kubernetes/connect.ts";
import type { ConnectionOptions, OperationContext } from "../context.ts";
import type { Encoding } from "./journal.ts";
import type { AuthorityName } from "./types.ts";

/** Values of the flags of `rotate-ca`. */
export interface RotationFlags extends ConnectionOptions, NodeFlags {
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

/** Options of a new rotation and of one that continues. */
interface CommonOptions {
  readonly isDryRun: boolean;
  readonly format: "text" | "json";
  /** Limit of each wait, milliseconds. */
  readonly timeoutMs: number;
  /** Idle timeout of a call, milliseconds. */
  readonly callMs: number;
}

/** Options of a new rotation. Paths are as typed. */
export interface StartOptions extends CommonOptions {
  readonly action: "start";
  readonly authorities: readonly AuthorityName[];
  readonly connection: ConnectionOptions;
  /** The given nodes; discovered when undefined. */
  readonly cluster: ClusterNodes | undefined;
  /** Whether the last control plane is the init node. */
  readonly hasInitNode: boolean;
  /** Host and port of the Kubernetes API; from the kubeconfig when empty. */
  readonly k8sEndpoint: string;
  /** Path of the new client configuration. */
  readonly output: string;
  /** Whether to replace existing files. */
  readonly force: boolean;
  /** Path of the secrets bundle to update. */
  readonly secrets: string | undefined;
  readonly encoding: Encoding | undefined;
}

/** Options of a rotation that continues with a journal. */
export interface ContinueOptions extends CommonOptions {
  readonly action: "resume" | "rollback";
  /** Path of the journal, as typed. */
  readonly journal: string;
}

/** Options of `rotate-ca`. */
export type RotationOptions = StartOptions | ContinueOptions;

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
 * Parses the flags and checks their combinations.
 *
 * @param given names of the flags on the command line.
 * @throws {OsctlError} of kind `usage`.
 */
export function parseRotationOptions(
  { env }: Pick<RotationContext, "env">,
  flags: RotationFlags,
  given: ReadonlySet<string>,
): RotationOptions {
  const { resume, rollback, timeout, format } = flags;
  if (timeout <= 0) {
    throw new OsctlError("usage", "invalid --timeout: not positive", {
      hint: "use a Go duration, such as 3m",
    });
  }
  if (resume !== "" && rollback !== "") {
    throw new OsctlError("usage", "--resume cannot be combined with --rollback");
  }
  const timeouts = {
    timeoutMs: Math.min(timeout, MAX_TIMER_MS),
    callMs: parseTimeouts(env).callMs,
  };
  if (resume === "" && rollback === "") {
    return { ...parseStart(flags, given), format, ...timeouts };
  }
  const action = resume === "" ? "rollback" : "resume";
  rejectRecorded(action, given);
  return {
    action,
    journal: flags[action],
    isDryRun: given.has("dryRun") && flags.dryRun,
    format,
    ...timeouts,
  };
}

/** Rejects flags without effect on a rotation that continues. */
function rejectRecorded(action: "resume" | "rollback", given: ReadonlySet<string>): void {
  const recorded = RECORDED.find((name) => given.has(name));
  if (recorded === undefined) return;
  const option = `--${recorded.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new OsctlError(
    "usage",
    `${option} has no effect with --${action}: the journal records it`,
    { hint: `remove ${option}` },
  );
}

function parseStart(
  flags: RotationFlags,
  given: ReadonlySet<string>,
): Omit<StartOptions, "format" | "timeoutMs" | "callMs"> {
  const { k8sEndpoint, withDocs: docs, withExamples: examples } = flags;
  const authorities = (["os", "kubernetes"] as const).filter((authority) => flags[authority]);
  if (authorities.length === 0) {
    throw new OsctlError("usage", "nothing to rotate: --os=false and --kubernetes=false", {
      hint: "remove one of them",
    });
  }
  if (k8sEndpoint !== "") parseEndpoint(k8sEndpoint);
  return {
    action: "start",
    isDryRun: flags.dryRun,
    authorities,
    connection: flags,
    cluster: parseNodeFlags(flags),
    hasInitNode: flags.initNode !== "",
    k8sEndpoint,
    output: flags.output,
    force: flags.force,
    secrets: flags.withSecrets === "" ? undefined : flags.withSecrets,
    encoding: given.has("withDocs") || given.has("withExamples") ? { docs, examples } : undefined,
  };
}
