/** Clients that attack the sandbox: it answers them in one line, and others as before. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { Socket } from "node:net";
import process from "node:process";
import { MachineService } from "../../proto/machine.ts";
import { processConnections } from "../../lib/sandbox/connections.ts";
import { ConnectionLimit } from "../../lib/rpc/connection_limit.ts";
import { createServer } from "../../lib/rpc/server.ts";
import { openChannel, RpcError, StatusCode } from "../../lib/rpc/mod.ts";
import { sharedPki } from "../lib/rpc/peers.ts";
import { FakeClock } from "../helpers/fake_system.ts";
import { type KubernetesPeer, openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** Runs `body`; afterwards the node and the Kubernetes API must answer. */
async function withVictim(
  body: (sandbox: Sandbox, api: KubernetesPeer) => Promise<void>,
): Promise<void> {
  await withSandbox({}, async (sandbox) => {
    const api = await openKubernetes(sandbox);
    await body(sandbox, api);
    equal((await api.call("GET", "/api/v1/namespaces")).status, 200);
    const { code, stderr } = await sandbox.run([
      "version",
      "-n",
      sandbox.controlPlanes[0]!.address,
    ]);
    equal(code, 0, stderr);
  });
}

Deno.test("connections without authentication give way, the oldest first", async () => {
  const clock = new FakeClock(0);
  const limits = { clock, connections: 4, pending: 2, pendingMs: 10_000, anonymous: 1 };
  const limit = new ConnectionLimit(limits);
  const open = () => {
    const socket = new Socket();
    limit.add(socket);
    return socket;
  };
  const [one, two] = [open(), open()];
  const three = open();
  deepEqual([one, two, three].map(({ destroyed }) => destroyed), [true, false, false]);
  limit.authenticated(two);
  await clock.advance(10_000);
  // Only the pending one has a time limit.
  deepEqual([two, three].map(({ destroyed }) => destroyed), [false, true]);
  two.destroy();
});

Deno.test("connections without certificate have a limit of their own", () => {
  const clock = new FakeClock(0);
  const limits = { clock, connections: 10, pending: 5, pendingMs: 10_000, anonymous: 2 };
  const limit = new ConnectionLimit(limits);
  const open = (state: "admitted" | "authenticated") => {
    const socket = new Socket();
    limit.add(socket);
    limit[state](socket);
    return socket;
  };
  const sockets = [
    open("admitted"),
    open("authenticated"),
    open("admitted"),
    open("authenticated"),
    open("admitted"),
  ];
  deepEqual(sockets.map(({ destroyed }) => destroyed), [true, false, false, false, false]);
  equal(clock.waiting, 0, "no time limit after the handshake");
  for (const socket of sockets) socket.destroy();
});

Deno.test("a server without client certificates closes the oldest of too many connections", async () => {
  const { ca, server: { crt, key } } = await sharedPki();
  const limits = { connections: 10, pending: 5, pendingMs: 10_000, anonymous: 2 };
  const connections = new ConnectionLimit({ clock: new FakeClock(0), ...limits });
  const server = createServer({ cert: crt, key, connections }, () => new Uint8Array());
  const { port } = await server.listen("127.0.0.1", 0);
  const open: Deno.TlsConn[] = [];
  const buffer = new Uint8Array(1000);
  for (let count = 0; count < 3; count++) {
    const caCerts = [ca.crt];
    const conn = await Deno.connectTls({ hostname: "127.0.0.1", port, caCerts });
    ok((await conn.read(buffer) ?? 0) > 0, "the settings of the server");
    open.push(conn);
  }
  equal(await open[0]!.read(buffer).catch(() => null), null);
  for (const conn of open) conn.close();
  await server.stop("immediate");
});

Deno.test("idle connections beyond the limit are closed, and calls succeed meanwhile", () =>
  withVictim(async ({ controlPlanes, run }) => {
    const { address, port } = controlPlanes[0]!;
    ok(processConnections() instanceof ConnectionLimit);
    const idle: Deno.TcpConn[] = [];
    let closed = 0;
    const watch = async (conn: Deno.TcpConn) => {
      try {
        if (await conn.read(new Uint8Array(1)) === null) closed++;
      } catch (error) {
        // Closed by the sandbox with data on the way, or by the end of the test.
        if (error instanceof Deno.errors.ConnectionReset) closed++;
        else if (!(error instanceof Deno.errors.BadResource)) throw error;
      }
    };
    const watches: Promise<void>[] = [];
    for (let count = 0; count < 400; count++) {
      const conn = await Deno.connect({ hostname: address, port });
      idle.push(conn);
      watches.push(watch(conn));
    }
    const { code, stderr } = await run(["version", "-n", address]);
    equal(code, 0, stderr);
    ok(closed >= 400 - 128, `${closed} connections were closed`);
    for (const conn of idle) conn.close();
    await Promise.allSettled(watches);
  }));

Deno.test("a call to very many nodes is refused", () =>
  withVictim(async ({ cluster, controlPlanes }) => {
    const { address, port } = controlPlanes[0]!;
    const channel = openChannel(`${address}:${port}`, await cluster.issue("os:admin"));
    try {
      const nodes = Array.from(
        { length: 5000 },
        (_, index) => `127.9.${index >> 8}.${index & 255}`,
      );
      const error = await channel.unary(MachineService.Hostname, {}, { headers: { nodes } })
        .then(() => undefined, (error) => error);
      ok(error instanceof RpcError);
      deepEqual([error.code, error.details], [
        StatusCode.resourceExhausted,
        "5000 nodes in one call, the sandbox accepts 1000",
      ]);
    } finally {
      channel.close();
    }
  }));

Deno.test("a JSON patch whose copies double is refused", () =>
  withVictim(async (_, api) => {
    const body = { metadata: { name: "one" }, data: { a: "x".repeat(1000) } };
    equal((await api.call("POST", MAPS, { body })).status, 201);
    const operations = Array.from({ length: 40 }, (_, index) => ({
      op: "copy",
      from: "/data",
      path: `/data/${index}`,
    }));
    const { status, body: answer } = await api.call("PATCH", `${MAPS}/one`, {
      body: operations,
      headers: { "content-type": "application/json-patch+json" },
    });
    equal(status, 422);
    match(answer.message, /accumulated size increase of copy is \d+, exceeding the limit 3145728$/);
  }));

Deno.test("paths and bodies without meaning get an answer", () =>
  withVictim(async (_, api) => {
    equal((await api.call("GET", "//")).status, 404);
    equal((await api.call("GET", "//[")).status, 404);
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const { status, body } = await api.call("POST", MAPS, { body: JSON.parse(deep) });
    equal(status, 400);
    equal(body.message, "the body of the request nests deeper than 1000 levels");
  }));

Deno.test("a deployment of 2,000 pods costs about four times as much as one of 500", () =>
  withVictim(async (_, api) => {
    const create = async (name: string, replicas: number): Promise<number> => {
      const body = {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name },
        spec: {
          replicas,
          selector: { matchLabels: { app: name } },
          template: {
            metadata: { labels: { app: name } },
            spec: { containers: [{ name: "main", image: "registry.example/app:1" }] },
          },
        },
      };
      const before = process.cpuUsage();
      equal((await api.call("POST", DEPLOYMENTS, { body })).status, 201);
      const { items } = await api.get("/api/v1/namespaces/default/pods");
      equal(items.length, replicas);
      // CPU time of this process, in microseconds, which other processes do not add to.
      const { user, system } = process.cpuUsage(before);
      equal((await api.call("DELETE", `${DEPLOYMENTS}/${name}`)).status, 200);
      while ((await api.get("/api/v1/namespaces/default/pods")).items.length > 0) continue;
      return user + system;
    };
    await create("warm", 200);
    // The best of some: garbage collection only adds to the cost. Quadratic, it would be 16 times.
    const best = async (replicas: number) =>
      Math.min(await create("one", replicas), await create("two", replicas));
    const [few, many] = [await best(500), await best(2000)];
    ok(many < 12 * few, `${few} µs and ${many} µs`);
  }));
