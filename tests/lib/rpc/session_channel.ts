/**
 * A channel whose calls go through a session in this process.
 *
 * @module
 */
import { dial } from "../../../lib/rpc/dial.ts";
import {
  type CallOptions,
  type Channel,
  type ChannelOptions,
  type Method,
  openChannel,
  type TlsSettings,
} from "../../../lib/rpc/mod.ts";
import { SessionListener, sessionName, Upstream } from "../../../lib/rpc/session/mod.ts";
import type { Clock } from "../../../lib/async/clock.ts";
import { wallClock } from "../../helpers/fake_system.ts";

/** A session of one endpoint. */
export interface TestSession extends AsyncDisposable {
  readonly folder: string;
  readonly listener: SessionListener;
  readonly upstream: Upstream;
  /** Calls that the session has forwarded. */
  readonly calls: number;
  /** Unexpected exceptions. */
  readonly reported: readonly unknown[];
}

/** Starts a session in this process. */
export async function startTestSession(
  endpoint: string,
  tls: TlsSettings,
  clock: Clock = wallClock,
): Promise<TestSession> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-s-" });
  const ending = new AbortController();
  const upstream = new Upstream({
    clock,
    answerMs: 2000,
    unanswered: () => new Error("no answer to a ping"),
    dial: () =>
      dial(endpoint, tls, {
        connectTimeoutMs: 2000,
        clock,
        proxy: undefined,
        signal: ending.signal,
        denoTls: true,
      }),
  });
  await upstream.connect().catch(() => {}); // its clients connect directly
  let calls = 0;
  const reported: unknown[] = [];
  const callStarted = () => {
    calls++;
    return () => {};
  };
  const name = await sessionName({ endpoint, tls, proxy: undefined });
  const report = (error: unknown) => reported.push(error);
  const listener = new SessionListener({ folder, name, upstream, callStarted, report });
  return {
    folder,
    listener,
    upstream,
    reported,
    get calls() {
      return calls;
    },
    async [Symbol.asyncDispose]() {
      listener.destroy();
      upstream.close("immediate");
      ending.abort(new Error("the test has ended"));
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Opens a channel that starts a session for itself. */
export function openSessionChannel(
  endpoint: string,
  tls: TlsSettings,
  options: ChannelOptions,
): Channel {
  openChannel(endpoint, tls, options).close(); // reports malformed options
  const opened = startTestSession(endpoint, tls).then((session) => ({
    session,
    channel: openChannel(endpoint, tls, { ...options, sessions: session.folder }),
  }));
  let current: Channel | undefined;
  let isClosed = false;
  const channel = async () => current = (await opened).channel;
  return {
    endpoint,
    get isConnected() {
      return current?.isConnected ?? false;
    },
    connect: async () => await (await channel()).connect(),
    unary: async <Req, Res>(method: Method<Req, Res>, request: Req, call?: CallOptions) =>
      await (await channel()).unary(method, request, call),
    clientStream: async <Req, Res>(
      method: Method<Req, Res>,
      requests: AsyncIterable<Req>,
      call?: CallOptions,
    ) => await (await channel()).clientStream(method, requests, call),
    async *serverStream<Req, Res>(method: Method<Req, Res>, request: Req, call?: CallOptions) {
      yield* (await channel()).serverStream(method, request, call);
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      void opened.then(async ({ session, channel }) => {
        channel.close();
        await session[Symbol.asyncDispose]();
      });
    },
  };
}
