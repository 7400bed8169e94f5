import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { FakeClock } from "../../helpers/fake_system.ts";
import { createClient, sendStatus, until, withApiServer } from "./api_server.ts";

const POD = { name: "p", namespace: "n" };

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += new TextDecoder().decode(chunk);
  return text;
}

Deno.test("logs() streams a log with all options", async () => {
  await withApiServer((_, response) => {
    response.write("one\n");
    setTimeout(() => response.end("two\n"), 20);
  }, async ({ settings, requests }) => {
    using client = createClient(settings);
    const options = {
      container: "c",
      follow: true,
      previous: true,
      tailLines: 5,
      sinceSeconds: 6,
      limitBytes: 7,
      timestamps: true,
    };
    strictEqual(await textOf(client.logs(POD, options)), "one\ntwo\n");
    deepStrictEqual(requests, [
      "GET /api/v1/namespaces/n/pods/p/log?container=c&follow=true&previous=true&tailLines=5" +
      "&sinceSeconds=6&limitBytes=7&timestamps=true",
    ]);
  });
});

Deno.test("logs() reports an error response and a cut log", async () => {
  await withApiServer(
    (_, response) => sendStatus(response, 400, "BadRequest", "container is waiting to start"),
    async ({ settings }) => {
      using client = createClient(settings);
      await rejects(textOf(client.logs(POD)), {
        message: "container is waiting to start (BadRequest)",
      });
    },
  );
  await withApiServer((_, response) => {
    response.write("one\n");
    setTimeout(() => response.socket!.destroy(), 20);
  }, async ({ settings }) => {
    using client = createClient(settings);
    await rejects(textOf(client.logs(POD)), { kind: "connection" });
  });
});

Deno.test("logs() fails when data is late, except while it follows", async () => {
  const clock = new FakeClock();
  await withApiServer((_, response) => void response.write("one\n"), async ({ settings }) => {
    using client = createClient(settings, { clock });
    let text = "";
    const failure = rejects(
      (async () => {
        for await (const chunk of client.logs(POD)) text += new TextDecoder().decode(chunk);
      })(),
      { message: "no log data within 30s" },
    );
    await until(() => text === "one\n");
    await clock.advance(30_000);
    await failure;
    const controller = new AbortController();
    const following = textOf(client.logs(POD, { follow: true, signal: controller.signal }));
    const ended = rejects(following, { message: "stopped" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(3_600_000);
    controller.abort(new Error("stopped"));
    await ended;
  });
});

Deno.test("logs() has back-pressure to the server", async () => {
  const block = new Uint8Array(1024 * 1024);
  let sent = 0;
  await withApiServer((_, response) => {
    const write = () => {
      while (sent < 200 && !response.destroyed) {
        sent++;
        if (!response.write(block)) return;
      }
    };
    response.on("drain", write);
    write();
  }, async ({ settings }) => {
    using client = createClient(settings);
    for await (const _ of client.logs(POD)) {
      const before = sent;
      await new Promise((resolve) => setTimeout(resolve, 300));
      // Buffers of the kernel on both sides.
      ok(sent - before < 20, `${sent - before} MiB were sent while nothing was read`);
      break;
    }
  });
});
