/** The program and nodes that flood it: it ends their connections, or ends at a signal. */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { encodeHeaders } from "../../lib/rpc/http2/hpack.ts";
import { makePki, type Pki } from "../lib/rpc/peers.ts";
import { IS_FULL } from "./counts.ts";
import {
  type Flood,
  FloodingNode,
  frame,
  logMessage,
  repeat,
  RESPONSE,
  writeConfig,
} from "./flooding_node.ts";

const [DATA, HEADERS, PRIORITY, SETTINGS] = [0, 1, 2, 4];
const [PING, GOAWAY, WINDOW_UPDATE, CONTINUATION, UNKNOWN] = [6, 7, 8, 9, 0x2a];
const [ACK, END_HEADERS, PADDED] = [1, 4, 8];

/** Bytes of a flood before a signal: more than the buffers of both sockets. */
const PROGRESS = 16 * 1024 * 1024;
/** Limit of each wait, milliseconds; the program needs a second on an idle machine. */
const LIMIT_MS = 120_000;

const INTERIM = encodeHeaders([[":status", "103"]]);
const LONG_FIELD = encodeHeaders([["x-long", "x".repeat(16_000)]]);
const headers = frame(HEADERS, END_HEADERS, 1, RESPONSE);

/** Floods that the program ends: frames without effect, and violations of HTTP/2. */
const ENDED: Record<string, Flood> = {
  pings: { block: repeat(frame(PING, 0, 0, "00".repeat(8))) },
  settings: { block: repeat(frame(SETTINGS, 0, 0)) },
  "empty data": { first: headers, block: repeat(frame(DATA, 0, 1)) },
  "window updates of the connection": { block: repeat(frame(WINDOW_UPDATE, 0, 0, "00000400")) },
  "endless headers": {
    first: frame(HEADERS, 0, 1, RESPONSE),
    block: repeat(frame(CONTINUATION, 0, 1, LONG_FIELD)),
  },
  ...IS_FULL && {
    "window updates of a stream": { block: repeat(frame(WINDOW_UPDATE, 0, 1, "00000400")) },
    "the largest window updates": { block: repeat(frame(WINDOW_UPDATE, 0, 1, "7fffffff")) },
    "answers to pings": { block: repeat(frame(PING, ACK, 0, "00".repeat(8))) },
    "acknowledged settings": { block: repeat(frame(SETTINGS, ACK, 0)) },
    "settings of 16 KiB": { block: repeat(frame(SETTINGS, 0, 0, "000300000100".repeat(2700))) },
    "alternating windows": {
      block: repeat(
        Uint8Array.of(
          ...frame(SETTINGS, 0, 0, "00047fffffff"),
          ...frame(SETTINGS, 0, 0, "000400000000"),
        ),
      ),
    },
    "padding without data": {
      first: headers,
      block: repeat(frame(DATA, PADDED, 1, `ff${"00".repeat(255)}`)),
    },
    "empty continuations": {
      first: frame(HEADERS, 0, 1, RESPONSE),
      block: repeat(frame(CONTINUATION, 0, 1)),
    },
    "interim responses": { block: repeat(frame(HEADERS, END_HEADERS, 1, INTERIM)) },
    priorities: { block: repeat(frame(PRIORITY, 0, 1, "0000000310")) },
    shutdowns: { block: repeat(frame(GOAWAY, 0, 0, "7fffffff00000000")) },
    "unknown frames": { block: repeat(frame(UNKNOWN, 0, 0, "00".repeat(1000))) },
  },
};

/** Floods of valid messages, which end with the program. */
const VALID: Record<string, Flood> = {
  "lines in a frame each": { first: headers, block: repeat(frame(DATA, 0, 1, logMessage("x\n"))) },
  "empty messages": { first: headers, block: repeat(frame(DATA, 0, 1, "00".repeat(5))) },
};

/** Calls over the TLS of the runtime, and over `node:tls`, by the port of the node. */
const CALLS = {
  logs: () => ["logs", "kubelet", "-f"],
  insecure: (port: number) => ["version", "--insecure", "-n", `127.0.0.1:${port}`],
};

interface Run {
  readonly call: keyof typeof CALLS;
  readonly flood: Flood;
  readonly signal?: Deno.Signal;
}

/**
 * Runs the program against a flood. With a signal, sends it after {@linkcode PROGRESS}; the program
 * must end by itself in any case.
 */
async function runFlooded(program: Program, pki: Pki, { call, flood, signal }: Run) {
  using node = new FloodingNode(pki, flood);
  await writeConfig(program.home, pki, node.port);
  const args = CALLS[call](node.port);
  const child = program.command(args, { stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const output = Promise.all([
    new Response(child.stderr).text(),
    child.stdout.pipeTo(new WritableStream()),
  ]);
  let wasKilled = false;
  const limit = setTimeout(() => {
    wasKilled = true;
    child.kill("SIGKILL");
  }, LIMIT_MS);
  try {
    if (signal !== undefined) {
      await Promise.race([node.sent(PROGRESS), child.status]);
      child.kill(signal);
    }
    const { code } = await child.status;
    const [stderr] = await output;
    return { code, stderr, wasKilled };
  } finally {
    clearTimeout(limit);
  }
}

Deno.test("the program ends connections of nodes that flood it with frames", async (t) => {
  await using program = await Program.create();
  const pki = await makePki();
  const check = (name: string, run: Run) =>
    t.step(name, async () => {
      const { code, stderr, wasKilled } = await runFlooded(program, pki, run);
      assert.ok(!wasKilled, "the program ends");
      assert.equal(code, 1);
      assert.match(stderr, /^osctl: 127\.0\.0\.1(:\d+)?: [^\n]*violated HTTP\/2: [^\n]*\n$/);
    });
  for (const [name, flood] of Object.entries(ENDED)) await check(name, { call: "logs", flood });
  await check("pings in maintenance mode", { call: "insecure", flood: ENDED["pings"]! });
});

Deno.test("SIGINT and SIGTERM end the program while a node floods it with messages", async (t) => {
  await using program = await Program.create();
  const pki = await makePki();
  for (const [name, flood] of Object.entries(VALID)) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      await t.step(`${name}, ${signal}`, async () => {
        const run: Run = { call: "logs", flood, signal };
        const { code, stderr, wasKilled } = await runFlooded(program, pki, run);
        assert.ok(!wasKilled, "the program ends");
        assert.deepEqual([code, stderr], [signal === "SIGINT" ? 0 : 143, ""]);
      });
    }
  }
});
