import { deepEqual } from "node:assert/strict";
import { netstatView, type SocketEntry } from "../../../../lib/node/network/netstat_view.ts";

const look = { extend: true, programs: true, pods: true, timers: true };

function cells(socket: SocketEntry, pod?: string): string[] {
  return netstatView(look).columns.map((column) => column.cell({ socket, pod }));
}

Deno.test("a socket without fields has empty cells", () => {
  deepEqual(cells({}), [
    ...["", "0", "0", ":0", ":*", "RESERVED", "0", "0", "-", "-", "off (0.00/0/0)"],
  ]);
});

Deno.test("unknown states and timers are numbers", () => {
  const [, , , , , state, , , , , timer] = cells({ state: 12, tr: 9, timerwhen: 5 });
  deepEqual([state, timer], ["12", "9 (0.05/0/0)"]);
});

Deno.test("a program without a name has its process ID", () => {
  deepEqual(cells({ process: { pid: 4 } })[8], "4/");
});

Deno.test("there are six columns by default", () => {
  const none = { extend: false, programs: false, pods: false, timers: false };
  deepEqual(netstatView(none).columns.map(({ header }) => header), [
    ...["Proto", "Recv-Q", "Send-Q", "Local Address", "Foreign Address", "State"],
  ]);
});
