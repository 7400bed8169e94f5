/**
 * Handlers of the methods that nodes serve from the state of this machine.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { unknownError } from "../status_errors.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { absolutePath } from "./absolute_path.ts";
import { containerBindings } from "./containers.ts";
import { copyTree } from "./copy.ts";
import { diskUsage } from "./disk_usage.ts";
import { diskBindings } from "./disks.ts";
import { statisticsBindings } from "./statistics_bindings.ts";
import { nodeVersion } from "./node_version.ts";
import { listFiles } from "./list_files.ts";
import { listServiceLogs, readServiceLog } from "./service_logs.ts";
import { listProcesses } from "./processes.ts";
import { readFile } from "./read_file.ts";
import { toServiceList } from "./service_list.ts";
import type { ServiceRegistry } from "./service_registry.ts";
import { TimeSlice } from "./time_slice.ts";
import { timeBindings } from "./time.ts";

/** Facts of a boot. */
export interface BootFacts {
  /** The version that runs, for example `v1.8.0`. */
  readonly version?: string;
  /** A UUID, in place of this machine's boot id. */
  readonly bootId?: string;
}

/** Returns the service registry of a node. */
export type ServiceRegistries = (node: NodeFacts) => ServiceRegistry;

/**
 * Returns the bindings of all methods served from the state of this machine.
 *
 * @param registryOf without it, no methods for services and containers are bound.
 * @param bootOf returns facts of a node's boot; default: facts of this machine.
 */
export function machineBindings(
  registryOf?: ServiceRegistries,
  bootOf: (node: NodeFacts) => BootFacts = () => ({}),
): Binding[] {
  return [
    unary(MachineService.Version, (_, { node }) => Promise.resolve(version(bootOf(node), node))),
    unary(MachineService.Hostname, (_, { node }) => Promise.resolve(hostname(node))),
    stream(MachineService.List, listFiles),
    stream(MachineService.DiskUsage, usage),
    stream(
      MachineService.Read,
      ({ path }, { node, signal }) => toData(read(path ?? "", bootOf(node), signal)),
      encodeDataParts,
    ),
    stream(MachineService.Copy, copy, encodeDataParts),
    stream(MachineService.Logs, logs, encodeDataParts),
    unary(MachineService.LogsContainers, logsContainers),
    ...timeBindings(),
    ...(registryOf === undefined ? [] : [serviceListBinding(registryOf)]),
    ...(registryOf === undefined || Deno.build.os !== "linux" ? [] : containerBindings(registryOf)),
    ...(Deno.build.os === "linux"
      ? [unary(MachineService.Processes, processes), ...statisticsBindings(), ...diskBindings()]
      : []),
  ];
}

function serviceListBinding(registryOf: ServiceRegistries): Binding {
  return unary(MachineService.ServiceList, (_, { node }) =>
    Promise.resolve(
      machine.ServiceListResponse.create({ messages: [toServiceList(registryOf(node).list())] }),
    ));
}

function version({ version }: BootFacts, { platform }: NodeFacts): machine.VersionResponse {
  return machine.VersionResponse.create({ messages: [nodeVersion(version, platform)] });
}

/** Path of the kernel's boot id, which clients compare before and after a reboot. */
const BOOT_ID = "/proc/sys/kernel/random/boot_id";

async function* read(
  path: string,
  { bootId }: BootFacts,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (path === BOOT_ID && bootId !== undefined) yield new TextEncoder().encode(`${bootId}\n`);
  else yield* readFile(path, signal);
}

function hostname(node: NodeFacts): machine.HostnameResponse {
  return machine.HostnameResponse.create({ messages: [{ hostname: node.name }] });
}

async function processes(): Promise<machine.ProcessesResponse> {
  return machine.ProcessesResponse.create({ messages: [{ processes: await listProcesses() }] });
}

async function* copy(
  request: machine.ICopyRequest,
  { signal }: Call,
): AsyncGenerator<common.Data> {
  const path = request.rootPath ?? "";
  if (!path.startsWith("/")) throw unknownError(`path is not absolute ${path}`);
  for await (const message of copyTree(absolutePath(path), signal)) {
    yield "bytes" in message
      ? common.Data.create(message)
      : common.Data.create({ metadata: { error: message.error } });
  }
}

async function* usage(
  request: machine.IDiskUsageRequest,
  { signal }: Call,
): AsyncGenerator<machine.DiskUsageInfo> {
  const slice = new TimeSlice();
  const query = {
    recursionDepth: request.recursionDepth ?? 0,
    all: request.all ?? false,
    threshold: Number(request.threshold ?? 0),
    paths: request.paths ?? [],
  };
  for (const item of diskUsage(query)) {
    if (signal.aborted) return;
    if (item !== undefined) yield machine.DiskUsageInfo.create({ ...item });
    if (slice.isExpired()) await slice.renew();
  }
}

function logs(request: machine.ILogsRequest, { node, signal }: Call): AsyncIterable<common.Data> {
  const logRequest = {
    namespace: request.namespace ?? "",
    id: request.id ?? "",
    driver: request.driver ?? 0,
    follow: request.follow ?? false,
    tailLines: request.tailLines ?? 0,
  };
  return toData(readServiceLog(node.folder, logRequest, signal));
}

async function logsContainers(_: unknown, { node }: Call): Promise<machine.LogsContainersResponse> {
  return machine.LogsContainersResponse.create({
    messages: [{ ids: await listServiceLogs(node.folder) }],
  });
}

async function* toData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<common.Data> {
  for await (const bytes of chunks) yield common.Data.create({ bytes });
}

/** Protobuf tag of the field `bytes`. */
const BYTES_TAG = 0x12;
/** Below this size, bytes, copying is cheaper than sending a separate part. */
const MIN_PART_SIZE = 4096;

/** Encodes `common.Data` in parts, the last of which is `bytes` itself, to avoid copying it. */
export function encodeDataParts(message: common.IData): readonly Uint8Array[] {
  const { bytes, ...rest } = message;
  if (!bytes || bytes.length < MIN_PART_SIZE) return [common.Data.encode(message).finish()];
  const header = [BYTES_TAG];
  let length = bytes.length;
  for (; length >= 0x80; length >>>= 7) header.push(length & 0x7f | 0x80);
  header.push(length);
  const otherFields = common.Data.encode(rest).finish();
  return [...(otherFields.length > 0 ? [otherFields] : []), Uint8Array.from(header), bytes];
}
