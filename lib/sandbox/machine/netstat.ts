/**
 * `Netstat`: the sockets of this machine, and whose they are.
 *
 * @module
 */
import { parseSocketTable, type SocketFacts } from "./socket_table.ts";
import { Slices } from "./slices.ts";

/** The tables of a network namespace, by the names of the wire and of the kernel. */
export const TABLES = ["tcp", "tcp6", "udp", "udp6", "udplite", "udplite6", "raw", "raw6"] as const;

/** One protocol. */
export type Protocol = typeof TABLES[number];

/** Which sockets are wanted, by number on the wire. */
export const FILTER = { ALL: 0, CONNECTED: 1, LISTENING: 2 } as const;

/** What is asked for. */
export interface SocketQuestion {
  readonly filter: number;
  readonly protocols: readonly Protocol[];
  /** Find out whose sockets they are. */
  readonly owners: boolean;
  /** The namespace this program is in. */
  readonly hostNetwork: boolean;
  /** Others by name, as `ip netns` lists them. */
  readonly namespaces: readonly string[];
  readonly allNamespaces: boolean;
}

/** A process that holds a socket. */
export interface SocketOwner {
  readonly pid: number;
  readonly name: string;
}

/** A socket with what surrounds it. */
export interface OwnedSocket extends SocketFacts {
  readonly protocol: Protocol;
  readonly owner: SocketOwner | undefined;
  /** Empty in this program's own namespace. */
  readonly namespace: string;
}

const NAMED_NAMESPACES = "/var/run/netns";

/** The sockets asked for: by namespace, by protocol, then as the kernel lists them. */
export async function listSockets(question: SocketQuestion): Promise<OwnedSocket[]> {
  const owners = question.owners ? await findOwners() : new Map<number, SocketOwner>();
  const found: OwnedSocket[] = [];
  for (const { namespace, folder } of await namespaceFolders(question)) {
    for (const protocol of TABLES) {
      if (!question.protocols.includes(protocol)) continue;
      for (const socket of parseSocketTable(readTable(`${folder}/${protocol}`))) {
        if (!isWanted(socket, question.filter)) continue;
        found.push({ ...socket, protocol, namespace, owner: owners.get(socket.inode) });
      }
    }
  }
  return found;
}

function isWanted({ remoteIp, remotePort }: SocketFacts, filter: number): boolean {
  const unspecified = remoteIp === "0.0.0.0" || remoteIp === "::";
  if (filter === FILTER.LISTENING) return unspecified && remotePort === 0;
  if (filter === FILTER.CONNECTED) return !unspecified && remotePort !== 0;
  return true;
}

function readTable(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    // The kernel lacks the protocol, or the process whose namespace it was has ended.
    if (isUnreadable(error)) return "";
    throw error;
  }
}

interface NamespaceFolder {
  readonly namespace: string;
  readonly folder: string;
}

async function namespaceFolders(question: SocketQuestion): Promise<NamespaceFolder[]> {
  const own = question.hostNetwork ? [{ namespace: "", folder: "/proc/net" }] : [];
  const names = question.allNamespaces ? namesOfNamespaces() : question.namespaces;
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

function namesOfNamespaces(): string[] {
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

/** The processes that hold sockets, by inode: those this user may look into. */
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

/** Calls `visit` for every process; one that ends meanwhile, or is not ours to see, is left out. */
async function eachProcess(visit: (folder: string, pid: number) => void): Promise<void> {
  const slices = new Slices();
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^[0-9]+$/.test(name)) continue;
    try {
      visit(`/proc/${name}`, Number(name));
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
    if (slices.due()) await slices.pause();
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

/** Not there, not for this user, or gone while it was read. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotADirectory ||
    (error instanceof Error && "code" in error &&
      (error.code === "ESRCH" || error.code === "EINVAL"));
}
