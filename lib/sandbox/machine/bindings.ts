/**
 * Which method of a node is answered by what.
 *
 * @module
 */
import { common } from "../../../proto/common.ts";
import { machine, MachineService } from "../../../proto/machine.ts";
import { type Binding, type Call, type NodeFacts, stream, unary } from "../types.ts";
import { absolutePath } from "./absolute_path.ts";
import { containerBindings } from "./containers.ts";
import { copyOf } from "./copy.ts";
import { dataParts } from "./data_parts.ts";
import { diskUsage } from "./disk_usage.ts";
import { diskBindings } from "./disks.ts";
import { figureBindings } from "./figure_bindings.ts";
import { nodeVersion } from "./identity.ts";
import { list } from "./list.ts";
import { logNames, serviceLog } from "./logs.ts";
import { listProcesses } from "./processes.ts";
import { readFile } from "./read.ts";
import { failed } from "./refusal.ts";
import { serviceList } from "./service_list.ts";
import type { ServiceRegistry } from "./services.ts";
import { Slices } from "./slices.ts";
import { timeBindings } from "./time.ts";

/** Where the services of a node are recorded. */
export type ServiceBooks = (node: NodeFacts) => ServiceRegistry;

/**
 * What a node answers from this machine's state.
 *
 * @param books without them, the node does not answer about services and containers.
 */
export function machineBindings(books?: ServiceBooks): Binding[] {
  return [
    unary(MachineService.Version, () => Promise.resolve(version())),
    unary(MachineService.Hostname, (_, { node }) => Promise.resolve(hostname(node))),
    stream(MachineService.List, list),
    stream(MachineService.DiskUsage, usage),
    stream(
      MachineService.Read,
      (request, { signal }) => data(readFile(request.path ?? "", signal)),
      dataParts,
    ),
    stream(MachineService.Copy, copy, dataParts),
    stream(MachineService.Logs, logs, dataParts),
    unary(MachineService.LogsContainers, logsContainers),
    ...timeBindings(),
    ...(books === undefined ? [] : [serviceListBinding(books)]),
    ...(books === undefined || Deno.build.os !== "linux" ? [] : containerBindings(books)),
    ...(Deno.build.os === "linux"
      ? [unary(MachineService.Processes, processes), ...figureBindings(), ...diskBindings()]
      : []),
  ];
}

function serviceListBinding(books: ServiceBooks): Binding {
  return unary(MachineService.ServiceList, (_, { node }) =>
    Promise.resolve(
      machine.ServiceListResponse.create({ messages: [serviceList(books(node).list())] }),
    ));
}

function version(): machine.VersionResponse {
  return machine.VersionResponse.create({ messages: [nodeVersion()] });
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
  if (!path.startsWith("/")) throw failed(`path is not absolute ${path}`);
  for await (const message of copyOf(absolutePath(path), signal)) {
    yield "bytes" in message
      ? common.Data.create(message)
      : common.Data.create({ metadata: { error: message.error } });
  }
}

async function* usage(
  request: machine.IDiskUsageRequest,
  { signal }: Call,
): AsyncGenerator<machine.DiskUsageInfo> {
  const slices = new Slices();
  const question = {
    recursionDepth: request.recursionDepth ?? 0,
    all: request.all ?? false,
    threshold: Number(request.threshold ?? 0),
    paths: request.paths ?? [],
  };
  for (const item of diskUsage(question)) {
    if (signal.aborted) return;
    if (item !== undefined) yield machine.DiskUsageInfo.create({ ...item });
    if (slices.due()) await slices.pause();
  }
}

function logs(request: machine.ILogsRequest, { node, signal }: Call): AsyncIterable<common.Data> {
  const question = {
    namespace: request.namespace ?? "",
    id: request.id ?? "",
    driver: request.driver ?? 0,
    follow: request.follow ?? false,
    tailLines: request.tailLines ?? 0,
  };
  return data(serviceLog(node.folder, question, signal));
}

async function logsContainers(_: unknown, { node }: Call): Promise<machine.LogsContainersResponse> {
  return machine.LogsContainersResponse.create({
    messages: [{ ids: await logNames(node.folder) }],
  });
}

async function* data(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<common.Data> {
  for await (const bytes of pieces) yield common.Data.create({ bytes });
}
