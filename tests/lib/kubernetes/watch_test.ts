import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type KubernetesClient, NODES, type WatchEvent } from "../../../lib/kubernetes/mod.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { createClient, sendJson, sendStatus, until, withApiServer } from "./api_server.ts";

function node(name: string, resourceVersion: string, uid = name) {
  return { kind: "Node", metadata: { name, uid, resourceVersion } };
}

/** A server that answers lists and watches by their number. */
function scripted(script: {
  list: (count: number, response: ServerResponse) => void;
  watch: (count: number, response: ServerResponse, query: URLSearchParams) => void;
}) {
  const counts = { list: 0, watch: 0 };
  return (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url!, "https://x").searchParams;
    if (query.get("watch") === "true") script.watch(++counts.watch, response, query);
    else script.list(++counts.list, response);
  };
}

function sendList(response: ServerResponse, version: string, items: unknown[]): void {
  sendJson(response, { kind: "NodeList", metadata: { resourceVersion: version }, items });
}

function sendEvent(response: ServerResponse, type: string, object: unknown): void {
  response.write(`${JSON.stringify({ type, object })}\n`);
}

function textOf(event: WatchEvent<{ metadata?: { name?: string; resourceVersion?: string } }>) {
  if (event.kind === "synced") return "synced";
  const { name, resourceVersion } = event.object.metadata!;
  return `${event.kind} ${name}@${resourceVersion}`;
}

/** Collects events until `count` of them have arrived. */
async function collect(
  client: KubernetesClient,
  count: number,
  options: Parameters<KubernetesClient["watch"]>[1] = {},
): Promise<string[]> {
  const events: string[] = [];
  for await (const event of client.watch(NODES, options)) {
    events.push(textOf(event));
    if (events.length === count) break;
  }
  return events;
}

Deno.test("watch() yields the list, synced, then changes from its resource version", async () => {
  const queries: string[] = [];
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", [node("a", "3"), node("b", "4")]),
      watch: (_, response, query) => {
        queries.push(`${query.get("resourceVersion")} ${query.get("allowWatchBookmarks")}`);
        sendEvent(response, "ADDED", node("c", "6"));
        sendEvent(response, "MODIFIED", node("a", "7"));
        sendEvent(response, "DELETED", node("b", "8"));
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      deepStrictEqual(await collect(client, 6), [
        "added a@3",
        "added b@4",
        "synced",
        "added c@6",
        "modified a@7",
        "deleted b@8",
      ]);
      deepStrictEqual(queries, ["5 true"]);
    },
  );
});

Deno.test("watch() continues after the last event or bookmark when the server ends it", async () => {
  const versions: (string | null)[] = [];
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (count, response, query) => {
        versions.push(query.get("resourceVersion"));
        if (count === 1) sendEvent(response, "ADDED", node("a", "6"));
        if (count === 2) sendEvent(response, "BOOKMARK", { metadata: { resourceVersion: "9" } });
        if (count === 3) sendEvent(response, "DELETED", node("a", "10"));
        response.end();
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      deepStrictEqual(await collect(client, 3), ["synced", "added a@6", "deleted a@10"]);
      deepStrictEqual(versions, ["5", "6", "9"]);
    },
  );
});

Deno.test("watch() reconnects after a cut in the middle of an event", async () => {
  const lost: string[] = [];
  let recovered = 0;
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (count, response) => {
        if (count > 1) return sendEvent(response, "ADDED", node("a", "6"));
        response.write(JSON.stringify({ type: "ADDED", object: node("a", "6") }).slice(0, 30));
        setTimeout(() => response.socket!.destroy(), 20);
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      const events = await collect(client, 2, {
        onLost: (reason) => void lost.push(reason),
        onRecovered: () => recovered++,
      });
      deepStrictEqual(events, ["synced", "added a@6"]);
      strictEqual(lost.length, 1);
      ok(lost[0]!.endsWith("the connection was closed"), lost[0]);
      strictEqual(recovered, 1);
    },
  );
});

for (const form of ["response", "event"] as const) {
  Deno.test(`watch() lists again after 410 as ${form}, and yields only the differences`, async () => {
    await withApiServer(
      scripted({
        list: (count, response) =>
          count === 1
            ? sendList(response, "5", [
              node("same", "1"),
              node("changed", "2"),
              node("gone", "3"),
              node("recreated", "4", "old"),
            ])
            : sendList(response, "20", [
              node("same", "1"),
              node("changed", "12"),
              node("recreated", "13", "new"),
              node("fresh", "14"),
            ]),
        watch: (count, response) => {
          if (count > 1) return void response.flushHeaders();
          if (form === "response") return sendStatus(response, 410, "Expired", "too old");
          sendEvent(response, "ERROR", { kind: "Status", code: 410, reason: "Expired" });
        },
      }),
      async ({ settings }) => {
        using client = createClient(settings);
        const events = await collect(client, 10);
        deepStrictEqual(events.slice(0, 5), [
          "added same@1",
          "added changed@2",
          "added gone@3",
          "added recreated@4",
          "synced",
        ]);
        deepStrictEqual(events.slice(5), [
          "deleted gone@3",
          "deleted recreated@4",
          "modified changed@12",
          "added recreated@13",
          "added fresh@14",
        ]);
      },
    );
  });
}

Deno.test("watch() detects a dead connection by its idle timeout", async () => {
  const clock = new FakeClock();
  const lost: string[] = [];
  let watches = 0;
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (count, response) => {
        response.flushHeaders();
        watches = count;
        if (count === 2) sendEvent(response, "ADDED", node("a", "6"));
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings, { clock });
      const events = collect(client, 2, { onLost: (reason) => void lost.push(reason) });
      await until(() => watches === 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await clock.advance(75_000);
      await until(() => lost.length === 1);
      ok(lost[0]!.endsWith("within 1m15s"), lost[0]);
      await clock.advance(200);
      deepStrictEqual(await events, ["synced", "added a@6"]);
    },
  );
});

Deno.test("watch() fails when the outage lasts too long, with pauses between attempts", async () => {
  const clock = new FakeClock();
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => sendStatus(response, 503, "ServiceUnavailable", "not ready"),
    }),
    async ({ settings, requests }) => {
      using client = createClient(settings, { clock });
      const failure = rejects(collect(client, 2, { maxOutageMs: 10_000 }), { code: 503 });
      let isDone = false;
      failure.then(() => isDone = true);
      for (let step = 0; step < 100 && !isDone; step++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        await clock.advance(200);
      }
      await failure;
      // 200 ms, 1 s, 2 s and 5 s after the first attempt.
      strictEqual(requests.filter((one) => one.includes("watch")).length, 5);
    },
  );
});

Deno.test("watch() does not retry at once when the server ends every watch without an event", async () => {
  const clock = new FakeClock();
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => void response.end(),
    }),
    async ({ settings, requests }) => {
      using client = createClient(settings, { clock });
      const failure = rejects(collect(client, 2, { maxOutageMs: 5000 }), { kind: "connection" });
      let isDone = false;
      failure.then(() => isDone = true);
      for (let step = 0; step < 100 && !isDone; step++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        await clock.advance(200);
      }
      await failure;
      strictEqual(requests.filter((one) => one.includes("watch")).length, 4);
    },
  );
});

Deno.test("watch() does not repeat an error of the request", async () => {
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => sendStatus(response, 403, "Forbidden", "nodes is forbidden"),
    }),
    async ({ settings, requests }) => {
      using client = createClient(settings);
      await rejects(collect(client, 2), { code: 403 });
      strictEqual(requests.length, 2);
    },
  );
});

Deno.test("watch() fails at once when the first list fails", async () => {
  await withApiServer(
    (_, response) => sendStatus(response, 503, "ServiceUnavailable", "not ready"),
    async ({ settings, requests }) => {
      using client = createClient(settings);
      await rejects(collect(client, 1), { code: 503 });
      strictEqual(requests.length, 1);
    },
  );
});

Deno.test("watch() rejects an event of endless length", async () => {
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => {
        const block = "x".repeat(1024 * 1024);
        response.write('{"type":"ADDED","object":"');
        const write = () => {
          while (!response.destroyed && response.write(block));
        };
        response.on("drain", write);
        write();
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      await rejects(collect(client, 2, { maxOutageMs: 0 }), {
        kind: "connection",
        message: "an event is larger than 32 MiB",
      });
    },
  );
});

Deno.test("watch() rejects frames that are no events", async () => {
  for (const frame of ["[]", "{", '{"type":"ADDED"}', '{"type":"ADDED","object":{}}']) {
    await withApiServer(
      scripted({
        list: (_, response) => sendList(response, "5", []),
        watch: (_, response) => void response.end(`${frame}\n`),
      }),
      async ({ settings }) => {
        using client = createClient(settings);
        await rejects(collect(client, 2, { maxOutageMs: 0 }), { kind: "connection" });
      },
    );
  }
});

Deno.test("leaving the loop of watch() closes its connection", async () => {
  let isClosed = false;
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => {
        response.on("close", () => isClosed = true);
        sendEvent(response, "ADDED", node("a", "6"));
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      await collect(client, 2);
      await until(() => isClosed);
    },
  );
});

Deno.test("watch() ends with its signal's reason", async () => {
  const controller = new AbortController();
  await withApiServer(
    scripted({
      list: (_, response) => sendList(response, "5", []),
      watch: (_, response) => {
        response.flushHeaders();
        setTimeout(() => controller.abort(new Error("stopped")), 20);
      },
    }),
    async ({ settings }) => {
      using client = createClient(settings);
      await rejects(collect(client, 2, { signal: controller.signal }), { message: "stopped" });
    },
  );
});
