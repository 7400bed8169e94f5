import { deepStrictEqual, match } from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { FakeClock, fakeSystem } from "../helpers/fake_system.ts";
import { replay } from "./replay.ts";

/** Creates a system that is interrupted after a number of lines. */
function stoppedAfter(count: number) {
  const stop = new AbortController();
  const system = fakeSystem({ clock: new FakeClock(), signal: stop.signal });
  let lines = 0;
  system.stdout.onWrite = (bytes) => {
    lines += bytes.filter((byte) => byte === 10).length;
    if (lines >= count) stop.abort(new InterruptError("SIGINT"));
  };
  return system;
}

Deno.test("events prints one row per event, columns below their headers", async () => {
  const system = stoppedAfter(13);
  const args = ["events", "--tail", "12", "-n", "10.91.0.2"];
  const { code, stdout } = await replay(["events-tail"], args, { system });
  deepStrictEqual(code, 0);
  const lines = stdout.split("\n").slice(0, -1);
  deepStrictEqual(lines.length, 13);
  const columns = ["NODE", "ID", "EVENT", "ACTOR", "SOURCE", "MESSAGE"];
  const starts = columns.map((column) => lines[0]!.indexOf(column));
  const cells = lines.slice(1).map((line) =>
    starts.map((start, index) => line.slice(start, starts[index + 1]).trimEnd())
  );
  const types = cells.map(([, , type]) => type!.replace("talos/runtime/machine.", ""));
  deepStrictEqual(types, [
    ...["ServiceStateEvent", "ServiceStateEvent", "ServiceStateEvent", "MachineStatusEvent"],
    ...["ServiceStateEvent", "TaskEvent", "PhaseEvent", "SequenceEvent", "MachineStatusEvent"],
    ...["ServiceStateEvent", "AddressEvent", "AddressEvent"],
  ]);
  const details = cells.map(([, , , actor, source, message]) => [actor, source, message]);
  deepStrictEqual(details[0], ["", "etcd", "PREPARING: Running pre state"]);
  deepStrictEqual(details[3], ["", "BOOTING", "ready: false, unmet conditions: [nodeReady]"]);
  deepStrictEqual(details.slice(4, 11), [
    ["", "kubelet", "RUNNING: Health check successful"],
    ["", "startAllServices", "STOP"],
    ["", "startEverything", "STOP"],
    ["", "boot", "STOP"],
    ["", "RUNNING", "ready: false, unmet conditions: [nodeReady]"],
    ["", "etcd", "RUNNING: Health check successful"],
    ["", "osc-cp-1", "ADDRESSES: 10.91.0.2"],
  ]);
});

Deno.test("events of two nodes are objects with their node", async () => {
  const system = stoppedAfter(6);
  const args = ["events", "--tail=3", "-o", "json", "-n", "10.91.0.2,10.91.0.3"];
  const { code, stdout } = await replay(["events-two"], args, { system });
  deepStrictEqual(code, 0);
  const records = stdout.split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const ofWorker = records.filter(({ node }) => node === "10.91.0.3");
  deepStrictEqual(records.length, 6);
  deepStrictEqual(ofWorker.length, 3);
  deepStrictEqual(ofWorker[1].data, { hostname: "osc-worker-1", addresses: ["10.91.0.3"] });
  match(ofWorker[0].message, /^ready: false, unmet conditions: \[nodeReady\]$/);
  match(ofWorker[0].data.unmetConditions[0].reason, /^node "osc-worker-1" status/);
  match(ofWorker[0].time, /^2026-11-21T0[78]:\d\d:\d\dZ$/);
});
