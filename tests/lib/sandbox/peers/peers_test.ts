/**
 * Nodes of one cluster, each with a process state of its own: the first control plane has the state
 * of the cluster, the others follow it.
 */
import assert from "node:assert/strict";
import { request } from "node:https";
import {
  createSecrets,
  planFree,
  type RunningCluster,
  type SandboxSecrets,
  startCluster,
} from "../../../../lib/sandbox/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";
import { type CommandOutcome, runCommand } from "../../../helpers/run_command.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };

const TYPES = { "cp-1": "controlplane", "cp-2": "controlplane", "worker-1": "worker" } as const;
type Name = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as Name[];

interface PeerCluster {
  readonly folder: string;
  readonly addresses: Readonly<Record<Name, string>>;
  start(name: Name): Promise<void>;
  stop(name: Name): Promise<void>;
  node(name: Name): RunningCluster;
  osctl(...args: string[]): Promise<CommandOutcome>;
  /** Repeats a command until its output matches. */
  until(pattern: RegExp, ...args: string[]): Promise<string>;
}

async function withPeers(body: (cluster: PeerCluster) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-peers-" });
  const { sockets } = planFree(NAMES.length, random);
  const addresses = Object.fromEntries(
    NAMES.map((name, index) => [name, sockets[index]!.address]),
  ) as Record<Name, string>;
  const running = new Map<Name, RunningCluster>();
  const endpoint = addresses["cp-1"];
  const secrets = new Map<Name, SandboxSecrets>();
  const secretsOf = async (name: Name) => {
    const known = secrets.get(name) ?? await createSecrets({ clock: wallClock, random });
    secrets.set(name, known);
    return known;
  };
  const osctl = (...args: string[]) =>
    runCommand(["--osconfig", `${folder}/osconfig`, "-e", endpoint, ...args], { cwd: folder });
  const cluster: PeerCluster = {
    folder,
    addresses,
    osctl,
    async start(name) {
      const path = `${folder}/${name}`;
      await Deno.mkdir(path, { recursive: true });
      running.set(
        name,
        await startCluster({
          name,
          nodes: [{
            ...sockets[NAMES.indexOf(name)]!,
            name,
            type: "worker",
            configured: false,
            platform: { name: "container", mode: "container" },
            config: await Deno.readTextFile(`${folder}/${TYPES[name]}.yaml`),
          }],
          secrets: await secretsOf(name),
          nodesFolder: path,
        }, {
          clock: wallClock,
          random,
          hasPeers: true,
          podReadyMs: 50,
          report: (error, where) => console.error(where, error),
        }),
      );
    },
    async stop(name) {
      await running.get(name)?.stop();
      running.delete(name);
    },
    node: (name) => running.get(name)!,
    async until(pattern, ...args) {
      for (let attempt = 0;; attempt++) {
        const { stdout, stderr } = await osctl(...args);
        if (pattern.test(stdout)) return stdout;
        assert.ok(attempt < 150, `${args.join(" ")}: ${stdout}${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
  try {
    const generated = await runCommand(
      ["gen", "config", "demo", `https://${endpoint}:6443`, "-o", folder, "--force"],
    );
    assert.equal(generated.code, 0, generated.stderr);
    for (const name of NAMES) await cluster.start(name);
    await body(cluster);
  } finally {
    for (const name of NAMES) await cluster.stop(name);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Sends a peer request with a key and returns the status. */
function statusOf(address: string, key: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: address,
      port: 6443,
      method: "POST",
      path: "/sandbox/peers/trust",
      headers: { authorization: `Bearer ${key}` },
      rejectUnauthorized: false,
    }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

Deno.test("nodes in processes of their own form one cluster", async (t) => {
  await withPeers(async ({ addresses, osctl, until, start, stop, node }) => {
    const { "cp-1": cp1, "cp-2": cp2, "worker-1": worker } = addresses;
    const all = `${cp1},${cp2},${worker}`;
    const memberId = async () => {
      const { stdout } = await osctl("etcd", "members", "-n", cp1);
      return /([0-9a-f]{15,16}) +cp-1 /.exec(stdout)![1]!;
    };

    await t.step(
      "before the bootstrap, a worker has no certificate and does not listen",
      async () => {
        const { code, stderr } = await osctl("version", "-n", worker);
        assert.equal(code, 1);
        assert.match(stderr, /connection refused/);
      },
    );

    await t.step("after the bootstrap all nodes join", async () => {
      const { code, stderr } = await osctl("bootstrap", "-n", cp1);
      assert.equal(code, 0, stderr);
      await until(
        new RegExp(`^${worker} .*\\n${worker} .*\\n${worker} `, "m"),
        "get",
        "members",
        "-n",
        all,
      );
      for (const address of [cp1, cp2]) {
        const members = await until(/cp-2/, "etcd", "members", "-n", address);
        assert.match(members, /cp-1/);
      }
      const health = await osctl("health", "-n", cp1, "--server=false", "--wait-timeout", "60s");
      assert.equal(health.code, 0, health.stderr);
    });

    await t.step("identities and the cluster id are equal on all nodes", async () => {
      const read = async (type: string) => {
        const { stdout } = await osctl("get", type, "-n", all, "-o", "json");
        return stdout;
      };
      const ids = new Set((await read("info")).match(/"clusterId": *"[^"]+"/g));
      assert.equal(ids.size, 1);
      const members = (await read("members")).match(/"nodeId": *"[^"]+"/g)!;
      assert.equal(members.length, 9);
      assert.equal(new Set(members).size, 3);
    });

    await t.step("requests without the key of the cluster are refused", async () => {
      for (const address of [cp1, cp2]) {
        assert.equal(await statusOf(address, ""), 401);
        assert.equal(await statusOf(address, "0".repeat(64)), 401);
      }
    });

    await t.step("a follower changes etcd of the cluster", async () => {
      const leave = await osctl("etcd", "leave", "-n", cp2);
      assert.equal(leave.code, 0, leave.stderr);
      assert.doesNotMatch((await osctl("etcd", "members", "-n", cp1)).stdout, /cp-2/);
      await stop("cp-2");
      await start("cp-2");
      await until(/cp-2/, "etcd", "members", "-n", cp1);
      const forfeit = await osctl("etcd", "forfeit-leadership", "-n", cp1);
      assert.equal(forfeit.code, 0, forfeit.stderr);
      await until(new RegExp(`^${cp2} .*`, "m"), "etcd", "status", "-n", cp2);
    });

    await t.step("the node with the state cannot leave before the others", async () => {
      for (const node of [cp1, cp2]) {
        const left = node === cp1
          ? await osctl("etcd", "leave", "-n", cp1)
          : await osctl("etcd", "remove-member", await memberId(), "-n", cp2);
        assert.equal(left.code, 1);
        assert.match(left.stderr, /cp-1 has the state of the cluster/);
      }
      assert.match((await osctl("etcd", "members", "-n", cp2)).stdout, /cp-1/);
    });

    await t.step("a node that stops is not ready, and ready again after its start", async () => {
      await stop("worker-1");
      const down = await osctl("health", "-n", cp1, "--server=false", "--wait-timeout", "6s");
      assert.equal(down.code, 1);
      assert.match(down.stderr, /apid to be ready/);
      await start("worker-1");
      const health = await osctl("health", "-n", cp1, "--server=false", "--wait-timeout", "60s");
      assert.equal(health.code, 0, health.stderr);
    });

    await t.step("the cluster continues after a restart of the node with its state", async () => {
      await stop("cp-1");
      await start("cp-1");
      const health = await osctl("health", "-n", cp1, "--server=false", "--wait-timeout", "60s");
      assert.equal(health.code, 0, health.stderr);
      assert.equal(node("cp-1").nodes[0]?.name, "cp-1");
      const members = (await osctl("etcd", "members", "-n", cp1)).stdout;
      assert.match(members, /cp-1/);
      assert.match(members, /cp-2/);
    });
  });
});
