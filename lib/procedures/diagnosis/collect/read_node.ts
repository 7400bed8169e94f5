/**
 * Reads the facts of a node.
 *
 * @module
 */
import { MachineService } from "../../../../proto/machine.ts";
import { TimeService } from "../../../../proto/time.ts";
import type { Clock } from "../../../async/clock.ts";
import { createDeadline } from "../../../async/deadline.ts";
import { callNode, type NodeClient, toNodeFailure } from "../../../client/mod.ts";
import { OsctlError } from "../../../errors.ts";
import { DOMAIN } from "../../../distribution.ts";
import { containerSelection } from "../../../node/containers/mod.ts";
import { type Integer, toExactInteger } from "../../../output/integer.ts";
import type { Timestamp } from "../../../output/go_time.ts";
import { toFieldValue } from "../../../output/value.ts";
import { ResourceReader } from "../../../resource/client.ts";
import { specOf } from "../../../resource/document.ts";
import { MACHINE_CONFIG } from "../../../resource/machine_config_type.ts";
import { emptyNode, type EtcdFact, type NodeFacts, type ResourceFact } from "../facts.ts";
import { parseConfig } from "./parse_config.ts";
import { describeUnreachable } from "./unreachable.ts";
import { readLog } from "./read_log.ts";
import { FACT_TYPES } from "./resource_types.ts";

/** Options of {@linkcode readNode}. */
export interface ReadNodeOptions {
  readonly clock: Clock;
  /** Time limit of the first call, milliseconds. */
  readonly firstMs: number;
  /** Time limit of each further call, milliseconds. */
  readonly callMs: number;
  /** Ends reading; what was read until then is the result. */
  readonly signal: AbortSignal;
  /** Only find out whether the node responds. */
  readonly isProbe?: boolean;
}

/** Lines of the kernel log, and of another log. */
const KERNEL_LINES = 1500;
const LOG_LINES = 250;

/** Logs of every node, besides the logs of services that do not work. */
const LOGS = ["controller-runtime", "kubelet", "cri"];
const CONTROL_PLANE_LOGS = ["etcd"];

/** Pods of the control plane and of networks. */
const SYSTEM_NAMESPACE = "kube-system";
const SANDBOX = /^SANDBOX_/;

/** Reads a node. A fact that cannot be read is a gap; a node that does not respond is a fact. */
export async function readNode(
  client: NodeClient,
  node: string,
  options: ReadNodeOptions,
): Promise<NodeFacts> {
  return await new NodeReading(client, node, options).read();
}

class NodeReading {
  readonly #client: NodeClient;
  readonly #node: string;
  readonly #options: ReadNodeOptions;
  readonly #reader: ResourceReader;
  readonly #gaps: Record<string, string> = {};

  constructor(client: NodeClient, node: string, options: ReadNodeOptions) {
    this.#client = client;
    this.#node = node;
    this.#options = options;
    this.#reader = new ResourceReader(client, options);
  }

  async read(): Promise<NodeFacts> {
    const { clock } = this.#options;
    const empty = emptyNode(this.#node, clock.now());
    let version;
    try {
      version = await this.#call(MachineService.Version, {}, this.#options.firstMs);
    } catch (error) {
      const unreachable = describeUnreachable(toExpected(error));
      if (unreachable !== undefined) return { ...empty, unreachable };
      this.#gaps["version"] = toExpected(error).message;
    }
    if (this.#options.isProbe === true) return empty;
    const [services, resources, machine] = await Promise.all([
      this.#services(),
      this.#resources(false),
      this.#machine(),
    ]);
    const type = typeOf(resources, services);
    const [logs, controlPlane, etcd, config] = await Promise.all([
      this.#logs(
        services,
        machine.containers ?? [],
        type,
        version?.platform?.name !== "sandbox",
      ),
      type === "controlplane" ? this.#resources(true) : {},
      type === "controlplane" ? this.#etcd() : undefined,
      this.#configs(),
    ]);
    const hostname = resources["HostnameStatuses.net"]?.[0]?.spec["hostname"];
    return {
      ...empty,
      name: typeof hostname === "string" && hostname !== "" ? hostname : this.#node,
      type,
      readAt: clock.now(),
      ...(version?.version?.tag ? { version: version.version.tag } : {}),
      ...(version?.platform?.name ? { platform: version.platform.name } : {}),
      ...(version?.platform?.mode ? { mode: version.platform.mode } : {}),
      ...(version?.features ? { rbac: version.features.rbac ?? false } : {}),
      services,
      resources: { ...resources, ...controlPlane },
      logs,
      ...machine,
      ...config,
      etcd,
      gaps: this.#gaps,
    };
  }

  #call<Req, Message>(
    method: Parameters<typeof callNode<Req, Message>>[1],
    request: Req,
    timeoutMs = this.#options.callMs,
  ): Promise<Message> {
    return callNode(this.#client, method, request, this.#node, {
      timeoutMs,
      signal: this.#options.signal,
    });
  }

  /** Reads a fact; its failure is a gap. */
  async #try<T>(fact: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#gaps[fact] = toNodeFailure(this.#node, toExpected(error)).error.message;
      return undefined;
    }
  }

  async #services(): Promise<NodeFacts["services"]> {
    const list = await this.#try("services", () => this.#call(MachineService.ServiceList, {}));
    return (list?.services ?? []).map(({ id, state, health, events }) => ({
      id: id ?? "",
      state: state ?? "",
      ...(health && !health.unknown
        ? { healthy: health.healthy ?? false, healthMessage: health.lastMessage ?? "" }
        : {}),
      events: (events?.events ?? []).map((event) => ({
        state: event.state ?? "",
        message: event.msg ?? "",
        time: toMs(event.ts),
      })),
    }));
  }

  async #resources(isControlPlane: boolean): Promise<Record<string, readonly ResourceFact[]>> {
    const found: Record<string, readonly ResourceFact[]> = {};
    const types = FACT_TYPES.filter((type) => (type.isControlPlane ?? false) === isControlPlane);
    await Promise.all(types.map(async ({ namespace, type }) => {
      const list = await this.#try(type, async () => {
        const items: ResourceFact[] = [];
        const kind = { namespace, type: `${type}.${DOMAIN}` };
        for await (const one of this.#reader.list(this.#node, kind, this.#options)) {
          const spec = toFieldValue(await specOf(one));
          const isMap = typeof spec === "object" && spec !== null && !Array.isArray(spec);
          items.push({
            id: one.id,
            spec: isMap ? spec as ResourceFact["spec"] : { value: spec },
            updated: toMs(one.updated),
            phase: one.phase,
            ...(Object.keys(one.labels).length === 0 ? {} : { labels: one.labels }),
          });
        }
        return items;
      });
      if (list !== undefined) found[type] = list;
      // A release without the type has nothing to read.
      else if (/is not supported/.test(this.#gaps[type] ?? "")) delete this.#gaps[type];
    }));
    return found;
  }

  /** Facts of the machine. */
  async #machine(): Promise<Partial<NodeFacts>> {
    const { clock } = this.#options;
    const [memory, cpus, load, stat, mounts, devices, time, containers] = await Promise.all([
      this.#try("memory", () => this.#call(MachineService.Memory, {})),
      this.#try("cpus", () => this.#call(MachineService.CPUInfo, {})),
      this.#try("load", () => this.#call(MachineService.LoadAvg, {})),
      this.#try("stat", () => this.#call(MachineService.SystemStat, {})),
      this.#try("mounts", () => this.#call(MachineService.Mounts, {})),
      this.#try("devices", () => this.#call(MachineService.NetworkDeviceStats, {})),
      this.#try("time", async () => {
        const answer = await this.#call(TimeService.Time, {});
        return { ...answer, receivedAt: clock.now() };
      }),
      this.#try(
        "containers",
        () => this.#call(MachineService.Containers, containerSelection({ kubernetes: true })),
      ),
    ]);
    const info = memory?.meminfo;
    const local = toMs(time?.localtime);
    const remote = toMs(time?.remotetime);
    return {
      ...(info && {
        memory: {
          total: toNumber(info.memtotal) * 1024,
          available: toNumber(info.memavailable) * 1024,
        },
      }),
      ...(cpus?.cpuInfo && { cpus: cpus.cpuInfo.length }),
      ...(load && { load: [load.load1 ?? 0, load.load5 ?? 0, load.load15 ?? 0] as const }),
      ...(stat?.bootTime && { bootedAt: toNumber(stat.bootTime) * 1000 }),
      ...(mounts && {
        mounts: (mounts.stats ?? []).map((one) => ({
          source: one.filesystem ?? "",
          path: one.mountedOn ?? "",
          size: toNumber(one.size),
          available: toNumber(one.available),
        })),
      }),
      ...(devices && {
        devices: (devices.devices ?? []).map((one) => ({
          name: one.name ?? "",
          received: toNumber(one.rxPackets),
          receiveErrors: toNumber(one.rxErrors),
          receiveDropped: toNumber(one.rxDropped),
          transmitted: toNumber(one.txPackets),
          transmitErrors: toNumber(one.txErrors),
        })),
      }),
      ...(local !== undefined && time !== undefined && {
        clock: {
          ...(time.server ? { server: time.server } : {}),
          ...(remote === undefined ? {} : { serverOffsetMs: local - remote }),
          clientOffsetMs: local - time.receivedAt,
        },
      }),
      ...(containers && {
        containers: (containers.containers ?? []).map((one) => ({
          pod: one.podId ?? "",
          name: one.name ?? "",
          status: one.status ?? "",
        })),
      }),
    };
  }

  async #etcd(): Promise<EtcdFact> {
    const [status, members, alarms] = await Promise.all([
      this.#try("etcd status", () => this.#call(MachineService.EtcdStatus, {})),
      this.#try(
        "etcd members",
        () => this.#call(MachineService.EtcdMemberList, { queryLocal: true }),
      ),
      this.#try("etcd alarms", () => this.#call(MachineService.EtcdAlarmList, {})),
    ]);
    const member = status?.memberStatus;
    return {
      ...(member && {
        status: {
          memberId: toHex(member.memberId),
          leader: toHex(member.leader),
          isLearner: member.isLearner ?? false,
          dbSize: toNumber(member.dbSize),
          dbSizeInUse: toNumber(member.dbSizeInUse),
          raftIndex: toNumber(member.raftIndex),
          raftAppliedIndex: toNumber(member.raftAppliedIndex),
          raftTerm: toNumber(member.raftTerm),
          errors: member.errors ?? [],
          version: member.protocolVersion ?? "",
        },
      }),
      ...(members && {
        members: (members.members ?? []).map((one) => ({
          id: toHex(one.id),
          hostname: one.hostname ?? "",
          peerUrls: one.peerUrls ?? [],
          clientUrls: one.clientUrls ?? [],
          isLearner: one.isLearner ?? false,
        })),
      }),
      ...(alarms && {
        alarms: (alarms.memberAlarms ?? []).map((one) => ({
          memberId: toHex(one.memberId),
          alarm: ALARMS[one.alarm ?? 0] ?? String(one.alarm),
        })),
      }),
    };
  }

  async #logs(
    services: NodeFacts["services"],
    containers: NonNullable<NodeFacts["containers"]>,
    type: NodeFacts["type"],
    hasOwnKernel: boolean,
  ): Promise<NodeFacts["logs"]> {
    const broken = services
      .filter(({ state, healthy, id }) =>
        (state !== "Running" && state !== "Finished" && state !== "Skipped") ||
        healthy === false || id.startsWith("ext-")
      )
      .map(({ id }) => id);
    const names = new Set([
      ...LOGS,
      ...(type === "controlplane" ? CONTROL_PLANE_LOGS : []),
      ...broken,
    ]);
    const logs: Record<string, NodeFacts["logs"][string]> = {};
    const read = async (name: string, id: string, kubernetes: boolean) => {
      const request = { ...containerSelection({ kubernetes }), id, follow: false };
      const lines = await this.#try(
        `log ${name}`,
        () => this.#lines(MachineService.Logs, { ...request, tailLines: LOG_LINES }, LOG_LINES),
      );
      if (lines !== undefined) logs[name] = lines;
      else if (/was not registered/.test(this.#gaps[`log ${name}`] ?? "")) {
        delete this.#gaps[`log ${name}`];
      }
    };
    await Promise.all([
      (async () => {
        // Sandbox nodes have the kernel log of the machine that they run on.
        if (!hasOwnKernel) return;
        const request = { follow: false, tail: false };
        const lines = await this.#try(
          "dmesg",
          () => this.#lines(MachineService.Dmesg, request, KERNEL_LINES),
        );
        if (lines !== undefined) logs["dmesg"] = lines;
      })(),
      ...[...names].map((name) => read(name, name, false)),
      ...containers
        .filter(({ pod, status }) =>
          pod.startsWith(`${SYSTEM_NAMESPACE}/`) && !SANDBOX.test(status) &&
          status !== "CONTAINER_RUNNING"
        )
        .slice(0, MAX_CONTAINER_LOGS)
        .map(({ pod, name }) => read(`${pod}:${name}`, `${pod}:${name}`, true)),
    ]);
    return logs;
  }

  async #lines<Req>(
    method: Parameters<typeof readLog<Req>>[1],
    request: Req,
    limit: number,
  ): Promise<NodeFacts["logs"][string]> {
    const { clock, callMs, signal } = this.#options;
    const expired = () => new OsctlError("node", `not read within ${callMs / 1000}s`);
    using deadline = createDeadline({ clock, ms: callMs, signals: [signal], expired });
    return await readLog(this.#client, method, request, this.#node, {
      limit,
      now: clock.now(),
      signal: deadline.signal,
      idleMs: callMs,
    });
  }

  /** The machine configuration, without permission a gap. */
  async #configs(): Promise<Pick<NodeFacts, "config" | "storedConfig">> {
    const kind = { namespace: "config", type: MACHINE_CONFIG };
    const texts = await this.#try("MachineConfigs.config", async () => {
      const found = new Map<string, string>();
      for await (const { id, yaml } of this.#reader.list(this.#node, kind, this.#options)) {
        found.set(id, yaml);
      }
      return found;
    });
    const running = texts?.get("v1alpha1") ?? texts?.get("active");
    const stored = texts?.get("persistent");
    return {
      ...(running === undefined ? {} : { config: parseConfig(running) }),
      ...(stored === undefined ? {} : { storedConfig: parseConfig(stored) }),
    };
  }
}

/** Logs of containers of one node. */
const MAX_CONTAINER_LOGS = 12;

/** Names of alarms by their number in the protocol. */
const ALARMS = ["NONE", "NOSPACE", "CORRUPT"];

function typeOf(
  resources: NodeFacts["resources"],
  services: NodeFacts["services"],
): NodeFacts["type"] {
  const spec = resources["MachineTypes.config"]?.[0]?.spec;
  const type = String(spec?.["value"] ?? spec?.["machineType"] ?? "");
  if (type === "worker") return "worker";
  if (type === "controlplane" || type === "init") return "controlplane";
  if (services.some(({ id }) => id === "etcd" || id === "trustd")) return "controlplane";
  return services.length > 0 ? "worker" : "unknown";
}

function toNumber(value: Integer): number {
  return Number(toExactInteger(value));
}

function toHex(value: Integer): string {
  return BigInt.asUintN(64, BigInt(toExactInteger(value))).toString(16);
}

/** Returns a time in milliseconds since 1970; undefined for none and Go's zero time. */
function toMs(time: Timestamp | null | undefined): number | undefined {
  if (!time) return undefined;
  const seconds = toNumber(time.seconds);
  return seconds <= 0 ? undefined : seconds * 1000 + (time.nanos ?? 0) / 1e6;
}

/** Returns an expected error; throws others, which are bugs. */
function toExpected(error: unknown): OsctlError {
  if (error instanceof OsctlError) return error;
  throw error;
}
