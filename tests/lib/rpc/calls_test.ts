import assert from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { RpcError, StatusCode, StatusError } from "../../../lib/rpc/mod.ts";
import type { IncomingCall } from "../../../lib/rpc/server.ts";
import { ClientCall } from "../../../lib/rpc/client_call.ts";
import { FakeClock } from "../../helpers/fake_system.ts";
import { open } from "./http2/wire.ts";
import { bytes, collect, connect, method, perConnection } from "./peers.ts";

const Echo = method("/test.Echo/Say");
const Count = method("/test.Echo/Count", { server: true });
const Join = method("/test.Echo/Join", { client: true });

async function* texts(...items: string[]): AsyncGenerator<Uint8Array> {
  for (const item of items) yield bytes(item);
}

/** Never responds; resolves `called` at the call and `given` when it is cancelled. */
function silent() {
  const called = Promise.withResolvers<IncomingCall>();
  const given = Promise.withResolvers<void>();
  return {
    called: called.promise,
    given: given.promise,
    dispatch: (call: IncomingCall) => {
      called.resolve(call);
      return new Promise<never>((_resolve, reject) => {
        call.signal.addEventListener("abort", () => {
          given.resolve();
          reject(call.signal.reason);
        });
      });
    },
  };
}

Deno.test("a unary call sends one message each way on any path", async () => {
  await using pair = await connect(async (call) =>
    bytes(`${call.path} ${new TextDecoder().decode(await call.request())}`)
  );
  assert.equal(await pair.channel.unary(Echo, "hello"), "/test.Echo/Say hello");
  assert.equal(await pair.channel.unary(method("/any.Thing/AtAll"), ""), "/any.Thing/AtAll ");
});

Deno.test("headers arrive with one field per value, in order", async () => {
  let seen: IncomingCall["headers"] | undefined;
  await using pair = await connect((call) => {
    seen = call.headers;
    return bytes("");
  });
  const headers = { nodes: ["10.0.0.2", "10.0.0.3", "10.0.0.2"], runtime: ["Talos"], empty: [""] };
  await pair.channel.unary(Echo, "", { headers });
  assert.deepEqual(Object.entries(seen ?? {}), Object.entries(headers));
});

Deno.test("headers named like properties of Object.prototype arrive like any other", async () => {
  const seen: unknown[] = [];
  await using pair = await connect((call) => {
    seen.push(call.headers["constructor"], call.headers["__proto__"], call.headers["valueof"]);
    return bytes("");
  });
  const headers = { ["__proto__"]: ["a", "b"], constructor: ["c"] };
  await pair.channel.unary(Echo, "", { headers });
  assert.deepEqual(seen.splice(0), [["c"], ["a", "b"], undefined]);
  await pair.channel.unary(Echo, "");
  assert.deepEqual(seen, [undefined, undefined, undefined]);
});

perConnection(
  "an exception while a connection is handled ends that connection only, with a report",
  async () => {
    const reports: string[] = [];
    let connections = 0;
    await using pair = await connect(() => bytes("here"), {
      // `Deno.connectTls` would fail unnoticed, followed by a connection with `node:tls`.
      channel: { denoTls: false },
      server: {
        admit: () => {
          if (connections++ === 0) throw new TypeError("oops");
          return true;
        },
        onInternalError: (error, origin) =>
          reports.push(`${error} ${origin.replace(/\d+$/, "PORT")}`),
      },
    });
    await assert.rejects(pair.channel.unary(Echo, ""), { kind: "connection" });
    assert.equal(await pair.channel.unary(Echo, ""), "here");
    assert.deepEqual(reports, ["TypeError: oops connection from 127.0.0.1:PORT"]);
  },
);

Deno.test("a header value other than printable ASCII is rejected before anything is sent", async () => {
  await using pair = await connect(() => bytes(""));
  await assert.rejects(
    pair.channel.unary(Echo, "", { headers: { nodes: ["knöten"] } }),
    (error: OsctlError) =>
      error.kind === "input" && /"knöten" of header "nodes"/.test(error.message),
  );
});

Deno.test("the server gets the peer's address and certificate", async () => {
  let peer: IncomingCall["peer"] | undefined;
  await using pair = await connect((call) => {
    peer = call.peer;
    return bytes("");
  });
  await pair.channel.unary(Echo, "");
  assert.equal(peer?.address, "127.0.0.1");
  assert.ok(peer.port > 0);
  assert.ok(new TextDecoder("latin1").decode(peer.certificate).includes("os:admin"));
});

Deno.test("a server stream yields its messages in order, including empty ones", async () => {
  await using pair = await connect(() => texts("a", "", "c"));
  assert.deepEqual(await collect(pair.channel.serverStream(Count, "")), ["a", "", "c"]);
});

Deno.test("a client stream gets one response", async () => {
  await using pair = await connect(async (call) => {
    const parts = (await collect(call.requests)).map((part) => new TextDecoder().decode(part));
    return bytes(parts.join("+"));
  });
  async function* requests() {
    yield "a";
    yield "b";
    yield "c";
  }
  assert.equal(await pair.channel.clientStream(Join, requests()), "a+b+c");
});

Deno.test("a client stream ends when the server rejects it", async () => {
  await using pair = await connect(() => {
    throw new StatusError(StatusCode.permissionDenied, "not authorized");
  });
  let open = true;
  async function* endless() {
    try {
      for (;;) yield "x".repeat(100_000);
    } finally {
      open = false;
    }
  }
  await assert.rejects(pair.channel.clientStream(Join, endless()), { code: 7 });
  assert.equal(open, false);
});

Deno.test("a client stream whose source fails cancels the call and throws the source's error", async () => {
  const { given, dispatch } = silent();
  await using pair = await connect(dispatch);
  // deno-lint-ignore require-yield -- it fails before its first item
  async function* broken(): AsyncGenerator<string> {
    throw new OsctlError("file", "cannot read snapshot.db");
  }
  await assert.rejects(pair.channel.clientStream(Join, broken()), /cannot read snapshot\.db/);
  await given;
});

Deno.test("concurrent calls share one connection", async () => {
  const ports = new Set<number>();
  await using pair = await connect(async (call) => {
    ports.add(call.peer.port);
    return await call.request();
  });
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => pair.channel.unary(Echo, `${index}`)),
  );
  assert.deepEqual(answers, Array.from({ length: 300 }, (_, index) => `${index}`));
  assert.equal(ports.size, 1);
});

Deno.test("a status becomes a node error with code, name and text", async () => {
  await using pair = await connect(() => {
    throw new StatusError(StatusCode.notFound, 'stat /nöpe: no such file, 100% "gone"');
  });
  await assert.rejects(pair.channel.unary(Echo, ""), (error) => {
    assert.ok(error instanceof RpcError);
    assert.equal(error.kind, "node");
    assert.equal(error.code, 5);
    assert.equal(error.codeName, "NotFound");
    assert.equal(error.details, 'stat /nöpe: no such file, 100% "gone"');
    assert.equal(error.message, 'stat /nöpe: no such file, 100% "gone" (NotFound)');
    return true;
  });
});

Deno.test("a status follows the messages sent before it", async () => {
  await using pair = await connect(async function* () {
    yield bytes("one");
    throw new StatusError(StatusCode.unavailable, "gone away");
  });
  const seen: string[] = [];
  await assert.rejects(async () => {
    for await (const item of pair.channel.serverStream(Count, "")) seen.push(item);
  }, { code: 14, kind: "node", message: "gone away (Unavailable)" });
  assert.deepEqual(seen, ["one"]);
});

Deno.test("an exception in a handler returns Unknown and is reported with the path", async () => {
  const bugs: unknown[] = [];
  await using pair = await connect(() => {
    throw new TypeError("oops");
  }, { server: { onInternalError: (error, path) => bugs.push(String(error), path) } });
  await assert.rejects(pair.channel.unary(Echo, ""), { codeName: "Unknown", details: "oops" });
  assert.deepEqual(bugs, ["TypeError: oops", "/test.Echo/Say"]);
});

Deno.test("the deadline of a call is in its error and sent to the server", async () => {
  const clock = new FakeClock();
  const { called, given, dispatch } = silent();
  await using pair = await connect(dispatch, { channel: { clock } });
  const call = pair.channel.unary(Echo, "", { timeoutMs: 30_000 });
  const failed = assert.rejects(call, {
    kind: "connection",
    code: 4,
    message: `${pair.endpoint} did not complete the call within 30s`,
  });
  assert.equal((await called).timeoutMs, 30_000);
  await clock.advance(30_000);
  await failed;
  await given;
  assert.equal(clock.waiting, 0);
});

Deno.test("a deadline beyond the longest timer of the runtime does not expire at once", async () => {
  await using pair = await connect((call) => call.request());
  const days = 50 * 24 * 3_600_000;
  assert.equal(await pair.channel.unary(Echo, "x", { timeoutMs: days }), "x");
});

Deno.test("a call that ends before its deadline leaves no timer", async () => {
  const clock = new FakeClock();
  await using pair = await connect((call) => call.request(), { channel: { clock } });
  assert.equal(await pair.channel.unary(Echo, "x", { timeoutMs: 1000 }), "x");
  assert.equal(clock.waiting, 0);
});

Deno.test("an aborted signal cancels the call on client and server", async () => {
  const { called, given, dispatch } = silent();
  await using pair = await connect(dispatch);
  const controller = new AbortController();
  const call = pair.channel.unary(Echo, "", { signal: controller.signal });
  const failed = assert.rejects(call, { kind: "cancelled", code: 1 });
  await called;
  controller.abort();
  await failed;
  await given;
});

Deno.test("a signal that is already aborted cancels the call without connecting", async () => {
  await using pair = await connect(() => assert.fail("was called"));
  await assert.rejects(pair.channel.unary(Echo, "", { signal: AbortSignal.abort() }), {
    kind: "cancelled",
  });
});

Deno.test("leaving the loop over a stream cancels it on the server", async () => {
  const ended = Promise.withResolvers<void>();
  await using pair = await connect(async function* (call) {
    call.signal.addEventListener("abort", () => ended.resolve());
    for (;;) yield bytes("again");
  });
  for await (const item of pair.channel.serverStream(Count, "")) {
    assert.equal(item, "again");
    break;
  }
  await ended.promise;
});

Deno.test("closing the channel cancels its calls", async () => {
  const { called, dispatch } = silent();
  await using pair = await connect(dispatch);
  const failed = assert.rejects(pair.channel.unary(Echo, ""), { kind: "cancelled" });
  await called;
  pair.channel.close();
  await failed;
});

Deno.test("a connection lost during a call is an error of kind connection", async () => {
  await using pair = await connect((call) => {
    call.abortConnection();
    return new Promise<never>(() => {});
  });
  await assert.rejects(pair.channel.unary(Echo, ""), (error: RpcError) => {
    assert.equal(error.kind, "connection");
    assert.equal(error.codeName, "Unavailable");
    assert.match(error.message, new RegExp(`^lost the connection to ${pair.endpoint}: `));
    return true;
  });
});

Deno.test("the call after a lost connection reconnects", async () => {
  let calls = 0;
  await using pair = await connect((call) => {
    if (calls++ === 0) call.abortConnection();
    return bytes("here");
  });
  await assert.rejects(pair.channel.unary(Echo, ""));
  assert.equal(await pair.channel.unary(Echo, ""), "here");
});

Deno.test("a response above the size limit is rejected", async () => {
  await using pair = await connect(() => new Uint8Array(2000), {
    channel: { receiveLimit: 1000 },
  });
  await assert.rejects(pair.channel.unary(Echo, ""), {
    codeName: "ResourceExhausted",
    details: "message of 2000 bytes exceeds the limit of 1000 bytes",
  });
});

Deno.test("a request above the size limit is rejected", async () => {
  await using pair = await connect((call) => call.request(), { server: { receiveLimit: 1000 } });
  await assert.rejects(pair.channel.unary(Echo, "x".repeat(2000)), {
    codeName: "ResourceExhausted",
  });
  assert.equal(await pair.channel.unary(Echo, "x"), "x");
});

Deno.test("a message larger than the flow-control windows arrives complete", async () => {
  const large = new Uint8Array(20 * 1024 * 1024).map((_, index) => index % 251);
  await using pair = await connect(async (call) => await call.request());
  const same = (value: Uint8Array) => value;
  const raw = { ...Echo, encodeRequest: same, decodeResponse: same, decodeRequest: same };
  const answer = await pair.channel.unary({ ...raw, encodeResponse: same }, large);
  assert.equal(answer.length, large.length);
  assert.ok(answer.every((byte, index) => byte === index % 251));
});

Deno.test("a graceful stop finishes open calls and rejects new ones", async () => {
  const release = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  await using pair = await connect(async () => {
    called.resolve();
    await release.promise;
    return bytes("done");
  });
  const call = pair.channel.unary(Echo, "");
  await called.promise;
  const stopped = pair.server.stop("graceful");
  release.resolve();
  assert.equal(await call, "done");
  await stopped;
  await assert.rejects(pair.channel.unary(Echo, ""), { kind: "connection" });
});

Deno.test("disconnectAll closes the connections and keeps listening", async () => {
  await using pair = await connect(() => bytes("here"));
  assert.equal(await pair.channel.unary(Echo, ""), "here");
  pair.server.disconnectAll();
  assert.equal(await pair.channel.unary(Echo, "").catch(() => "here"), "here");
  assert.equal(await pair.channel.unary(Echo, ""), "here");
});

Deno.test("a cancelled stream yields what has arrived, and fails unless that was everything", async () => {
  for (const isWhole of [true, false]) {
    const sent = Promise.withResolvers<void>();
    await using pair = await connect((call) => {
      if (call.path === Echo.path) return bytes("");
      return (async function* () {
        yield* texts("one", "two", "three");
        sent.resolve();
        if (isWhole) return;
        await new Promise((resolve) => call.signal.addEventListener("abort", resolve));
      })();
    });
    const stop = new AbortController();
    const stream = pair.channel.serverStream(Count, "", { signal: stop.signal })[
      Symbol.asyncIterator
    ]();
    assert.equal((await stream.next()).value, "one");
    await sent.promise;
    // The answer to a later call comes after the messages.
    await pair.channel.unary(Echo, "");
    stop.abort("enough");
    assert.equal((await stream.next()).value, "two");
    assert.equal((await stream.next()).value, "three");
    if (isWhole) assert.equal((await stream.next()).done, true);
    else await assert.rejects(Promise.resolve(stream.next()), { kind: "cancelled" });
  }
});

Deno.test("a call on a stream that ended before its use is refused as not sent", async () => {
  const { wire, connection } = open("client");
  const stream = await connection.open();
  connection.destroy();
  assert.throws(() => new ClientCall(stream, [], 1000), { reason: "closed", isUnprocessed: true });
  assert.deepEqual(wire.frames.filter((frame) => frame.startsWith("1 ")), []);
});

Deno.test("a graceful stop does not wait for a client that never finishes its handshake", async () => {
  await using pair = await connect((call) => call.request());
  const client = await Deno.connect({ hostname: "127.0.0.1", port: pair.port });
  const closed = client.read(new Uint8Array(1)).catch((error) => error);
  assert.equal(await pair.channel.unary(Echo, "a"), "a"); // the server has accepted both
  await pair.server.stop("graceful");
  await closed;
  client.close();
});

Deno.test("a status text of 2 MB ends its call, not the connection", async () => {
  const release = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  await using pair = await connect(async (call) => {
    const request = await call.request();
    if (request.length === 0) throw new StatusError(StatusCode.internal, "x".repeat(2_000_000));
    called.resolve();
    await release.promise;
    return request;
  });
  const other = pair.channel.unary(Echo, "other");
  await called.promise;
  await assert.rejects(pair.channel.unary(Echo, ""), /header list too large/);
  release.resolve();
  assert.equal(await other, "other");
});
