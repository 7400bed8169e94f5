/** Bad cluster files: 300 changes of a good one, each an error with its place, or still valid. */
import { ok, strictEqual } from "node:assert/strict";
import { loadCluster } from "../../../lib/cluster_file/mod.ts";
import { MultiError, OsctlError } from "../../../lib/errors.ts";

const GOOD = `# A cluster with most fields.
name: lab
endpoint: https://10.0.0.10:6443
vip: {address: 10.0.0.10, interface: eth0}
contract: v1.8
os:
  version: v1.8.4
  extensions: [siderolabs/iscsi-tools]
  kernelArguments:
    - net.ifnames=0
kubernetes:
  version: v1.31.4
secrets: secrets.yaml
install: {disk: /dev/sda}
network:
  podSubnets: [10.244.0.0/16]
  cni: {name: none}
certSANs: ["api.\${DOMAIN}"]
variables:
  DOMAIN: lab.example.com
patches:
  - merge:
      machine:
        sysctls: {vm.max_map_count: "262144"}
  - json: [{op: remove, path: /cluster/discovery}]
gates: [health]
controlPlane:
  taints: {example.com/dedicated: "cp:NoSchedule"}
  nodes:
    - {name: cp-1, addresses: [10.0.0.11]}
    - {name: cp-2, addresses: [10.0.0.12], identity: {mac: "52:54:00:12:34:56"}}
    - {name: cp-3, addresses: [10.0.0.13], locked: true}
workers:
  storage:
    install:
      diskSelector: {size: ">= 100GB"}
    labels: {example.com/rack: r12}
    update: {maxUnavailable: 25%, canary: 2, order: name, drain: false}
    nodes:
      - name: w-1
        addresses: [10.0.0.21]
        patches: [{merge: {machine: {kubelet: {extraArgs: {v: "4"}}}}}]
      - name: w-2
        remove: true
`;

/** Numbers from 0 to below 1, the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const VALUES = [
  "",
  "~",
  "[]",
  "{}",
  "-1",
  "true",
  "${NONE}",
  "a b",
  "1e999",
  "'",
  "\t",
  "*x",
  "&a",
  "!!int x",
  "null",
];
const CHARACTERS = [..."{}[]:,-#&*!|>'\"%@`\t \n\u0000\u2028${"];

/** Returns a changed text and what was done. */
function mutate(random: () => number): readonly [text: string, change: string] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const lines = GOOD.split("\n");
  const line = 1 + Math.floor(random() * (lines.length - 2));
  const position = Math.floor(random() * GOOD.length);
  const withLine = (text: string | undefined) =>
    lines.flatMap((old, index) => index !== line ? [old] : text === undefined ? [] : [text]).join(
      "\n",
    );
  const [key = "", value = ""] = /^([^:]*:)(.*)$/.exec(lines[line]!)?.slice(1) ?? [];
  switch (Math.floor(random() * 8)) {
    case 0:
      return [withLine(undefined), `delete line ${line}`];
    case 1:
      return [withLine(`${lines[line]}\n${lines[line]}`), `repeat line ${line}`];
    case 2:
      return [withLine(` ${lines[line]}`), `indent line ${line}`];
    case 3: {
      const other = pick(VALUES);
      return [withLine(`${key} ${other}`), `value ${JSON.stringify(other)} in line ${line}`];
    }
    case 4:
      return [withLine(`${key.replace(/(\w)(\w*:)$/, "$1x$2")}${value}`), `rename line ${line}`];
    case 5: {
      const character = pick(CHARACTERS);
      const text = GOOD.slice(0, position) + character + GOOD.slice(position);
      return [text, `insert ${JSON.stringify(character)} at ${position}`];
    }
    case 6:
      return [GOOD.slice(0, position) + GOOD.slice(position + 1), `delete at ${position}`];
    default:
      return [GOOD.slice(0, position), `cut at ${position}`];
  }
}

Deno.test("300 bad cluster files: each error is one line with its place", async () => {
  const random = createRandom(33);
  let rejected = 0;
  for (let count = 0; count < 300; count++) {
    const [text, change] = mutate(random);
    const errors = await errorsOf(text);
    if (errors.length > 0) rejected++;
    for (const { message } of errors) {
      ok(/^cluster\.yaml:[1-9]\d*:[1-9]\d*: \S[^\n\r]*$/.test(message), `${change}: ${message}`);
      const [, lineText] = /^cluster\.yaml:(\d+):/.exec(message)!;
      ok(Number(lineText) <= text.split("\n").length, `${change}: ${message}`);
    }
    strictEqual(new Set(errors.map(({ message }) => message)).size, errors.length, change);
  }
  // The others are valid, such as one label less.
  ok(rejected > 200, `only ${rejected} are rejected`);
});

async function errorsOf(text: string): Promise<readonly OsctlError[]> {
  try {
    await loadCluster("cluster.yaml", {
      read: () => Promise.resolve(text),
      given: new Map(),
      env: { get: () => undefined },
    });
    return [];
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    return error instanceof MultiError ? error.errors : [error];
  }
}
