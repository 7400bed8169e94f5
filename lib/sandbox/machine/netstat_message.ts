/**
 * `Netstat` on the wire: what is asked for, and a message for each socket.
 *
 * @module
 */
import { Long } from "../../../proto/long.ts";
import { machine } from "../../../proto/machine.ts";
import { listSockets, type OwnedSocket, type SocketQuestion, TABLES } from "./netstat.ts";

/** Answers `Netstat`. A request that names no namespace means the machine's own. */
export async function netstat(request: machine.INetstatRequest): Promise<machine.NetstatResponse> {
  const sockets = await listSockets(questionOf(request));
  return machine.NetstatResponse.create({
    messages: [{ connectrecord: sockets.map(connectRecord) }],
  });
}

function questionOf({ filter, l4proto, feature, netns }: machine.INetstatRequest): SocketQuestion {
  return {
    filter: filter ?? machine.NetstatRequest.Filter.ALL,
    protocols: TABLES.filter((protocol) => l4proto?.[protocol] ?? false),
    owners: feature?.pid ?? false,
    hostNetwork: netns?.hostnetwork ?? true,
    namespaces: netns?.netns ?? [],
    allNamespaces: netns?.allnetns ?? false,
  };
}

function connectRecord(socket: OwnedSocket): machine.IConnectRecord {
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
    pointer: unsigned64(socket.pointer),
    process: socket.owner ?? {},
    netns: socket.namespace,
  };
}

/** A number of up to 16 hexadecimal digits, more than a plain number holds. */
function unsigned64(text: string): Long {
  const digits = text.padStart(16, "0");
  return Long.fromBits(parseInt(digits.slice(8), 16), parseInt(digits.slice(0, 8), 16), true);
}
