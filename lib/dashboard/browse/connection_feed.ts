/**
 * The connections of nodes.
 *
 * @module
 */
import { MachineService } from "../../../proto/machine.ts";
import { callNode } from "../../client/mod.ts";
import { netstatView, toNetstatRequest } from "../../node/network/mod.ts";
import type { FeedTarget } from "./feed_target.ts";
import { PolledFeed } from "./polled_feed.ts";
import type { BrowseRow } from "./types.ts";
import { toRow } from "./view_rows.ts";

/** Interval of reads, milliseconds; of many nodes it is longer. */
const INTERVAL_MS = 5000;
const MS_PER_NODE = 200;

const view = netstatView({ extend: false, programs: true, pods: false, timers: false });

/** Columns with headers in upper case, as in the other tables. */
const COLUMNS = view.columns.map((column) => ({ ...column, header: column.header.toUpperCase() }));

/** TCP and UDP sockets of the node and of pods, also listening ones. */
const REQUEST = toNetstatRequest({
  all: true,
  listening: false,
  tcp: false,
  udp: false,
  udplite: false,
  raw: false,
  ipv4: false,
  ipv6: false,
  verbose: false,
  programs: true,
  pods: true,
});

/** Creates the table of connections and listening sockets. */
export function createConnectionFeed(
  target: FeedTarget,
  nodes: readonly string[],
): PolledFeed<BrowseRow> {
  const { client, callMs: timeoutMs } = target;
  return new PolledFeed(target, nodes, {
    columns: COLUMNS,
    hideFirst: (view.hideFirst ?? []).map((header) => header.toUpperCase()),
    intervalMs: Math.max(INTERVAL_MS, nodes.length * MS_PER_NODE),
    async read(node, signal) {
      const options = { signal, timeoutMs };
      const { connectrecord } = await callNode(
        client,
        MachineService.Netstat,
        REQUEST,
        node,
        options,
      );
      const seen = new Map<string, number>();
      return (connectrecord ?? []).map((socket) => {
        const { l4proto, localip, localport, remoteip, remoteport, netns } = socket;
        const base = [netns, l4proto, localip, localport, remoteip, remoteport].join(" ");
        // Sockets of SO_REUSEPORT differ in nothing else.
        const count = seen.get(base) ?? 0;
        seen.set(base, count + 1);
        const name = `${localip}:${localport}`;
        return toRow(COLUMNS, { socket, pod: undefined }, { key: `${base} ${count}`, node, name });
      });
    },
  });
}
