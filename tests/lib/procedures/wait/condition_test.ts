import { deepEqual, equal, throws } from "node:assert/strict";
import { parseCondition, STAGES } from "../../../../lib/procedures/wait/condition.ts";
import type { Value } from "../../../../lib/output/value.ts";

const none = { type: undefined, id: undefined };

function machine(stage: string, ready: boolean, unmet: readonly string[] = []) {
  const unmetConditions = unmet.map((name) => ({ name, reason: "waiting" }));
  const value: Value = { spec: { stage, status: { ready, unmetConditions } } };
  return [{ id: "machine", value }];
}

const resource = (id: string, spec: Value) => ({ id, value: { metadata: { id }, spec } });

Deno.test("ready is a running machine without unmet conditions", () => {
  const { type, id, evaluate } = parseCondition("ready", none);
  deepEqual([type, id], ["MachineStatuses.runtime.talos.dev", "machine"]);
  deepEqual(evaluate(machine("running", true)), { isMet: true, observed: "stage running, ready" });
  deepEqual(evaluate(machine("running", false, ["services", "nodeReady"])), {
    isMet: false,
    observed: "stage running, not ready: services (waiting), nodeReady (waiting)",
  });
  deepEqual(evaluate(machine("booting", true)), { isMet: false, observed: "stage booting, ready" });
  equal(evaluate([]).isMet, false);
});

// Names: pkg/machinery/resources/runtime/machinestage_enumer.go of Talos v1.4.8 and v1.14.0-rc.1.
Deno.test("a stage is compared without case and separators", () => {
  for (const typed of ["shutting down", "shutting-down", "shuttingDown"]) {
    const { evaluate } = parseCondition(`stage=${typed}`, none);
    equal(evaluate(machine("shutting down", false)).isMet, true, typed);
    deepEqual(evaluate(machine("running", true)), { isMet: false, observed: "stage running" });
  }
  for (const stage of STAGES) {
    equal(parseCondition(`stage=${stage}`, none).evaluate(machine(stage, false)).isMet, true);
  }
});

Deno.test("a service is healthy when it runs and its check has passed", () => {
  const { type, id, evaluate } = parseCondition("service=kubelet", none);
  deepEqual([type, id], ["Services.v1alpha1.talos.dev", "kubelet"]);
  const service = (running: boolean, healthy: boolean, unknown: boolean) =>
    evaluate([resource("kubelet", { running, healthy, unknown })]);
  deepEqual(service(true, true, false), { isMet: true, observed: "running, healthy" });
  deepEqual(service(true, false, false), { isMet: false, observed: "running, not healthy" });
  deepEqual(service(true, false, true), { isMet: false, observed: "running, health unknown" });
  equal(service(false, true, false).isMet, false);
  deepEqual(evaluate([]), { isMet: false, observed: "the service is not running" });
});

Deno.test("a field is compared in all resources of a type, at least one", () => {
  const { evaluate } = parseCondition("spec.up=true", { type: "links", id: undefined });
  const up = resource("eth0", { up: true });
  const down = resource("eth1", { up: false });
  equal(evaluate([up]).isMet, true);
  deepEqual(evaluate([up, down]), { isMet: false, observed: 'spec.up of eth1 is "false"' });
  deepEqual(evaluate([resource("lo", {})]), { isMet: false, observed: "spec.up of lo is absent" });
  deepEqual(evaluate([]), { isMet: false, observed: "0 found" });
  const negated = parseCondition("spec.up!=true", { type: "links", id: "eth1" });
  equal(negated.evaluate([down]).isMet, true);
  equal(negated.evaluate([up]).isMet, false);
  equal(negated.evaluate([resource("lo", {})]).isMet, false);
  const expression = parseCondition("jsonpath={.spec.addresses[0]}=10.5.0.2", {
    type: "members",
    id: "a",
  });
  equal(expression.evaluate([resource("a", { addresses: ["10.5.0.2", "fd00::2"] })]).isMet, true);
});

Deno.test("exists and deleted count resources", () => {
  const target = { type: "members", id: "a" };
  const found = [resource("a", {})];
  equal(parseCondition("exists", target).evaluate(found).isMet, true);
  deepEqual(parseCondition("exists", target).evaluate([]), { isMet: false, observed: "not found" });
  deepEqual(parseCondition("deleted", target).evaluate(found), {
    isMet: false,
    observed: "it exists",
  });
  equal(parseCondition("deleted", target).evaluate([]).isMet, true);
});

Deno.test("other conditions are usage errors", () => {
  const cases = [
    ["", none, /^--for is required$/],
    ["up", none, /^invalid condition "up" for --for$/],
    ["service=", none, /^invalid condition/],
    ["stage=runing", none, /^unknown stage "runing" in --for$/],
    ["ready", { type: "links", id: undefined }, /^invalid condition "ready"/],
    ["=a", { type: "links", id: undefined }, /^invalid condition/],
    ["{.spec=a", { type: "links", id: undefined }, /./],
  ] as const;
  for (const [text, target, message] of cases) {
    throws(() => parseCondition(text, target), { kind: "usage", message }, text);
  }
});
