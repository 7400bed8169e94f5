import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { connect as connectTcp, createServer as createTcpServer, type Socket } from "node:net";
import { performServerHandshake, type ServerHttp2Session } from "node:http2";
import {
  connect as connectTls,
  createServer as createTlsServer,
  type DetailedPeerCertificate,
  type TlsOptions,
  type TLSSocket,
} from "node:tls";
import { OsctlError } from "../../../lib/errors.ts";
import { createCa, issueClientCertificate } from "../../../lib/pki/mod.ts";
import { toPkcs8Label } from "../../../lib/pki/pem.ts";
import { checkPeer } from "../../../lib/rpc/dial_node.ts";
import type { ChannelOptions, TlsSettings } from "../../../lib/rpc/mod.ts";
import { probeAlert } from "../../../lib/rpc/probe.ts";
import { createServer } from "../../../lib/rpc/server.ts";
import { computeSpkiFingerprint } from "../../../lib/pki/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { wallClock } from "../../../lib/platform/wall_clock.ts";
import { hasIpv6 } from "../../helpers/ipv6.ts";
import { bytes, connect, credentials, HOUR, makePki, method } from "./peers.ts";
import { openTestChannel, serverCertificate, sharedPki, source } from "./peers.ts";
import { testWith } from "../../helpers/programs.ts";

const test = testWith("openssl");

const Echo = method("/test.Echo/Say");

/** Returns message and hint of a failed call to the endpoint. */
async function failure(
  endpoint: string,
  tls: TlsSettings,
  options: ChannelOptions = {},
): Promise<string> {
  const channel = openTestChannel(endpoint, tls, options);
  try {
    await channel.unary(Echo, "");
  } catch (error) {
    assert.ok(error instanceof OsctlError, String(error));
    assert.equal(error.kind, "connection");
    return `${error.message}; ${error.hint}`;
  } finally {
    channel.close();
  }
  throw new Error("the call did not fail");
}

/** Starts a TCP server that calls `hello` for every connection. */
async function tcp(hello: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    hello(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    endpoint: `127.0.0.1:${address.port}`,
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const kind of ["ed25519", "ecdsa"] as const) {
  Deno.test(`client and server connect with ${kind} keys`, async () => {
    await using pair = await connect(() => bytes("hello"), { pki: await makePki(kind) });
    assert.equal(await pair.channel.unary(Echo, ""), "hello");
  });
}

test("client and server connect with RSA keys", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [ca, leaf] = [`${folder}/ca`, `${folder}/leaf`];
    const fresh = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"];
    await openssl(...fresh, "-subj", "/O=os", "-keyout", `${ca}.key`, "-out", `${ca}.crt`);
    await openssl(
      ...[...fresh, "-subj", "/O=os:admin", "-addext", "subjectAltName=IP:127.0.0.1"],
      ...["-addext", "basicConstraints=critical,CA:FALSE", "-CA", `${ca}.crt`],
      ...["-CAkey", `${ca}.key`, "-keyout", `${leaf}.key`, "-out", `${leaf}.crt`],
    );
    const read = async (path: string) => ({
      crt: await Deno.readTextFile(`${path}.crt`),
      key: await Deno.readTextFile(`${path}.key`),
    });
    const pair = await read(leaf);
    const pki = { ca: await read(ca), server: pair, client: pair };
    await using peers = await connect(() => bytes("hello"), { pki });
    assert.equal(await peers.channel.unary(Echo, ""), "hello");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function openssl(...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("openssl", { args, stderr: "piped" }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}

Deno.test("a key with the PEM label of node configurations is accepted", async () => {
  const pki = await sharedPki();
  assert.match(pki.client.key, /BEGIN ED25519 PRIVATE KEY/);
  await using pair = await connect(() => bytes("hello"), { pki });
  assert.equal(await pair.channel.unary(Echo, ""), "hello");
});

Deno.test("connect() resolves when connected, and again without reconnecting", async () => {
  await using pair = await connect(() => bytes("hello"));
  await pair.channel.connect();
  await pair.channel.connect();
  assert.equal(await pair.channel.unary(Echo, ""), "hello");
});

Deno.test({
  name: "a server on the IPv6 loopback is reached and identified in every notation" +
    (hasIpv6 ? "" : " (skipped: no IPv6 here)"),
  ignore: !hasIpv6,
  async fn() {
    await using pair = await connect(() => bytes("hello"), { address: "::1" });
    assert.equal(await pair.channel.unary(Echo, ""), "hello");
    const long = openTestChannel(`[0:0:0:0:0:0:0:1]:${pair.port}`, credentials(await sharedPki()));
    assert.equal(await long.unary(Echo, ""), "hello");
    long.close();
  },
});

Deno.test("a server is identified by DNS name", async () => {
  await using pair = await connect(() => bytes("hello"));
  const named = openTestChannel(`localhost:${pair.port}`, credentials(await sharedPki()));
  assert.equal(await named.unary(Echo, ""), "hello");
  named.close();
});

Deno.test("connection refused", async () => {
  const server = await tcp(() => {});
  await server[Symbol.asyncDispose]();
  assert.equal(
    await failure(server.endpoint, {}),
    `${server.endpoint} refused the connection; ` +
      "check that the node is up and the port belongs to its API",
  );
});

Deno.test("unknown host", async () => {
  assert.equal(
    await failure("nowhere.invalid:50000", {}),
    'cannot resolve host "nowhere.invalid" of endpoint nowhere.invalid:50000; ' +
      "check the name and the DNS servers",
  );
});

Deno.test("connect timeout: the server accepts and sends nothing", async () => {
  const connected = Promise.withResolvers<void>();
  await using server = await tcp((socket) => socket.once("data", () => connected.resolve()));
  const clock = new FakeClock();
  const failed = failure(server.endpoint, {}, { clock, connectTimeoutMs: 10_000 });
  await connected.promise;
  await clock.advance(10_000);
  assert.equal(
    await failed,
    `${server.endpoint} accepted the connection but sent nothing within 10s; ` +
      "check that the port belongs to the node API",
  );
  assert.equal(clock.waiting, 0);
});

Deno.test("connect timeout: the server does not accept", async () => {
  // A listener whose queue is full neither accepts nor refuses.
  const listener = Deno.listen(
    { hostname: "127.0.0.1", port: 0, tcpBacklog: 1 } as Deno.ListenOptions,
  );
  const { port } = listener.addr as Deno.NetAddr;
  const clock = new FakeClock();
  const fillers: Socket[] = [];
  try {
    // The kernel accepts a few more than the backlog; the first that hangs shows that it is full.
    for (let full = false; !full;) {
      const filler = connectTcp(port, "127.0.0.1");
      filler.on("error", () => {});
      fillers.push(filler);
      full = await Promise.race([
        new Promise<boolean>((resolve) => filler.once("connect", () => resolve(false))),
        queueFull(port),
      ]);
    }
    const failed = failure(`127.0.0.1:${port}`, {}, { clock, connectTimeoutMs: 1500 });
    await clock.advance(1500);
    assert.equal(
      await failed,
      `127.0.0.1:${port} did not respond within 1.5s; ` +
        "check the address and the network, or set OSCTL_CONNECT_TIMEOUT to wait longer",
    );
  } finally {
    for (const filler of fillers) filler.destroy();
    listener.close();
  }
});

/** Resolves with true once the kernel shows an attempt to connect to the port that hangs. */
async function queueFull(port: number): Promise<boolean> {
  const target = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  for (;;) {
    const table = await Deno.readTextFile("/proc/net/tcp");
    const hanging = table.split("\n").some((line) => {
      const [, , remote, state] = line.trim().split(/\s+/);
      return remote === target && state === "02";
    });
    if (hanging) return true;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

Deno.test("aborting the signal while connecting cancels the call", async () => {
  const connected = Promise.withResolvers<void>();
  await using server = await tcp((socket) => socket.once("data", () => connected.resolve()));
  const controller = new AbortController();
  const channel = openTestChannel(server.endpoint, {});
  const call = assert.rejects(channel.unary(Echo, "", { signal: controller.signal }), {
    kind: "cancelled",
  });
  await connected.promise;
  controller.abort();
  await call;
  channel.close();
});

Deno.test("server certificate of another CA", async () => {
  await using pair = await connect(() => bytes(""));
  const other = await createCa({ organization: "os" }, source());
  assert.equal(
    await failure(pair.endpoint, { ...credentials(await sharedPki()), ca: other.crt }),
    `the certificate of ${pair.endpoint} is not signed by the context's CA; ` +
      "check that context and endpoint belong to the same cluster",
  );
});

Deno.test("server certificate unknown to the system roots", async () => {
  await using pair = await connect(() => bytes(""));
  const { client } = await sharedPki();
  assert.equal(
    await failure(pair.endpoint, { crt: client.crt, key: client.key }),
    `the certificate of ${pair.endpoint} is not signed by a CA that this system trusts; ` +
      "add the cluster's CA to the context",
  );
});

Deno.test("expired server certificate: the error contains the date", async () => {
  const pki = await sharedPki();
  const server = await serverCertificate(pki.ca, undefined, -5 * HOUR);
  await using pair = await connect(() => bytes(""), { pki: { ...pki, server } });
  assert.match(
    await failure(pair.endpoint, credentials(pki)),
    new RegExp(
      `^the certificate of ${pair.endpoint} expired on \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC; ` +
        "check the clocks of the node and of this machine$",
    ),
  );
});

Deno.test("server certificate not valid yet: the error contains the date", async () => {
  const pki = await sharedPki();
  const server = await serverCertificate(pki.ca, undefined, 5 * HOUR);
  await using pair = await connect(() => bytes(""), { pki: { ...pki, server } });
  assert.match(
    await failure(pair.endpoint, credentials(pki)),
    new RegExp(`^the certificate of ${pair.endpoint} is not valid before \\d{4}-.* UTC; check the`),
  );
});

Deno.test("server certificate without serverAuth: the error does not blame the CA", async () => {
  const pki = await sharedPki();
  await using pair = await connect(() => bytes(""), { pki: { ...pki, server: pki.client } });
  assert.equal(
    await failure(pair.endpoint, credentials(pki)),
    `the certificate of ${pair.endpoint} is signed by the context's CA but not valid for servers; ` +
      "issue a node certificate with the extended key usage serverAuth",
  );
  const other = await createCa({ organization: "os" }, source());
  assert.match(
    await failure(pair.endpoint, { ...credentials(pki), ca: other.crt }),
    /is not signed by the context's CA; /,
  );
});

Deno.test("host mismatch: the error lists the subject alternative names", async () => {
  const pki = await sharedPki();
  const server = await serverCertificate(pki.ca, { ips: ["10.5.0.2"], dnsNames: ["node-1"] });
  await using pair = await connect(() => bytes(""), { pki: { ...pki, server } });
  assert.equal(
    await failure(pair.endpoint, credentials(pki)),
    `the certificate of ${pair.endpoint} is for node-1, 10.5.0.2, not for "127.0.0.1"; ` +
      "use one of these names as endpoint",
  );
});

Deno.test("host mismatch: the common name is ignored", async () => {
  const pki = await sharedPki();
  const server = await serverCertificate(pki.ca, {});
  await using pair = await connect(() => bytes(""), { pki: { ...pki, server } });
  assert.match(
    await failure(pair.endpoint, credentials(pki)),
    new RegExp(`^the certificate of ${pair.endpoint} has no subject alternative name`),
  );
});

Deno.test("missing client certificate", async () => {
  await using pair = await connect(() => bytes(""));
  const { ca } = await sharedPki();
  assert.equal(
    await failure(pair.endpoint, { ca: ca.crt }),
    `${pair.endpoint} requires a client certificate, and the context has none; ` +
      "add crt and key to the context",
  );
});

Deno.test("client certificate of another CA", async () => {
  await using pair = await connect(() => bytes(""));
  const { ca } = await sharedPki();
  const other = await makePki();
  assert.equal(
    await failure(pair.endpoint, { ...credentials(other), ca: ca.crt }),
    `${pair.endpoint} closed the connection after the TLS handshake; ` +
      "check that context and endpoint belong to the same cluster",
  );
});

/** Runs a test with a TLS server that closes each connection after the handshake. */
async function withClosingServer(
  body: (endpoint: string) => Promise<void>,
): Promise<void> {
  const { server: { crt: cert, key } } = await sharedPki();
  const options = { cert, key: toPkcs8Label(key), ALPNProtocols: ["h2"] };
  const server = createTlsServer(options, (socket) => {
    socket.on("error", () => {}); // the client resets the connection
    socket.resume(); // the runtime completes the handshake only for a reader
    setTimeout(() => socket.destroy(), 100);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`127.0.0.1:${(server.address() as { port: number }).port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

Deno.test("a server that closes without an alert: the error does not name the client certificate", async () => {
  const pki = await sharedPki();
  await withClosingServer(async (endpoint) => {
    const message = `${endpoint} closed the connection after the TLS handshake; check that `;
    const cases: [TlsSettings, hint: string][] = [
      [credentials(pki), "context and endpoint belong to the same cluster"],
      [{ ca: pki.ca.crt }, "the port belongs to the node API"],
      [{ insecure: true }, "the port belongs to the node API"],
    ];
    for (const [tls, hint] of cases) assert.equal(await failure(endpoint, tls), message + hint);
  });
});

Deno.test("probeAlert() presents the client certificate to verified servers only", async () => {
  const [pki, other] = [await sharedPki(), await makePki()];
  const presented: boolean[] = [];
  const { crt: cert, key } = pki.server;
  const options = { cert, key: toPkcs8Label(key), requestCert: true, rejectUnauthorized: false };
  const server = createTlsServer(options, (socket) => {
    socket.on("error", () => {}); // the client closes the connection
    presented.push(socket.getPeerCertificate()?.raw !== undefined);
    socket.resume();
    setTimeout(() => socket.destroy(), 100);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const target = {
    endpoint: `127.0.0.1:${port}`,
    address: { host: "127.0.0.1", port, ip: true },
    clock: wallClock,
    proxy: undefined,
    signal: new AbortController().signal,
  };
  await probeAlert({ ...target, tls: { ...credentials(pki), ca: other.ca.crt } });
  assert.ok(!presented.includes(true));
  await probeAlert({ ...target, tls: { ...credentials(pki), insecure: true } });
  assert.ok(!presented.includes(true));
  await probeAlert({ ...target, tls: credentials(pki) });
  assert.ok(presented.includes(true));
  await new Promise((resolve) => server.close(resolve));
});

Deno.test("expired client certificate: the error contains the date", async () => {
  await using pair = await connect(() => bytes(""));
  const { ca } = await sharedPki();
  const expired = await issueClientCertificate(
    ca,
    { roles: ["os:admin"], ttl: HOUR },
    source(-2 * HOUR),
  );
  assert.match(
    await failure(pair.endpoint, { ca: ca.crt, crt: expired.crt, key: expired.key }),
    new RegExp(
      `^${pair.endpoint} did not accept the client certificate, expired on \\d{4}-.* UTC; ` +
        "create a new client configuration for the cluster$",
    ),
  );
});

Deno.test("invalid credentials are an input error", async () => {
  const pki = await sharedPki();
  const other = await makePki();
  const right = credentials(pki);
  const cases: [TlsSettings, string][] = [
    [
      { ...right, key: other.client.key },
      "the client key does not match the client certificate",
    ],
    [{ ...right, key: "rubbish" }, "invalid client key"],
    [{ ...right, crt: "rubbish" }, "invalid client certificate"],
    [{ ...right, ca: "rubbish" }, "invalid CA certificate"],
    [{ crt: pki.client.crt }, "client certificate without client key"],
    [{ key: pki.client.key }, "client key without client certificate"],
  ];
  for (const [tls, message] of cases) {
    const channel = openTestChannel("127.0.0.1:1", tls);
    await assert.rejects(channel.unary(Echo, ""), { kind: "input", message });
    channel.close();
  }
});

const NOT_TLS = "does not speak TLS; check that the port belongs to the node API";

Deno.test("plain HTTP: not TLS", async () => {
  await using server = await tcp((socket) =>
    socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
  );
  assert.equal(await failure(server.endpoint, {}), `${server.endpoint} ${NOT_TLS}`);
});

Deno.test("SSH: not TLS", async () => {
  await using server = await tcp((socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n"));
  assert.equal(await failure(server.endpoint, {}), `${server.endpoint} ${NOT_TLS}`);
});

Deno.test("a server limited to TLS 1.1: the error names the version", async () => {
  // A fatal alert (21, version 1.1): protocol_version (70).
  const alert = new Uint8Array([21, 3, 2, 0, 2, 2, 70]);
  await using server = await tcp((socket) => socket.once("data", () => socket.end(alert)));
  assert.equal(
    await failure(server.endpoint, {}),
    `${server.endpoint} supports TLS 1.1 at most; TLS 1.2 or later is required; ` +
      "check that the port belongs to the node API",
  );
});

Deno.test("a connection closed during the handshake", async () => {
  await using server = await tcp((socket) => socket.once("data", () => socket.destroy()));
  assert.match(
    await failure(server.endpoint, {}),
    new RegExp(`^${server.endpoint} closed the connection during the TLS handshake; `),
  );
});

/** A TLS server that passes each connection to `answer`. */
async function tls(answer: (socket: TLSSocket) => void, options: TlsOptions = {}) {
  const { server } = await sharedPki();
  const { crt: cert, key } = server;
  const open = new Set<TLSSocket>();
  const listener = createTlsServer({ cert, key: toPkcs8Label(key), ...options }, (socket) => {
    open.add(socket);
    socket.on("error", () => {});
    answer(socket);
  });
  listener.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    endpoint: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

const NOT_HTTP2 = "speaks TLS but not HTTP/2; check that the port belongs to the node API";

Deno.test("a server that negotiates only HTTP/1.1: not HTTP/2", async () => {
  const { ca } = await sharedPki();
  await using server = await tls(() => {}, { ALPNProtocols: ["http/1.1"] });
  assert.equal(await failure(server.endpoint, { ca: ca.crt }), `${server.endpoint} ${NOT_HTTP2}`);
});

for (
  const [name, answer] of [
    ["HTTP/1.1", ["HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"]],
    ["HTTP/1.1, a byte at a time", [..."HTTP/1.1 400 Bad Request\r\n\r\n"]],
    ["SMTP", ["220 mail.example.org ESMTP\r\n"]],
    ["two bytes, then text", ["\0\0", "\0no frame"]],
  ] as const
) {
  Deno.test(`a server without ALPN that answers ${name}: not HTTP/2`, async () => {
    const { ca } = await sharedPki();
    await using server = await tls(async (socket) => {
      for (const text of answer) {
        socket.write(text);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      socket.end();
    });
    assert.equal(await failure(server.endpoint, { ca: ca.crt }), `${server.endpoint} ${NOT_HTTP2}`);
  });
}

Deno.test("a server without ALPN that sends nothing: the connection times out", async () => {
  const { ca } = await sharedPki();
  const clock = new FakeClock();
  await using server = await tls(() => clock.advance(5000));
  assert.equal(
    await failure(server.endpoint, { ca: ca.crt }, { clock, connectTimeoutMs: 5000 }),
    `${server.endpoint} accepted the connection but sent nothing within 5s; ` +
      "check that the port belongs to the node API",
  );
});

for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
  Deno.test(`a node:http2 server without ALPN answers, ${maxVersion}`, async () => {
    const { ca } = await sharedPki();
    const sessions: ServerHttp2Session[] = [];
    await using server = await tls((socket) => {
      const session = performServerHandshake(socket);
      sessions.push(session);
      session.on("stream", (stream) => {
        stream.respond({ ":status": 200, "content-type": "application/grpc" }, {
          waitForTrailers: true,
        });
        stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
        stream.end(new Uint8Array([0, 0, 0, 0, 5, ...bytes("hello")]));
      });
    }, { maxVersion });
    const channel = openTestChannel(server.endpoint, { ca: ca.crt });
    assert.equal(await channel.unary(Echo, ""), "hello");
    channel.close();
    for (const session of sessions) session.destroy();
  });
}

for (const alpn of [false, true]) {
  Deno.test(`mutual TLS ${alpn ? "with" : "without"} ALPN: calls, and a resumed session`, async () => {
    const pki = await sharedPki();
    await using pair = await connect((call) => bytes(call.path), { pki, server: { alpn } });
    assert.equal(await pair.channel.unary(Echo, ""), Echo.path);
    const second = openTestChannel(pair.endpoint, credentials(pki));
    assert.equal(await second.unary(Echo, ""), Echo.path);
    second.close();
  });

  Deno.test(`the server negotiates ${alpn ? "HTTP/2" : "no protocol"} when alpn is ${alpn}`, async () => {
    const pki = await sharedPki();
    await using pair = await connect(() => bytes(""), { pki, server: { alpn } });
    const { ca, client } = pki;
    const socket = connectTls({
      host: "127.0.0.1",
      port: pair.port,
      ca: ca.crt,
      cert: client.crt,
      key: toPkcs8Label(client.key),
      ALPNProtocols: ["h2"],
    });
    await new Promise((resolve, reject) =>
      socket.once("secureConnect", resolve).once("error", reject)
    );
    assert.equal(socket.alpnProtocol, alpn ? "h2" : false);
    socket.destroy();
  });
}

Deno.test("an expired certificate of a server without ALPN: the error names the date", async () => {
  const { ca } = await sharedPki();
  const expired = await serverCertificate(ca, { ips: ["127.0.0.1"] }, -3 * HOUR);
  const server = { cert: expired.crt, key: expired.key, alpn: false };
  await using pair = await connect(() => bytes(""), { server });
  assert.match(
    await failure(pair.endpoint, { ca: ca.crt }),
    new RegExp(`^the certificate of ${pair.endpoint} expired on `),
  );
});

Deno.test("maintenance mode verifies no CA and sends no client certificate", async () => {
  const { server } = await sharedPki();
  let certificate: Uint8Array | undefined = bytes("unset");
  const maintenance = createServer({ cert: server.crt, key: server.key }, (call) => {
    certificate = call.peer.certificate;
    return bytes("hello");
  });
  const { port } = await maintenance.listen("127.0.0.1", 0);
  const { base64: right } = await computeSpkiFingerprint(server.crt);
  for (const fingerprints of [[], [right], ["AAAA", right]]) {
    const channel = openTestChannel(`127.0.0.1:${port}`, { insecure: true, fingerprints });
    assert.equal(await channel.unary(Echo, ""), "hello");
    assert.equal(certificate, undefined);
    channel.close();
  }
  assert.equal(
    await failure(`127.0.0.1:${port}`, { insecure: true, fingerprints: ["AAAA"] }),
    `the certificate of 127.0.0.1:${port} has the fingerprint ${right}, which matches no accepted ` +
      "fingerprint; compare it with the one the node shows on its console",
  );
  await maintenance.stop("immediate");
});

Deno.test("a session begun without a certificate is not resumed with a server that requires one", async () => {
  const pki = await sharedPki();
  const { cert, key } = { cert: pki.server.crt, key: pki.server.key };
  const open = createServer({ cert, key }, () => bytes("open"));
  const strict = createServer({ cert, key, clientCa: pki.ca.crt }, () => bytes("strict"));
  const ports = [await open.listen("127.0.0.1", 0), await strict.listen("127.0.0.1", 0)];
  const [first, second] = ports.map(({ port }) => `127.0.0.1:${port}`);
  assert.ok(first !== undefined && second !== undefined);
  for (const tls of [{ insecure: true }, { ca: pki.ca.crt }]) {
    const channel = openTestChannel(first, tls);
    assert.equal(await channel.unary(Echo, ""), "open");
    channel.close();
    assert.match(await failure(second, tls), /requires a client certificate/);
  }
  await open.stop("immediate");
  await strict.stop("immediate");
});

Deno.test("a session begun with one authority's certificate is not resumed with another's server", async () => {
  const [here, there] = [await sharedPki(), await makePki()];
  const { crt: cert, key } = here.server;
  const one = createServer({ cert, key, clientCa: here.ca.crt }, () => bytes("one"));
  const two = createServer({ cert, key, clientCa: there.ca.crt }, () => bytes("two"));
  const ports = [await one.listen("127.0.0.1", 0), await two.listen("127.0.0.1", 0)];
  const [first, second] = ports.map(({ port }) => `127.0.0.1:${port}`);
  assert.ok(first !== undefined && second !== undefined);
  const channel = openTestChannel(first, credentials(here));
  assert.equal(await channel.unary(Echo, ""), "one");
  channel.close();
  assert.match(await failure(second, credentials(here)), /closed the connection after the TLS/);
  await one.stop("immediate");
  await two.stop("immediate");
});

Deno.test("a resumed session is rejected once the server's certificate has expired", async () => {
  const { ca } = await sharedPki();
  const address = { host: "127.0.0.1", port: 1, ip: true };
  const expired = await serverCertificate(ca, undefined, -5 * HOUR);
  const { raw } = new X509Certificate(expired.crt);
  const resumed = (raw: Uint8Array) => ({
    getPeerCertificate: () => ({ raw }) as DetailedPeerCertificate,
    isSessionReused: () => true,
    alpnProtocol: "h2",
  });
  const pinned = { ca: ca.crt };
  assert.throws(() => checkPeer(resumed(raw), pinned, address), { reason: "validity" });
  const valid = new X509Certificate((await serverCertificate(ca)).crt).raw;
  checkPeer(resumed(valid), pinned, address);
  // Maintenance mode accepts expired certificates in a full handshake too, but no other key.
  checkPeer(resumed(raw), { insecure: true }, address);
  const { base64: fingerprint } = await computeSpkiFingerprint(expired.crt);
  checkPeer(resumed(raw), { insecure: true, fingerprints: [fingerprint] }, address);
  assert.throws(
    () => checkPeer(resumed(valid), { insecure: true, fingerprints: [fingerprint] }, address),
    { reason: "fingerprint" },
  );
});

test("a server rejects the resumption of a session whose client certificate has expired", async () => {
  const pki = await sharedPki();
  const folder = await Deno.makeTempDir();
  let admitted = 0;
  await using pair = await connect(() => bytes(""), { server: { admit: () => ++admitted > 0 } });
  const now = Date.now;
  try {
    await Deno.writeTextFile(`${folder}/crt`, pki.client.crt);
    await Deno.writeTextFile(`${folder}/key`, toPkcs8Label(pki.client.key), { mode: 0o600 });
    const handshake = async (...session: string[]) => {
      const files = ["-cert", `${folder}/crt`, "-key", `${folder}/key`];
      const { stdout } = await new Deno.Command("openssl", {
        args: ["s_client", "-connect", pair.endpoint, "-alpn", "h2", "-tls1_2", ...files]
          .concat(session),
        stdin: "null",
        stderr: "null",
      }).output();
      return /^(?:New|Reused)/m.exec(new TextDecoder("latin1").decode(stdout))?.[0];
    };
    assert.equal(await handshake("-sess_out", `${folder}/session`), "New");
    assert.equal(await handshake("-sess_in", `${folder}/session`), "Reused");
    assert.equal(admitted, 2);
    Date.now = () => now() + 3 * HOUR;
    assert.equal(await handshake("-sess_in", `${folder}/session`), "Reused");
    assert.equal(admitted, 2);
  } finally {
    Date.now = now;
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("maintenance mode against a configured node: the hint names --insecure", async () => {
  await using pair = await connect(() => bytes(""));
  assert.equal(
    await failure(pair.endpoint, { insecure: true }),
    `${pair.endpoint} requires a client certificate: it is not in maintenance mode; ` +
      "omit --insecure",
  );
});

Deno.test("a server can reject connections before any call", async () => {
  await using pair = await connect(() => assert.fail("was called"), {
    server: { admit: ({ address }) => address !== "127.0.0.1" },
  });
  await assert.rejects(pair.channel.unary(Echo, ""), { kind: "connection" });
});

Deno.test("malformed endpoints are rejected", () => {
  for (const endpoint of ["", "host", "host:", "host:0", "host:70000", "::1:50000", "[host]:1"]) {
    assert.throws(() => openTestChannel(endpoint, {}), {
      kind: "input",
      message: `"${endpoint}" is not a valid endpoint`,
    });
  }
});

Deno.test("failed connections release their read buffers", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const tls = credentials(await sharedPki());
  const options: ChannelOptions = { denoTls: false };
  const refuse = () => failure(`127.0.0.1:${port}`, tls, options);
  assert.match(await refuse(), /refused/);
  const before = Deno.memoryUsage().external;
  for (let count = 0; count < 100; count++) await refuse();
  const grown = Deno.memoryUsage().external - before;
  // The runtime retained 256 KiB of each one.
  assert.ok(grown < 8 * 1024 * 1024, `${grown} bytes`);
});
