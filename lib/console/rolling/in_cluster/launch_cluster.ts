/**
 * Starts commands of a cluster file, and snapshots of etcd, in the cluster.
 *
 * @module
 */
import type { NodeClient } from "../../../client/types.ts";
import { OsctlError } from "../../../errors.ts";
import {
  isS3Address,
  parseS3Address,
  readS3Place,
  type S3Flags,
} from "../../../node/etcd/snapshot/mod.ts";
import { resolve } from "../../../platform/paths.ts";
import type { ConsoleContext } from "../../context.ts";
import { type ClusterFileOptions, parseValues } from "../../../procedures/cluster/open_cluster.ts";
import {
  collectCluster,
  type CollectedCluster,
} from "../../../procedures/cluster/cluster_files.ts";
import type { InClusterFlags } from "./launch_rolling.ts";
import { launchTasks, type TaskLaunch } from "./launch_task.ts";
import { FILES, SNAPSHOTS } from "../../../procedures/rolling/in_cluster/manifests.ts";
import { printNotices } from "../../print_notices.ts";

type Context = ConsoleContext<NodeClient>;

/** Starts `cluster apply`. */
export async function launchApply(
  context: Context,
  { flags, plan, resume, args }: {
    readonly flags: InClusterFlags & ClusterFileOptions;
    /** Stored plan; empty for none. */
    readonly plan: string;
    readonly resume: string;
    /** Further arguments. */
    readonly args: readonly string[];
  },
): Promise<void> {
  if (resume !== "") {
    throw new OsctlError("usage", "--in-cluster cannot be combined with --resume", {
      hint: 'use "osctl rollout resume"',
    });
  }
  const collected = await collectCluster(
    context,
    flags,
    printNotices(context),
    plan === "" ? [] : [plan],
  );
  const stored = plan === "" ? [] : [pathOf(collected, resolve(context.cwd, plan))];
  await launchTasks(context, flags, [{
    purpose: "apply",
    title: "apply the cluster file",
    args: [
      "cluster",
      "apply",
      ...stored,
      ...fileArguments(collected, flags),
      ...args,
      "--yes",
      "--no-snapshot",
    ],
    collected,
    secretEnv: variablesOf(collected, flags),
  }]);
}

/** Starts `cluster plan`. */
export async function launchPlan(
  context: Context,
  flags: InClusterFlags & ClusterFileOptions & { readonly out: string },
): Promise<void> {
  if (flags.out !== "") {
    throw new OsctlError("usage", "--in-cluster cannot be combined with --out", {
      hint: "remove one of them",
    });
  }
  await launchTasks(context, flags, [
    planLaunch(await collectCluster(context, flags, printNotices(context)), flags),
  ]);
}

/** Values of the flags of snapshots. */
interface StoreFlags extends S3Flags {
  readonly claim: string;
  readonly keep: number;
  /** Name of the Secret with the credentials of an object store. */
  readonly s3Secret: string;
}

/** Values of the flags of `etcd snapshot`. */
export interface SnapshotFlags extends InClusterFlags, StoreFlags {
  /** Folder within the claim, or address of an object. */
  readonly path: string;
}

/** Starts `etcd snapshot`. */
export async function launchSnapshot(context: Context, flags: SnapshotFlags): Promise<void> {
  await launchTasks(context, flags, [snapshotLaunch(context, flags)]);
}

/** Values of the flags of `cluster watch`. */
export interface WatchFlags extends InClusterFlags, ClusterFileOptions, StoreFlags {
  readonly schedule: string;
  readonly snapshotSchedule: string;
  /** Address of the folder of an object store; empty for the claim. */
  readonly snapshotStore: string;
  readonly metricsPort: number;
}

/** Creates the CronJobs of `cluster watch`. */
export async function launchWatch(context: Context, flags: WatchFlags): Promise<void> {
  const { schedule, snapshotSchedule, metricsPort } = flags;
  const launches: TaskLaunch[] = [];
  if (schedule !== "") {
    const collected = await collectCluster(context, flags, printNotices(context));
    const metrics = metricsPort === 0 ? {} : { metricsPort };
    launches.push({ ...planLaunch(collected, flags), schedule, ...metrics });
  }
  if (snapshotSchedule !== "") {
    const path = flags.snapshotStore === "" ? "." : flags.snapshotStore;
    if (path !== "." && !(isS3Address(path) && path.endsWith("/"))) {
      throw new OsctlError("usage", `invalid --snapshot-store "${path}"`, {
        hint: "use a folder, such as s3://bucket/etcd/",
      });
    }
    launches.push({
      ...snapshotLaunch(context, { ...flags, path }),
      schedule: snapshotSchedule,
    });
  }
  if (launches.length === 0) {
    throw new OsctlError("usage", "no --schedule and no --snapshot-schedule", {
      hint: "use --schedule '0 3 * * *' for a plan every night",
    });
  }
  await launchTasks(context, flags, launches);
}

function planLaunch(collected: CollectedCluster, flags: ClusterFileOptions): TaskLaunch {
  return {
    purpose: "plan",
    title: "compare with the cluster file",
    args: ["cluster", "plan", ...fileArguments(collected, flags)],
    collected,
    secretEnv: variablesOf(collected, flags),
  };
}

function snapshotLaunch(
  { env }: Pick<Context, "env">,
  flags: StoreFlags & Pick<SnapshotFlags, "path">,
): TaskLaunch {
  const { claim, keep, path } = flags;
  const isObject = isS3Address(path);
  const target = isObject ? objectTarget(flags, env) : claimTarget(flags);
  return {
    purpose: "snapshot",
    title: "save a snapshot of etcd",
    args: ["etcd", "snapshot", ...target, `--keep=${keep}`],
    ...isObject ? { envSecret: flags.s3Secret } : { claim },
  };
}

/** Returns the arguments of a snapshot in an object store. */
function objectTarget(
  { path, claim, s3Secret, ...flags }: StoreFlags & Pick<SnapshotFlags, "path">,
  env: Context["env"],
): string[] {
  parseS3Address(path);
  if (claim !== "") {
    throw new OsctlError("usage", "a snapshot is stored in a claim or an object store", {
      hint: "remove --claim",
    });
  }
  if (s3Secret === "") {
    throw new OsctlError("usage", "a snapshot in an object store requires --s3-secret", {
      hint: "use the name of a Secret with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the " +
        "namespace of the pods",
    });
  }
  const { endpoint, region } = readS3Place(flags, env);
  return [
    path,
    `--s3-region=${region}`,
    ...endpoint === undefined ? [] : [`--s3-endpoint=${endpoint}`],
  ];
}

/** Returns the arguments of a snapshot in a claim. */
function claimTarget({ claim, path }: Pick<SnapshotFlags, "claim" | "path">): string[] {
  if (claim === "") {
    throw new OsctlError("usage", "a snapshot in the cluster requires --claim", {
      hint: "use the name of a PersistentVolumeClaim in the namespace of the pods, or s3://bucket/",
    });
  }
  if (path.startsWith("/") || path.split("/").includes("..")) {
    throw new OsctlError("usage", `invalid folder "${path}" of a claim`, {
      hint: "use a relative path, such as .",
    });
  }
  return [`${SNAPSHOTS}/${path.replace(/^\.\/?/, "")}`.replace(/\/*$/, "/")];
}

/** Prefix of the variables of a pod that contain the values of `--var`. */
const GIVEN = "OSCTL_VAR_";

/** The kubelet replaces `$(NAME)`: values of variables may be secret, and arguments are not. */
function fileArguments({ file }: CollectedCluster, flags: ClusterFileOptions): string[] {
  const names = [...parseValues(flags.var).keys()];
  return [`--file=${FILES}/${file}`, ...names.map((name) => `--var=${name}=$(${GIVEN}${name})`)];
}

/** Returns the secret variables of a pod: of the environment, and of `--var`. */
function variablesOf(
  { variables }: CollectedCluster,
  flags: ClusterFileOptions,
): ReadonlyMap<string, string> {
  const given = [...parseValues(flags.var)].map(([name, value]) =>
    [`${GIVEN}${name}`, value] as const
  );
  return new Map([...variables, ...given]);
}

/** Returns the path of a collected file in the pod. */
function pathOf({ files }: CollectedCluster, absolute: string): string {
  const relative = [...files.keys()].find((path) => absolute.endsWith(`/${path}`));
  return `${FILES}/${relative ?? ""}`;
}
