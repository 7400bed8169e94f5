/** What the dashboard shows of resources that a node does not send. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { cosi } from "../../../proto/cosi.ts";
import type { NodeClient } from "../../../lib/client/types.ts";
import { followResources } from "../../../lib/dashboard/follow.ts";
import { NODE_KINDS } from "../../../lib/dashboard/apply_resource.ts";
import { countAwaitedTypes, missingResourcesOf } from "../../../lib/dashboard/node_summary.ts";
import { drawNodeHeader } from "../../../lib/dashboard/screen/draw_node.ts";
import { createNodeModel } from "../../../lib/dashboard/types.ts";
import { OsctlError } from "../../../lib/errors.ts";
import { Frame } from "../../../lib/output/screen/frame.ts";
import { statusError } from "../../../lib/rpc/errors.ts";
import { StatusCode } from "../../../lib/rpc/status.ts";
import { FakeClock } from "../../helpers/fake_system.ts";

const MEMBERS = NODE_KINDS.find(({ type }) => type.startsWith("Members."))!;
const HOSTNAME = NODE_KINDS.find(({ type }) => type.startsWith("HostnameStatuses."))!;
const { EventType } = cosi.resource;

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const resource = (id: string) => ({
  metadata: { type: MEMBERS.type, id, annotations: {}, labels: {}, finalizers: [] },
  spec: { yamlSpec: "" },
});

/** Follows a kind; each attempt to watch it takes the next messages, and then ends as the last item. */
function follow(
  kind: typeof MEMBERS,
  attempts: readonly (readonly (object | OsctlError | "stay")[])[],
) {
  const left = [...attempts];
  const clock = new FakeClock();
  const stop = new AbortController();
  const model = createNodeModel("10.0.0.1");
  model.incompleteTypes.set(kind.type.replace(".talos.dev", ""), undefined);
  let changes = 0;
  async function* watch(signal: AbortSignal) {
    for (const item of left.shift() ?? []) {
      if (item instanceof OsctlError) throw item;
      if (item !== "stay") yield { event: [item] };
      else await new Promise((_, reject) => signal.addEventListener("abort", () => reject()));
    }
  }
  const client = {
    nodes: ["10.0.0.1"],
    plainStream: (_: object, __: object, ___: string, { signal }: { signal: AbortSignal }) =>
      watch(signal),
  } as unknown as NodeClient;
  void followResources(model, kind, {
    client,
    clock,
    signal: stop.signal,
    callMs: 1000,
    changed: () => void changes++,
  });
  return { model, clock, changes: () => changes };
}

Deno.test("a failed watch is a problem until the resources have arrived", async () => {
  const failure = new OsctlError("connection", "10.0.0.1 did not respond within 1s");
  const created = { eventType: EventType.CREATED, resource: resource("a") };
  const { model, clock, changes } = follow(MEMBERS, [
    [failure],
    // Some of the resources, and then the end.
    [created, statusError(StatusCode.unknown, "closed")],
    [created, { eventType: EventType.BOOTSTRAPPED }, "stay"],
  ]);
  equal(countAwaitedTypes(model), 1);
  await settle();
  deepEqual(missingResourcesOf(model), [`no Members.cluster: ${failure.message}`]);
  ok(changes() > 0);
  const frame = new Frame({ columns: 80, rows: 4 });
  drawNodeHeader(frame, 0, model, { now: 0, colour: false, pane: "resources", position: "" });
  match(frame.toString(), /^no Members\.cluster: 10\.0\.0\.1 did not respond/m);
  await clock.advance(1000);
  await settle();
  match(missingResourcesOf(model)[0]!, /^no Members\.cluster: closed \(Unknown\)$/);
  await clock.advance(2000);
  await settle();
  deepEqual([...model.incompleteTypes], []);
  equal(model.resources.size, 1);
});

Deno.test("types with the same reason share a line", () => {
  const model = createNodeModel("10.0.0.1");
  for (const type of ["A", "B", "C", "D"]) model.incompleteTypes.set(type, "timeout");
  model.incompleteTypes.set("E", undefined);
  model.incompleteTypes.set("F", "reset");
  deepEqual(missingResourcesOf(model), ["no resources of 4 types: timeout", "no F: reset"]);
  model.incompleteTypes.delete("B");
  deepEqual(missingResourcesOf(model), ["no A, C, D: timeout", "no F: reset"]);
});

Deno.test("a kind that the node lacks, or a resource that does not exist, is no problem", async () => {
  const refused = statusError(StatusCode.permissionDenied, "not supported");
  const { model: without } = follow(MEMBERS, [[refused]]);
  const { model } = follow(HOSTNAME, [
    [{ eventType: EventType.DESTROYED, resource: resource("hostname") }, "stay"],
  ]);
  await settle();
  deepEqual([...without.incompleteTypes], []);
  deepEqual([...model.incompleteTypes], []);
});
