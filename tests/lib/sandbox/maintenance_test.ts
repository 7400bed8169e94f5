import { deepEqual, equal, rejects } from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { cosi, State } from "../../../proto/cosi.ts";
import { StorageService } from "../../../proto/storage.ts";
import { TimeService } from "../../../proto/time.ts";
import { openChannel } from "../../../lib/rpc/mod.ts";
import type { Channel } from "../../../lib/rpc/types.ts";
import { isOwnUser, maintenanceRefusal } from "../../../lib/sandbox/maintenance.ts";
import { createSecrets, planFree, startCluster } from "../../../lib/sandbox/mod.ts";
import { stream } from "../../../lib/sandbox/types.ts";
import { wallClock } from "../../helpers/fake_system.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

async function insecure(
  { address, port }: { address: string; port: number },
  body: (channel: Channel) => Promise<void>,
): Promise<void> {
  const channel = openChannel(`${address}:${port}`, { insecure: true });
  try {
    await body(channel);
  } finally {
    channel.close();
  }
}

const inMaintenance = (body: (channel: Channel, sandbox: Sandbox) => Promise<void>) =>
  withSandbox(
    { unconfigured: 1, bindings: [cosiList] },
    (sandbox) => insecure(sandbox.unconfigured[0]!, (channel) => body(channel, sandbox)),
  );

const cosiList = stream(State.List, async function* (_request, { roles }) {
  yield cosi.resource.ListResponse.create({
    resource: { metadata: { id: [...roles].join() } },
  });
});

Deno.test("a node in maintenance mode serves resources to its own user as os:reader", () =>
  inMaintenance(async (channel) => {
    const answers = await Array.fromAsync(channel.serverStream(State.List, {}));
    deepEqual(answers.map((one) => one.resource?.metadata?.id), ["os:reader"]);
  }));

Deno.test("a node in maintenance mode rejects other calls", () =>
  inMaintenance(async (channel) => {
    await rejects(channel.unary(MachineService.Version, {}), {
      code: 12,
      details: "API is not implemented in maintenance mode",
    });
    await rejects(channel.unary(MachineService.Hostname, {}), {
      code: 12,
      details: "method Hostname not implemented",
    });
    await rejects(channel.unary(TimeService.Time, {}), {
      code: 12,
      details: "unknown service time.TimeService",
    });
    const read = channel.serverStream(MachineService.Read, { path: "/etc/hosts" });
    await rejects(Array.fromAsync(read), { code: 12 });
  }));

Deno.test("a node in maintenance mode ignores routing headers", () =>
  inMaintenance(async (channel, sandbox) => {
    const headers = { nodes: [sandbox.controlPlanes[0]!.address] };
    await rejects(channel.unary(MachineService.Version, {}, { headers }), { code: 12 });
  }));

Deno.test("the certificate of a node in maintenance mode is from another authority", () =>
  withSandbox({ unconfigured: 1 }, async (sandbox) => {
    const { address, port } = sandbox.unconfigured[0]!;
    const channel = openChannel(`${address}:${port}`, await sandbox.cluster.issue("os:admin"));
    try {
      await rejects(channel.unary(MachineService.Version, {}), { kind: "connection" });
    } finally {
      channel.close();
    }
  }));

Deno.test("a configured node requires a client certificate", () =>
  withSandbox({}, (sandbox) =>
    insecure(sandbox.controlPlanes[0]!, async (channel) => {
      await rejects(channel.unary(MachineService.Version, {}), { kind: "connection" });
    })));

Deno.test("maintenance mode rejects peers of other and unknown users", async () => {
  const other = (Deno.uid() ?? 0) + 1;
  for (const owner of [other, undefined]) {
    const folder = await Deno.makeTempDir();
    const cluster = await startCluster({
      name: "test",
      nodes: [{ name: "a", type: "worker", configured: false, ...planFree(1, random).sockets[0]! }],
      secrets: await createSecrets({ clock: wallClock, random }),
      nodesFolder: folder,
    }, { clock: wallClock, random, peerOwner: () => Promise.resolve(owner) });
    try {
      await insecure(cluster.nodes[0]!, async (channel) => {
        await rejects(channel.unary(StorageService.Disks, {}), { kind: "connection" });
      });
    } finally {
      await cluster.stop();
      await Deno.remove(folder, { recursive: true });
    }
  }
});

Deno.test("isOwnUser compares user ids exactly", async () => {
  const peer = { address: "::ffff:127.0.0.1", port: 5 };
  const own = { address: "127.1.2.3", port: 50000 };
  const addresses: string[] = [];
  const owner = (uid: number | undefined) => (socket: { address: string }) => {
    addresses.push(socket.address);
    return Promise.resolve(uid);
  };
  equal(await isOwnUser(peer, own, 1000, owner(1000)), true);
  equal(await isOwnUser(peer, own, 1000, owner(0)), false);
  equal(await isOwnUser(peer, own, 0, owner(undefined)), false);
  deepEqual(new Set(addresses), new Set(["127.0.0.1"]));
});

Deno.test("administrative calls fail with the messages of maintenance mode", () => {
  for (const name of ["Version", "Upgrade", "Reset", "MetaWrite", "MetaDelete"]) {
    equal(
      maintenanceRefusal(`/machine.MachineService/${name}`),
      "API is not implemented in maintenance mode",
    );
  }
});
