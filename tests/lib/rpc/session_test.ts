import assert from "node:assert/strict";
import { folderFault, socketPath } from "../../../lib/platform/private_folder.ts";
import { PrivateListener } from "../../../lib/platform/private_listener.ts";
import { type Channel, openChannel, RpcError, type TlsSettings } from "../../../lib/rpc/mod.ts";
import type { Dispatch, IncomingCall } from "../../../lib/rpc/server.ts";
import { sessionName } from "../../../lib/rpc/session/mod.ts";
import { buildOf } from "../../../lib/rpc/session/session_name.ts";
import { FakeClock, wallClock } from "../../helpers/fake_system.ts";
import { until } from "../../helpers/until.ts";
import { bytes, connect, credentials, makePki, method, type Pair, sharedPki } from "./peers.ts";
import { startTestSession, type TestSession } from "./session_channel.ts";

const Echo = method("/test.Echo/Say");
const Count = method("/test.Echo/Count", { server: true });

/**
 * Time in which a call must have left a session that does not respond, with its handshake on a busy
 * machine: below the longest wait for a session, 3 s.
 */
const DIRECT_MS = 2500;

/** A server, a session to it, and a channel that looks for the session. */
interface Setup extends AsyncDisposable {
  readonly pair: Pair;
  readonly tls: TlsSettings;
  readonly session: TestSession;
  readonly channel: Channel;
  /** Connections that the server has accepted. */
  readonly connections: () => number;
}

async function setUp(
  { dispatch = async (call: IncomingCall) => await call.request(), offset = () => 0 }: {
    dispatch?: Dispatch;
    /** Time by which the clock of the session is off, milliseconds. */
    offset?: () => number;
  } = {},
): Promise<Setup> {
  const ports = new Set<number>();
  const pair = await connect((call) => {
    ports.add(call.peer.port);
    return dispatch(call);
  });
  const tls = credentials(await sharedPki());
  const clock = { ...wallClock, now: () => wallClock.now() + offset() };
  const session = await startTestSession(pair.endpoint, tls, clock);
  const channel = openChannel(pair.endpoint, tls, { sessions: session.folder });
  return {
    pair,
    tls,
    session,
    channel,
    connections: () => ports.size,
    async [Symbol.asyncDispose]() {
      channel.close();
      await session[Symbol.asyncDispose]();
      await pair[Symbol.asyncDispose]();
    },
  };
}

/** Makes a call that must connect directly, in time. */
async function callDirectly({ channel, session }: Setup): Promise<void> {
  const { calls } = session;
  const start = performance.now();
  assert.equal(await channel.unary(Echo, "direct"), "direct");
  assert.ok(performance.now() - start < DIRECT_MS, `${performance.now() - start} ms`);
  assert.equal(session.calls, calls);
}

Deno.test("channels share the connection of a session", async () => {
  await using setup = await setUp();
  const { pair, tls, session, connections } = setup;
  for (let count = 1; count <= 3; count++) {
    const channel = openChannel(pair.endpoint, tls, { sessions: session.folder });
    assert.equal(await channel.unary(Echo, "hello"), "hello");
    channel.close();
    assert.equal(session.calls, count);
  }
  assert.equal(connections(), 1);
});

Deno.test("the socket has mode 0600, and a folder that others can open is not used", async () => {
  await using setup = await setUp();
  const { folder, listener } = setup.session;
  assert.equal(Deno.lstatSync(listener.path).mode! & 0o777, 0o600);
  assert.equal(folderFault(folder), undefined);
  await Deno.chmod(folder, 0o755);
  assert.match(folderFault(folder)!, /is accessible to others$/);
  await callDirectly(setup);
});

Deno.test({
  name: "a folder or socket of another user is not used",
  ignore: Deno.uid() !== 0,
  async fn() {
    await using setup = await setUp();
    const { folder, listener } = setup.session;
    await Deno.chown(listener.path, 1234, 1234);
    await callDirectly(setup);
    await Deno.chown(listener.path, 0, 0);
    await Deno.chown(folder, 1234, 1234);
    assert.match(folderFault(folder)!, /belongs to another user$/);
    const channel = openChannel(setup.pair.endpoint, setup.tls, { sessions: folder });
    await callDirectly({ ...setup, channel });
    channel.close();
    await Deno.chown(folder, 0, 0);
  },
});

Deno.test("a symbolic link is not a folder of sessions", async () => {
  await using setup = await setUp();
  const folder = await Deno.makeTempDir();
  try {
    await Deno.symlink(setup.session.folder, `${folder}/link`);
    assert.match(folderFault(`${folder}/link`)!, /is not a directory$/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a stale socket, and a program that never answers, cost less than 100 ms", async () => {
  await using setup = await setUp();
  const { session, tls, pair } = setup;
  const name = await sessionName({ endpoint: pair.endpoint, tls, proxy: undefined });
  const silent = new PrivateListener(session.folder, name, (conn) => accepted.push(conn));
  const accepted: Deno.UnixConn[] = [];
  await callDirectly(setup);
  const { connectSession } = await import("../../../lib/rpc/session/dial_session.ts");
  const clock = new FakeClock();
  const refused = assert.rejects(connectSession(silent.path, clock), Deno.errors.TimedOut);
  // The program has accepted, and the client waits for its first byte.
  while (accepted.length < 2 || clock.waiting === 0) {
    await new Promise((wake) => setTimeout(wake, 1));
  }
  await clock.advance(100);
  await refused;
  for (const conn of accepted) conn.close();
  await Deno.rename(silent.path, `${session.folder}/kept`);
  silent.close();
  await Deno.rename(`${session.folder}/kept`, silent.path);
  const again = openChannel(pair.endpoint, tls, { sessions: session.folder });
  await callDirectly({ ...setup, channel: again });
  again.close();
});

Deno.test("a listener notices that its socket is gone or replaced, and leaves the other one", async () => {
  await using setup = await setUp();
  const { listener, folder } = setup.session;
  assert.ok(listener.isInPlace);
  const name = listener.path.slice(folder.length + 1, -".sock".length);
  const second = new PrivateListener(folder, name, (conn) => conn.close());
  assert.ok(!listener.isInPlace);
  listener.shutdown();
  assert.ok(second.isInPlace);
  await Deno.remove(second.path);
  assert.ok(!second.isInPlace);
  second.close();
});

Deno.test("a build is the same in every folder, sources belong to their checkout", () => {
  const file = "call-0a1b2c3d.js";
  const urls = [
    `file:///tmp/deno-compile-osctl/${file}`,
    `file:///home/me/tmp/deno-compile-osctl-new/${file}`,
    `https://example.com/osctl/${file}`,
  ];
  assert.deepEqual(urls.map(buildOf), [file, file, file]);
  for (const source of ["file:///a/lib/rpc/session/session_name.ts", "file:///b/session_name.js"]) {
    assert.equal(buildOf(source), source);
  }
});

Deno.test("other credentials, another endpoint and a proxy have other names", async () => {
  const tls = credentials(await sharedPki());
  const endpoint = "127.0.0.1:50000";
  const routes = [
    { endpoint, tls, proxy: undefined },
    { endpoint: "127.0.0.1:50001", tls, proxy: undefined },
    { endpoint, tls: credentials(await makePki()), proxy: undefined },
    { endpoint, tls: { ...tls, key: `${tls.key}\n` }, proxy: undefined },
    { endpoint, tls, proxy: new URL("http://proxy:3128") },
  ];
  const names = await Promise.all(routes.map(sessionName));
  assert.equal(new Set(names).size, routes.length);
  assert.deepEqual(names, await Promise.all(routes.map(sessionName)));
  assert.match(socketPath("/run", names[0]!), /^\/run\/[0-9a-f]{32}\.sock$/);
});

Deno.test("a session whose endpoint closed its connection refuses calls and connects again", async () => {
  await using setup = await setUp();
  const { channel, session, pair } = setup;
  assert.equal(await channel.unary(Echo, "shared"), "shared");
  pair.server.disconnectAll();
  await until(() => Promise.resolve(session.upstream.isUsable), (usable) => !usable);
  assert.equal(await channel.unary(Echo, "direct"), "direct");
  await until(() => Promise.resolve(session.upstream.isUsable), (usable) => usable);
  const again = openChannel(pair.endpoint, setup.tls, { sessions: session.folder });
  const { calls } = session;
  assert.equal(await again.unary(Echo, "shared"), "shared");
  assert.equal(session.calls, calls + 1);
  again.close();
});

Deno.test("a session that ends between two calls of a program is left", async () => {
  await using setup = await setUp();
  const { channel, session } = setup;
  assert.equal(await channel.unary(Echo, "shared"), "shared");
  session.listener.destroy();
  await callDirectly(setup);
});

Deno.test("after idle time or a jump of the clock, a ping precedes the next call", async () => {
  let jump = 0;
  await using setup = await setUp({ offset: () => jump });
  const { session, connections, pair, tls } = setup;
  const say = async (text: string) => {
    const channel = openChannel(pair.endpoint, tls, { sessions: session.folder });
    assert.equal(await channel.unary(Echo, text), text);
    channel.close();
  };
  for (const next of [0, 20_000, 60_000, 0]) {
    jump = next;
    await say("shared");
  }
  assert.deepEqual([session.calls, connections()], [4, 1]);
  // An old connection is replaced; the call connects itself.
  jump = 3600_000_000;
  await say("direct");
  assert.deepEqual([session.calls, connections()], [4, 2]);
});

Deno.test("the loss of a connection is reported as without a session", async () => {
  const lose: Dispatch = async function* (call) {
    yield bytes("first");
    await new Promise((resolve) => setTimeout(resolve, 20));
    call.abortConnection();
    yield bytes("lost");
  } as Dispatch;
  await using setup = await setUp({ dispatch: lose });
  const read = async (channel: Channel) => {
    const seen: string[] = [];
    try {
      for await (const message of channel.serverStream(Count, "")) seen.push(message);
    } catch (error) {
      assert.ok(error instanceof RpcError, String(error));
      return [...seen, error.kind, error.message, error.codeName];
    }
    return seen;
  };
  const shared = await read(setup.channel);
  assert.equal(setup.session.calls, 1);
  assert.deepEqual(shared, await read(setup.pair.channel));
  assert.match(shared.join(" "), /^first connection lost the connection to .* Unavailable$/);
});
