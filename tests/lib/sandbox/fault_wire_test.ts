import { deepEqual, equal, rejects } from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { openChannel } from "../../../lib/rpc/mod.ts";
import type { FaultRule } from "../../../lib/sandbox/fault_rules.ts";
import { withFaults } from "../../../lib/sandbox/call_middleware.ts";
import { Faults } from "../../../lib/sandbox/faults.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { withChannel } from "./channels.ts";

function rule(parts: Partial<FaultRule>): FaultRule {
  return { id: "1", action: "refuse", node: "*", method: "*", ...parts };
}

Deno.test("a refused call fails with Unavailable; other methods succeed", () =>
  withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        sandbox.cluster.faults.set([rule({ method: "Version" })]);
        await rejects(channel.unary(MachineService.Version, {}), { code: 14 });
        await channel.unary(MachineService.Hostname, {});
        sandbox.cluster.faults.set([]);
        await channel.unary(MachineService.Version, {});
      }),
  ));

Deno.test("the n-th call fails with the given status, also when forwarded", () =>
  withSandbox(
    { workers: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const worker = sandbox.workers[0]!;
        const fault = rule({
          action: "error",
          node: worker.name,
          code: 5,
          message: "gone",
          nth: 2,
        });
        sandbox.cluster.faults.set([fault]);
        const headers = { nodes: [worker.address, sandbox.controlPlanes[0]!.address] };
        const codes: (number | undefined)[][] = [];
        for (let round = 1; round <= 3; round++) {
          const { messages } = await channel.unary(MachineService.Hostname, {}, { headers });
          codes.push(messages.map((one) => one.metadata?.status?.code ?? 0).toSorted());
        }
        deepEqual(codes, [[0, 0], [0, 5], [0, 0]]);
      }),
  ));

Deno.test("a stream fails after the given number of bytes", async () => {
  await withSandbox(
    {},
    (sandbox) =>
      withChannel(sandbox, sandbox.controlPlanes[0]!, ["os:admin"], async (channel) => {
        const path = `${sandbox.home}/large`;
        await Deno.writeFile(path, new Uint8Array(3_000_000));
        sandbox.cluster.faults.set([
          rule({ action: "cut", method: "Read", afterBytes: 1_500_000 }),
        ]);
        let received = 0;
        const read = async () => {
          for await (const { bytes } of channel.serverStream(MachineService.Read, { path })) {
            received += bytes.length;
          }
        };
        await rejects(read(), { code: 14 });
        equal(received > 0 && received <= 1_500_000, true, `received ${received}`);
      }),
  );
});

Deno.test("a delay postpones the response", async () => {
  const clock = new FakeClock();
  const faults = new Faults();
  faults.set([rule({ action: "delay", delayMs: 1000 })]);
  const node = { name: "a", address: "127.1.2.3" };
  const handler = withFaults(
    async function* () {
      yield Uint8Array.of(1);
    },
    faults,
    node,
    clock,
  );
  const abort = new AbortController();
  const call = () => ({
    path: "/x/Y",
    headers: {},
    peer: { address: "127.0.0.1", port: 1 },
    organizations: [],
    signal: abort.signal,
    requests: (async function* () {})(),
  });
  let answered = false;
  const answer = Array.fromAsync(handler(call())).then(() => answered = true);
  await clock.advance(999);
  equal(answered, false);
  await clock.advance(1);
  await answer;
  const cancelled = Array.fromAsync(handler(call()));
  abort.abort();
  await rejects(cancelled, { code: 1 });
  equal(clock.waiting, 0);
});

Deno.test("a node that is down closes and refuses connections until the rule is removed", () =>
  withSandbox(
    { workers: 1 },
    (sandbox) =>
      withChannel(sandbox, sandbox.workers[0]!, ["os:admin"], async (channel) => {
        const worker = sandbox.workers[0]!;
        await channel.unary(MachineService.Hostname, {});
        const follow = channel.serverStream(MachineService.Logs, {
          namespace: "system",
          id: "machined",
          follow: true,
          tailLines: 1,
        })[Symbol.asyncIterator]();
        await follow.next();
        sandbox.cluster.faults.set([rule({ action: "down", node: worker.name })]);
        await sandbox.cluster.applyFaults();
        await rejects(Array.fromAsync({ [Symbol.asyncIterator]: () => follow }), {
          kind: "connection",
        });
        await rejects(channel.unary(MachineService.Hostname, {}), { kind: "connection" });
        await rejects(Deno.connect({ hostname: worker.address, port: worker.port }));
        sandbox.cluster.faults.set([]);
        await sandbox.cluster.applyFaults();
        await channel.unary(MachineService.Hostname, {});
      }),
  ));

Deno.test("a black hole accepts connections and never responds", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const worker = sandbox.workers[0]!;
    sandbox.cluster.faults.set([rule({ action: "blackhole", node: worker.address })]);
    await sandbox.cluster.applyFaults();
    const socket = await Deno.connect({ hostname: worker.address, port: worker.port });
    socket.close();
    const channel = openChannel(
      `${worker.address}:${worker.port}`,
      await sandbox.cluster.issue("os:admin"),
      { connectTimeoutMs: 100 },
    );
    try {
      await rejects(channel.unary(MachineService.Hostname, {}), { kind: "connection" });
      sandbox.cluster.faults.set([]);
      await sandbox.cluster.applyFaults();
      await channel.unary(MachineService.Hostname, {});
    } finally {
      channel.close();
    }
  }));

Deno.test("a cluster with a black hole stops while a call waits", () =>
  withSandbox({ workers: 1 }, async (sandbox) => {
    const [controlPlane, worker] = [sandbox.controlPlanes[0]!, sandbox.workers[0]!];
    sandbox.cluster.faults.set([rule({ action: "blackhole", node: worker.address })]);
    await sandbox.cluster.applyFaults();
    await withChannel(sandbox, controlPlane, ["os:admin"], async (channel) => {
      const headers = { nodes: [worker.address] };
      const waiting = rejects(channel.unary(MachineService.Hostname, {}, { headers }), {
        kind: "connection",
      });
      // The response shows that the first call has been sent.
      await channel.unary(MachineService.Hostname, {});
      await sandbox.cluster.stop();
      await waiting;
    });
  }));
