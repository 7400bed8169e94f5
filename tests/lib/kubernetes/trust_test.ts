import { ok, rejects, strictEqual } from "node:assert/strict";
import { createServer } from "node:net";
import { connect } from "node:tls";
import { type KubernetesClient, NODES } from "../../../lib/kubernetes/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import {
  createClient,
  createClientPair,
  createTestCa,
  listen,
  sendJson,
  until,
  withApiServer,
} from "./api_server.ts";

const NODE = { metadata: { name: "a" } };

function getNode(client: KubernetesClient): Promise<unknown> {
  return client.get(NODES, { name: "a" });
}

Deno.test("a server of another CA is rejected before the request is sent", async () => {
  const other = await createTestCa();
  await withApiServer((_, response) => sendJson(response, NODE), async (server) => {
    using client = createClient({ ...server.settings, ca: other.crt, token: "secret" });
    await rejects(getNode(client), {
      kind: "connection",
      message:
        /^cannot connect to the API server 127\.0\.0\.1:\d+: its certificate is not signed by the cluster's certificate authority$/,
    });
    strictEqual(server.requests.length, 0);
  });
});

/** Whether this process trusts a CA of the system, which `node:tls` uses without an own one. */
function isTrusted(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, servername: "localhost" });
    socket.once("secureConnect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

Deno.test("a server of a public CA is rejected", async () => {
  const publicCa = await createTestCa();
  const folder = await Deno.makeTempDir();
  const roots = `${folder}/roots.crt`;
  await Deno.writeTextFile(roots, publicCa.crt);
  try {
    await withApiServer((_, response) => sendJson(response, NODE), async ({ port, requests }) => {
      // A process of its own because roots are read at its start.
      const script = new URL("./public_root_client.ts", import.meta.url).pathname;
      const own = await createTestCa();
      await Deno.writeTextFile(`${folder}/ca.crt`, own.crt);
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", script, String(port), `${folder}/ca.crt`],
        env: { DENO_CERT: roots },
      }).output();
      const [byDefault, byClient] = new TextDecoder().decode(stdout).trim().split("\n");
      strictEqual(byDefault, "trusted");
      ok(byClient!.includes("not signed by the cluster's certificate authority"), byClient);
      strictEqual(requests.length, 0);
      strictEqual(await isTrusted(port), false);
    }, { ca: publicCa });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the server certificate must be for the host, and not only by its common name", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings, requests }) => {
    using client = createClient(settings);
    await rejects(getNode(client), {
      message: /: its certificate is for kubernetes, 10\.0\.0\.1, not for "127\.0\.0\.1"$/,
      hint: 'use one of these names as server, or as "tls-server-name"',
    });
    strictEqual(requests.length, 0);
  }, { dnsNames: ["kubernetes"], ips: ["10.0.0.1"] });
});

Deno.test("serverName replaces the host in the check", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings }) => {
    for (const serverName of ["kubernetes", "10.0.0.1"]) {
      using client = createClient({ ...settings, serverName });
      await getNode(client);
    }
    using client = createClient({ ...settings, serverName: "127.0.0.1" });
    await rejects(getNode(client), { kind: "connection" });
  }, { dnsNames: ["kubernetes"], ips: ["10.0.0.1"] });
});

Deno.test("insecure accepts any certificate", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings }) => {
    const { ca: _ca, ...others } = settings;
    using client = createClient({ ...others, insecure: true });
    await getNode(client);
  }, { dnsNames: ["kubernetes"], ips: [] });
});

Deno.test("a client certificate is presented, and a missing one reported", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings, ca }) => {
    using client = createClient({ ...settings, certificate: await createClientPair(ca) });
    await getNode(client);
    using anonymous = createClient(settings);
    await rejects(getNode(anonymous), {
      kind: "connection",
      message: /did not accept the client certificate$|the connection was closed$/,
    });
  }, { requestCert: true });
});

Deno.test("a server that does not speak TLS is reported", async () => {
  const server = createServer((socket) => {
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    socket.resume();
  });
  const port = await listen(server);
  try {
    const { crt: ca } = await createTestCa();
    using client = createClient({
      context: "",
      namespace: "default",
      server: new URL(`https://127.0.0.1:${port}`),
      ca,
    });
    await rejects(getNode(client), { message: /: the response is not TLS$/ });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

Deno.test("a refused connection and a handshake without a response are errors in time", async () => {
  const clock = new FakeClock();
  let accepted = 0;
  const sockets: { destroy(): void }[] = [];
  const server = createServer((socket) => {
    accepted++;
    sockets.push(socket);
  });
  const port = await listen(server);
  const { crt: ca } = await createTestCa();
  const settings = {
    context: "",
    namespace: "default",
    server: new URL(`https://127.0.0.1:${port}`),
    ca,
  };
  {
    using client = createClient(settings, { clock });
    const failure = rejects(getNode(client), {
      kind: "connection",
      message: /: no response within 10s$/,
    });
    await until(() => accepted === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await clock.advance(10_000);
    await failure;
  }
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  using client = createClient(settings);
  await rejects(getNode(client), { message: /: connection refused$/ });
});
