/**
 * Handler of `Netstat`: the sockets of this machine and the processes that own them.
 *
 * @module
 */
import { Long } from "../../../proto/long.ts";
import { machine } from "../../../proto/machine.ts";
import { parseSocketTable, type Socket } from "./socket_table.ts";
import { TimeSlice } from "./time_slice.ts";

/** Socket tables of a network namespace, which have the same names in `/proc/net` and protobuf. */
const TABLES = ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6"] as const;

/** A protocol with a socket table. */
type Protocol = typeof TABLES[number];

/** Parameters of a `Netstat` request. */
interface SocketQuery {
  readonly filter: number;
  readonly protocols: readonly Protocol[];
  /** Whether to find the owning processes. */
  readonly owners: boolean;
  /** Whether to include the network namespace of this process. */
  readonly hostNetwork: boolean;
  /** Further network namespaces by name (`ip netns`). */
  readonly namespaces: readonly string[];
  readonly allNamespaces: boolean;
}

/** A process that owns a socket. */
interface SocketOwner {
  readonly pid: number;
  readonly name: string;
}

/** A socket with protocol, owner and network namespace. */
interface OwnedSocket extends Socket {
  readonly protocol: Protocol;
  readonly owner: SocketOwner | undefined;
  /** Empty for the namespace of this process. */
  readonly namespace: string;
}

const NAMED_NAMESPACES = "/var/run/netns";

/** Returns matching sockets by namespace, then protocol, then kernel order. */
async function listSockets(query: SocketQuery): Promise<OwnedSocket[]> {
  const owners = query.owners ? await findOwners() : new Map<number, SocketOwner>();
  const found: OwnedSocket[] = [];
  for (const { namespace, folder } of await namespaceFolders(query)) {
    for (const protocol of TABLES) {
      if (!query.protocols.includes(protocol)) continue;
      for (const socket of parseSocketTable(readTable(`${folder}/${protocol}`))) {
        if (!matchesFilter(socket, query.filter)) continue;
        found.push({ ...socket, protocol, namespace, owner: owners.get(socket.inode) });
      }
    }
  }
  return found;
}

function matchesFilter({ remoteIp, remotePort }: Socket, filter: number): boolean {
  const { CONNECTED, LISTENING } = machine.NetstatRequest.Filter;
  const isUnspecified = remoteIp === "0.0.0.0" || remoteIp === "::";
  if (filter === LISTENING) return isUnspecified && remotePort === 0;
  if (filter === CONNECTED) return !isUnspecified && remotePort !== 0;
  return true;
}

function readTable(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    // The kernel lacks the protocol, or the process that represents the namespace has exited.
    if (isUnreadable(error)) return "";
    throw error;
  }
}

interface NamespaceFolder {
  readonly namespace: string;
  readonly folder: string;
}

/** Returns the socket table folder of each namespace, found through a process inside it. */
async function namespaceFolders(query: SocketQuery): Promise<NamespaceFolder[]> {
  const own = query.hostNetwork ? [{ namespace: "", folder: "/proc/net" }] : [];
  const names = query.allNamespaces ? listNamespaces() : query.namespaces;
  if (names.length === 0) return own;
  const missing = new Map<string, string>();
  for (const name of names) {
    const inode = inodeOf(`${NAMED_NAMESPACES}/${name.slice(name.lastIndexOf("/") + 1)}`);
    if (inode !== undefined) missing.set(`net:[${inode}]`, name);
  }
  const folders: NamespaceFolder[] = [...own];
  await eachProcess((folder) => {
    const link = readLink(`${folder}/ns/net`);
    const namespace = link === undefined ? undefined : missing.get(link);
    if (link === undefined || namespace === undefined) return;
    missing.delete(link);
    folders.push({ namespace, folder: `${folder}/net` });
  });
  return folders;
}

function listNamespaces(): string[] {
  try {
    return [...Deno.readDirSync(NAMED_NAMESPACES)].map(({ name }) => name).sort();
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

function inodeOf(path: string): number | undefined {
  try {
    return Deno.statSync(path).ino ?? undefined;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Returns the owners of sockets by inode, limited to processes this user may inspect. */
async function findOwners(): Promise<Map<number, SocketOwner>> {
  const owners = new Map<number, SocketOwner>();
  await eachProcess((folder, pid) => {
    let name: string | undefined;
    for (const fd of descriptors(`${folder}/fd`)) {
      const [, inode] = /^socket:\[([0-9]+)\]$/.exec(readLink(fd) ?? "") ?? [];
      if (inode === undefined) continue;
      name ??= Deno.readTextFileSync(`${folder}/comm`).trim();
      owners.set(Number(inode), { pid, name });
    }
  });
  return owners;
}

function descriptors(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => `${folder}/${name}`);
}

/** Calls `visit` for every process. Skips processes that exit meanwhile or are not accessible. */
async function eachProcess(visit: (folder: string, pid: number) => void): Promise<void> {
  const slice = new TimeSlice();
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    try {
      visit(`/proc/${name}`, Number(name));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    if (slice.isExpired()) await slice.renew();
  }
}

function readLink(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Reports whether a path is missing, not accessible, or belongs to an exited process. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotADirectory ||
    (error instanceof Error && "code" in error &&
      (error.code === "ESRCH" || error.code === "EINVAL"));
}

/** Handles `Netstat`. The default namespace is the machine's. */
export async function netstat(request: machine.INetstatRequest): Promise<machine.NetstatResponse> {
  const sockets = await listSockets(toSocketQuery(request));
  return machine.NetstatResponse.create({
    messages: [{ connectrecord: sockets.map(toConnectRecord) }],
  });
}

function toSocketQuery({ filter, l4proto, feature, netns }: machine.INetstatRequest): SocketQuery {
  return {
    filter: filter ?? machine.NetstatRequest.Filter.ALL,
    protocols: TABLES.filter((protocol) => l4proto?.[protocol] ?? false),
    owners: feature?.pid ?? false,
    hostNetwork: netns?.hostnetwork ?? true,
    namespaces: netns?.netns ?? [],
    allNamespaces: netns?.allnetns ?? false,
  };
}

function toConnectRecord(socket: OwnedSocket): machine.IConnectRecord {
  return {
    l4proto: socket.protocol,
    localip: socket.localIp,
    localport: socket.localPort,
    remoteip: socket.remoteIp,
    remoteport: socket.remotePort,
    state: socket.state,
    txqueue: socket.txQueue,
    rxqueue: socket.rxQueue,
    tr: socket.timer,
    timerwhen: socket.timerWhen,
    retrnsmt: socket.retransmits,
    uid: socket.uid,
    timeout: socket.timeout,
    inode: socket.inode,
    ref: socket.references,
    pointer: parseHex64(socket.pointer),
    process: socket.owner ?? {},
    netns: socket.namespace,
  };
}

/** Parses an unsigned 64-bit hexadecimal number. */
function parseHex64(text: string): Long {
  const digits = text.padStart(16, "0");
  return Long.fromBits(parseInt(digits.slice(8), 16), parseInt(digits.slice(0, 8), 16), true);
}
