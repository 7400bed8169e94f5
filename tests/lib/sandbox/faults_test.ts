import { deepEqual, equal, throws } from "node:assert/strict";
import { writeFileAtomic } from "../../../lib/platform/files.ts";
import { type FaultRule, parseFaultFile } from "../../../lib/sandbox/fault_rules.ts";
import { FaultFileReader, Faults } from "../../../lib/sandbox/faults.ts";

const node = { name: "demo-worker-1", address: "127.1.2.3" };
const READ = "/machine.MachineService/Read";

function rule(parts: Partial<FaultRule>): FaultRule {
  return { id: "1", action: "refuse", node: "*", method: "*", ...parts };
}

function faults(...rules: FaultRule[]): Faults {
  const made = new Faults();
  made.set(rules);
  return made;
}

Deno.test("evaluate returns undefined without rules", () => {
  equal(faults().evaluate(node, READ), undefined);
});

Deno.test("rules match nodes by name or address and methods by path or name", () => {
  for (const pattern of ["*", "demo-*-1", "demo-worker-1", "127.1.2.3", "127.*"]) {
    equal(faults(rule({ node: pattern })).evaluate(node, READ)?.error?.code, 14, pattern);
  }
  for (const pattern of ["other", "demo-worker-11", "*-2", "127.1.2"]) {
    equal(faults(rule({ node: pattern })).evaluate(node, READ), undefined, pattern);
  }
  for (const pattern of ["Read", READ, "/machine.*", "*Service/R*d"]) {
    equal(faults(rule({ method: pattern })).evaluate(node, READ)?.error?.code, 14, pattern);
  }
  for (const pattern of ["List", "/cosi.*", "Rea"]) {
    equal(faults(rule({ method: pattern })).evaluate(node, READ), undefined, pattern);
  }
});

Deno.test("nth applies to one call, counted per rule", () => {
  const made = faults(rule({ action: "error", code: 5, message: "gone", nth: 2 }));
  const codes = [1, 2, 3].map(() => made.evaluate(node, READ)?.error?.code);
  deepEqual(codes, [undefined, 5, undefined]);
});

Deno.test("a rule keeps its call counter when others change", () => {
  const counted = rule({ nth: 2 });
  const made = faults(counted);
  made.evaluate(node, READ);
  made.set([counted, rule({ id: "2", action: "delay", delayMs: 5 })]);
  deepEqual(made.evaluate(node, READ), {
    delayMs: 5,
    error: { code: 14, message: "refused by a sandbox fault" },
    cutAfter: undefined,
  });
});

Deno.test("delays add up; a cut has a byte count", () => {
  const made = faults(
    rule({ id: "1", action: "delay", delayMs: 100 }),
    rule({ id: "2", action: "delay", delayMs: 50 }),
    rule({ id: "3", action: "cut", afterBytes: 10 }),
  );
  deepEqual(made.evaluate(node, READ), { delayMs: 150, error: undefined, cutAfter: 10 });
});

Deno.test("node rules set the state of the port", () => {
  const made = faults(rule({ action: "blackhole", node: "demo-worker-*" }));
  equal(made.stateOf(node), "blackhole");
  equal(made.stateOf({ name: "demo-controlplane-1", address: "127.1.2.2" }), "up");
  equal(made.evaluate(node, READ), undefined);
  made.add(rule({ id: "2", action: "down" }));
  equal(made.stateOf(node), "down");
  made.set([]);
  equal(made.stateOf(node), "up");
});

Deno.test("a fault file is read again only after it was replaced", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/faults.json`;
    const made = new Faults();
    const reader = new FaultFileReader(path, made);
    equal(await reader.refresh(), 0);
    await writeFileAtomic(path, JSON.stringify({ revision: 1, rules: [rule({})] }));
    equal(await reader.refresh(), 1);
    equal(made.rules.length, 1);
    equal(await reader.refresh(), undefined);
    await Deno.remove(path);
    equal(await reader.refresh(), 0);
    equal(made.rules.length, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("an invalid fault file is rejected with path and reason", () => {
  const text = (part: Partial<FaultRule>) => JSON.stringify({ revision: 1, rules: [rule(part)] });
  const bad: [string, RegExp][] = [
    ["{", /not JSON/],
    ["[]", /missing revision/],
    [text({ action: "explode" as FaultRule["action"] }), /unknown action "explode"/],
    [text({ action: "delay" }), /positive delay/],
    [text({ action: "cut", afterBytes: -1 }), /requires a number of bytes/],
    [text({ action: "error", code: 99 }), /status code from 1 to 16/],
    [text({ nth: 0 }), /positive call number/],
    [text({ action: "down", nth: 1 }), /applies to the whole node/],
  ];
  for (const [content, reason] of bad) {
    throws(() => parseFaultFile(content, "faults.json"), reason);
    throws(() => parseFaultFile(content, "faults.json"), /faults\.json/);
  }
});
