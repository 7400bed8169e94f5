/**
 * What `Deno.connectTls` has to do for `lib/platform/tls/` and `lib/rpc/dial_deno.ts`, which
 * rely on behaviour that Deno does not document. A failure after an update of Deno means that
 * `denoTls` must be disabled in `lib/client/open.ts`.
 *
 * @module
 */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { createServer, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { decodePem, toPkcs8Label } from "../../lib/pki/pem.ts";
import { connectStrictTls } from "../../lib/platform/tls/connect_deno.ts";
import { dialDeno, getPeerCertificate } from "../../lib/rpc/dial_deno.ts";
import type { DialTarget } from "../../lib/rpc/dialer.ts";
import { parseEndpoint } from "../../lib/rpc/endpoint.ts";
import type { TlsSettings } from "../../lib/rpc/types.ts";
import { credentials, makePki, type Pki, serverCertificate } from "../lib/rpc/peers.ts";

const isLinux = Deno.build.os === "linux";

/** A server that requests client certificates and records their subjects. */
async function startServer({ ca, server }: Pki) {
  const subjects: unknown[] = [];
  const sockets = new Set<TLSSocket>();
  const listener = createServer({
    cert: server.crt,
    key: toPkcs8Label(server.key),
    ca: ca.crt,
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
  }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    subjects.push(socket.getPeerCertificate(false)?.subject?.O);
  });
  listener.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  return {
    subjects,
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

function createTarget(port: number, tls: TlsSettings): DialTarget & Disposable {
  const endpoint = `127.0.0.1:${port}`;
  const opened: { destroy(): void }[] = [];
  return {
    endpoint,
    address: parseEndpoint(endpoint),
    tls,
    proxy: undefined,
    signal: new AbortController().signal,
    opened: (item) => opened.push(item),
    reached: () => {},
    [Symbol.dispose]: () => opened.forEach((item) => item.destroy()),
  };
}

Deno.test({
  name: "a connection returns the server's certificate",
  ignore: !isLinux,
  async fn() {
    const pki = await makePki();
    await using server = await startServer(pki);
    const options = { hostname: "127.0.0.1", port: server.port, caCerts: [pki.ca.crt] };
    const conn = await connectStrictTls(options, 30_000);
    await conn.handshake();
    const { der } = decodePem(pki.server.crt, "the certificate");
    deepEqual(getPeerCertificate(conn), der);
    conn.close();
  },
});

Deno.test({
  name: "a connection has no delay and TCP keepalive",
  ignore: !isLinux,
  async fn() {
    const pki = await makePki();
    await using server = await startServer(pki);
    using target = createTarget(server.port, credentials(pki));
    const before = readOptions();
    await dialDeno(target);
    // TCP_NODELAY, SO_KEEPALIVE and TCP_KEEPIDLE, seconds.
    const added = readOptions().filter((options) => !before.includes(options));
    deepEqual(added.map((options) => options.replace(/^\d+ /, "")), ["1 1 30"]);
  },
});

/** Returns TCP_NODELAY, SO_KEEPALIVE and TCP_KEEPIDLE of each connected socket: `7 1 1 30`. */
function readOptions(): string[] {
  const { symbols } = Deno.dlopen("libc.so.6", {
    getsockopt: { parameters: ["i32", "i32", "i32", "buffer", "buffer"], result: "i32" },
  });
  const options: string[] = [];
  for (let descriptor = 0; descriptor < 256; descriptor++) {
    const values = [[6, 1], [1, 9], [6, 4]].map(([level, name]) => {
      const value = new Int32Array(1);
      const length = new Uint32Array([4]);
      return symbols.getsockopt(descriptor, level!, name!, value, length) === 0 ? value[0] : "-";
    });
    if (values[0] === 1) options.push([descriptor, ...values].join(" "));
  }
  return options;
}

Deno.test({
  name: "the first connection of a process disables the runtime's roots",
  ignore: !isLinux,
  async fn() {
    const [context, trusted] = [await makePki(), await makePki()];
    await using server = await startServer(trusted);
    await using folder = await writeFiles(context, trusted);
    match(await folder.run("connect", server.port), /^invalid peer certificate: /);
    deepEqual(server.subjects, []);
    // The root is trusted by a process that connects otherwise.
    equal(await folder.run("trust", server.port), "connected");
    equal(server.subjects.length, 1);
  },
});

Deno.test({
  name: "a server that only the runtime's roots identify is rejected before anything is sent",
  ignore: !isLinux,
  async fn() {
    const [context, trusted] = [await makePki(), await makePki()];
    await using server = await startServer(trusted);
    await using folder = await writeFiles(context, trusted);
    match(await folder.run("trust-first", server.port), /^the context's CA has not signed/);
  },
});

Deno.test({
  name: "wrong host, expired certificate, wrong key usage and other CA fail the handshake",
  ignore: !isLinux,
  async fn() {
    const pki = await makePki();
    const other = await makePki();
    const hour = 3_600_000;
    const cases: [Pki, TlsSettings, RegExp][] = [
      [
        { ...pki, server: await serverCertificate(pki.ca, { ips: ["127.0.0.2"] }) },
        credentials(pki),
        /NotValidForName|not valid for name/i,
      ],
      [
        { ...pki, server: await serverCertificate(pki.ca, undefined, -5 * hour) },
        credentials(pki),
        /expired/i,
      ],
      [{ ...pki, server: pki.client }, credentials(pki), /certificate/i],
      [other, credentials(pki), /UnknownIssuer|BadSignature/],
    ];
    for (const [peer, tls, reason] of cases) {
      await using server = await startServer(peer);
      using target = createTarget(server.port, tls);
      await rejects(dialDeno(target), (error: Error) => reason.test(error.message));
      deepEqual(server.subjects, []);
    }
  },
});

/** Writes the certificates of a context and of a root that the runtime trusts. */
async function writeFiles(context: Pki, trusted: Pki) {
  const folder = await Deno.makeTempDir();
  const root = `${folder}/root.crt`;
  await Deno.writeTextFile(root, trusted.ca.crt);
  const settings = `${folder}/tls.json`;
  await Deno.writeTextFile(settings, JSON.stringify(credentials(context)), { mode: 0o600 });
  const script = fileURLToPath(new URL("deno_tls_client.ts", import.meta.url));
  return {
    /** Returns the line that the client prints. */
    async run(action: string, port: number): Promise<string> {
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--allow-all", "--no-check", "--quiet", script, action, `${port}`, settings],
        env: { NODE_EXTRA_CA_CERTS: root },
      }).output();
      const text = new TextDecoder();
      ok(stdout.length > 0, text.decode(stderr));
      return text.decode(stdout).trim();
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

const THREADS = 4;

/** Runs a thread, and returns how often it failed to connect. */
function runThread(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("tls_thread.ts", import.meta.url), { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
  });
}

Deno.test("threads that connect at the same time retain the environment", async () => {
  const name = "NODE_EXTRA_CA_CERTS";
  const saved = Deno.env.get(name);
  Deno.env.set(name, "/nonexistent.pem");
  try {
    // Without the lock, about one of ten rounds loses the variable.
    for (let round = 0; round < 30; round++) {
      const failures = await Promise.all(Array.from({ length: THREADS }, runThread));
      deepEqual(failures, Array(THREADS).fill(200));
      equal(Deno.env.get(name), "/nonexistent.pem", `round ${round}`);
      equal(Deno.env.get("DENO_TLS_CA_STORE"), undefined);
    }
  } finally {
    if (saved === undefined) Deno.env.delete(name);
    else Deno.env.set(name, saved);
  }
});
