/**
 * h2spec, a conformance suite for HTTP/2 servers, against this project's server. Runs where
 * `OSCTL_H2SPEC` names its executable; `deno task witness` installs it.
 */
import assert from "node:assert/strict";
import { createServer as createTcpServer, type Socket } from "node:net";
import { Connection } from "../../lib/rpc/http2/connection.ts";
import type { Stream } from "../../lib/rpc/http2/stream.ts";
import { createServer } from "../../lib/rpc/server.ts";
import { makePki } from "../lib/rpc/peers.ts";

const h2spec = Deno.env.get("OSCTL_H2SPEC");
const skipped = " (skipped: OSCTL_H2SPEC is not set; run deno task witness)";
const titled = (name: string) => h2spec === undefined ? name + skipped : name;

/** Outcome of one run: counts, and the titles of the cases that did not pass. */
interface Report {
  passed: number;
  skipped: string[];
  failed: string[];
}

async function runH2spec(port: number, ...flags: string[]): Promise<Report> {
  const folder = await Deno.makeTempDir();
  try {
    const report = `${folder}/report.xml`;
    // The default of 2 s fails cases on a busy machine.
    const args = ["--strict", "--timeout", "5", "--junit-report", report, "--port", `${port}`];
    const command = new Deno.Command(h2spec!, { args: [...args, ...flags], stdin: "null" });
    const { stderr } = await command.output();
    const xml = await Deno.readTextFile(report).catch((cause) => {
      throw new Error(`h2spec wrote no report: ${new TextDecoder().decode(stderr)}`, { cause });
    });
    return parseReport(xml);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function parseReport(xml: string): Report {
  const report: Report = { passed: 0, skipped: [], failed: [] };
  const cases = xml.matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g);
  for (const [, attributes = "", body = ""] of cases) {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    const title = `${read("package")}: ${read("classname")}`.replaceAll("&#34;", '"');
    if (body.includes("<skipped")) report.skipped.push(title);
    else if (/<(failure|error)/.test(body)) report.failed.push(title);
    else report.passed++;
  }
  return report;
}

/** Responds with a body to a complete request. */
function respond(stream: Stream): void {
  stream.receiver = {
    headers: () => {},
    data: () => stream.replenish(),
    end: () => {
      stream.sendHeaders([[":status", "200"]], false);
      // The peer may end the connection first, as many cases do.
      stream.send([new TextEncoder().encode("hello")], true).catch(() => {});
    },
    closed: () => {},
  };
}

Deno.test({
  name: titled("h2spec passes all 146 cases against the HTTP/2 layer"),
  ignore: h2spec === undefined,
  async fn() {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      new Connection(socket, {
        role: "server",
        streamWindow: 65_535,
        connectionWindow: 65_535,
        receiveBudget: 1_000_000,
        frameSize: 16_384,
        headerLimit: 64 * 1024,
        maxStreams: 100,
        onStream: respond,
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as { port: number };
      assert.deepEqual(await runH2spec(port), { passed: 146, skipped: [], failed: [] });
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  },
});

/**
 * Cases that need more than the gRPC server answers to requests that are not gRPC, all GET: a
 * response with a body, several DATA frames, or a limit below the 256 KiB frames it announces.
 */
const NOT_GRPC: Report = {
  passed: 139,
  skipped: [
    "http2/6.5.3: Sends multiple values of SETTINGS_INITIAL_WINDOW_SIZE",
    "http2/6.9.1: Sends SETTINGS frame to set the initial window size to 1 and sends HEADERS frame",
    "http2/6.9.2: Changes SETTINGS_INITIAL_WINDOW_SIZE after sending HEADERS frame",
    "http2/6.9.2: Sends a SETTINGS frame for window size to be negative",
  ],
  failed: [
    "generic/2: Sends a WINDOW_UPDATE frame on half-closed (remote) stream",
    "generic/2: Sends a PRIORITY frame on half-closed (remote) stream",
    "http2/4.2: Sends a large size HEADERS frame that exceeds the SETTINGS_MAX_FRAME_SIZE",
  ],
};

Deno.test({
  name: titled("h2spec passes 139 of 146 cases against the gRPC server, which has no plain body"),
  ignore: h2spec === undefined,
  async fn() {
    const pki = await makePki("ecdsa");
    const server = createServer(
      { cert: pki.server.crt, key: pki.server.key },
      () => Promise.reject(new Error("no request of h2spec is a call")),
    );
    const { port } = await server.listen("127.0.0.1", 0);
    try {
      assert.deepEqual(await runH2spec(port, "--tls", "--insecure"), NOT_GRPC);
    } finally {
      await server.stop("immediate");
    }
  },
});
