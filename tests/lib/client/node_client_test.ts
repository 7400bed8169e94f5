import { deepStrictEqual, fail, rejects, strictEqual, throws } from "node:assert/strict";
import { MultiNodeError, OsctlError } from "../../../lib/errors.ts";
import { EndpointPool } from "../../../lib/client/endpoint_pool.ts";
import { createNodeClient } from "../../../lib/client/node_client.ts";
import type { Envelope } from "../../../lib/client/types.ts";
import type { MemberLookup } from "../../../lib/client/unknown_node.ts";
import { statusError } from "../../../lib/rpc/mod.ts";
import type { CallOptions } from "../../../lib/rpc/types.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { FakeChannel, type FakeEndpoint, jsonMethod, refused, zeros } from "./fake_channel.ts";

interface Reply {
  text?: string;
  metadata?: unknown;
}

const ask = jsonMethod<{ question: string }, Envelope<Reply>>("/test/Ask");
const watch = jsonMethod<{ question: string }, Reply>("/test/Watch");

function clientOf(
  behaviour: FakeEndpoint,
  { nodes = ["n1"], isProxied = true, signal = new AbortController().signal, members, maxParallel }:
    {
      maxParallel?: number;
      nodes?: string[];
      isProxied?: boolean;
      signal?: AbortSignal;
      members?: MemberLookup;
    } = {},
) {
  const clock = new FakeClock();
  const channels: FakeChannel[] = [];
  const pool = new EndpointPool(["e"], {
    clock,
    random: zeros,
    open(endpoint) {
      const channel = new FakeChannel(endpoint, behaviour);
      channels.push(channel);
      return channel;
    },
  });
  const client = createNodeClient({
    nodes,
    endpoints: ["e"],
    poolOf: () => pool,
    openDirect: () => fail("no direct client"),
    pools: [pool],
    headers: { runtime: ["Talos"], context: ["east"] },
    isProxied,
    callMs: 30_000,
    clock,
    signal,
    members,
    maxParallel,
  });
  return { client, clock, channels };
}

/** A call that ends only when it is cancelled, as a channel ends it. */
function silent(_request: unknown, { signal }: CallOptions): Promise<never> {
  return new Promise((_, reject) =>
    signal!.addEventListener("abort", () => reject(new OsctlError("cancelled", "was cancelled")))
  );
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

Deno.test("call sends one RPC per node with a single-valued nodes header, results in order", async () => {
  const headers: unknown[] = [];
  const { client } = clientOf({
    async unary(_request, options) {
      headers.push(options.headers);
      const node = options.headers!["nodes"]![0]!;
      for (let wait = Number(node.slice(1)); wait < 4; wait++) await settle();
      return { messages: [{ text: `I am ${node}`, metadata: { hostname: node } }] };
    },
  }, { nodes: ["n1", "n2", "n3"] });
  const answers = await client.call(ask, { question: "who" });
  deepStrictEqual(
    answers.map(({ node, value }) => [node, value?.text]),
    [["n1", "I am n1"], ["n2", "I am n2"], ["n3", "I am n3"]],
  );
  deepStrictEqual(
    headers,
    ["n1", "n2", "n3"].map((node) => ({ runtime: ["Talos"], context: ["east"], nodes: [node] })),
  );
});

Deno.test("call in maintenance mode sends no nodes header", async () => {
  const { client } = clientOf({
    unary: (_request, { headers }) =>
      Promise.resolve({ messages: [{ text: JSON.stringify(headers) }] }),
  }, { isProxied: false });
  const [answer] = await client.call(ask, { question: "" });
  deepStrictEqual(JSON.parse(answer!.value!.text!), { runtime: ["Talos"], context: ["east"] });
});

Deno.test("call fails a silent node at its deadline; other nodes return results", async () => {
  const { client, clock } = clientOf({
    unary: (request, options) =>
      options.headers!["nodes"]![0] === "dead"
        ? silent(request, options)
        : Promise.resolve({ messages: [{ text: "fine" }] }),
  }, { nodes: ["a", "dead", "b"] });
  const answers = client.call(ask, { question: "" });
  await settle();
  await clock.advance(29_999);
  let done = false;
  answers.then(() => done = true);
  await settle();
  strictEqual(done, false);
  await clock.advance(1);
  const [a, dead, b] = await answers;
  strictEqual(a?.value?.text, "fine");
  strictEqual(b?.value?.text, "fine");
  strictEqual(dead?.error?.kind, "node");
  strictEqual(dead?.error?.message, "no response within 30s");
  strictEqual(clock.waiting, 0);
});

Deno.test("call accepts a longer deadline", async () => {
  const { client, clock } = clientOf({ unary: silent });
  const answers = client.call(ask, { question: "" }, { timeoutMs: 90_000 });
  await settle();
  await clock.advance(89_999);
  await clock.advance(1);
  strictEqual((await answers)[0]?.error?.message, "no response within 1m30s");
});

Deno.test("call returns errors from metadata, from its status, and for an empty response", async () => {
  const replies: Readonly<Record<string, unknown>> = {
    text: { messages: [{ metadata: { hostname: "text", error: "went wrong" } }] },
    status: {
      messages: [{
        metadata: { hostname: "x", error: "e", status: { code: 7, message: "not authorized" } },
      }],
    },
    empty: { messages: [] },
    fine: { messages: [{ text: "ok", metadata: { hostname: "fine", error: "", status: null } }] },
  };
  const { client } = clientOf({
    unary: (_request, { headers }) => Promise.resolve(replies[headers!["nodes"]![0]!]),
  }, { nodes: Object.keys(replies) });
  const [text, status, empty, fine] = await client.call(ask, { question: "" });
  strictEqual(text?.error?.message, "went wrong");
  strictEqual(text?.error?.kind, "node");
  strictEqual(status?.error?.message, "not authorized (PermissionDenied)");
  strictEqual(empty?.error?.message, "empty response");
  strictEqual(fine?.value?.text, "ok");
});

Deno.test("call reports a failure of the endpoints once, not per node", async () => {
  const { client } = clientOf({ connect: () => refused("e") }, { nodes: ["a", "b"] });
  await rejects(client.call(ask, { question: "" }), {
    kind: "connection",
    message: "e refuses connections",
  });
});

Deno.test("call rejects on an interruption and on a bug", async () => {
  const stop = new AbortController();
  const { client } = clientOf({ unary: silent }, { signal: stop.signal });
  const answers = client.call(ask, { question: "" });
  await settle();
  stop.abort(new OsctlError("cancelled", "stopped by the user"));
  await rejects(answers, { message: "stopped by the user" });
  const broken = clientOf({ unary: () => Promise.reject(new TypeError("bug")) });
  await rejects(broken.client.call(ask, { question: "" }), TypeError);
});

Deno.test("50 nodes share one channel", async () => {
  const nodes = Array.from({ length: 50 }, (_, index) => `n${index}`);
  const { client, channels } = clientOf({
    unary: (_request, { headers }) =>
      Promise.resolve({ messages: [{ text: headers!["nodes"]![0] }] }),
  }, { nodes });
  const answers = await client.call(ask, { question: "" });
  deepStrictEqual(answers.map(({ value }) => value?.text), nodes);
  strictEqual(channels.length, 1);
});

Deno.test("stream yields all messages, then throws the first error in one", async () => {
  const { client } = clientOf({
    async *stream() {
      yield await Promise.resolve({ text: "1" });
      yield { metadata: { hostname: "n1", error: "first problem" } };
      yield { text: "2", metadata: { hostname: "n1", error: "second problem" } };
      yield { text: "3" };
    },
  });
  const seen: unknown[] = [];
  await rejects(async () => {
    for await (const { text } of client.stream(watch, { question: "" }, "n1")) seen.push(text);
  }, (error) => error instanceof MultiNodeError && error.message === "n1: first problem");
  deepStrictEqual(seen, ["1", "2", "3"]);
});

/** A stream of one message that then stays silent. */
async function* oneThenSilent(request: unknown, options: CallOptions) {
  yield { text: "1" };
  await silent(request, options);
}

Deno.test("a stream has no deadline by default", async () => {
  const { client, clock } = clientOf({ stream: oneThenSilent });
  const endless = client.stream(watch, { question: "" }, "n1", { idleLimit: "none" });
  const follower = endless[Symbol.asyncIterator]();
  strictEqual((await follower.next()).value.text, "1");
  strictEqual(clock.waiting, 0);
  const bounded = client.stream(watch, { question: "" }, "n1", { timeoutMs: 5000 });
  const iterator = bounded[Symbol.asyncIterator]();
  await iterator.next();
  const next = iterator.next();
  await settle();
  await clock.advance(5000);
  await rejects(
    next,
    (error) => error instanceof MultiNodeError && error.message === "n1: no response within 5s",
  );
  strictEqual(clock.waiting, 0);
});

Deno.test("only streams without an idle timeout send keepalive pings", async () => {
  const asked: unknown[] = [];
  const { client } = clientOf({
    stream: async function* (_request, options) {
      asked.push(options.keepalive);
      yield await Promise.resolve({ text: "1" });
    },
  });
  for (const idleLimit of ["call", "scan", "none"] as const) {
    await Array.fromAsync(client.stream(watch, { question: "" }, "n1", { idleLimit }));
    await Array.fromAsync(client.plainStream(watch, { question: "" }, "n1", { idleLimit }));
  }
  deepStrictEqual(asked, [undefined, undefined, undefined, undefined, true, true]);
});

Deno.test("a silent stream fails after the timeout of a call, with a hint", async () => {
  const stream = async function* (request: unknown, options: CallOptions) {
    yield await silent(request, options);
  };
  const { client, clock } = clientOf({ stream });
  const next = client.stream(watch, { question: "" }, "n1")[Symbol.asyncIterator]().next();
  await settle();
  await clock.advance(30_000);
  await rejects(next, (error) => {
    if (!(error instanceof MultiNodeError)) return false;
    const { message, hint } = error.failures[0]!.error;
    strictEqual(
      `${message}; ${hint}`,
      "no response within 30s; check the node, or increase OSCTL_CALL_TIMEOUT",
    );
    return true;
  });
  strictEqual(clock.waiting, 0);
});

Deno.test("the idle timeout restarts with each message and ignores a slow consumer", async () => {
  const { client, clock } = clientOf({
    async *stream(request, options) {
      for (let count = 0; count < 5; count++) {
        await new Promise<void>((resolve) => clock.after(20_000, resolve));
        yield { text: "x" };
      }
      yield await silent(request, options);
    },
  });
  const iterator = client.stream(watch, { question: "" }, "n1")[Symbol.asyncIterator]();
  for (let count = 0; count < 5; count++) {
    const next = iterator.next();
    await settle();
    await clock.advance(20_000);
    strictEqual((await next).value.text, "x");
    await clock.advance(100_000); // The consumer is not waiting.
  }
  const next = iterator.next();
  await settle();
  await clock.advance(30_000);
  await rejects(
    next,
    (error) =>
      error instanceof MultiNodeError && /no further message within 30s/.test(error.message),
  );
  strictEqual(clock.waiting, 0);
});

Deno.test("a stream may have its own idle timeout, and a wait for a slot does not count", async () => {
  const { client, clock } = clientOf({
    async *stream(request, options) {
      if (options.headers?.["node"]?.[0] === "n1") yield await silent(request, options);
      yield { text: "x" };
    },
  }, { nodes: ["n1", "n2"], maxParallel: 1 });
  const read = (node: string) =>
    Array.fromAsync(client.plainStream(watch, { question: "" }, node, { idleMs: 7000 }));
  const first = rejects(read("n1"), /no response within 7s/);
  const second = read("n2");
  await settle();
  await clock.advance(7000);
  await first;
  deepStrictEqual(await second, [{ text: "x" }]);
  strictEqual(clock.waiting, 0);
});

Deno.test("a scan has ten times the idle timeout", async () => {
  const { client, clock } = clientOf({ stream: oneThenSilent });
  const working = client.stream(watch, { question: "" }, "n1", { idleLimit: "scan" });
  const iterator = working[Symbol.asyncIterator]();
  await iterator.next();
  const next = iterator.next();
  let ended = false;
  next.catch(() => ended = true);
  await settle();
  await clock.advance(299_000);
  await settle();
  strictEqual(ended, false);
  await clock.advance(1000);
  await rejects(
    next,
    (error) => error instanceof MultiNodeError && /within 5m0s/.test(error.message),
  );
});

Deno.test("leaving a stream stops its timers", async () => {
  const { client, clock } = clientOf({
    async *stream() {
      while (true) yield await Promise.resolve({ text: "x" });
    },
  });
  for await (const _ of client.stream(watch, { question: "" }, "n1", { timeoutMs: 5000 })) break;
  strictEqual(clock.waiting, 0);
});

Deno.test("plain calls and streams send node, uploads send nodes", async () => {
  const headers: unknown[] = [];
  const behaviour: FakeEndpoint = {
    unary(request, options) {
      headers.push(options.headers!["node"] ?? options.headers!["nodes"]);
      headers.push(Object.keys(options.headers!).filter((key) => key.startsWith("node")));
      return Promise.resolve(Array.isArray(request) ? { messages: [{ text: request.length }] } : 7);
    },
    async *stream(_request, options) {
      headers.push(options.headers!["node"]);
      yield await Promise.resolve({ text: "s" });
    },
  };
  const { client } = clientOf(behaviour);
  strictEqual(await client.plainCall(jsonMethod<object, number>("/x"), {}, "n9"), 7);
  await Array.fromAsync(client.plainStream(watch, { question: "" }, "n8"));
  const sent = async function* () {
    yield await Promise.resolve({ question: "a" });
    yield { question: "b" };
  };
  deepStrictEqual(await client.upload(ask, sent(), "n7"), { text: 2 });
  deepStrictEqual(headers, [["n9"], ["node"], ["n8"], ["n7"], ["nodes"]]);
});

Deno.test("errors of single calls name the node; connection errors do not", async () => {
  const failing = clientOf({
    unary: () => Promise.reject(new OsctlError("node", "no such file")),
  });
  await rejects(
    failing.client.plainCall(ask, { question: "" }, "n1"),
    (error) => error instanceof MultiNodeError && error.message === "n1: no such file",
  );
  const down = clientOf({ connect: () => refused("e") });
  await rejects(down.client.plainCall(ask, { question: "" }, "n1"), {
    kind: "connection",
    message: "e refuses connections",
  });
});

Deno.test("singleNode returns the only node; its error names the command", () => {
  strictEqual(clientOf({}).client.singleNode("read"), "n1");
  throws(
    () => clientOf({}, { nodes: ["a", "b"] }).client.singleNode("read"),
    (error) =>
      error instanceof OsctlError && error.kind === "usage" &&
      error.message === '"osctl read" accepts one node, found 2: a, b',
  );
});

Deno.test("disposal of a client closes its channels", async () => {
  const { client, channels } = clientOf({ unary: () => Promise.resolve({ messages: [{}] }) });
  {
    await using open = client;
    await open.call(ask, { question: "" });
  }
  deepStrictEqual(channels.map(({ closed }) => closed), [true]);
});

/** An endpoint that resolves no name. */
const unresolved = (details: string): FakeEndpoint => ({
  unary: () => Promise.reject(statusError(14, details)),
});

// grpc.NewClient of grpc-go v1.66 (nodes from v1.8 on), grpc.Dial (before), and a failing DNS server.
const LOOKUP_ERRORS = [
  "name resolver error: produced zero addresses",
  'connection error: desc = "transport: Error while dialing: dial tcp: lookup worker-9 on ' +
  '10.5.0.1:53: no such host"',
  "dns: A record lookup error: lookup worker-9 on 10.5.0.1:53: server misbehaving",
] as const;

Deno.test("a name that the node itself cannot resolve is not an unknown node", async () => {
  // `osctl time` of a node of v1.13.0 without DNS.
  const details =
    'error querying NTP server "time.cloudflare.com": lookup time.cloudflare.com on ' +
    "127.0.0.11:53: no such host";
  const { client } = clientOf({ unary: () => Promise.reject(statusError(2, details)) }, {
    nodes: ["worker-1"],
    members: () => Promise.resolve([]),
  });
  const [result] = await client.call(ask, { question: "when" });
  strictEqual(result!.error?.message, `${details} (Unknown)`);
});

for (const details of LOOKUP_ERRORS) {
  Deno.test(`an unknown node has the nearest member as hint: ${details}`, async () => {
    let lookups = 0;
    const { client } = clientOf(unresolved(details), {
      nodes: ["worker-9", "worker-1", "plane-1", "zzz"],
      members: () => {
        lookups++;
        return Promise.resolve([
          { id: "control-plane-1", hostname: "control-plane-1", addresses: ["10.5.0.2"] },
          {
            id: "worker-1",
            hostname: "worker-1.example.com",
            addresses: ["10.5.0.3", "fd00::3"],
          },
        ]);
      },
    });
    const results = await client.call(ask, { question: "who" });
    deepStrictEqual(
      results.map(({ error }) => [error?.message, error?.hint]),
      [
        ["unknown node name", 'did you mean "worker-1"; list nodes with "osctl get members"'],
        ["its name does not resolve on e", 'use its address "10.5.0.3"'],
        [
          "unknown node name",
          'did you mean "control-plane-1"; list nodes with "osctl get members"',
        ],
        ["unknown node name", 'list nodes with "osctl get members"'],
      ],
    );
    strictEqual(lookups, 1);
  });
}

Deno.test("a name is not called unknown when neither members nor the resolver are known", async () => {
  const { client } = clientOf(unresolved(LOOKUP_ERRORS[2]), {
    nodes: ["worker-9"],
    members: () => Promise.resolve([]),
  });
  const [result] = await client.call(ask, { question: "who" });
  deepStrictEqual(
    [result!.error?.message, result!.error?.hint],
    [
      "its name does not resolve on e: server misbehaving",
      'use its address, or check the DNS servers with "osctl get resolvers"',
    ],
  );
});

Deno.test("a member whose name is unresolved is called by its address, with one lookup", async () => {
  for (const details of LOOKUP_ERRORS) {
    let lookups = 0;
    const sent: string[] = [];
    const { client } = clientOf({
      unary(_request, { headers }) {
        const target = (headers!["nodes"] ?? headers!["node"])![0]!;
        sent.push(target);
        if (target === "10.5.0.3") return Promise.resolve({ messages: [{ text: "here" }] });
        return Promise.reject(statusError(14, details));
      },
    }, {
      nodes: ["worker-1"],
      members: () => {
        lookups++;
        const member = { id: "worker-1", hostname: "worker-1.lan", addresses: ["10.5.0.3"] };
        return Promise.resolve([member]);
      },
    });
    for (let round = 0; round < 2; round++) {
      const [result] = await client.call(ask, { question: "who" });
      deepStrictEqual([result!.node, result!.value?.text], ["worker-1", "here"]);
    }
    // The name once; then the address, also of the second call.
    deepStrictEqual(sent, ["worker-1", "10.5.0.3", "10.5.0.3"]);
    strictEqual(lookups, 1);
  }
});

Deno.test("a DNS server that fails is named, also when no member has the name", async () => {
  const server = "10.5.0.1:53: ";
  const members = () =>
    Promise.resolve([{ id: "worker-1", hostname: "worker-1", addresses: ["10.5.0.3"] }]);
  for (
    const [reason, text] of [
      ["read udp 10.5.0.2:5353->10.5.0.1:53: i/o timeout", "does not respond"],
      ["read udp 10.5.0.2:5353->10.5.0.1:53: read: connection refused", "refuses queries"],
    ] as const
  ) {
    for (const prefix of ["", "name resolver error: "]) {
      const details = `${prefix}dns: A record lookup error: lookup db-7 on ${server}${reason}`;
      const { client } = clientOf(unresolved(details), { nodes: ["db-7"], members });
      const [result] = await client.call(ask, { question: "who" });
      strictEqual(
        result!.error?.message,
        `its name does not resolve on e: the DNS server 10.5.0.1:53 ${text}, ` +
          "and no member has it",
      );
    }
  }
});

/** Calls that readers may make. */
const version = jsonMethod<object, Envelope<Reply>>("/machine.MachineService/Version");
const list = jsonMethod<object, Reply>("/cosi.resource.State/List");
const file = jsonMethod<object, Reply>("/machine.MachineService/Read");

/** An endpoint whose DNS does not answer: calls by name hang, calls by address respond. */
function deadDns(sent: string[], cancelled: string[]): FakeEndpoint {
  const begin = ({ headers, signal }: CallOptions) => {
    const target = (headers!["nodes"] ?? headers!["node"])![0]!;
    sent.push(target);
    signal!.addEventListener("abort", () => cancelled.push(target));
    return target === "10.5.0.3";
  };
  return {
    unary: (request, options) =>
      begin(options) ? Promise.resolve({ messages: [{ text: "here" }] }) : silent(request, options),
    async *stream(request, options) {
      if (!begin(options)) await silent(request, options);
      yield { text: "first" };
      await settle();
      yield { text: "second" };
    },
  };
}

Deno.test("a read of a member whose name resolves slowly is sent to its address after 1 s", async () => {
  const members = () =>
    Promise.resolve([{ id: "worker-1", hostname: "worker-1.lan", addresses: ["10.5.0.3"] }]);
  const read = async (client: ReturnType<typeof clientOf>["client"], kind: string) => {
    if (kind === "call") {
      return (await client.call(version, {})).map(({ node, value }) => `${node} ${value?.text}`);
    }
    if (kind === "plainCall") return (await client.plainCall(version, {}, "worker-1")).messages;
    const method = kind === "file" ? file : list;
    const messages = await Array.fromAsync(client.plainStream(method, {}, "worker-1"));
    return messages.map((one) => one.text);
  };
  for (
    const [kind, expected] of [
      ["call", ["worker-1 here"]],
      ["plainCall", [{ text: "here" }]],
      ["plainStream", ["first", "second"]],
      ["file", ["first", "second"]],
    ] as const
  ) {
    const [sent, cancelled]: [string[], string[]] = [[], []];
    const { client, clock } = clientOf(deadDns(sent, cancelled), { nodes: ["worker-1"], members });
    const pending = read(client, kind);
    await settle();
    await clock.advance(999);
    deepStrictEqual(sent, ["worker-1"]);
    await clock.advance(1);
    deepStrictEqual(await pending, expected);
    await settle();
    deepStrictEqual(cancelled, ["worker-1"]);
    // Further calls use the address at once.
    deepStrictEqual(await read(client, kind), expected);
    deepStrictEqual(sent, ["worker-1", "10.5.0.3", "10.5.0.3"]);
    strictEqual(clock.waiting, 0);
  }
});

Deno.test("changes, followed streams and names of no member are sent once", async () => {
  const members = () =>
    Promise.resolve([{ id: "worker-1", hostname: "worker-1", addresses: ["10.5.0.3"] }]);
  const reboot = jsonMethod<object, Envelope<Reply>>("/machine.MachineService/Reboot");
  const [sent, cancelled]: [string[], string[]] = [[], []];
  for (const [node, method] of [["worker-1", reboot], ["db-7", version]] as const) {
    sent.length = 0;
    const { client, clock } = clientOf(deadDns(sent, cancelled), { nodes: [node], members });
    const pending = client.call(method, {});
    await settle();
    await clock.advance(29_999);
    deepStrictEqual(sent, [node]);
    await clock.advance(1);
    strictEqual((await pending)[0]!.error?.message, "no response within 30s");
    strictEqual(clock.waiting, 0);
  }
  sent.length = 0;
  const stop = new AbortController();
  const { client, clock } = clientOf(deadDns(sent, cancelled), { members });
  const options = { idleLimit: "none" as const, signal: stop.signal };
  const pending = Array.fromAsync(client.plainStream(list, {}, "worker-1", options));
  await settle();
  await clock.advance(60_000);
  stop.abort(new OsctlError("cancelled", "stopped"));
  await rejects(pending, { message: "stopped" });
  deepStrictEqual(sent, ["worker-1"]);
});

Deno.test("members that cannot be read in two seconds leave the error without a name", async () => {
  const [details] = LOOKUP_ERRORS;
  for (const members of [refusedLookup, silentLookup]) {
    const { client, clock } = clientOf(unresolved(details), { members });
    const pending = client.call(ask, { question: "who" });
    await settle();
    clock.advance(2000);
    const [result] = await pending;
    strictEqual(result?.error?.hint, 'list nodes with "osctl get members"');
    strictEqual(clock.waiting, 0);
  }
});

Deno.test("members are not read for other errors, nor in maintenance mode", async () => {
  const members = () => fail("members were read");
  const other = clientOf(unresolved("no route to host"), { members });
  strictEqual((await other.client.call(ask, { question: "" }))[0]?.error?.hint, undefined);
  const [details] = LOOKUP_ERRORS;
  const direct = clientOf(unresolved(details), { members, isProxied: false });
  strictEqual((await direct.client.call(ask, { question: "" }))[0]?.error?.hint, undefined);
});

const refusedLookup: MemberLookup = () => Promise.reject(new OsctlError("node", "not authorized"));
const silentLookup: MemberLookup = () => new Promise(() => {});
