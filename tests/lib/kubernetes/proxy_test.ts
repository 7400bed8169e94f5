import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { NODES } from "../../../lib/kubernetes/mod.ts";
import { createClient, listen, sendJson, withApiServer } from "./api_server.ts";

const NODE = { metadata: { name: "a" } };

/** Runs a test with an HTTP proxy that records its targets and sends all of them to `port`. */
async function withHttpProxy(
  port: number,
  test: (proxy: { url: string; targets: string[] }) => Promise<void>,
): Promise<void> {
  const targets: string[] = [];
  const sockets: Socket[] = [];
  const server: Server = createServer();
  server.on("connect", (request, socket: Socket) => {
    targets.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket);
      socket.pipe(upstream);
    });
    sockets.push(socket, upstream);
    for (const one of [socket, upstream]) one.on("error", () => {});
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  try {
    await test({ url, targets });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

Deno.test("requests use the proxy of the cluster, with its credentials", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings, port }) => {
    await withHttpProxy(port, async ({ url, targets }) => {
      const proxy = new URL(url.replace("//", "//user:p%40ss@"));
      using client = createClient({ ...settings, proxy });
      await client.get(NODES, { name: "a" });
      deepStrictEqual(targets, [`127.0.0.1:${port} Basic ${btoa("user:p@ss")}`]);
    });
  });
});

Deno.test("requests use HTTPS_PROXY except for hosts in NO_PROXY", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings, port }) => {
    await withHttpProxy(port, async ({ url, targets }) => {
      const env = { HTTPS_PROXY: url };
      // Only the proxy resolves this name.
      const server = new URL(`https://api.invalid:${port}`);
      using client = createClient({ ...settings, server }, { env });
      await client.get(NODES, { name: "a" });
      deepStrictEqual(targets, [`api.invalid:${port}`]);
      using direct = createClient(
        { ...settings, server },
        { env: { ...env, NO_PROXY: ".invalid" } },
      );
      await rejects(direct.get(NODES, { name: "a" }), {
        message: /: the host name does not resolve$/,
      });
      strictEqual(targets.length, 1);
    });
  }, { dnsNames: ["api.invalid"] });
});

Deno.test("an unreachable proxy is named, without its password", async () => {
  await withApiServer(() => {}, async ({ settings }) => {
    const proxy = new URL("http://user:secret@127.0.0.1:9");
    using client = createClient({ ...settings, proxy });
    await rejects(client.get(NODES, { name: "a" }), {
      message: /: proxy 127\.0\.0\.1:9: connection refused$/,
    });
  });
});

/** Runs a test with a SOCKS5 proxy, which records user and target. */
async function withSocksProxy(
  port: number,
  { reply = 0 }: { reply?: number },
  test: (proxy: { port: number; log: string[] }) => Promise<void>,
): Promise<void> {
  const log: string[] = [];
  const sockets: Socket[] = [];
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    let step = 0;
    socket.on("data", (data: Uint8Array) => {
      if (step === 0) {
        const method = data[2]!;
        step = method === 2 ? 1 : 2;
        socket.write(Uint8Array.of(5, method));
      } else if (step === 1) {
        const length = data[1]!;
        log.push(`${text(data.subarray(2, 2 + length))} ${text(data.subarray(3 + length))}`);
        step = 2;
        socket.write(Uint8Array.of(1, 0));
      } else if (step === 2) {
        const isName = data[3] === 3;
        const start = isName ? 5 : 4;
        const end = data.length - 2;
        const host = data.subarray(start, end);
        log.push(`${isName ? text(host) : host.join(".")}:${data[end]! * 256 + data[end + 1]!}`);
        step = 3;
        socket.write(Uint8Array.of(5, reply, 0, 1, 127, 0, 0, 1, 0, 0));
        if (reply !== 0) return;
        socket.removeAllListeners("data");
        const upstream = connect(port, "127.0.0.1");
        upstream.on("error", () => {});
        sockets.push(upstream);
        upstream.pipe(socket);
        socket.pipe(upstream);
      }
    });
  });
  const own = await listen(server);
  try {
    await test({ port: own, log });
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

Deno.test("requests use a SOCKS5 proxy, which resolves the host", async () => {
  await withApiServer((_, response) => sendJson(response, NODE), async ({ settings, port }) => {
    await withSocksProxy(port, {}, async ({ port: proxyPort, log }) => {
      const server = new URL(`https://api.invalid:${port}`);
      const proxy = new URL(`socks5://user:pass@127.0.0.1:${proxyPort}`);
      using client = createClient({ ...settings, server, proxy });
      await client.get(NODES, { name: "a" });
      using byAddress = createClient({ ...settings, proxy });
      await byAddress.get(NODES, { name: "a" });
      deepStrictEqual(log, [
        "user pass",
        `api.invalid:${port}`,
        "user pass",
        `127.0.0.1:${port}`,
      ]);
    });
  }, { dnsNames: ["api.invalid"] });
});

Deno.test("the refusal of a SOCKS5 proxy is reported", async () => {
  await withApiServer(() => {}, async ({ settings, port }) => {
    await withSocksProxy(port, { reply: 5 }, async ({ port: proxyPort }) => {
      const proxy = new URL(`socks5://127.0.0.1:${proxyPort}`);
      using client = createClient({ ...settings, proxy });
      await rejects(client.get(NODES, { name: "a" }), { message: /: connection refused$/ });
    });
  });
});
