import assert from "node:assert/strict";
import { connect as connectTcp, createServer as createTcpServer, type Socket } from "node:net";
import { proxyFor } from "../../../lib/rpc/mod.ts";
import { dial } from "../../../lib/rpc/dial.ts";
import { describeDialError } from "../../../lib/rpc/describe_dial_error.ts";
import { DialError } from "../../../lib/rpc/dial_error.ts";
import { parseEndpoint } from "../../../lib/rpc/endpoint.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { wallClock } from "../../helpers/fake_system.ts";
import { bytes, connect, credentials, method, openTestChannel, sharedPki } from "./peers.ts";

const Echo = method("/test.Echo/Say");

const environment = (variables: Record<string, string>) => ({
  get: (name: string) => variables[name],
});

/** A proxy that answers CONNECT with `status` and, if that is 200, connects. */
async function startProxy(status: string) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    return socket;
  };
  const server = createTcpServer((client) => {
    keep(client).once("data", (data: Uint8Array) => {
      const request = new TextDecoder().decode(data);
      requests.push(request);
      const target = /^CONNECT \S+:(\d+) /.exec(request)?.[1];
      if (!status.startsWith("200")) {
        client.end(`${status.startsWith("5") ? "HTTP/1.1 " : ""}${status}\r\n\r\n`);
        return;
      }
      const upstream = keep(connectTcp(Number(target), "127.0.0.1"));
      upstream.once("connect", () => {
        client.write(`HTTP/1.1 ${status}\r\nVia: test\r\n\r\n`);
        client.pipe(upstream).pipe(client);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    requests,
    port: address.port,
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

Deno.test("calls use the proxy of the environment, which resolves the host", async () => {
  await using proxy = await startProxy("200 Connection established");
  const pki = await sharedPki();
  const { serverCertificate } = await import("./peers.ts");
  const server = await serverCertificate(pki.ca, { dnsNames: ["node.invalid"] });
  await using pair = await connect(() => bytes("hello"), { pki: { ...pki, server } });
  const endpoint = `node.invalid:${pair.port}`;
  const env = environment({ https_proxy: `http://user:p%40ss@${proxy.host}` });
  const channel = openTestChannel(endpoint, credentials(pki), { env });
  assert.equal(await channel.unary(Echo, ""), "hello");
  channel.close();
  assert.deepEqual(proxy.requests, [
    `CONNECT ${endpoint} HTTP/1.1\r\nHost: ${endpoint}\r\n` +
    `Proxy-Authorization: Basic ${btoa("user:p@ss")}\r\n\r\n`,
  ]);
});

Deno.test("loopback addresses bypass the proxy", async () => {
  await using pair = await connect(() => bytes("hello"));
  const env = environment({ HTTPS_PROXY: "http://127.0.0.1:1" });
  const channel = openTestChannel(pair.endpoint, credentials(await sharedPki()), { env });
  assert.equal(await channel.unary(Echo, ""), "hello");
  channel.close();
});

Deno.test("the hint of a late connection names DNS or the proxy, where they may be late", async () => {
  const proxy = new URL("http://10.0.0.9:3128");
  const rest = ", or set OSCTL_CONNECT_TIMEOUT to wait longer";
  for (
    const [address, phase, hint] of [
      ["cp1.example.com", "connect", 'check that DNS resolves "cp1.example.com" and the network'],
      ["10.0.0.2", "connect", "check the address and the network"],
      ["10.0.0.2", "proxy", "check HTTPS_PROXY, or add the endpoint to NO_PROXY"],
    ] as const
  ) {
    const endpoint = `${address}:50000`;
    const error = await describeDialError(new DialError("timeout"), {
      endpoint,
      address: parseEndpoint(endpoint),
      tls: {},
      phase,
      connectTimeoutMs: 10_000,
      clock: wallClock,
      proxy,
      signal: new AbortController().signal,
    });
    assert.ok(error instanceof OsctlError);
    assert.equal(error.hint, `${hint}${rest}`);
  }
});

Deno.test("the hint of a link-local address without interface names it", async () => {
  for (
    const [host, hint] of [
      ["fe80::1", "add the interface of the link-local address, such as [fe80::1%eth0]"],
      ["fe80::1%nosuch0", 'check that this machine has the interface "nosuch0"'],
    ] as const
  ) {
    const error = await dial(`[${host}]:50000`, {}, {
      connectTimeoutMs: 10_000,
      clock: wallClock,
      proxy: undefined,
      signal: new AbortController().signal,
    }).then(() => assert.fail(), (error) => error);
    assert.equal(error.hint, hint);
    assert.doesNotMatch(error.message, /undefined/);
  }
});

/** Returns the message of a failed connection through a proxy. */
async function failure(proxy: string): Promise<string> {
  const attempt = dial("node.invalid:50000", {}, {
    connectTimeoutMs: 10_000,
    clock: wallClock,
    proxy: new URL(proxy),
    signal: new AbortController().signal,
  });
  const error = await attempt.then(() => assert.fail(), (error) => error);
  assert.ok(error instanceof OsctlError);
  assert.equal(error.kind, "connection");
  assert.equal(error.hint, "check HTTPS_PROXY, or add the endpoint to NO_PROXY");
  return error.message;
}

Deno.test("the error of a proxy that refuses contains its status", async () => {
  await using proxy = await startProxy("502 Bad Gateway");
  assert.equal(
    await failure(`http://${proxy.host}`),
    `proxy ${proxy.host} refused to connect to node.invalid:50000: 502 Bad Gateway`,
  );
});

Deno.test("a server that is not a proxy is reported", async () => {
  await using proxy = await startProxy("SSH-2.0-OpenSSH");
  assert.match(
    await failure(`http://${proxy.host}`),
    new RegExp(`^proxy ${proxy.host} failed to connect to node\\.invalid:50000: `),
  );
});

Deno.test("an unreachable proxy is named in the error", async () => {
  const proxy = await startProxy("200 OK");
  await proxy[Symbol.asyncDispose]();
  const prefix = (host: string) => `cannot connect to proxy ${host} for node.invalid:50000: `;
  assert.equal(
    await failure(`http://${proxy.host}`),
    `${prefix(proxy.host)}it refused the connection`,
  );
  assert.equal(
    await failure("http://proxy.invalid:3128"),
    `${prefix("proxy.invalid:3128")}its name does not resolve`,
  );
});

Deno.test("the proxy is chosen by HTTPS_PROXY and NO_PROXY, in either case", () => {
  const proxy = "http://proxy:3128";
  const cases: [endpoint: string, variables: Record<string, string>, through: boolean][] = [
    ["10.0.0.2:50000", {}, false],
    ["10.0.0.2:50000", { HTTPS_PROXY: proxy }, true],
    ["10.0.0.2:50000", { https_proxy: proxy }, true],
    ["10.0.0.2:50000", { https_proxy: "proxy:3128" }, true],
    ["10.0.0.2:50000", { HTTPS_PROXY: "", https_proxy: proxy }, true],
    ["10.0.0.2:50000", { HTTP_PROXY: proxy, http_proxy: proxy }, false],
    ["127.0.0.1:50000", { HTTPS_PROXY: proxy }, false],
    ["127.9.9.9:50000", { HTTPS_PROXY: proxy }, false],
    ["[::1]:50000", { HTTPS_PROXY: proxy }, false],
    ["localhost:50000", { HTTPS_PROXY: proxy }, false],
    ["10.0.0.2:50000", { HTTPS_PROXY: proxy, NO_PROXY: "10.0.0.2" }, false],
    ["10.0.0.2:50000", { HTTPS_PROXY: proxy, no_proxy: "10.0.0.0/24" }, false],
    ["10.0.1.2:50000", { HTTPS_PROXY: proxy, no_proxy: "10.0.0.0/24" }, true],
    ["10.0.0.2:50000", { HTTPS_PROXY: proxy, NO_PROXY: "*" }, false],
    ["10.0.0.2:50000", { HTTPS_PROXY: proxy, NO_PROXY: "10.0.0.2:443" }, true],
    ["10.0.0.2:443", { HTTPS_PROXY: proxy, NO_PROXY: "10.0.0.2:443" }, false],
    ["[fd00::2]:50000", { HTTPS_PROXY: proxy, NO_PROXY: "fd00::/8" }, false],
    ["[fd00::2]:50000", { HTTPS_PROXY: proxy, NO_PROXY: "fd00:0::2" }, false],
    ["[fd00::2]:50000", { HTTPS_PROXY: proxy, NO_PROXY: "[fd00::2]:50000" }, false],
    ["node.lan:50000", { HTTPS_PROXY: proxy, NO_PROXY: "other, lan" }, false],
    ["node.lan:50000", { HTTPS_PROXY: proxy, NO_PROXY: ".lan" }, false],
    ["node.LAN:50000", { HTTPS_PROXY: proxy, NO_PROXY: "*.Lan" }, false],
    ["lan:50000", { HTTPS_PROXY: proxy, NO_PROXY: ".lan" }, true],
    ["wlan:50000", { HTTPS_PROXY: proxy, NO_PROXY: "lan" }, true],
  ];
  for (const [endpoint, variables, through] of cases) {
    const chosen = proxyFor(endpoint, environment(variables))?.href;
    const expected = through ? "http://proxy:3128/" : undefined;
    assert.equal(chosen, expected, `${endpoint} ${JSON.stringify(variables)}`);
  }
});

Deno.test("a malformed proxy URL is rejected without its password in the error", () => {
  for (const value of ["ftp://u:secret@proxy:21", "http://", "socks4://u:secret@proxy"]) {
    assert.throws(
      () => proxyFor("10.0.0.2:50000", environment({ HTTPS_PROXY: value })),
      (error: OsctlError) => error.kind === "input" && !error.message.includes("secret"),
    );
  }
});
