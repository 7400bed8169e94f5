/** What pages and downloads contain while nodes have not sent their rows. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { cosi } from "../../../../proto/cosi.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { DashboardSource } from "../../../../lib/dashboard/source.ts";
import { BrowseFeeds } from "../../../../lib/dashboard/web/browse_feeds.ts";
import { applyDelta } from "../../../../lib/dashboard/web/page/delta.js";
import { createDownload } from "../../../../lib/dashboard/web/download.ts";
import { SessionHistory } from "../../../../lib/dashboard/web/history.ts";
import { parseView } from "../../../../lib/dashboard/web/page_view.ts";
import { namesOf, type Snapshot } from "../../../../lib/dashboard/web/snapshot.ts";
import { streamSnapshots } from "../../../../lib/dashboard/web/stream.ts";
import { OsctlError } from "../../../../lib/errors.ts";
import { FakeClock } from "../../../helpers/fake_system.ts";

const NODES = ["10.0.0.1", "10.0.0.2"];
const MEMBERS = "Members.cluster.talos.dev";
const { EventType } = cosi.resource;

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const resource = (type: string, id: string, yamlSpec = "") => ({
  metadata: {
    type,
    id,
    namespace: "cluster",
    version: "1",
    annotations: {},
    labels: {},
    finalizers: [],
  },
  spec: { yamlSpec },
});

const DEFINITION = `type: ${MEMBERS}
displayType: Member
aliases: [members]
allAliases: [members]
printColumns: []
defaultNamespace: cluster
`;

/** A page and its feeds, with a client whose watches wait until the node responds. */
function start(query: string) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const responses = new Map(NODES.map((node) => [node, Promise.withResolvers<void>()]));
  let failure: OsctlError | undefined;
  async function* list() {
    await Promise.resolve();
    if (failure !== undefined) throw failure;
    yield { resource: resource("", MEMBERS, DEFINITION) };
  }
  async function* watch(node: string, signal: AbortSignal) {
    await responses.get(node)!.promise;
    const events = ["a", "b"].map((id) => ({
      eventType: EventType.CREATED,
      resource: resource(MEMBERS, id),
    }));
    yield { event: [...events, { eventType: EventType.BOOTSTRAPPED }] };
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  }
  const client = {
    nodes: NODES,
    async plainCall(_: object, { id }: { id: string }) {
      await Promise.resolve();
      if (failure !== undefined) throw failure;
      if (id !== MEMBERS.toLowerCase()) throw new OsctlError("node", `no resource "${id}"`);
      return { resource: resource("", MEMBERS, DEFINITION) };
    },
    plainStream: (
      { path }: { path: string },
      _: object,
      node: string,
      { signal }: { signal: AbortSignal },
    ) => path.endsWith("/List") ? list() : watch(node, signal),
  } as unknown as NodeClient;
  const fail = (error: unknown) => {
    throw error;
  };
  const target = { client, clock, signal: stop.signal, callMs: 60_000, fail };
  const source = new DashboardSource({ ...target, intervalMs: 1000 });
  const feeds = new BrowseFeeds(target, namesOf(source), () => Promise.resolve([]));
  const parameters = new URLSearchParams(query);
  /** Opens the page; each snapshot takes some time. */
  const open = (snapshotMs: number) => {
    let passed = 0;
    const slowClock = { now: () => clock.now() + passed, after: clock.after.bind(clock) };
    const slow = {
      nodes: source.nodes,
      events: source.events,
      find: source.find.bind(source),
      logOf: source.logOf.bind(source),
      onChange: source.onChange.bind(source),
      addViewer: source.addViewer.bind(source),
      get cluster() {
        passed += snapshotMs / 2; // read twice
        return source.cluster;
      },
    } as unknown as DashboardSource;
    const options = { source: slow, feeds, clock: slowClock, query: parameters };
    return streamSnapshots(
      { ...options, history: new SessionHistory(), contextName: "test", signal: stop.signal },
      () => {},
    ).getReader();
  };
  const download = () =>
    createDownload({
      source,
      feeds,
      clock,
      view: parseView(parameters, NODES),
      query: parameters,
      headers: {},
    });
  return {
    clock,
    open,
    download,
    respond: (node: string) => responses.get(node)!.resolve(),
    failWith: (error: OsctlError | undefined) => void (failure = error),
    end: () => stop.abort(new OsctlError("cancelled", "end")),
  };
}

/** Reads the next content of a page. */
async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  before: Snapshot | null,
): Promise<Snapshot> {
  const { value } = await reader.read();
  const text = new TextDecoder().decode(value);
  return text.startsWith("event: alive\n")
    ? before!
    : applyDelta(before, JSON.parse(text.slice("data: ".length)));
}

/** Advances the clock in steps that a stream can respond to. */
async function advance(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    await clock.advance(20);
    await settle();
  }
}

Deno.test("slow snapshots without all rows do not delay the next one", async () => {
  const { clock, open, respond, end } = start("view=resources&type=members");
  // As on a machine of load 100: twenty times as long would be half a minute.
  const reader = open(1500);
  let page = await read(reader, null);
  equal(page.rows!.table, null);
  await advance(clock, 520);
  page = await read(reader, page);
  deepEqual([page.rows!.table!.rows.length, page.rows!.loading], [0, 2]);
  NODES.forEach(respond);
  await settle();
  await advance(clock, 520);
  page = await read(reader, page);
  deepEqual([page.rows!.table!.rows.length, page.rows!.loading], [4, 0]);
  await reader.cancel();
  end();
});

Deno.test("a page that did not read gets the newest content when it does", async () => {
  const { clock, open, respond, end } = start("view=resources&type=members");
  const reader = open(0);
  NODES.forEach(respond);
  await advance(clock, 600);
  const first = await read(reader, null);
  equal(first.rows!.table, null);
  await settle();
  await advance(clock, 520);
  const pages: Snapshot[] = [];
  void read(reader, first).then((next) => pages.push(next));
  await settle();
  equal(pages[0]!.rows!.table!.rows.length, 4);
  await reader.cancel();
  end();
});

Deno.test("a page reads types again after a failure, but not an unknown one", async () => {
  const { clock, open, respond, failWith, end } = start("view=resources&type=members");
  NODES.forEach(respond);
  failWith(new OsctlError("connection", "10.0.0.1 did not respond within 60s"));
  const reader = open(0);
  let page = await read(reader, null);
  await advance(clock, 520);
  page = await read(reader, page);
  match(page.rows!.problems.join(), /did not respond/);
  failWith(undefined);
  await advance(clock, 5520);
  page = await read(reader, page);
  if (page.rows!.table === null) {
    await advance(clock, 520);
    page = await read(reader, page);
  }
  deepEqual([page.rows!.table!.rows.length, page.rows!.problems], [4, []]);
  await reader.cancel();
  end();

  const unknown = start("view=resources&type=membrs");
  const other = unknown.open(0);
  page = await read(other, null);
  await advance(unknown.clock, 520);
  page = await read(other, page);
  match(page.rows!.problems.join(), /unknown resource type "membrs"/);
  const { waiting } = unknown.clock;
  ok(waiting <= 1, "only the next snapshot is due");
  await other.cancel();
  unknown.end();
});

Deno.test("a download fails while a node has not sent its rows", async () => {
  const { clock, download, respond, end } = start(
    "view=resources&type=members&what=rows&format=csv",
  );
  respond(NODES[0]!);
  const early = download();
  await advance(clock, 5200);
  const { status } = await early;
  equal(status, 504);
  equal(await (await early).text(), "waiting for 1 node; download the rows later\n");
  respond(NODES[1]!);
  await settle();
  const whole = await download();
  equal(whole.status, 200);
  equal((await whole.text()).trim().split("\n").length, 5);
  await advance(clock, 11_000);
  end();
});
