import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import { type NodeFailure, OsctlError } from "../../../lib/errors.ts";
import { ResourceReader } from "../../../lib/resource/client.ts";
import { findKinds } from "../../../lib/resource/kinds.ts";
import { printAll, printChanges } from "../../../lib/resource/print_all.ts";
import { parseFormat } from "../../../lib/resource/print/format.ts";
import { createPrinter } from "../../../lib/resource/print/printer.ts";
import { State } from "../../../proto/cosi.ts";
import { FakeClock, MemoryOutput } from "../../helpers/fake_system.ts";
import { answers } from "../../wire/frames.ts";
import { definition, message, scriptedClient, unreachable } from "./resources.ts";

const LINKS = definition("LinkStatuses.net.talos.dev", ["links"], {
  Type: "{.type}",
  Kind: "{.kind}",
  "Hw Addr": "{.hardwareAddr}",
  "Oper State": "{.operationalState}",
  "Link State": "{.linkState}",
});

/** Prints the resources of nodes, the first of which is recorded from Talos. */
async function print(output: string, options: { terminal?: boolean; more?: string } = {}) {
  const recorded = answers("cosi-list-links", State.List).map(({ resource }) => resource!);
  const client = scriptedClient({
    "10.91.0.2": { list: ({ namespace }) => namespace === "meta" ? [LINKS] : recorded },
    "10.91.0.99": {
      list: () => {
        throw unreachable();
      },
    },
    "10.91.0.3": { list: () => options.more ? [message({ id: "x", yaml: options.more })] : [] },
  });
  const reader = new ResourceReader(client, { clock: new FakeClock(), callMs: 1000 });
  const kinds = await findKinds(reader, ["links"], "");
  const out = new MemoryOutput();
  const printer = createPrinter(out, {
    format: await parseFormat(output, options.terminal ?? false),
    watch: false,
    asList: false,
    headers: true,
    configAsText: true,
    terminal: false,
    ...options,
  });
  const failures: NodeFailure[] = [];
  const request = { nodes: client.nodes, kinds, id: undefined, selector: [], sortBy: undefined };
  await printAll(reader, request, printer, failures);
  await printer.end();
  deepStrictEqual(failures.map(({ node }) => node), ["10.91.0.99"]);
  return out.text;
}

Deno.test("the links of a Talos node are printed like by talosctl", async () => {
  deepStrictEqual((await print("table")).split("\n"), [
    "NODE        NAMESPACE   TYPE         ID     VERSION   TYPE       KIND   HW ADDR             OPER STATE   LINK STATE",
    "10.91.0.2   network     LinkStatus   eth0   1         ether      veth   02:42:0a:5b:00:02   up           true",
    "10.91.0.2   network     LinkStatus   lo     1         loopback          00:00:00:00:00:00   unknown      true",
    "",
  ]);
  strictEqual(
    await print("jsonpath={.spec.mtu} of {.metadata.id}"),
    "1500\n of \neth0\n65536\n of \nlo\n",
  );
});

Deno.test("selected fields are one JSON list, with values of the spec by path", async () => {
  deepStrictEqual(JSON.parse(await print("json=id,node,version,spec.mtu,spec.nothing")), [
    { id: "eth0", node: "10.91.0.2", version: 1, "spec.mtu": 1500, "spec.nothing": null },
    { id: "lo", node: "10.91.0.2", version: 1, "spec.mtu": 65536, "spec.nothing": null },
  ]);
  const [first] = JSON.parse(await print("json=type,namespace,owner,labels,created,spec"));
  const { spec, ...rest } = first;
  deepStrictEqual(rest, {
    type: "LinkStatuses.net.talos.dev",
    namespace: "network",
    owner: "network.LinkStatusController",
    labels: {},
    created: rest.created,
  });
  match(rest.created, /^20\d\d-.*Z$/);
  strictEqual(spec.linkState, true);
  const more = "list: [{a: 1}, {a: 0x10}, {b: 2001-01-01T00:00:00Z}]\n";
  deepStrictEqual(
    JSON.parse(await print("json=id,spec.list[*].a,spec.list[2].b", { more })).at(-1),
    { id: "x", "spec.list[*].a": [1, 16], "spec.list[2].b": "2001-01-01T00:00:00Z" },
  );
  strictEqual(await print("name"), "eth0\nlo\n");
});

Deno.test("unknown fields of resources are rejected with the list of fields", async () => {
  for (const [output, message] of [["json=", "missing fields"], ["json=ids", '"ids"']] as const) {
    await rejects(print(output), (error) => {
      ok(error instanceof OsctlError);
      strictEqual(error.kind, "usage");
      ok(error.message.includes(message));
      match(error.hint!, /fields: node, event, namespace, type, id, .*, spec$/);
      return true;
    });
  }
});

Deno.test("output to a terminal has no control sequences", async () => {
  const raw = "raw: \u009b2J\n";
  const yaml = await print("yaml", { terminal: true, more: raw });
  strictEqual(yaml.endsWith("spec:\n    raw: \\x9b2J\n"), true);
  strictEqual((await print("yaml", { more: raw })).endsWith(`spec:\n    ${raw}`), true);
  const more = 'type: "\\e[2Jx"\n';
  const path = "jsonpath={.spec.type}";
  strictEqual(await print(path, { terminal: true, more }), "ether\nloopback\n\\x1b[2Jx\n");
  strictEqual(await print(path, { more }), "ether\nloopback\n\x1b[2Jx\n");
});

Deno.test("stopping a watch does not wait for the next attempt", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const broken = Promise.withResolvers<void>();
  const client = scriptedClient({
    n: {
      list: () => [LINKS],
      async *watch() {
        yield await Promise.resolve({ event: [] });
        throw unreachable();
      },
    },
  });
  const reader = new ResourceReader(client, { clock, callMs: 30_000 });
  const [kind] = await findKinds(reader, ["links"], "");
  const printer = createPrinter(new MemoryOutput(), {
    format: await parseFormat("table", false),
    watch: true,
    asList: false,
    headers: true,
    configAsText: true,
    terminal: false,
  });
  const request = { kind: kind!, id: undefined, selector: [], clock, callMs: 30_000 };
  const lost = () => broken.resolve();
  const done = printChanges(client, { ...request, signal: stop.signal, lost }, printer, []);
  await broken.promise;
  stop.abort(new Error("enough"));
  await rejects(done, { message: "enough" });
  strictEqual(clock.waiting, 0);
});
