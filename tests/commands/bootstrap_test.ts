import assert from "node:assert/strict";
import { StatusError } from "../../lib/rpc/status.ts";
import { type Binding, unary, upload } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** A node that records bootstraps and the uploaded snapshot. */
function recorded(calls: string[], uploaded: number[] = [], failure?: StatusError): Binding[] {
  return [
    unary(MachineService.Bootstrap, ({ recoverEtcd, recoverSkipHashCheck }) => {
      calls.push(`bootstrap ${recoverEtcd} ${recoverSkipHashCheck}`);
      if (failure !== undefined) return Promise.reject(failure);
      return Promise.resolve(machine.BootstrapResponse.create({ messages: [{}] }));
    }),
    upload(MachineService.EtcdRecover, async (requests) => {
      for await (const { bytes } of requests) uploaded.push(...(bytes ?? []));
      calls.push("recover");
      return machine.EtcdRecoverResponse.create({ messages: [{}] });
    }),
  ];
}

Deno.test("bootstrap calls one node and prints nothing", async () => {
  const calls: string[] = [];
  await withSandbox({ controlPlanes: 2, bindings: recorded(calls) }, async (sandbox) => {
    const { run, controlPlanes, dead } = sandbox;
    const [one, two] = controlPlanes.map(({ address }) => address);
    const { code, stdout, stderr } = await run(["bootstrap", "-n", one!]);
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
    assert.deepEqual(calls.splice(0), ["bootstrap false false"]);
    const several = await run(["bootstrap", "-n", `${one},${two}`]);
    assert.equal(several.code, 2);
    assert.match(several.stderr, /^osctl: "osctl bootstrap" accepts one node, found 2/);
    const unreachable = await run(["bootstrap", "-n", dead]);
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, new RegExp(`^osctl: ${dead}: `));
    assert.deepEqual(calls, []);
  });
});

Deno.test("bootstrap prints the refusal of a node that has etcd data", async () => {
  const refusal = new StatusError(6, "etcd data directory is not empty");
  await withSandbox({ bindings: recorded([], [], refusal) }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const { code, stderr } = await run(["bootstrap", "-n", node]);
    assert.equal(code, 1);
    assert.equal(stderr, `osctl: ${node}: etcd data directory is not empty (AlreadyExists)\n`);
  });
});

Deno.test("bootstrap --recover-from verifies the snapshot, uploads it and recovers", async () => {
  const calls: string[] = [];
  const uploaded: number[] = [];
  await withSandbox({ bindings: recorded(calls, uploaded) }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    const path = `${home}/backup.db`;
    assert.equal((await run(["etcd", "snapshot", path, "-n", node])).code, 0);
    const { code, stdout, stderr } = await run(["bootstrap", "--recover-from", path, "-n", node]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(
      stdout,
      /^recovering from "[^"]+backup\.db": hash [0-9a-f]{8}, revision \d+, total keys \d+, total size \d+\n$/,
    );
    assert.deepEqual(calls, ["recover", "bootstrap true false"]);
    assert.deepEqual(Uint8Array.from(uploaded), new Uint8Array(await Deno.readFile(path)));
  });
});

Deno.test("bootstrap --recover-skip-hash-check accepts a database without a trailer", async () => {
  const calls: string[] = [];
  await withSandbox({ bindings: recorded(calls) }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    const path = `${home}/backup.db`;
    await run(["etcd", "snapshot", path, "-n", node]);
    const snapshot = await Deno.readFile(path);
    const copy = `${home}/copy.db`;
    await Deno.writeFile(copy, snapshot.subarray(0, -32));
    const recover = ["bootstrap", "--recover-from", copy, "-n", node];
    const rejected = await run(recover);
    assert.equal(rejected.code, 1);
    assert.equal(
      rejected.stderr,
      `osctl: invalid etcd snapshot "${copy}": the size is not a whole number of pages plus a ` +
        "SHA-256 trailer; for a copy of the data directory, add --recover-skip-hash-check\n",
    );
    assert.deepEqual(calls, []);
    assert.equal((await run([...recover, "--recover-skip-hash-check"])).code, 0);
    assert.deepEqual(calls.splice(0), ["recover", "bootstrap true true"]);

    snapshot[5000]! ^= 1;
    await Deno.writeFile(path, snapshot);
    const corrupt = await run(["bootstrap", "--recover-from", path, "-n", node]);
    assert.equal(corrupt.code, 1);
    assert.match(corrupt.stderr, /: the SHA-256 trailer does not match; use an undamaged copy\n$/);
    const missing = await run(["bootstrap", "--recover-from", "nope.db", "-n", node]);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^osctl: cannot read "nope\.db": no such file or directory\n$/);
    assert.deepEqual(calls, []);
  });
});
