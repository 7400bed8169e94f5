/**
 * View of sockets.
 *
 * @module
 */
import { formatFixed } from "../../output/go_float.ts";
import { type Integer, toExactInteger } from "../../output/integer.ts";
import type { Column, View } from "../../output/rows.ts";

/** A socket. */
export interface SocketEntry {
  readonly l4proto?: string | null | undefined;
  readonly localip?: string | null | undefined;
  readonly localport?: number | null | undefined;
  readonly remoteip?: string | null | undefined;
  readonly remoteport?: number | null | undefined;
  /** A number of {@linkcode STATES}. */
  readonly state?: number | null | undefined;
  readonly txqueue?: Integer;
  readonly rxqueue?: Integer;
  /** A number of {@linkcode TIMERS}. */
  readonly tr?: number | null | undefined;
  /** Until the timer ends, hundredths of a second. */
  readonly timerwhen?: Integer;
  readonly retrnsmt?: Integer;
  readonly uid?: number | null | undefined;
  readonly timeout?: Integer;
  readonly inode?: Integer;
  readonly process?:
    | { readonly pid?: number | null | undefined; readonly name?: string | null | undefined }
    | null
    | undefined;
  readonly netns?: string | null | undefined;
}

/** A socket and the pod of its network namespace. */
export interface SocketRow {
  readonly socket: SocketEntry;
  readonly pod: string | undefined;
}

/** Optional columns. */
export interface NetstatRenderOptions {
  /** User and inode. */
  extend: boolean;
  programs: boolean;
  pods: boolean;
  timers: boolean;
}

/** Socket states by number. */
const STATES = [
  "RESERVED",
  "ESTABLISHED",
  "SYN_SENT",
  "SYN_RECV",
  "FIN_WAIT1",
  "FIN_WAIT2",
  "TIME_WAIT",
  "CLOSE",
  "CLOSEWAIT",
  "LASTACK",
  "LISTEN",
  "CLOSING",
];

/** Socket timers by number. */
const TIMERS = ["OFF", "ON", "KEEPALIVE", "TIMEWAIT", "PROBE"];

const stateOf = ({ state }: SocketEntry): string => STATES[state ?? 0] ?? String(state);
const timerOf = ({ tr }: SocketEntry): string => (TIMERS[tr ?? 0] ?? String(tr)).toLowerCase();

/** Returns the state; empty for CLOSE, the state of every unconnected datagram socket. */
const shownState = (socket: SocketEntry): string => {
  const state = stateOf(socket);
  return state === "CLOSE" ? "" : state;
};

/** Returns the remaining time of a timer, seconds. */
const timerEnd = ({ timerwhen }: SocketEntry): number => Number(toExactInteger(timerwhen)) / 100;

function programOf({ process }: SocketEntry): string {
  return process?.pid ? `${process.pid}/${process.name ?? ""}` : "-";
}

function timerText(socket: SocketEntry): string {
  const { retrnsmt, timeout } = socket;
  return `${timerOf(socket)} (${formatFixed(timerEnd(socket), 2)}/${toExactInteger(retrnsmt)}/${
    toExactInteger(timeout)
  })`;
}

/** Creates a column of a socket field. */
const column = (header: string, cell: (socket: SocketEntry) => string): Column<SocketRow> => ({
  header,
  cell: ({ socket }) => cell(socket),
});

const USUAL = [
  column("Proto", ({ l4proto }) => l4proto ?? ""),
  column("Recv-Q", ({ rxqueue }) => String(toExactInteger(rxqueue))),
  column("Send-Q", ({ txqueue }) => String(toExactInteger(txqueue))),
  column("Local Address", ({ localip, localport }) => `${localip ?? ""}:${localport ?? 0}`),
  column("Foreign Address", ({ remoteip, remoteport }) => `${remoteip ?? ""}:${remoteport || "*"}`),
  column("State", shownState),
];

/** Returns the view of sockets with optional columns. Records have all fields. */
export function netstatView(
  { extend, programs, pods, timers }: NetstatRenderOptions,
): View<SocketRow> {
  const columns = [...USUAL];
  if (extend) {
    columns.push(
      column("Uid", ({ uid }) => String(uid ?? 0)),
      column("Inode", ({ inode }) => String(toExactInteger(inode))),
    );
  }
  if (programs) columns.push(column("PID/Program name", programOf));
  if (pods) columns.push({ header: "Pod", cell: ({ pod }) => pod ?? "-" });
  if (timers) columns.push(column("Timer", timerText));
  return {
    name: null,
    hideFirst: ["Recv-Q", "Send-Q", "Inode", "Uid", "Timer", "Pod", "PID/Program name"],
    columns,
    fields: {
      protocol: ({ socket }) => socket.l4proto ?? "",
      receiveQueue: ({ socket }) => toExactInteger(socket.rxqueue),
      sendQueue: ({ socket }) => toExactInteger(socket.txqueue),
      localAddress: ({ socket }) => socket.localip ?? "",
      localPort: ({ socket }) => socket.localport ?? 0,
      remoteAddress: ({ socket }) => socket.remoteip ?? "",
      remotePort: ({ socket }) => socket.remoteport ?? 0,
      state: ({ socket }) => stateOf(socket),
      uid: ({ socket }) => socket.uid ?? 0,
      inode: ({ socket }) => toExactInteger(socket.inode),
      pid: ({ socket }) => socket.process?.pid || null,
      program: ({ socket }) => socket.process?.pid ? socket.process.name ?? "" : null,
      networkNamespace: ({ socket }) => socket.netns || null,
      pod: ({ pod }) => pod ?? null,
      timer: ({ socket }) => timerOf(socket),
      timerEnd: ({ socket }) => timerEnd(socket),
      retransmits: ({ socket }) => toExactInteger(socket.retrnsmt),
      timeouts: ({ socket }) => toExactInteger(socket.timeout),
    },
  };
}
