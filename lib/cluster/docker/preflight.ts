/**
 * Checks before a cluster of containers is created.
 *
 * @module
 */
import { combineErrors, OsctlError } from "../../errors.ts";
import { formatSize } from "../../output/size.ts";
import { exists, readTextIfPresent } from "../../platform/files.ts";
import type { System } from "../../platform/system.ts";
import { overlaps } from "../networks.ts";
import type { ClusterPlan, Report } from "../types.ts";
import { type EngineClient, EngineError } from "./engine.ts";
import { hasImage, requirePullable } from "./image.ts";
import {
  CLUSTER_LABEL,
  type EngineInfo,
  type EngineNetwork,
  type ListedContainer,
  nameOfContainer,
  OWNED_LABEL,
} from "./objects.ts";
import { isFree, type PublishedPort } from "./ports.ts";
import { parseRoutes } from "./subnets.ts";

/** Minimum free disk space, and the space that images of Kubernetes take on a node, bytes. */
const MIN_DISK = 2 ** 30;
const NODE_DISK = 2 * 2 ** 30;
/** Inotify instances and watches of a node: systemd-like services, kubelet and pods. */
const NODE_INSTANCES = 64;
const MIN_WATCHES = 65_536;

/** A request to check. */
export interface PreflightRequest {
  readonly plan: ClusterPlan;
  readonly image: string;
  /** Path of an archive with the image; undefined without one. */
  readonly archive: string | undefined;
  /** Ports of this machine to check. */
  readonly ports: readonly PublishedPort[];
}

/** Result of the checks. */
export interface Preflight {
  /** Whether the image must be pulled. */
  readonly isImageMissing: boolean;
}

/**
 * Checks that a cluster can be created. Reports warnings.
 *
 * @throws {OsctlError} with all problems.
 */
export async function checkDocker(
  engine: EngineClient,
  request: PreflightRequest,
  { spawn, signal }: Pick<System, "spawn" | "signal">,
  report: Report,
): Promise<Preflight> {
  const { plan, image, archive, ports } = request;
  const [info, networks, containers, isPresent] = await Promise.all([
    engine.request<EngineInfo>("GET", "/info", { signal }),
    engine.request<EngineNetwork[]>("GET", "/networks", { signal }),
    engine.request<ListedContainer[]>("GET", "/containers/json", { query: { all: "1" }, signal }),
    archive === undefined ? hasImage(engine, image, signal) : exists(archive),
  ]);
  rejectExisting(plan.name, networks, containers);
  const problems = [
    ...engineProblems(info),
    ...memoryProblems(plan, info),
    ...nameProblems(plan, networks, containers),
    ...await subnetProblems(plan, networks, engine.isLocal),
    ...engine.isLocal ? ports.filter((port) => !isFree(port)).map(portProblem) : [],
    ...await imageProblems(engine, request, isPresent, signal),
  ];
  const disk = engine.isLocal && info.DockerRootDir !== undefined
    ? await freeDisk(info.DockerRootDir, spawn)
    : undefined;
  if (disk !== undefined && disk < MIN_DISK) {
    problems.push(
      problem(
        `${info.DockerRootDir} has ${formatSize(disk)} free`,
        "free at least 1 GB of disk space",
      ),
    );
  }
  const combined = combineErrors(problems);
  if (combined !== undefined) throw combined;
  const warnings = [
    ...memoryWarnings(plan, info),
    ...disk !== undefined && disk < NODE_DISK * plan.nodes.length
      ? [`${formatSize(disk)} of disk space are free; images of Kubernetes take 2 GB on each node`]
      : [],
    ...info.CgroupVersion === "1"
      ? ["docker uses cgroup v1, which Kubernetes supports until v1.34 only"]
      : [],
    ...engine.isLocal ? await kernelWarnings(plan.nodes.length) : [],
  ];
  for (const warning of warnings) await report(`warning: ${warning}`);
  return { isImageMissing: archive === undefined && !isPresent };
}

function problem(message: string, hint: string): OsctlError {
  return new OsctlError("unsupported", message, { hint });
}

/** Rejects a cluster that exists, also a part of one. */
function rejectExisting(
  name: string,
  networks: readonly EngineNetwork[],
  containers: readonly ListedContainer[],
): void {
  const isOwn = ({ Labels }: Pick<EngineNetwork, "Labels">) =>
    Labels?.[OWNED_LABEL] === "true" && Labels[CLUSTER_LABEL] === name;
  if (!networks.some(isOwn) && !containers.some(isOwn)) return;
  throw new OsctlError("input", `cluster "${name}" already exists in docker`, {
    hint: `use another --name, or remove it with: osctl cluster destroy --name ${name}`,
  });
}

function engineProblems({ OSType }: EngineInfo): OsctlError[] {
  if (OSType === "linux") return [];
  return [problem(`docker runs ${OSType} containers`, "switch docker to Linux containers")];
}

function memoryProblems({ nodes }: ClusterPlan, { MemTotal, NCPU }: EngineInfo): OsctlError[] {
  const largest = Math.max(...nodes.map(({ memory }) => memory));
  const cpus = Math.max(...nodes.map(({ nanoCpus }) => nanoCpus)) / 1e9;
  return [
    ...largest > MemTotal
      ? [problem(
        `a node needs ${formatSize(largest)} of memory, docker has ${formatSize(MemTotal)}`,
        "set --memory and --memory-workers",
      )]
      : [],
    ...cpus > NCPU
      ? [
        problem(
          `a node needs ${cpus} CPUs, docker has ${NCPU}`,
          "set --cpus and --cpus-workers",
        ),
      ]
      : [],
  ];
}

function memoryWarnings({ nodes }: ClusterPlan, { MemTotal }: EngineInfo): string[] {
  const sum = nodes.reduce((total, { memory }) => total + memory, 0);
  if (sum <= MemTotal) return [];
  return [`the nodes may use ${formatSize(sum)} of memory, docker has ${formatSize(MemTotal)}`];
}

/** Names that objects of others have. */
function nameProblems(
  { name, nodes }: ClusterPlan,
  networks: readonly EngineNetwork[],
  containers: readonly ListedContainer[],
): OsctlError[] {
  const taken = new Set(containers.map(nameOfContainer));
  const hint = "remove it, or set another --name";
  return [
    ...networks.some(({ Name }) => Name === name)
      ? [problem(`docker has another network "${name}"`, hint)]
      : [],
    ...nodes.filter((node) => taken.has(node.name))
      .map((node) => problem(`docker has another container "${node.name}"`, hint)),
  ];
}

/** Networks of docker, and of this machine, that the cluster's overlaps. */
async function subnetProblems(
  { network: { cidr } }: ClusterPlan,
  networks: readonly EngineNetwork[],
  isLocal: boolean,
): Promise<OsctlError[]> {
  const hint = "set another network with --cidr, such as 10.6.0.0/24";
  const other = networks.find(({ IPAM }) =>
    IPAM.Config?.some(({ Subnet = "" }) => overlaps(cidr, Subnet))
  );
  if (other !== undefined) {
    return [problem(`network ${cidr} is in use by the docker network "${other.Name}"`, hint)];
  }
  const routes = isLocal ? await readTextIfPresent("/proc/net/route") : undefined;
  const route = parseRoutes(routes ?? "").find((known) => overlaps(cidr, known.cidr));
  if (route === undefined) return [];
  return [problem(`network ${cidr} is in use: route ${route.cidr} of ${route.device}`, hint)];
}

function portProblem({ hostIp, hostPort }: PublishedPort): OsctlError {
  return problem(
    `port ${hostIp}:${hostPort} is in use`,
    "set another port with --exposed-ports or another address with --docker-host-ip",
  );
}

async function imageProblems(
  engine: EngineClient,
  { image, archive }: PreflightRequest,
  isPresent: boolean,
  signal: AbortSignal,
): Promise<OsctlError[]> {
  if (isPresent) return [];
  if (archive !== undefined) {
    return [problem(`image archive "${archive}" does not exist`, "set another --image-archive")];
  }
  try {
    await requirePullable(engine, image, signal);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    // Podman has no such request; the pull reports the reason.
    if (/ is not supported$/.test(error.message)) return [];
    const reason = error.message.replace(/^docker: /, "");
    return [problem(
      `image "${image}" is not present and cannot be pulled: ${reason}`,
      "check --image and the network, or load an archive with --image-archive",
    )];
  }
}

/**
 * Returns the free bytes of the file system of a folder; undefined when df does not report them.
 */
async function freeDisk(folder: string, spawn: System["spawn"]): Promise<number | undefined> {
  const child = spawn("df", {
    args: ["-Pk", folder],
    env: { LC_ALL: "C" },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  });
  const { success, stdout } = await child.output();
  const [, line = ""] = new TextDecoder().decode(stdout).trim().split("\n");
  const blocks = Number(line.trim().split(/\s+/)[3]);
  return success && Number.isFinite(blocks) ? blocks * 1024 : undefined;
}

/** Returns warnings about settings of this machine's kernel that Kubernetes needs. */
async function kernelWarnings(nodes: number): Promise<string[]> {
  const read = async (path: string) => (await readTextIfPresent(`/proc/sys/${path}`))?.trim();
  const [bridge, instances, watches] = await Promise.all([
    read("net/bridge/bridge-nf-call-iptables"),
    read("fs/inotify/max_user_instances"),
    read("fs/inotify/max_user_watches"),
  ]);
  const few = (value: string | undefined, least: number) =>
    value !== undefined && Number(value) < least;
  return [
    ...bridge === undefined
      ? ["kube-proxy requires the kernel module br_netfilter: modprobe br_netfilter"]
      : bridge === "0"
      ? ["kube-proxy requires: sysctl -w net.bridge.bridge-nf-call-iptables=1"]
      : [],
    ...few(instances, nodes * NODE_INSTANCES)
      ? [
        `${instances} inotify instances are few for ${nodes} nodes: ` +
        "sysctl -w fs.inotify.max_user_instances=8192",
      ]
      : [],
    ...few(watches, MIN_WATCHES)
      ? [`${watches} inotify watches are few: sysctl -w fs.inotify.max_user_watches=524288`]
      : [],
  ];
}
