/**
 * Serves the dashboard as a page on loopback. The path starts with a random token; requests of
 * other origins and for other hosts are rejected, so that neither other users nor web sites can
 * read it.
 *
 * @module
 */
import type { Clock } from "../../async/clock.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import type { System } from "../../platform/system.ts";
import { loadSpecParser } from "../../resource/spec.ts";
import { DashboardSource } from "../source.ts";
import type { NameStore } from "../stored_names.ts";
import type { ResolveTargets } from "../browse/command_line.ts";
import { BrowseFeeds } from "./browse_feeds.ts";
import { createDownload } from "./download.ts";
import { SessionHistory } from "./history.ts";
import { PAGE_FILES } from "./page_files.ts";
import { parseView } from "./page_view.ts";
import { namesOf } from "./snapshot.ts";
import { streamSnapshots } from "./stream.ts";

/** The parts of a command's context that the server uses. */
export type WebSystem = Pick<
  System,
  "stdout" | "stderr" | "clock" | "random" | "signal" | "env"
>;

const TOKEN_BYTES = 24;
/** Time for pages to receive the end of the server, milliseconds. */
const MAX_END_MS = 500;

/**
 * Serves the dashboard and prints its address until the program is interrupted.
 *
 * @throws The signal's abort reason.
 */
export async function serveDashboard(
  system: WebSystem,
  client: NodeClient,
  { intervalMs, contextName, resolve, names }: {
    readonly intervalMs: number;
    readonly contextName: string;
    readonly resolve: ResolveTargets;
    readonly names?: NameStore | undefined;
  },
): Promise<void> {
  const { clock, env, random, signal, stdout, stderr } = system;
  const end = Promise.withResolvers<never>();
  const target = { client, clock, signal, callMs: parseTimeouts(env).callMs, fail: end.reject };
  using source = new DashboardSource({ ...target, intervalMs, names });
  const feeds = new BrowseFeeds(target, namesOf(source), resolve);
  const history = new SessionHistory();
  const stop = () => end.reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener("abort", stop);
  const token = random.bytes(TOKEN_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  const ending = new AbortController();
  const closing = new AbortController();
  let handler: ReturnType<typeof createHandler> = () => new Response(null, { status: 503 });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: closing.signal, onListen() {} },
    (request) => handler(request),
  );
  const { port } = server.addr;
  handler = createHandler({
    port,
    token,
    clock,
    source,
    feeds,
    history,
    contextName,
    ending: ending.signal,
  });
  let endRecord = () => {};
  const record = () => {
    history.record(source.models, clock.now());
    endRecord = clock.after(intervalMs, record);
  };
  try {
    source.addViewer().setFocus({ visible: new Set(), charts: true });
    source.start();
    endRecord = clock.after(intervalMs, record);
    const [{ loadDialers }] = await Promise.all([import("../../rpc/mod.ts"), loadSpecParser()]);
    await loadDialers();
    await stdout.write(`http://127.0.0.1:${port}/${token}/\n`);
    await stderr.write("Open this address in a browser on this machine; ^C ends the server.\n");
    await end.promise;
  } finally {
    endRecord();
    signal.removeEventListener("abort", stop);
    // Pages receive that the server ends; one that does not read is not awaited for long.
    ending.abort();
    const cancel = clock.after(MAX_END_MS, () => closing.abort());
    await server.shutdown();
    cancel();
  }
}

/** Options of {@linkcode createHandler}. */
export interface HandlerOptions {
  readonly port: number;
  /** First segment of every path. */
  readonly token: string;
  readonly clock: Clock;
  readonly source: DashboardSource;
  readonly feeds: BrowseFeeds;
  readonly history: SessionHistory;
  /** Name of the context in the client configuration. */
  readonly contextName: string;
  /** Aborted when the server ends. */
  readonly ending: AbortSignal;
}

const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; " +
    "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Maximum number of pages that are updated at the same time. */
const MAX_PAGES = 16;

/** Creates the handler of requests. */
function createHandler(
  { port, token, clock, source, feeds, history, contextName, ending }: HandlerOptions,
): (request: Request) => Response | Promise<Response> {
  let pages = 0;
  const reject = (status: number, text: string) =>
    new Response(`${text}\n`, { status, headers: HEADERS });
  return (request) => {
    const { headers, method, url } = request;
    const host = headers.get("host") ?? "";
    // A name that resolves to this address, of a web site, is another host.
    if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
      return reject(421, "unknown host");
    }
    const origin = headers.get("origin");
    const site = headers.get("sec-fetch-site") ?? "none";
    if ((origin !== null && origin !== `http://${host}`) || !/^(none|same-origin)$/.test(site)) {
      return reject(403, "request of another origin");
    }
    const { pathname, searchParams } = new URL(url);
    const [, given = "", ...rest] = pathname.split("/");
    if (!isEqual(given, token)) return reject(404, "not found; use the printed address");
    if (method !== "GET") return reject(405, "only GET is supported");
    const name = rest.join("/");
    if (name === "events") {
      if (pages >= MAX_PAGES) return reject(503, `more than ${MAX_PAGES} pages are open`);
      pages++;
      const body = streamSnapshots(
        { source, feeds, history, clock, query: searchParams, contextName, signal: ending },
        () => void pages--,
      );
      return new Response(body, {
        headers: { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" },
      });
    }
    if (name === "alive") return new Response(null, { status: 204, headers: HEADERS });
    if (name === "types.json") {
      feeds.catalog.preload();
      return Response.json(feeds.catalog.suggest(""), { headers: HEADERS });
    }
    if (name === "download") {
      const view = parseView(searchParams, source.nodes.map(({ node }) => node));
      return createDownload({ source, feeds, clock, view, query: searchParams, headers: HEADERS });
    }
    const file = Object.hasOwn(PAGE_FILES, name) ? PAGE_FILES[name] : undefined;
    if (file === undefined) return reject(404, "not found");
    return new Response(file[1], { headers: { ...HEADERS, "content-type": file[0] } });
  };
}

/** Compares in a time that does not depend on the common prefix. */
function isEqual(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  for (let index = 0; index < token.length; index++) {
    difference |= given.charCodeAt(index) ^ token.charCodeAt(index);
  }
  return difference === 0;
}
