/** Parses the flags of `rotate-ca`. */
import { flagName } from "../lib/cli/flags.ts";
import type { RotationChoice } from "../lib/console/ca_rotation/types.ts";
import { OsctlError } from "../lib/errors.ts";
import type { StartOptions } from "../lib/procedures/ca_rotation/options.ts";
import type { ConnectionOptions } from "../lib/procedures/context.ts";
import type { ClusterNodeNames } from "../lib/procedures/health/cluster_nodes.ts";
import type { Context } from "./wiring.ts";

/** Values of the flags of `rotate-ca`. */
export interface RotationValues extends ConnectionOptions, ClusterNodeNames {
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
export async function parseRotationFlags(
  { env }: Pick<Context, "env">,
  flags: RotationValues,
  given: ReadonlySet<string>,
): Promise<RotationChoice> {
  const { resume, rollback, timeout, format } = flags;
  if (timeout <= 0) {
    throw new OsctlError("usage", "invalid --timeout: not positive", {
      hint: "use a Go duration, such as 3m",
    });
  }
  if (resume !== "" && rollback !== "") {
    throw new OsctlError("usage", "--resume cannot be combined with --rollback");
  }
  const { MAX_TIMER_MS, parseTimeouts } = await import("../lib/client/timeouts.ts");
  const timeouts = {
    timeoutMs: Math.min(timeout, MAX_TIMER_MS),
    callMs: parseTimeouts(env).callMs,
  };
  if (resume === "" && rollback === "") {
    return { ...await parseStart(flags, given), format, ...timeouts };
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
  const option = `--${flagName(recorded)}`;
  throw new OsctlError(
    "usage",
    `${option} has no effect with --${action}: the journal records it`,
    { hint: `remove ${option}` },
  );
}

async function parseStart(
  flags: RotationValues,
  given: ReadonlySet<string>,
): Promise<Omit<StartOptions, "timeoutMs" | "callMs"> & { readonly isDryRun: boolean }> {
  const { k8sEndpoint, withDocs: docs, withExamples: examples } = flags;
  const authorities = (["os", "kubernetes"] as const).filter((authority) => flags[authority]);
  if (authorities.length === 0) {
    throw new OsctlError("usage", "nothing to rotate: --os=false and --kubernetes=false", {
      hint: "remove one of them",
    });
  }
  if (k8sEndpoint !== "") {
    const { parseEndpoint } = await import("../lib/kubernetes/connect.ts");
    parseEndpoint(k8sEndpoint);
  }
  const { parseClusterNodes } = await import("../lib/procedures/health/cluster_nodes.ts");
  return {
    action: "start",
    isDryRun: flags.dryRun,
    authorities,
    connection: flags,
    cluster: parseClusterNodes(flags),
    hasInitNode: flags.initNode !== "",
    k8sEndpoint,
    output: flags.output,
    force: flags.force,
    secrets: flags.withSecrets === "" ? undefined : flags.withSecrets,
    encoding: given.has("withDocs") || given.has("withExamples") ? { docs, examples } : undefined,
  };
}
