import { FIRST_CALLS } from "../../../lib/client/endpoint_pool.ts";
import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { openClient } from "../../../lib/client/mod.ts";
import type { Envelope } from "../../../lib/client/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { type ContextRecord, encodeBase64, renderConfig } from "../../../lib/osconfig/mod.ts";
import {
  computeSpkiFingerprint,
  createCa,
  issueClientCertificate,
  issueServerCertificate,
} from "../../../lib/pki/mod.ts";
import { createServer, type IncomingCall } from "../../../lib/rpc/server.ts";
import { type FakeSystem, fakeSystem, wallClock } from "../../helpers/fake_system.ts";
import { jsonMethod } from "./fake_channel.ts";

interface Reply {
  endpoint: string;
  headers: Readonly<Record<string, readonly string[]>>;
}

const ask = jsonMethod<object, Envelope<Reply>>("/test/Ask");
const source = {
  clock: wallClock,
  random: { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) },
};
const HOUR = 3_600_000;

let servers = 0;

/**
 * A loopback address no server of this process had before: the runtime resumes TLS sessions by
 * address, and all servers of a process share the keys for that.
 */
function nextAddress(): string {
  servers++;
  return `127.77.${servers >> 8}.${servers & 255}`;
}

/** Authority, servers on loopback addresses, and a home with a configuration for them. */
class Site implements AsyncDisposable {
  readonly addresses: string[] = [];
  readonly fingerprints: string[] = [];
  credentials = { ca: "", crt: "", key: "" };
  readonly #stops: (() => Promise<void>)[] = [];

  private constructor(readonly home: string) {}

  static async start(
    count: number,
    { mutual = true, ttl = 24 * HOUR }: { mutual?: boolean; ttl?: number } = {},
  ): Promise<Site> {
    const site = new Site(await Deno.makeTempDir());
    const ca = await createCa({ organization: "os" }, source);
    const pair = await issueClientCertificate(ca, { roles: ["os:admin"], ttl }, source);
    site.credentials = {
      ca: encodeBase64(ca.crt),
      crt: encodeBase64(pair.crt),
      key: encodeBase64(pair.key),
    };
    for (let index = 0; index < count; index++) {
      const ip = nextAddress();
      const identity = await issueServerCertificate(ca, { ips: [ip], dnsNames: [] }, source);
      const options = { cert: identity.crt, key: identity.key };
      const server = createServer(
        mutual ? { ...options, clientCa: ca.crt } : options,
        (call) => site.#answer(call, index),
      );
      const { address, port } = await server.listen(ip, 0);
      site.addresses.push(`${address}:${port}`);
      site.fingerprints.push((await computeSpkiFingerprint(identity.crt)).base64);
      site.#stops.push(() => server.stop("immediate"));
    }
    return site;
  }

  #answer({ headers, signal }: IncomingCall, index: number): Promise<Uint8Array> {
    const nodes = headers["nodes"] ?? [];
    const metadata = nodes[0] === "down" ? { error: "node is down" } : undefined;
    const message = { endpoint: this.addresses[index]!, headers, metadata };
    const reply = ask.encodeResponse({ messages: [message] });
    return nodes[0] !== "dead" ? Promise.resolve(reply) : new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(reply), { once: true });
    });
  }

  /** A machine whose configuration has one context with these fields. */
  system(
    context: Partial<ContextRecord> = {},
    options: { env?: Record<string, string>; terminals?: "stderr"[] } = {},
  ): FakeSystem {
    const record = { endpoints: this.addresses, nodes: [], ...this.credentials, ...context };
    Deno.mkdirSync(`${this.home}/.os`, { recursive: true });
    Deno.writeTextFileSync(`${this.home}/.os/config`, renderConfig("test", { test: record }));
    return fakeSystem({ home: this.home, clock: wallClock, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()));
    await Deno.remove(this.home, { recursive: true });
  }
}

function target(values: Partial<Parameters<typeof openClient>[1]["target"]> = {}) {
  return { cluster: "", context: "", endpoints: [], nodes: [], osconfig: "", ...values };
}

function errorOf(kind: string, message: RegExp) {
  return (error: unknown) => {
    strictEqual(error instanceof OsctlError && error.kind, kind, String(error));
    strictEqual(message.test((error as Error).message), true, (error as Error).message);
    return true;
  };
}

/** A port without a listener. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

Deno.test("openClient uses every endpoint of the context, round robin after the first calls", async () => {
  await using site = await Site.start(3);
  await using client = await openClient(site.system({ nodes: ["n1"] }), { target: target() });
  const used: string[] = [];
  for (let call = 1; call < FIRST_CALLS + 6; call++) {
    used.push((await client.call(ask, {}))[0]!.value!.endpoint);
  }
  const turns = used.splice(FIRST_CALLS - 1);
  deepStrictEqual(used, used.map(() => turns[0]));
  deepStrictEqual(turns.slice(0, 3).toSorted(), site.addresses.toSorted());
  deepStrictEqual(turns.slice(3), turns.slice(0, 3));
});

Deno.test("openClient skips an endpoint that is down", async () => {
  await using site = await Site.start(1);
  const endpoints = [`127.0.0.1:${freePort()}`, ...site.addresses, `127.0.0.1:${freePort()}`];
  await using client = await openClient(site.system({ endpoints, nodes: ["n"] }), {
    target: target(),
  });
  for (let call = 0; call < 4; call++) {
    strictEqual((await client.call(ask, {}))[0]!.value!.endpoint, site.addresses[0]);
  }
});

Deno.test("the error has all endpoints when none can be reached", async () => {
  await using site = await Site.start(0);
  const endpoints = [`127.0.0.1:${freePort()}`, `127.0.0.1:${freePort()}`];
  await using client = await openClient(site.system({ endpoints, nodes: ["a", "b"] }), {
    target: target(),
  });
  await rejects(client.call(ask, {}), (error) => {
    for (const endpoint of endpoints) {
      strictEqual((error as Error).message.includes(endpoint), true, (error as Error).message);
    }
    return errorOf("connection", /^all 2 endpoints failed: /)(error);
  });
});

Deno.test("openClient sends the metadata of the node API", async () => {
  await using site = await Site.start(1);
  const sent = async (context: Partial<ContextRecord>, given: Parameters<typeof target>[0]) => {
    await using client = await openClient(site.system(context), { target: target(given) });
    return (await client.call(ask, {})).map(({ value }) => value?.headers);
  };
  deepStrictEqual(await sent({ nodes: ["a", "b"] }, {}), [
    { runtime: ["Talos"], nodes: ["a"] },
    { runtime: ["Talos"], nodes: ["b"] },
  ]);
  deepStrictEqual(
    await sent(
      { nodes: ["a"], cluster: "east", auth: { basic: { username: "me", password: "pä:ß" } } },
      { nodes: ["c", " c ", "d", ""] },
    ),
    ["c", "d"].map((node) => ({
      runtime: ["Talos"],
      nodes: [node],
      context: ["east"],
      authorization: [`Basic ${encodeBase64("me:pä:ß")}`],
    })),
  );
  deepStrictEqual(await sent({ nodes: ["a"], cluster: "east" }, { cluster: "west" }), [
    { runtime: ["Talos"], nodes: ["a"], context: ["west"] },
  ]);
});

Deno.test("a local client sends no node, so that an endpoint resolves no name", async () => {
  await using site = await Site.start(1);
  const options = { target: target(), defaultToEndpoints: true, isLocal: true };
  await using client = await openClient(site.system(), options);
  const [result] = await client.call(ask, {});
  deepStrictEqual(result?.value?.headers, { runtime: ["Talos"] });
  deepStrictEqual(result?.node, site.addresses[0]!.replace(/:\d+$/, ""));
});

Deno.test("openClient: --endpoints replaces the endpoints of the context", async () => {
  await using site = await Site.start(2);
  const system = site.system({ nodes: ["n"], endpoints: ["127.0.0.1:1"] });
  const [first] = site.addresses;
  await using client = await openClient(system, { target: target({ endpoints: [first!] }) });
  deepStrictEqual(client.endpoints, [first]);
  strictEqual((await client.call(ask, {}))[0]!.value!.endpoint, first);
});

Deno.test("openDirect connects to the node itself with the same credentials", async () => {
  await using site = await Site.start(2);
  const [endpoint, node] = site.addresses as [string, string];
  const system = site.system({ endpoints: [endpoint], nodes: [node] });
  await using client = await openClient(system, { target: target() });
  await using direct = client.openDirect(node);
  deepStrictEqual([direct.nodes, direct.endpoints], [[node], [node]]);
  const [through] = await client.call(ask, {});
  const [itself] = await direct.call(ask, {});
  deepStrictEqual([through!.value!.endpoint, itself!.value!.endpoint], [endpoint, node]);
  deepStrictEqual(itself!.value!.headers["nodes"], [node]);
});

Deno.test("a silent node and a failing one do not affect the others", async () => {
  await using site = await Site.start(1);
  const system = site.system({ nodes: ["a", "dead", "b", "down"] }, {
    env: { OSCTL_CALL_TIMEOUT: "1500ms" },
  });
  await using client = await openClient(system, { target: target() });
  const answers = await client.call(ask, {});
  deepStrictEqual(
    answers.map(({ node, value, error }) => [node, value?.headers["nodes"], error?.message]),
    [
      ["a", ["a"], undefined],
      ["dead", undefined, "no response within 1.5s"],
      ["b", ["b"], undefined],
      ["down", undefined, "node is down"],
    ],
  );
});

Deno.test("results of 50 nodes through one endpoint are in order", async () => {
  await using site = await Site.start(1);
  const nodes = Array.from({ length: 50 }, (_, index) => `n${index}`);
  await using client = await openClient(site.system({ nodes }), { target: target() });
  const answers = await client.call(ask, {});
  deepStrictEqual(answers.map(({ value }) => value?.headers["nodes"]?.[0]), nodes);
});

Deno.test("openClient rejects missing nodes, endpoints, contexts and files", async () => {
  await using site = await Site.start(0);
  await rejects(
    openClient(site.system({ endpoints: ["e"] }), { target: target() }),
    errorOf("usage", /^no nodes set with --nodes or in context "test"$/),
  );
  await rejects(
    openClient(site.system({ nodes: ["n"] }), { target: target() }),
    errorOf("input", /^context "test" has no endpoints$/),
  );
  await rejects(
    openClient(site.system({ nodes: ["n"], endpoints: ["a b"] }), { target: target() }),
    errorOf("input", /^"a b" is not a valid endpoint$/),
  );
  await rejects(
    openClient(site.system({ nodes: ["n"] }), { target: target({ endpoints: ["a b"] }) }),
    errorOf("usage", /^"a b" is not a valid endpoint$/),
  );
  await rejects(
    openClient(site.system({ nodes: ["n"] }), { target: target({ context: "other" }) }),
    errorOf("input", /^context "other" is not defined/),
  );
  await rejects(
    openClient(site.system(), { target: target({ osconfig: "none" }) }),
    errorOf("file", /from --osconfig does not exist$/),
  );
});

Deno.test("openClient rejects contexts with siderov1 authentication", async () => {
  await using site = await Site.start(0);
  const auth = { siderov1: { identity: "me@example.org" } };
  await rejects(
    openClient(site.system({ nodes: ["n"], endpoints: ["e"], auth }), { target: target() }),
    errorOf("unsupported", /^context "test" uses unsupported authentication/),
  );
});

Deno.test("openClient rejects invalid timeouts as a usage error", async () => {
  await using site = await Site.start(0);
  const system = site.system({ nodes: ["n"] }, { env: { OSCTL_CALL_TIMEOUT: "5" } });
  await rejects(openClient(system, { target: target() }), errorOf("usage", /OSCTL_CALL_TIMEOUT/));
});

Deno.test("openClient rejects an expired certificate; the hint has both renewals", async () => {
  await using site = await Site.start(0);
  const system = site.system({ nodes: ["n"], endpoints: ["e"] });
  const clock = { ...wallClock, now: () => Date.now() + 25 * HOUR };
  await rejects(
    openClient({ ...system, clock }, { target: target() }),
    (error) => {
      const { hint = "" } = error as OsctlError;
      strictEqual(/config new/.test(hint) && /gen config --with-secrets/.test(hint), true, hint);
      return errorOf("input", /^the client certificate of context "test" expired 1 hour ago$/)(
        error,
      );
    },
  );
});

Deno.test("maintenance mode reads the proxy alone; every node is its own endpoint", async () => {
  await using site = await Site.start(2, { mutual: false });
  const system = site.system();
  // Connecting without the proxy of the context would be a bypass.
  Deno.writeTextFileSync(`${site.home}/.os/config`, "broken: [");
  await rejects(
    openClient(system, { target: target({ nodes: site.addresses }), insecure: true }),
    errorOf("input", /config:1:10: invalid YAML/),
  );
  Deno.writeTextFileSync(`${site.home}/.os/config`, "context: a\ncontexts: { a: {} }\n");
  await using client = await openClient(system, {
    target: target({ nodes: site.addresses, endpoints: ["ignored"], cluster: "ignored" }),
    insecure: true,
  });
  deepStrictEqual(client.nodes, site.addresses);
  deepStrictEqual(client.endpoints, site.addresses);
  const answers = await client.call(ask, {});
  deepStrictEqual(answers.map(({ value }) => value?.endpoint), site.addresses);
  deepStrictEqual(answers.map(({ value }) => value?.headers), [
    { runtime: ["Talos"] },
    { runtime: ["Talos"] },
  ]);
  await rejects(
    openClient(system, { target: target(), insecure: true }),
    errorOf("usage", /^no nodes: --insecure ignores/),
  );
});

Deno.test("maintenance mode accepts only the specified fingerprints", async () => {
  await using site = await Site.start(2, { mutual: false });
  const [good] = site.fingerprints;
  await using client = await openClient(site.system(), {
    target: target({ nodes: site.addresses }),
    insecure: true,
    fingerprints: ["A".repeat(43) + "=", good!],
  });
  const [first, second] = await client.call(ask, {});
  strictEqual(first?.error?.message, undefined);
  strictEqual(first?.value?.endpoint, site.addresses[0]);
  strictEqual(second?.error?.kind, "connection");
  strictEqual(second?.error?.message.includes("fingerprint"), true, second?.error?.message);
});
