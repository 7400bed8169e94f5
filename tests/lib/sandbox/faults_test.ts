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

Deno.test("without rules nothing is done to a call", () => {
  equal(faults().judge(node, READ), undefined);
});

Deno.test("a rule meets nodes by name or address and methods by path or bare name", () => {
  for (const pattern of ["*", "demo-*-1", "demo-worker-1", "127.1.2.3", "127.*"]) {
    equal(faults(rule({ node: pattern })).judge(node, READ)?.error?.code, 14, pattern);
  }
  for (const pattern of ["other", "demo-worker-11", "*-2", "127.1.2"]) {
    equal(faults(rule({ node: pattern })).judge(node, READ), undefined, pattern);
  }
  for (const pattern of ["Read", READ, "/machine.*", "*Service/R*d"]) {
    equal(faults(rule({ method: pattern })).judge(node, READ)?.error?.code, 14, pattern);
  }
  for (const pattern of ["List", "/cosi.*", "Rea"]) {
    equal(faults(rule({ method: pattern })).judge(node, READ), undefined, pattern);
  }
});

Deno.test("the n-th call alone fails, counted per rule", () => {
  const made = faults(rule({ action: "error", code: 5, message: "gone", nth: 2 }));
  const codes = [1, 2, 3].map(() => made.judge(node, READ)?.error?.code);
  deepEqual(codes, [undefined, 5, undefined]);
});

Deno.test("a rule that stays keeps its count when others change", () => {
  const counted = rule({ nth: 2 });
  const made = faults(counted);
  made.judge(node, READ);
  made.set([counted, rule({ id: "2", action: "delay", delayMs: 5 })]);
  deepEqual(made.judge(node, READ), {
    delayMs: 5,
    error: { code: 14, message: "refused by a fault of the sandbox" },
    cutAfter: undefined,
  });
});

Deno.test("delays add up, a cut says after how many bytes", () => {
  const made = faults(
    rule({ id: "1", action: "delay", delayMs: 100 }),
    rule({ id: "2", action: "delay", delayMs: 50 }),
    rule({ id: "3", action: "cut", afterBytes: 10 }),
  );
  deepEqual(made.judge(node, READ), { delayMs: 150, error: undefined, cutAfter: 10 });
});

Deno.test("a node is down or a black hole as long as a rule says so", () => {
  const made = faults(rule({ action: "blackhole", node: "demo-worker-*" }));
  equal(made.stateOf(node), "blackhole");
  equal(made.stateOf({ name: "demo-controlplane-1", address: "127.1.2.2" }), "up");
  equal(made.judge(node, READ), undefined);
  made.add(rule({ id: "2", action: "down" }));
  equal(made.stateOf(node), "down");
  made.set([]);
  equal(made.stateOf(node), "up");
});

Deno.test("a fault file is reread when it was replaced, and only then", async () => {
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

Deno.test("a fault file that makes no sense is refused with its name and the reason", () => {
  const text = (part: Partial<FaultRule>) => JSON.stringify({ revision: 1, rules: [rule(part)] });
  const bad: [string, RegExp][] = [
    ["{", /not JSON/],
    ["[]", /no revision/],
    [text({ action: "explode" as FaultRule["action"] }), /unknown action "explode"/],
    [text({ action: "delay" }), /needs a delay/],
    [text({ action: "cut", afterBytes: -1 }), /needs a number of bytes/],
    [text({ action: "error", code: 99 }), /status code from 1 to 16/],
    [text({ nth: 0 }), /counts calls from 1/],
    [text({ action: "down", nth: 1 }), /whole node/],
  ];
  for (const [content, reason] of bad) {
    throws(() => parseFaultFile(content, "faults.json"), reason);
    throws(() => parseFaultFile(content, "faults.json"), /faults\.json/);
  }
});
