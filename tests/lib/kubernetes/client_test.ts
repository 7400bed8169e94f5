import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import {
  CONFIG_MAPS,
  createKubernetesClient,
  KubernetesError,
  NAMESPACES,
  NODES,
  PODS,
} from "../../../lib/kubernetes/mod.ts";
import { statusError } from "../../../lib/kubernetes/http/responses.ts";
import { redactApiText } from "../../../lib/kubernetes/redact_status.ts";
import { CallTrace } from "../../../lib/output/call_trace.ts";
import { FakeClock, fakeSystem, MemoryOutput, wallClock } from "../../helpers/fake_system.ts";
import {
  createClient,
  listen,
  readRequest,
  sendJson,
  sendStatus,
  until,
  withApiServer,
} from "./api_server.ts";

const POD = { metadata: { name: "p", namespace: "n", resourceVersion: "1" } };

Deno.test("get() reads an object of the context's namespace or another one", async () => {
  await withApiServer((_, response) => sendJson(response, POD), async ({ settings, requests }) => {
    using client = createClient({ ...settings, namespace: "own" });
    strictEqual((await client.get(PODS, { name: "p" })).metadata?.name, "p");
    await client.get(PODS, { name: "p", namespace: "n" });
    await client.get(NODES, { name: "node-1" });
    deepStrictEqual(requests, [
      "GET /api/v1/namespaces/own/pods/p",
      "GET /api/v1/namespaces/n/pods/p",
      "GET /api/v1/nodes/node-1",
    ]);
  });
});

Deno.test("get() rejects names that would address another path", async () => {
  await withApiServer((_, response) => sendJson(response, POD), async ({ settings, requests }) => {
    using client = createClient(settings);
    for (const name of ["", ".", ".."]) {
      await rejects(client.get(PODS, { name }), { kind: "input" });
    }
    await client.get(PODS, { name: "a/../../b?c" });
    deepStrictEqual(requests, ["GET /api/v1/namespaces/default/pods/a/../../b?c"]);
  });
});

Deno.test("requests keep the path of the server's URL", async () => {
  await withApiServer((_, response) => sendJson(response, POD), async ({ settings, requests }) => {
    using client = createClient({ ...settings, server: new URL("/k8s/c-1/", settings.server) });
    await client.get(NODES, { name: "a" });
    deepStrictEqual(requests, ["GET /k8s/c-1/api/v1/nodes/a"]);
  });
});

Deno.test("the trace has a line for every request, without credentials", async () => {
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    request.url === "/api/v1/nodes/a"
      ? sendJson(response, POD)
      : sendStatus(response, 404, "NotFound", "no b");
  await withApiServer(respond, async ({ settings }) => {
    const out = new MemoryOutput();
    const trace = new CallTrace((line) => out.write(line), new FakeClock());
    const system = { ...fakeSystem({ clock: wallClock }), trace };
    using client = createKubernetesClient({ ...settings, token: "opensesame" }, system);
    await client.get(NODES, { name: "a" });
    await rejects(client.get(NODES, { name: "b" }), KubernetesError);
    await trace.flush();
    const { host } = settings.server;
    deepStrictEqual(out.text.split("\n"), [
      `osctl: debug: request method=GET path=/api/v1/nodes/a endpoint=${host} status=200 time=0ms`,
      `osctl: debug: request method=GET path=/api/v1/nodes/b endpoint=${host} status=404 time=0ms`,
      "",
    ]);
  });
});

Deno.test("requests share one connection", async () => {
  await withApiServer((_, response) => sendJson(response, POD), async (server) => {
    using client = createClient(server.settings);
    for (let count = 0; count < 5; count++) await client.get(NODES, { name: "a" });
    strictEqual(server.connections, 1);
  });
});

Deno.test("errors have the code, reason and message of the Status", async () => {
  await withApiServer(
    (_, response) => sendStatus(response, 404, "NotFound", 'pods "p" not found'),
    async ({ settings }) => {
      using client = createClient(settings);
      await rejects(client.get(PODS, { name: "p" }), (error: unknown) => {
        strictEqual(error instanceof KubernetesError, true);
        const { code, reason, message, kind } = error as KubernetesError;
        deepStrictEqual({ code, reason, message, kind }, {
          code: 404,
          reason: "NotFound",
          message: 'pods "p" not found (NotFound)',
          kind: "node",
        });
        return true;
      });
    },
  );
});

/** A token of the client, which a server may echo. */
const TOKEN = "opaque-token-0123456789";

Deno.test("errors contain no secrets that the server echoes", async () => {
  const jwt = `eyJhbGciOiJSUzI1NiJ9.${"a".repeat(40)}.${"b".repeat(40)}`;
  const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----";
  const secret = 'Secret "s" is invalid: data[password]';
  const cases: readonly [answer: string, expected: string][] = [
    [`no such user: ${TOKEN}`, "no such user: ******"],
    [`authorization: Bearer ${TOKEN}x1`, "authorization: Bearer ******"],
    [`token ${jwt} has expired`, "token ****** has expired"],
    [`got:\n${pem}\nnot a certificate`, "got: ****** not a certificate"],
    [`${secret}: Invalid value: "hunter2": too short`, `${secret}: Invalid value: ******`],
    ['Pod "p" is invalid: a: Invalid value: "x"', 'Pod "p" is invalid: a: Invalid value: "x"'],
    [
      'decode: error found in #10 byte of ...|ssword":"hunter2"|...',
      "decode: error found in #10 byte of ******",
    ],
    ["dial https://admin:hunter2@proxy failed", "dial https://******@proxy failed"],
    ["key: LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0t", "key: ******"],
  ];
  for (const [answer, expected] of cases) {
    for (const isStatus of [true, false]) {
      await withApiServer((_, response) => {
        if (isStatus) return sendStatus(response, 422, "", answer);
        response.writeHead(422, "Bad", { "content-type": "text/plain" });
        response.end(answer);
      }, async ({ settings }) => {
        using client = createClient({ ...settings, token: TOKEN });
        await rejects(client.get(NODES, { name: "a" }), (error: Error) => {
          const message = isStatus ? expected : `GET /api/v1/nodes/a returned 422 Bad: ${expected}`;
          strictEqual(error.message.replaceAll(/\s+/g, " "), message);
          return true;
        });
      });
    }
  }
});

Deno.test("errors contain no password of basic authentication", async () => {
  await withApiServer((_, response) => {
    response.writeHead(401, "no hunter2");
    response.end(`wrong password hunter2 of ${btoa("admin:hunter2")}`);
  }, async ({ settings }) => {
    const basic = { username: "admin", password: "hunter2" };
    using client = createClient({ ...settings, basic });
    await rejects(client.get(NODES, { name: "a" }), {
      message: "GET /api/v1/nodes/a returned 401 no ******: wrong password ****** of ******",
    });
  });
});

Deno.test("causes of errors contain no secrets", () => {
  const causes = [{ reason: "FieldValueInvalid", message: `Bearer: eyJhbGciOiJ.${"a".repeat(9)}` }];
  const { status } = statusError({ message: "invalid", details: { causes } });
  strictEqual(status?.details?.causes?.[0]?.message, "Bearer: ******");
});

Deno.test("long errors of an API server are redacted in linear time", () => {
  for (const part of ["Secret ", "eyJ-", "-----BEGIN A", "-----END ", "authorization: ", "a:// "]) {
    const text = part.repeat(1_000_000 / part.length);
    strictEqual(redactApiText(text).length > 0, true);
  }
});

Deno.test("errors without a Status name the request, and no page of a proxy", async () => {
  await withApiServer((_, response) => {
    response.writeHead(502, { "content-type": "text/html" });
    response.end("<html><body>Bad Gateway</body></html>");
  }, async ({ settings }) => {
    using client = createClient(settings);
    await rejects(client.get(NODES, { name: "a" }), {
      code: 502,
      message: "GET /api/v1/nodes/a returned 502 Bad Gateway",
    });
  });
});

Deno.test("a redirect is an error and is not followed", async () => {
  await withApiServer((_, response) => {
    response.writeHead(307, { location: "https://example.invalid/" });
    response.end();
  }, async ({ settings, requests }) => {
    using client = createClient({ ...settings, token: "secret" });
    await rejects(client.get(NODES, { name: "a" }), { code: 307 });
    strictEqual(requests.length, 1);
  });
});

Deno.test("a response that is not a JSON object is an error", async () => {
  for (const body of ["", "[]", "null", '{"kind":', "<html>"]) {
    await withApiServer((_, response) => void response.end(body), async ({ settings }) => {
      using client = createClient(settings);
      await rejects(client.get(NODES, { name: "a" }), { kind: "connection" });
    });
  }
});

Deno.test("a response that is cut is an error", async () => {
  await withApiServer((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write('{"kind":"Node"');
    setTimeout(() => response.socket!.destroy(), 20);
  }, async ({ settings }) => {
    using client = createClient(settings);
    await rejects(client.get(NODES, { name: "a" }), {
      kind: "connection",
      message:
        /^lost the connection to the API server 127\.0\.0\.1:\d+: the connection was closed$/,
    });
  });
});

Deno.test("a request without a response fails at its deadline", async () => {
  const clock = new FakeClock();
  await withApiServer(() => {}, async ({ settings, requests }) => {
    using client = createClient(settings, { clock });
    const failure = rejects(client.get(NODES, { name: "a" }, { timeoutMs: 5000 }), {
      kind: "connection",
      message: /did not respond within 5s$/,
    });
    await until(() => requests.length === 1);
    await clock.advance(5000);
    await failure;
    strictEqual(clock.waiting, 0);
  });
});

Deno.test("a body that stalls fails at the deadline of its request", async () => {
  const clock = new FakeClock();
  let isSent = false;
  await withApiServer((_, response) => {
    response.writeHead(200);
    response.write("{", () => isSent = true);
  }, async ({ settings }) => {
    using client = createClient(settings, { clock });
    const failure = rejects(client.get(NODES, { name: "a" }), {
      message: /did not respond within 30s$/,
    });
    await until(() => isSent);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await clock.advance(30_000);
    await failure;
  });
});

Deno.test("a request ends with its signal's reason, and so does one of an interrupted command", async () => {
  for (const place of ["request", "system"] as const) {
    const controller = new AbortController();
    await withApiServer(() => {}, async ({ settings, requests }) => {
      const { signal } = controller;
      using client = createClient(settings, place === "system" ? { signal } : {});
      const reason = new Error("stopped");
      const failure = rejects(
        client.get(NODES, { name: "a" }, place === "request" ? { signal } : {}),
        reason,
      );
      await until(() => requests.length === 1);
      controller.abort(reason);
      await failure;
    });
  }
});

Deno.test("close() fails pending requests", async () => {
  await withApiServer(() => {}, async ({ settings, requests }) => {
    const client = createClient(settings);
    const failure = rejects(client.get(NODES, { name: "a" }), { kind: "cancelled" });
    await until(() => requests.length === 1);
    client.close();
    await failure;
  });
});

Deno.test("a read on a connection that the server has closed is sent again", async () => {
  let count = 0;
  await withApiServer((_, response) => {
    // The second request arrives on the kept connection and gets no response.
    if (++count === 2) response.socket!.destroy();
    else sendJson(response, POD);
  }, async ({ settings, requests }) => {
    using client = createClient(settings);
    await client.get(NODES, { name: "a" });
    await client.get(NODES, { name: "b" });
    strictEqual(requests.length, 3);
  });
});

Deno.test("a read is sent again over a new connection when all idle ones are closed", async () => {
  const served = new WeakSet<object>();
  const waiting: (() => void)[] = [];
  await withApiServer(({ socket, url }, response) => {
    if (served.has(socket)) return void socket.destroy();
    served.add(socket);
    if (url!.endsWith("last")) return sendJson(response, POD);
    waiting.push(() => sendJson(response, POD));
    if (waiting.length === 3) { for (const answer of waiting) answer(); }
  }, async (server) => {
    using client = createClient(server.settings);
    await Promise.all(["a", "b", "c"].map((name) => client.get(NODES, { name })));
    await client.get(NODES, { name: "last" });
    deepStrictEqual([server.connections, server.requests.length], [4, 5]);
  });
});

Deno.test("a write on a connection that the server has closed is not sent again", async () => {
  let count = 0;
  await withApiServer((_, response) => {
    if (++count === 2) response.socket!.destroy();
    else sendJson(response, POD);
  }, async ({ settings, requests }) => {
    using client = createClient(settings);
    await client.get(NODES, { name: "a" });
    await rejects(client.create(PODS, POD), { kind: "connection" });
    strictEqual(requests.length, 2);
  });
});

Deno.test("a throttled request is sent again after Retry-After", async () => {
  const clock = new FakeClock();
  let count = 0;
  await withApiServer((_, response) => {
    if (++count > 1) return sendJson(response, POD);
    response.setHeader("retry-after", "2");
    sendStatus(response, 429, "TooManyRequests", "too many requests");
  }, async ({ settings }) => {
    using client = createClient(settings, { clock });
    const result = client.get(NODES, { name: "a" });
    // The deadline and the pause; before the request is sent, it is the limit of the connection.
    await until(() => count === 1 && clock.waiting === 2);
    await clock.advance(2000);
    strictEqual((await result).metadata?.name, "p");
  });
});

Deno.test("a throttled request is not sent again after its deadline", async () => {
  await withApiServer((_, response) => {
    response.setHeader("retry-after", "60");
    sendStatus(response, 429, "TooManyRequests", "too many requests");
  }, async ({ settings, requests }) => {
    using client = createClient(settings, { clock: new FakeClock() });
    await rejects(client.get(NODES, { name: "a" }), { code: 429 });
    strictEqual(requests.length, 1);
  });
});

Deno.test("evict() reports a disruption budget at once", async () => {
  await withApiServer((_, response) => {
    response.setHeader("retry-after", "10");
    sendStatus(response, 429, "TooManyRequests", "Cannot evict pod");
  }, async ({ settings, requests }) => {
    using client = createClient(settings);
    await rejects(client.evict({ name: "p", namespace: "n" }), { code: 429 });
    deepStrictEqual(requests, ["POST /api/v1/namespaces/n/pods/p/eviction"]);
  });
});

Deno.test("writes send type, field manager, dry run and the content type of the patch", async () => {
  const bodies: { url: string; type: string | undefined; body: unknown }[] = [];
  await withApiServer(async (request, response) => {
    const text = await readRequest(request);
    const url = `${request.method} ${decodeURIComponent(request.url!)}`;
    bodies.push({ url, type: request.headers["content-type"], body: JSON.parse(text) });
    sendJson(response, POD);
  }, async ({ settings }) => {
    using client = createClient(settings);
    const ref = { name: "c", namespace: "n" };
    const map = { metadata: ref, data: { a: "b" } };
    await client.create(CONFIG_MAPS, map, { dryRun: true, fieldValidation: "Strict" });
    await client.replace(CONFIG_MAPS, map, { fieldManager: "m" });
    await client.patch(CONFIG_MAPS, ref, { type: "strategic", body: { data: {} } });
    await client.patch(CONFIG_MAPS, ref, { type: "merge", body: {} }, { subresource: "status" });
    await client.patch(CONFIG_MAPS, ref, {
      type: "json",
      body: [{ op: "remove", path: "/data" }],
    });
    await client.patch(CONFIG_MAPS, ref, { type: "apply", body: map, force: true });
    await client.delete(CONFIG_MAPS, ref, {
      dryRun: true,
      gracePeriodSeconds: 0,
      propagationPolicy: "Foreground",
      uid: "u",
    });
  });
  const typed = { apiVersion: "v1", kind: "ConfigMap" };
  const map = { metadata: { name: "c", namespace: "n" }, data: { a: "b" } };
  const path = "/api/v1/namespaces/n/configmaps";
  deepStrictEqual(bodies, [
    {
      url: `POST ${path}?dryRun=All&fieldManager=osctl&fieldValidation=Strict`,
      type: "application/json",
      body: { ...map, ...typed },
    },
    { url: `PUT ${path}/c?fieldManager=m`, type: "application/json", body: { ...map, ...typed } },
    {
      url: `PATCH ${path}/c?fieldManager=osctl`,
      type: "application/strategic-merge-patch+json",
      body: { data: {} },
    },
    {
      url: `PATCH ${path}/c/status?fieldManager=osctl`,
      type: "application/merge-patch+json",
      body: {},
    },
    {
      url: `PATCH ${path}/c?fieldManager=osctl`,
      type: "application/json-patch+json",
      body: [{ op: "remove", path: "/data" }],
    },
    {
      url: `PATCH ${path}/c?fieldManager=osctl&force=true`,
      type: "application/apply-patch+yaml",
      body: { ...map, ...typed },
    },
    {
      url: `DELETE ${path}/c`,
      type: "application/json",
      body: {
        apiVersion: "v1",
        kind: "DeleteOptions",
        gracePeriodSeconds: 0,
        propagationPolicy: "Foreground",
        dryRun: ["All"],
        preconditions: { uid: "u" },
      },
    },
  ]);
});

Deno.test("resolveType() finds plural and scope, and never a subresource", async () => {
  await withApiServer((request, response) => {
    if (request.url !== "/apis/apps/v1") {
      response.writeHead(404);
      return void response.end("404 page not found\n");
    }
    const resources = [
      { name: "deployments/scale", kind: "Scale", namespaced: true },
      { name: "deployments", kind: "Deployment", namespaced: true },
    ];
    sendJson(response, { kind: "APIResourceList", resources });
  }, async ({ settings }) => {
    using client = createClient(settings);
    deepStrictEqual(await client.resolveType("apps/v1", "Deployment"), {
      group: "apps",
      version: "v1",
      kind: "Deployment",
      plural: "deployments",
      isNamespaced: true,
    });
    for (const [apiVersion, kind] of [["apps/v1", "Scale"], ["other/v1", "X"]] as const) {
      await rejects(client.resolveType(apiVersion, kind), {
        code: 404,
        message: `the server does not have the resource type "${kind}" of "${apiVersion}"`,
      });
    }
  });
});

Deno.test("list() fetches all pages and adds the type of its items", async () => {
  await withApiServer((request, response) => {
    const query = new URL(request.url!, "https://x").searchParams;
    const start = Number(query.get("continue") ?? 0);
    const items = [start, start + 1].map((id) => ({ metadata: { name: `n${id}` } }));
    const metadata = { resourceVersion: "7", ...(start < 4 ? { continue: `${start + 2}` } : {}) };
    sendJson(response, { kind: "NodeList", metadata, items });
  }, async ({ settings, requests }) => {
    using client = createClient(settings);
    const { items, resourceVersion } = await client.list(NODES, {
      pageSize: 2,
      labelSelector: "a=b",
      fieldSelector: "metadata.name!=x",
    });
    deepStrictEqual(items.map(({ metadata }) => metadata?.name), [
      "n0",
      "n1",
      "n2",
      "n3",
      "n4",
      "n5",
    ]);
    deepStrictEqual([items[0]!.kind, items[0]!.apiVersion, resourceVersion], ["Node", "v1", "7"]);
    strictEqual(
      requests[1],
      "GET /api/v1/nodes?labelSelector=a=b&fieldSelector=metadata.name!=x&limit=2&continue=2",
    );
  });
});

Deno.test("list() starts again when its snapshot expires; listPages() continues with a newer one", async () => {
  let hasExpired = false;
  await withApiServer((request, response) => {
    const token = new URL(request.url!, "https://x").searchParams.get("continue");
    const items = [{ metadata: { name: `page ${token ?? "first"}` } }];
    if (token === "old" && !hasExpired) {
      hasExpired = true;
      const metadata = { continue: "new" };
      const body = { kind: "Status", code: 410, reason: "Expired", message: "expired", metadata };
      return sendJson(response, body, 410);
    }
    const metadata = { resourceVersion: "7", ...(token === null ? { continue: "old" } : {}) };
    sendJson(response, { metadata, items });
  }, async ({ settings }) => {
    using client = createClient(settings);
    const { items } = await client.list(NAMESPACES);
    deepStrictEqual(items.map(({ metadata }) => metadata?.name), ["page first", "page old"]);
    hasExpired = false;
    const names: unknown[] = [];
    for await (const page of client.listPages(NAMESPACES)) {
      names.push(...page.items.map(({ metadata }) => metadata?.name));
    }
    deepStrictEqual(names, ["page first", "page new"]);
  });
});

Deno.test("getText() and version() read paths that are no resources", async () => {
  await withApiServer((request, response) => {
    if (request.url === "/version") sendJson(response, { major: "1", gitVersion: "v1.31.4" });
    else response.end("[+]ping ok\nreadyz check passed\n");
  }, async ({ settings }) => {
    using client = createClient(settings);
    strictEqual((await client.version()).gitVersion, "v1.31.4");
    strictEqual(await client.getText("/readyz?verbose"), "[+]ping ok\nreadyz check passed\n");
  });
});

Deno.test("a server without TLS is reached, such as a local proxy", async () => {
  const server = createServer((_, response) => sendJson(response, POD));
  const port = await listen(server);
  try {
    using client = createClient({
      context: "",
      namespace: "default",
      server: new URL(`http://127.0.0.1:${port}`),
    });
    strictEqual((await client.get(PODS, { name: "p" })).metadata?.name, "p");
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
