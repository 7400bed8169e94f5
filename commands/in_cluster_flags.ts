/** Flags of the commands that run in a Job of the cluster. */
import type { RollingChoice } from "./rolling_flags.ts";
import { bool, flagName, type FlagTable, inSection, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";

/** Flags for running a command in the cluster. */
export const inClusterFlags = inSection("Running in the cluster", {
  inCluster: bool({ help: "run as a Kubernetes Job in the cluster", extra: true }),
  manifests: bool({
    help: "with --in-cluster, print the Kubernetes manifests without applying them",
    extra: true,
  }),
  podImage: string({
    help: "osctl image, in a registry that the cluster can pull from",
    placeholder: "image",
    extra: true,
  }),
  podNamespace: string({
    default: "osctl-system",
    help: "namespace of the Job",
    placeholder: "namespace",
    extra: true,
  }),
});

/** Values of the flags. */
export interface InClusterValues {
  readonly inCluster: boolean;
  readonly manifests: boolean;
  readonly podImage: string;
  readonly podNamespace: string;
}

/**
 * Reports whether the command runs in the cluster.
 *
 * @throws {OsctlError} of kind `usage` for flags that contradict it.
 */
export function runsInCluster(flags: InClusterValues, given: ReadonlySet<string>): boolean {
  if (flags.inCluster) {
    if (flags.podImage !== "") return true;
    throw new OsctlError("usage", "--in-cluster requires --pod-image", {
      hint: 'push the image of "deno task image" to a registry of the cluster',
    });
  }
  const name = ["manifests", "podImage", "podNamespace"].find((one) => given.has(one));
  if (name === undefined) return false;
  throw new OsctlError("usage", `--${flagName(name)} requires --in-cluster`, {
    hint: "add --in-cluster",
  });
}

/**
 * Reports whether a command runs its rolling change in the cluster.
 *
 * @throws {OsctlError} of kind `usage` for flags that contradict it.
 */
export function runsRollingInCluster(
  flags: InClusterValues,
  given: ReadonlySet<string>,
  rolling: RollingChoice | undefined,
): boolean {
  if (!runsInCluster(flags, given)) return false;
  if (rolling !== undefined) {
    rejectFiles(rolling);
    return true;
  }
  throw new OsctlError("usage", "--in-cluster requires --rolling", {
    hint: "add --rolling: nodes change one after the other",
  });
}

/** Rejects options that name files of this machine, or that change nothing. */
function rejectFiles({ resume, report, isPlan }: RollingChoice): void {
  const name = resume !== undefined ? "resume" : report !== undefined ? "report" : undefined;
  if (name !== undefined || isPlan) {
    throw new OsctlError("usage", `--in-cluster cannot be combined with --${name ?? "plan"}`, {
      hint: name === "resume"
        ? 'use "osctl rollout resume"'
        : name === "report"
        ? 'use "osctl rollout status"'
        : "--plan prints the same without --in-cluster",
    });
  }
}

/** Returns the arguments that set the given flags of a table, for the pod's command. */
export function toArguments<Table extends FlagTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
  except: readonly string[] = [],
): string[] {
  return Object.entries(table).flatMap(([key, { type }]) => {
    if (!given.has(key) || except.includes(key) || key in inClusterFlags) return [];
    const value = values[key];
    const items = Array.isArray(value) ? value : [value];
    const unit = type === "duration" ? "ms" : "";
    return items.map((item) => `--${flagName(key)}=${item}${unit}`);
  });
}

/** Flags of rolling changes that the pod's command has from its launch, or not at all. */
export const LOCAL_FLAGS: readonly string[] = [
  "rolling",
  "gate",
  "noSnapshot",
  "yes",
  "output",
  "wide",
  "maxParallel",
];
