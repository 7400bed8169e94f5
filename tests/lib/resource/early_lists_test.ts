import { deepEqual, equal, rejects } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import { EarlyLists, openEarly, type OpenResources } from "../../../lib/resource/early_lists.ts";
import { resource } from "./resources.ts";

const kind = { namespace: "cluster", type: "Members.cluster.talos.dev" };

/** Records the requests and how their streams end. */
function recorder(fail?: Error) {
  const requests: string[] = [];
  const ended: string[] = [];
  const signals: AbortSignal[] = [];
  const open: OpenResources = async function* (node, { namespace, type }, signal) {
    requests.push(`${node} ${namespace} ${type}`);
    signals.push(signal);
    try {
      if (fail !== undefined) throw fail;
      yield resource({ id: `${node}-1` });
      yield resource({ id: `${node}-2` });
    } finally {
      ended.push(node);
    }
  };
  return { requests, ended, signals, open };
}

const never = new AbortController().signal;

Deno.test("resources are requested at once and read in their order", async () => {
  const { requests, open } = recorder();
  const early = openEarly(["a", "b"], "members", "", open)!;
  deepEqual(requests, [`a cluster ${kind.type}`, `b cluster ${kind.type}`]);
  const ids: string[] = [];
  for await (const { id } of early.take("b", never)!) ids.push(id);
  deepEqual(ids, ["b-1", "b-2"]);
  equal(early.take("b", never), undefined, "they are read once");
  await early.close();
});

Deno.test("a requested namespace is used, and other names request nothing", async () => {
  const { requests, open } = recorder();
  await openEarly(["a"], "members", "other", open)!.close();
  deepEqual(requests, [`a other ${kind.type}`]);
  equal(openEarly(["a"], "things", "", open), undefined);
});

Deno.test("resources of another kind are not read, and their requests end", async () => {
  const { open, ended, signals } = recorder();
  const early = new EarlyLists(["a"], kind, open);
  equal(await early.keepFor({ ...kind }), early);
  deepEqual(ended, []);
  equal(await early.keepFor({ ...kind, type: "Infos.cluster.talos.dev" }), undefined);
  deepEqual(ended, ["a"]);
  equal(signals[0]!.aborted, true);
  const elsewhere = new EarlyLists(["b"], kind, open);
  equal(await elsewhere.keepFor({ ...kind, namespace: "other" }), undefined);
  deepEqual(ended, ["a", "b"]);
});

Deno.test("an error is reported to the reader only", async () => {
  const { open } = recorder(new OsctlError("node", "not authorized"));
  const early = new EarlyLists(["a", "b"], kind, open);
  await rejects(Array.fromAsync(early.take("a", never)!), { message: "not authorized" });
  await early.close();
});

Deno.test("the reader ends its request", async () => {
  const { open, ended, signals } = recorder();
  const early = new EarlyLists(["a"], kind, open);
  const reader = new AbortController();
  for await (const _ of early.take("a", reader.signal)!) {
    reader.abort(new Error("enough"));
    break;
  }
  deepEqual(ended, ["a"]);
  equal(signals[0]!.reason.message, "enough");
});
