import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
// @ts-types="../../../lib/kubernetes/ws.d.ts"
import { type WebSocket, WebSocketServer } from "ws";
import type { ExecEvent, ExecOptions } from "../../../lib/kubernetes/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { type ApiServer, createClient, sendStatus, until, withApiServer } from "./api_server.ts";

const POD = { name: "p", namespace: "n" };

function message(channel: number, text: string): Uint8Array {
  return Uint8Array.of(channel, ...new TextEncoder().encode(text));
}

const SUCCESS = message(3, '{"kind":"Status","status":"Success"}');

function exitStatus(code: number): Uint8Array {
  const causes = [{ reason: "ExitCode", message: String(code) }];
  const status = { status: "Failure", reason: "NonZeroExitCode", details: { causes } };
  return message(3, JSON.stringify({ kind: "Status", message: "failed", ...status }));
}

/** Runs a test with a server that accepts exec requests. */
async function withExec(
  onSession: (socket: WebSocket, url: URL) => void,
  test: (server: ApiServer) => Promise<void>,
  protocol = "v5.channel.k8s.io",
): Promise<void> {
  await withApiServer(
    (_, response) => sendStatus(response, 404, "NotFound", 'pods "p" not found'),
    async (server) => {
      const sockets = new WebSocketServer({
        noServer: true,
        handleProtocols: (offered) => offered.has(protocol) ? protocol : false,
      });
      server.server.on("upgrade", (request, socket, head) =>
        sockets.handleUpgrade(
          request,
          socket,
          head,
          (session) => onSession(session, new URL(request.url!, "https://x")),
        ));
      await test(server);
    },
  );
}

async function run(
  { settings }: ApiServer,
  options: Partial<ExecOptions> = {},
  clock?: FakeClock,
): Promise<string[]> {
  using client = createClient(settings, clock === undefined ? {} : { clock });
  const lines: string[] = [];
  for await (const event of client.exec(POD, { command: ["ls"], ...options })) {
    lines.push(textOf(event));
  }
  return lines;
}

function textOf(event: ExecEvent): string {
  return event.kind === "exit"
    ? `exit ${event.code}`
    : `${event.kind} ${new TextDecoder().decode(event.data)}`;
}

Deno.test("exec() sends the command and yields output and exit code", async () => {
  const urls: URL[] = [];
  await withExec((socket, url) => {
    urls.push(url);
    socket.send(message(1, ""));
    socket.send(message(1, "out"));
    socket.send(message(2, "err"));
    socket.send(exitStatus(3));
  }, async (server) => {
    const command = ["sh", "-c", "echo a b & c"];
    deepStrictEqual(await run(server, { command, container: "c" }), [
      "stdout out",
      "stderr err",
      "exit 3",
    ]);
    strictEqual(urls[0]!.pathname, "/api/v1/namespaces/n/pods/p/exec");
    deepStrictEqual([...urls[0]!.searchParams], [
      ["container", "c"],
      ["stdout", "true"],
      ["stderr", "true"],
      ["command", "sh"],
      ["command", "-c"],
      ["command", "echo a b & c"],
    ]);
  });
});

Deno.test("exec() sends the input and its end", async () => {
  const received: Uint8Array[] = [];
  await withExec((socket) =>
    socket.on("message", (data) => {
      received.push(new Uint8Array(data));
      if (data[0] === 255) socket.send(SUCCESS);
    }), async (server) => {
    const block = new Uint8Array(100_000).fill(7);
    const stdin = ReadableStream.from([new TextEncoder().encode("first"), block]);
    deepStrictEqual(await run(server, { stdin }), ["exit 0"]);
    deepStrictEqual([...received.at(-1)!], [255, 0]);
    const input = received.slice(0, -1);
    strictEqual(input.every(([channel]) => channel === 0), true);
    strictEqual(input.reduce((sum, { length }) => sum + length - 1, 0), 100_005);
  });
});

Deno.test("exec() rejects input of an old server, which cannot receive its end", async () => {
  await withExec(
    () => {},
    async (server) => {
      await rejects(run(server, { stdin: ReadableStream.from([new Uint8Array(1)]) }), {
        kind: "unsupported",
        message: "the API server cannot close the input of a command",
      });
    },
    "v4.channel.k8s.io",
  );
});

Deno.test("exec() reports the error of a request, and of a command that was not run", async () => {
  await withApiServer(
    (_, response) => sendStatus(response, 403, "Forbidden", "pods/exec is forbidden"),
    async (server) => {
      server.server.on("upgrade", (_, socket) => {
        const body = JSON.stringify({
          kind: "Status",
          code: 403,
          reason: "Forbidden",
          message: "pods/exec is forbidden",
        });
        socket.end(
          `HTTP/1.1 403 Forbidden\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
      });
      await rejects(run(server), { code: 403, message: "pods/exec is forbidden (Forbidden)" });
    },
  );
  await withExec((socket) => {
    const status = { kind: "Status", status: "Failure", reason: "InternalError", code: 500 };
    socket.send(message(3, JSON.stringify({ ...status, message: "container not found" })));
  }, async (server) => {
    await rejects(run(server), { code: 500, message: "container not found (InternalError)" });
  });
});

Deno.test("exec() fails when the connection ends before the command", async () => {
  await withExec((socket) => {
    socket.send(message(1, "out"));
    setTimeout(() => socket.terminate(), 20);
  }, async (server) => {
    await rejects(run(server), { kind: "connection" });
  });
});

Deno.test("exec() rejects a status that is not JSON", async () => {
  await withExec((socket) => socket.send(message(3, "{")), async (server) => {
    await rejects(run(server), { kind: "connection" });
  });
});

Deno.test("exec() fails when output is late, and ends with its signal's reason", async () => {
  const clock = new FakeClock();
  let sessions = 0;
  await withExec(() => sessions++, async (server) => {
    const failure = rejects(run(server, {}, clock), { message: "no output within 30s" });
    await until(() => sessions === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await clock.advance(30_000);
    await failure;
    const controller = new AbortController();
    const ended = rejects(run(server, { signal: controller.signal }), { message: "stopped" });
    await until(() => sessions === 2);
    controller.abort(new Error("stopped"));
    await ended;
  });
});

Deno.test("exec() has back-pressure to the server", async () => {
  const block = new Uint8Array(1024 * 1024).fill(1);
  let sent = 0;
  await withExec((socket) => {
    const send = () => {
      if (sent++ < 200) socket.send(block, (error) => error === undefined && send());
    };
    send();
  }, async ({ settings }) => {
    using client = createClient(settings);
    for await (const _ of client.exec(POD, { command: ["cat"] })) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const before = sent;
      await new Promise((resolve) => setTimeout(resolve, 300));
      ok(sent - before < 20, `${sent - before} MiB were sent while nothing was read`);
      ok(sent < 100, `${sent} MiB were sent to a reader of one message`);
      break;
    }
  });
});
