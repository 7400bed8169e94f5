import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { EngineClient, EngineError } from "../../../../lib/cluster/docker/engine.ts";
import { loadArchive } from "../../../../lib/cluster/docker/image.ts";
import {
  createCa,
  issueClientCertificate,
  issueServerCertificate,
} from "../../../../lib/pki/mod.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { FakeEngine, type Respond } from "./fake_engine.ts";

const { signal } = new AbortController();

const systemWith = (env: Record<string, string>, clock = wallClock) =>
  fakeSystem({
    clock,
    env,
    spawn: (command, options) => new Deno.Command(command, options).spawn(),
  });

async function withEngine(
  respond: Respond,
  body: (engine: EngineClient, fake: FakeEngine) => Promise<void>,
  version?: string,
): Promise<void> {
  await using fake = await FakeEngine.start(respond, version);
  await body(await EngineClient.connect(systemWith(fake.env), signal), fake);
}

Deno.test("requests use the API version of the engine, at most the newest known", async () => {
  for (const [version, used] of [["1.41", "1.41"], ["1.47", "1.47"], ["1.99", "1.47"]] as const) {
    await withEngine(() => ({ json: { ID: "x" } }), async (engine, { requests }) => {
      deepEqual(await engine.request("GET", "/info", { signal }), { ID: "x" });
      equal(requests.at(-1)?.version, used);
    }, version);
  }
  await using old = await FakeEngine.start(() => undefined, "1.24");
  await rejects(() => EngineClient.connect(systemWith(old.env), signal), {
    kind: "unsupported",
    message: `docker at unix://${old.path} has API version 1.24; at least 1.30 is required`,
  });
});

Deno.test("requests send query and JSON, and return nothing for an empty response", () =>
  withEngine(() => ({ status: 204 }), async (engine, { requests }) => {
    const options = { query: { name: "a b" }, json: { Image: "ä" }, signal };
    equal(await engine.request("POST", "/containers/create", options), undefined);
    const { method, path, headers, body } = requests.at(-1)!;
    deepEqual([method, path, body], ["POST", "/containers/create?name=a+b", '{"Image":"ä"}']);
    equal(headers.get("content-type"), "application/json");
  }));

Deno.test("chunked responses are read, also in small parts, and streams are sent in chunks", () => {
  const raw = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
    '4\r\n{"a"\r\n6;x=y\r\n: 1}\n{\r\n8\r\n"a": 2}\n\r\n0\r\n\r\n';
  return withEngine(() => ({ raw }), async (engine, { requests }) => {
    const stream = ReadableStream.from([new TextEncoder().encode("tar")]);
    const values = await Array.fromAsync(engine.lines("POST", "/images/load", { stream, signal }));
    deepEqual(values, [{ a: 1 }, { a: 2 }]);
    equal(requests.at(-1)!.body, "3\r\ntar\r\n0\r\n\r\n");
  });
});

Deno.test("a body that cannot be read ends its request with the reason", () =>
  withEngine(() => ({ json: {} }), async (engine) => {
    const folder = await Deno.makeTempDir();
    try {
      await rejects(() => loadArchive(engine, folder, signal), {
        kind: "file",
        message: `cannot read "${folder}": is a directory`,
      });
    } finally {
      await Deno.remove(folder);
    }
  }));

Deno.test("error responses have the message of the engine", () =>
  withEngine(
    ({ path }) =>
      path === "/json"
        ? { status: 409, json: { message: "name in use" } }
        : { status: 500, text: path === "/text" ? "broken\n" : "" },
    async (engine) => {
      const failure = async (path: string) => {
        try {
          await engine.request("GET", path, { signal });
        } catch (error) {
          if (error instanceof EngineError) return [error.status, error.message];
          throw error;
        }
        return undefined;
      };
      deepEqual(await failure("/json"), [409, "docker: name in use"]);
      deepEqual(await failure("/text"), [500, "docker: broken"]);
      deepEqual(await failure("/empty"), [500, "docker: status 500"]);
    },
  ));

Deno.test("a response that ends early or is no HTTP is an error", async () => {
  const cases: [string | undefined, RegExp][] = [
    [undefined, /lost the connection to docker: the connection was closed$/],
    ["SSH-2.0-OpenSSH\r\n\r\n", /lost the connection to docker: the response is not HTTP$/],
    ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", /closed before the end of the response$/],
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{x", /the response of docker at .* is invalid$/],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", /invalid chunk size$/],
  ];
  for (const [raw, reason] of cases) {
    await withEngine(() => raw === undefined ? undefined : { raw }, async (engine) => {
      await rejects(() => engine.request("GET", "/info", { signal }), reason);
    });
  }
});

Deno.test("an abort ends a request that the engine does not answer", () =>
  withEngine(() => ({ raw: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{" }), async (engine) => {
    const abort = new AbortController();
    const reason = new Error("stop");
    await rejects(async () => {
      for await (const _ of engine.stream("GET", "/info", { signal: abort.signal })) {
        abort.abort(reason);
      }
    }, reason);
  }));

Deno.test("without an engine, the error names every address that was tried", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const host = { DOCKER_HOST: `unix://${folder}/none.sock` };
    await rejects(() => EngineClient.connect(systemWith(host), signal), {
      kind: "unsupported",
      message: `cannot connect to docker: ${host.DOCKER_HOST} (DOCKER_HOST): no such socket`,
    });
    const refused = { DOCKER_HOST: "tcp://127.0.0.1:1" };
    await rejects(() => EngineClient.connect(systemWith(refused), signal), /connection refused$/);
    Deno.listen({ transport: "unix", path: `${folder}/dead.sock` }).close();
    const dead = { DOCKER_HOST: `unix://${folder}/dead.sock` };
    await rejects(() => EngineClient.connect(systemWith(dead), signal), /\(DOCKER_HOST\): /);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an engine that does not respond in time is reported", async () => {
  const folder = await Deno.makeTempDir();
  using listener = Deno.listen({ transport: "unix", path: `${folder}/silent.sock` });
  const host = { DOCKER_HOST: `unix://${folder}/silent.sock` };
  await rejects(
    () => EngineClient.connect(systemWith(host, acceleratedClock(200)), signal),
    /silent\.sock \(DOCKER_HOST\): no response in time$/,
  );
  void listener;
  await Deno.remove(folder, { recursive: true });
});

Deno.test("an engine with TLS authenticates both sides", async () => {
  const folder = await Deno.makeTempDir();
  const parts = { ...fakeSystem(), clock: wallClock };
  const ca = await createCa({ organization: "engine", kind: "ecdsa" }, parts);
  const server = await issueServerCertificate(ca, { ips: ["127.0.0.1"] }, parts);
  const client = await issueClientCertificate(ca, { roles: ["docker"], ttl: 3_600_000 }, parts);
  const https = createServer(
    { cert: server.crt, key: server.key, ca: ca.crt, requestCert: true, rejectUnauthorized: true },
    (socket) => {
      socket.on("error", () => {}); // the client closes the connection first
      socket.once("data", () => {
        const head = "HTTP/1.1 200 OK\r\nApi-Version: 1.41\r\nContent-Length: 2\r\n\r\n";
        socket.end(`${head}{}`);
      });
    },
  );
  await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", () => resolve()));
  try {
    const env = {
      DOCKER_HOST: `tcp://127.0.0.1:${(https.address() as AddressInfo).port}`,
      DOCKER_TLS_VERIFY: "1",
      DOCKER_CERT_PATH: folder,
    };
    const connect = () => EngineClient.connect(systemWith(env), signal);
    await rejects(connect, /cannot connect to docker: tcp:\/\/127\.0\.0\.1:\d+ \(DOCKER_HOST\): /);
    const files = { "ca.pem": ca.crt, "cert.pem": client.crt, "key.pem": client.key };
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    deepEqual(await (await connect()).request("GET", "/info", { signal }), {});
  } finally {
    await new Promise<void>((resolve) => https.close(() => resolve()));
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("ssh connects the docker client of the host, and its message is the reason", async () => {
  await using fake = await FakeEngine.start(() => ({ json: { ID: "far" } }));
  const commands: string[][] = [];
  const script = `
    const engine = await Deno.connect({ transport: "unix", path: Deno.args[0] });
    const up = Deno.stdin.readable.pipeTo(engine.writable, { preventClose: true });
    await engine.readable.pipeTo(Deno.stdout.writable);
    Deno.exit();
    await up;
  `;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script);
  try {
    const system = {
      ...systemWith({ DOCKER_HOST: "ssh://me@far:2222" }),
      spawn: (command: string | URL, options?: Deno.CommandOptions) => {
        commands.push([String(command), ...options?.args ?? []]);
        const args = ["run", "-A", "--quiet", "--no-config", file, fake.path];
        return new Deno.Command(Deno.execPath(), { ...options, args }).spawn();
      },
    };
    const engine = await EngineClient.connect(system, signal);
    deepEqual(await engine.request("GET", "/info", { signal }), { ID: "far" });
    equal(engine.isLocal, false);
    match(commands[0]!.join(" "), /^ssh .*-l me -p 2222 -- far docker system dial-stdio$/);
    const failing = {
      ...system,
      spawn: (_command: string | URL, options?: Deno.CommandOptions) =>
        new Deno.Command("sh", { ...options, args: ["-c", "echo no route >&2; exit 255"] }).spawn(),
    };
    await rejects(() => EngineClient.connect(failing, signal), /ssh:.*\(DOCKER_HOST\): no route$/);
    const absent = { ...system, spawn: () => new Deno.Command("/none/ssh").spawn() };
    const reason = /ssh:.*\(DOCKER_HOST\): "ssh" is not installed$/;
    await rejects(() => EngineClient.connect(absent, signal), reason);
  } finally {
    await Deno.remove(file);
  }
});
