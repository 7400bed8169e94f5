import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { type ExecPlugin, NODES } from "../../../lib/kubernetes/mod.ts";
import type { Spawn } from "../../../lib/platform/system.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import {
  createClient,
  createClientPair,
  sendJson,
  sendStatus,
  until,
  withApiServer,
} from "./api_server.ts";

const NODE = { metadata: { name: "a" } };

/** A server that accepts one `Authorization` header at a time and records all of them. */
function authorized(accepted: () => string) {
  const seen: (string | undefined)[] = [];
  const handler = ({ headers }: IncomingMessage, response: ServerResponse) => {
    seen.push(headers.authorization);
    if (headers.authorization === accepted()) sendJson(response, NODE);
    else sendStatus(response, 401, "Unauthorized", "Unauthorized");
  };
  return { seen, handler };
}

const PLUGIN: ExecPlugin = {
  apiVersion: "client.authentication.k8s.io/v1",
  command: "plugin",
  args: ["get-token"],
  env: { REGION: "r" },
  provideClusterInfo: true,
  interactiveMode: "Never",
};

/** A plugin that prints the results of `output`, one a call, and records its calls. */
function fakePlugin(output: (count: number) => unknown, code = 0) {
  const calls: { command: string; options: Deno.CommandOptions }[] = [];
  const kills: unknown[] = [];
  const spawn: Spawn = (command, options = {}) => {
    calls.push({ command: String(command), options });
    const result = output(calls.length);
    const text = typeof result === "string" ? result : JSON.stringify(result);
    const isHung = result === undefined;
    return {
      stdout: isHung ? new ReadableStream() : ReadableStream.from([new TextEncoder().encode(text)]),
      status: isHung ? new Promise(() => {}) : Promise.resolve({ success: code === 0, code }),
      kill: (signal: unknown) => kills.push(signal),
    } as unknown as Deno.ChildProcess;
  };
  return { calls, kills, spawn };
}

function credential(status: unknown, apiVersion = PLUGIN.apiVersion) {
  return { kind: "ExecCredential", apiVersion, status };
}

Deno.test("requests send the token or the basic credentials", async () => {
  const { seen, handler } = authorized(() => "Bearer t");
  await withApiServer(handler, async ({ settings }) => {
    using client = createClient({ ...settings, token: "t" });
    await client.get(NODES, { name: "a" });
    const basic = { username: "ü", password: "p:w" };
    using other = createClient({ ...settings, basic });
    await rejects(other.get(NODES, { name: "a" }), {
      code: 401,
      message: "Unauthorized",
      hint: "check the credentials of the context, or download a new kubeconfig",
    });
    deepStrictEqual(seen, ["Bearer t", "Basic w7w6cDp3"]);
  });
});

Deno.test("a token that is invalid in a header is rejected and not printed", async () => {
  await withApiServer(() => {}, async ({ settings, requests }) => {
    using client = createClient({ ...settings, token: "secret\r\nx: y" });
    await rejects(client.get(NODES, { name: "a" }), {
      kind: "input",
      message: "the token contains characters that are invalid in a header",
    });
    strictEqual(requests.length, 0);
  });
});

Deno.test("a token file is read again after a minute, and when the server rejects its token", async () => {
  const clock = new FakeClock();
  const tokenFile = await Deno.makeTempFile();
  let accepted = "Bearer one";
  const { seen, handler } = authorized(() => accepted);
  try {
    await withApiServer(handler, async ({ settings }) => {
      using client = createClient({ ...settings, token: "unused", tokenFile }, { clock });
      const request = () => client.get(NODES, { name: "a" });
      await Deno.writeTextFile(tokenFile, "one\n");
      await request();
      await Deno.writeTextFile(tokenFile, "two");
      await request();
      await clock.advance(60_000);
      accepted = "Bearer two";
      await request();
      await Deno.writeTextFile(tokenFile, "three");
      accepted = "Bearer three";
      await clock.advance(1);
      await request();
      deepStrictEqual(seen, [
        "Bearer one",
        "Bearer one",
        "Bearer two",
        "Bearer two",
        "Bearer three",
      ]);
      await Deno.writeTextFile(tokenFile, "");
      await clock.advance(60_000);
      await rejects(request(), {
        kind: "input",
        message: `the token file "${tokenFile}" is empty`,
      });
    });
  } finally {
    await Deno.remove(tokenFile);
  }
});

Deno.test("an exec plugin receives the cluster, and its token is used until it expires", async () => {
  const clock = new FakeClock(Date.parse("2026-01-01T00:00:00Z"));
  const { calls, spawn } = fakePlugin((count) =>
    credential({ token: `t${count}`, expirationTimestamp: "2026-01-01T00:10:00Z" })
  );
  const { seen, handler } = authorized(() => `Bearer t${calls.length}`);
  await withApiServer(handler, async ({ settings }) => {
    using client = createClient(
      { ...settings, exec: { ...PLUGIN, clusterConfig: { a: 1 } }, serverName: "localhost" },
      { clock, spawn },
    );
    await client.get(NODES, { name: "a" });
    await client.get(NODES, { name: "a" });
    await clock.advance(600_000);
    await client.get(NODES, { name: "a" });
    deepStrictEqual(seen, ["Bearer t1", "Bearer t1", "Bearer t2"]);
    const { command, options } = calls[0]!;
    strictEqual(command, "plugin");
    deepStrictEqual([options.args, options.stdin], [["get-token"], "null"]);
    strictEqual(options.env!["REGION"], "r");
    const { spec, kind } = JSON.parse(options.env!["KUBERNETES_EXEC_INFO"]!);
    deepStrictEqual([kind, spec.interactive], ["ExecCredential", false]);
    deepStrictEqual(spec.cluster, {
      server: settings.server.origin,
      "tls-server-name": "localhost",
      "certificate-authority-data": btoa(settings.ca!),
      config: { a: 1 },
    });
  });
});

Deno.test("a rejected token of an exec plugin is renewed once", async () => {
  const { calls, spawn } = fakePlugin((count) => credential({ token: `t${count}` }));
  let accepted = "Bearer t1";
  const { seen, handler } = authorized(() => accepted);
  await withApiServer(handler, async ({ settings }) => {
    using client = createClient({ ...settings, exec: PLUGIN }, { spawn });
    await client.get(NODES, { name: "a" });
    accepted = "Bearer t2";
    await client.get(NODES, { name: "a" });
    accepted = "Bearer none";
    await rejects(client.get(NODES, { name: "a" }), { code: 401 });
    deepStrictEqual(seen, ["Bearer t1", "Bearer t1", "Bearer t2", "Bearer t2", "Bearer t3"]);
    strictEqual(calls.length, 3);
  });
});

Deno.test("concurrent requests share one run of an exec plugin", async () => {
  const { calls, spawn } = fakePlugin(() => credential({ token: "t" }));
  const { handler } = authorized(() => "Bearer t");
  await withApiServer(handler, async ({ settings }) => {
    using client = createClient({ ...settings, exec: PLUGIN }, { spawn });
    await Promise.all([1, 2, 3].map(() => client.get(NODES, { name: "a" })));
    strictEqual(calls.length, 1);
  });
});

Deno.test("the client certificate of an exec plugin is presented", async () => {
  const names: unknown[] = [];
  await withApiServer((request, response) => {
    names.push((request.socket as TLSSocket).getPeerCertificate().subject.O);
    sendJson(response, NODE);
  }, async ({ settings, ca }) => {
    const { crt, key } = await createClientPair(ca);
    const { spawn } = fakePlugin(() =>
      credential({ clientCertificateData: crt, clientKeyData: key })
    );
    using client = createClient({ ...settings, exec: PLUGIN }, { spawn });
    await client.get(NODES, { name: "a" });
    deepStrictEqual(names, ["system:masters"]);
  }, { requestCert: true });
});

Deno.test("failures of an exec plugin are reported without its output", async () => {
  const cases: [unknown, string, number?][] = [
    ["secret", "its output is not JSON"],
    [{ kind: "Other" }, "its output is not an ExecCredential"],
    [null, "its output is not an ExecCredential"],
    [
      credential({ token: "secret" }, "client.authentication.k8s.io/v1beta1"),
      'its output does not have the apiVersion "client.authentication.k8s.io/v1"',
    ],
    [credential({}), "its output has neither a token nor a client certificate with key"],
    [credential(null), "its output has neither a token nor a client certificate with key"],
    [credential({ token: "t" }), "exit code 3", 3],
    ["x".repeat(2 ** 20 + 1), "its output is larger than 1 MiB"],
  ];
  await withApiServer(() => {}, async ({ settings, requests }) => {
    for (const [output, reason, code] of cases) {
      const { spawn } = fakePlugin(() => output, code);
      using client = createClient({ ...settings, exec: PLUGIN }, { spawn });
      await rejects(client.get(NODES, { name: "a" }), {
        kind: "input",
        message: `exec plugin "plugin" failed: ${reason}`,
      });
    }
    strictEqual(requests.length, 0);
  });
});

Deno.test("an exec plugin that hangs is killed", async () => {
  const clock = new FakeClock();
  const { calls, kills, spawn } = fakePlugin(() => undefined);
  await withApiServer(() => {}, async ({ settings }) => {
    using client = createClient({ ...settings, exec: PLUGIN }, { spawn, clock });
    const failure = rejects(client.get(NODES, { name: "a" }, { timeoutMs: 100_000 }), {
      message: 'exec plugin "plugin" failed: no credentials within 1m0s',
    });
    await until(() => calls.length === 1);
    await clock.advance(60_000);
    await failure;
    deepStrictEqual(kills, ["SIGKILL"]);
  });
});

Deno.test("an exec plugin that is not installed is reported with its hint", async () => {
  await withApiServer(() => {}, async ({ settings }) => {
    const exec = { ...PLUGIN, command: "/nonexistent/plugin", installHint: "Install it.\nSee x." };
    using client = createClient({ ...settings, exec });
    await rejects(client.get(NODES, { name: "a" }), {
      message: 'exec plugin "/nonexistent/plugin" failed: program not found',
      hint: "Install it.",
    });
  });
});

Deno.test("an interactive exec plugin requires a terminal", async () => {
  const { calls, spawn } = fakePlugin(() => credential({ token: "t" }));
  const { handler } = authorized(() => "Bearer t");
  await withApiServer(handler, async ({ settings }) => {
    const always = { ...settings, exec: { ...PLUGIN, interactiveMode: "Always" as const } };
    using client = createClient(always, { spawn });
    await rejects(client.get(NODES, { name: "a" }), {
      message: 'exec plugin "plugin" failed: it requires a terminal',
    });
    using other = createClient(always, { spawn, terminals: ["stdin"] });
    await other.get(NODES, { name: "a" });
    deepStrictEqual(calls.map(({ options }) => options.stdin), ["inherit"]);
  });
});

Deno.test("requests send the identity to act as", async () => {
  const headers: IncomingMessage["headers"][] = [];
  await withApiServer((request, response) => {
    headers.push(request.headersDistinct as IncomingMessage["headers"]);
    sendJson(response, NODE);
  }, async ({ settings }) => {
    const impersonate = {
      user: "jane",
      uid: "7",
      groups: ["dev", "ops"],
      extra: { "example.org/scope": ["a", "b"] },
    };
    using client = createClient({ ...settings, impersonate });
    await client.get(NODES, { name: "a" });
    const sent = headers[0]!;
    deepStrictEqual(
      Object.entries(sent).filter(([name]) => name.startsWith("impersonate")).sort(),
      [
        ["impersonate-extra-example.org%2fscope", ["a", "b"]],
        ["impersonate-group", ["dev", "ops"]],
        ["impersonate-uid", ["7"]],
        ["impersonate-user", ["jane"]],
      ],
    );
  });
});
