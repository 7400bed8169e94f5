/**
 * Releases of talosctl change sandbox nodes with the same outcome as osctl: exit code, standard
 * output, and the state of every node after each command. Runs where `OSCTL_BENCH_REFERENCE` and
 * `OSCTL_BENCH_REFERENCE_V1_4` name their executables.
 */
import assert from "node:assert/strict";
import { parse, parseDocument } from "yaml";
import { MACHINE_CONFIG } from "../../lib/sandbox/state/definitions/config.ts";
import { MACHINE_STATUS } from "../../lib/sandbox/state/definitions/runtime.ts";
import type { NodeFacts } from "../../lib/sandbox/types.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { eventually } from "../lib/sandbox/lifecycle/eventually.ts";

const REFERENCES = {
  "v1.8": Deno.env.get("OSCTL_BENCH_REFERENCE"),
  "v1.4": Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
} as const;
type Release = keyof typeof REFERENCES;

/** Runs a client; resolves with its exit code and standard output. */
type Client = (
  args: readonly string[],
) => Promise<{ code: number; stdout: string; stderr: string }>;

/** A command of the scenario. */
interface Step {
  readonly args: readonly string[] | ((scenario: Scenario) => readonly string[]);
  /** Index of the node: control planes 0 to 2, workers 3 and 4. */
  readonly node: number;
  readonly code?: number;
  /** Called before the command. */
  readonly prepare?: (scenario: Scenario) => Promise<void> | void;
  /** Whether osctl prints a sentence of its own, or the diff of a dry run on stdout. */
  readonly hasOwnText?: boolean;
  /** The release that has the command or requires the step. */
  readonly only?: Release;
  /** Whether the node boots again after the command. */
  readonly reboots?: boolean;
  /** Stage to wait for after the command; default running. */
  readonly stage?: string;
}

const WAIT = ["--timeout", "60s"];
const sysctl = (value: number) => JSON.stringify({ machine: { sysctls: { "a.b": `${value}` } } });
const env = (value: number) => JSON.stringify({ machine: { env: { A: `${value}` } } });
/** Paths in the working directory of the clients. */
const CONFIG_FILE = "config.yaml";
const PATCH_FILE = "patch.yaml";
const apply = (mode: string, ...more: string[]) => [
  ...["apply-config", "-f", CONFIG_FILE, "--mode", mode, "-p", `@${PATCH_FILE}`, ...more],
];
const patch = (text: string, ...more: string[]) => ["patch", "mc", "-p", text, ...more];

const STEPS: readonly Step[] = [
  {
    node: 3,
    args: ["apply-config", "-f", CONFIG_FILE, "--mode", "reboot"],
    reboots: true,
    only: "v1.4",
  },
  {
    node: 3,
    args: apply("auto", "--dry-run"),
    hasOwnText: true,
    prepare: (scenario) => scenario.writePatch(sysctl(1)),
  },
  { node: 3, args: apply("no-reboot") },
  { node: 3, args: apply("auto"), prepare: (scenario) => scenario.writePatch(sysctl(2)) },
  { node: 3, args: apply("no-reboot"), prepare: (one) => one.writePatch(env(3)), code: 1 },
  { node: 3, args: apply("staged") },
  { node: 3, args: ["reboot", ...WAIT], reboots: true },
  {
    node: 3,
    args: apply("reboot"),
    prepare: (scenario) => scenario.writePatch(env(4)),
    reboots: true,
  },
  { node: 3, args: patch(sysctl(5), "--mode", "try", "--timeout", "10m") },
  { node: 3, args: patch(sysctl(6), "--dry-run"), hasOwnText: true },
  { node: 3, args: patch(sysctl(7)) },
  { node: 3, args: patch('[{"op":"remove","path":"/machine/sysctls"}]', "--mode", "no-reboot") },
  { node: 3, args: patch('{"machine":{"type":"x"}}'), code: 1 },
  { node: 3, args: ["reboot", "--wait=false"], reboots: true },
  {
    node: 3,
    args: ["upgrade", "-i", "example.com/installer:v1.8.9", ...WAIT],
    reboots: true,
  },
  {
    node: 3,
    args: ["upgrade", "-i", "example.com/installer:v1.8.10", "--wait=false", "--stage"],
    reboots: true,
  },
  { node: 3, args: ["rollback"], reboots: true },
  { node: 0, args: ["restart", "trustd"] },
  { node: 0, args: ["restart", "kubelet"], code: 1 },
  ...["restart", "start", "stop"].map((action): Step => ({
    node: 4,
    args: ["service", "kubelet", action],
    code: action === "stop" ? 1 : 0,
  })),
  { node: 4, args: ["service", "apid", "restart"], code: 1 },
  { node: 4, args: ["bootstrap"], code: 1 },
  { node: 0, args: ["bootstrap"], code: 1 },
  { node: 0, args: ["etcd", "defrag"] },
  { node: 0, args: ["etcd", "alarm", "list"] },
  {
    node: 0,
    args: ["etcd", "alarm", "disarm"],
    prepare: ({ sandbox: { cluster, nodes } }) => {
      cluster.faults.add({ id: "1", action: "nospace", node: nodes[1]!.name, method: "*" });
      return cluster.applyFaults();
    },
  },
  { node: 0, args: ["etcd", "forfeit-leadership"] },
  { node: 0, args: ["etcd", "remove-member", "1234"], code: 1 },
  { node: 0, args: (scenario) => ["etcd", "remove-member", scenario.memberId(2)] },
  { node: 1, args: ["etcd", "leave"] },
  { node: 0, args: ["etcd", "forfeit-leadership"], code: 1 },
  { node: 0, args: ["etcd", "snapshot", "snapshot.db"] },
  { node: 0, args: ["etcd", "leave"], code: 1 },
  {
    node: 0,
    args: ["bootstrap", "--recover-from", "snapshot.db"],
    hasOwnText: true,
    prepare: ({ sandbox: { cluster, nodes } }) => cluster.wipeEtcd(nodes[0]!),
  },
  { node: 0, args: ["meta", "write", "10", "text"] },
  { node: 0, args: ["meta", "delete", "10"] },
  { node: 0, args: ["meta", "delete", "10"], code: 1 },
  {
    node: 3,
    args: [
      "reset",
      "--graceful=false",
      "--reboot",
      "--system-labels-to-wipe",
      "EPHEMERAL",
      ...WAIT,
    ],
    reboots: true,
  },
  {
    node: 3,
    args: ["reset", "--graceful=false", "--reboot", "--wait=false"],
    reboots: true,
    stage: "maintenance",
  },
  { node: 4, args: ["shutdown", "--force", ...WAIT], stage: "shutting down" },
];

/** Fields of `machine.features` that v1.4 rejects. */
const NEWER_FEATURES = ["diskQuotaSupport", "kubePrism", "hostDNS"];

/** A client with a sandbox of its own. */
class Scenario {
  constructor(readonly sandbox: Sandbox, readonly client: Client) {}

  async writePatch(text: string): Promise<void> {
    await Deno.writeTextFile(`${this.sandbox.home}/${PATCH_FILE}`, text);
  }

  /** Returns the hexadecimal id of a control plane's member. */
  memberId(node: number): string {
    const { name } = this.sandbox.nodes[node]!;
    return this.#etcd().members.find((member) => member.name === name)!.id.padStart(16, "0");
  }

  #etcd(): { members: { name: string; id: string }[]; leader: string; alarms: unknown[] } {
    return JSON.parse(Deno.readTextFileSync(`${this.sandbox.home}/nodes/etcd.json`)).state;
  }

  /** Returns the state of a node that its boots share, and of its active boot. */
  #describe(node: NodeFacts) {
    const state = this.sandbox.cluster.stateOf(node);
    const read = ({ namespace, type }: { readonly namespace: string; readonly type: string }) => {
      state.open({ namespace, type }, new Set(["os:admin"]));
      return state.store.list({ namespace, type }).map(({ spec }) => spec!.yaml).join("");
    };
    const file = (name: string) => {
      try {
        return Deno.readTextFileSync(`${node.folder}/${name}`);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return "";
        throw error;
      }
    };
    const settings = (text: string) => {
      const { sysctls, env } = parse(text)?.machine ?? {};
      return { sysctls, env };
    };
    return {
      stored: settings(file("config.yaml")),
      active: settings(read(MACHINE_CONFIG)),
      record: JSON.parse(file("node.json")),
      stage: /^stage: (.*)$/m.exec(read(MACHINE_STATUS))?.[1],
    };
  }

  async run(step: Step) {
    const { args, node, prepare, reboots = false, stage = "running", hasOwnText } = step;
    await prepare?.(this);
    const { nodes, cluster } = this.sandbox;
    const target = nodes[node]!;
    const boot = cluster.eventsOf(target);
    const words = typeof args === "function" ? args(this) : args;
    const result = await this.client([...words, "-n", target.address]);
    await eventually(() => {
      assert.equal(cluster.eventsOf(target) !== boot, reboots, words.join(" ") + result.stderr);
      assert.equal(this.#describe(target).stage, stage);
      return Promise.resolve();
    });
    const { members, leader, alarms } = this.#etcd();
    return {
      words,
      result,
      outcome: {
        code: result.code,
        stdout: hasOwnText ? "" : this.#mask(result.stdout),
        nodes: nodes.map((one) => this.#describe(one)),
        etcd: {
          members: members.map(({ name }) => name).toSorted(),
          leader,
          alarms: alarms.length,
        },
      },
    };
  }

  /** Masks what differs between sandboxes: addresses, ids, hashes, times and widths. */
  #mask(text: string): string {
    const names = this.sandbox.nodes.reduce(
      (masked, { address, name }) => masked.replaceAll(address, name),
      text,
    );
    return names.replaceAll(/\b(?:[0-9a-f]{16}|(?<=hash )[0-9a-f]{8})\b/g, "ID").replaceAll(
      / +/g,
      " ",
    )
      .replaceAll(/ +$/gm, "").replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d.*$/gm, "TIME");
  }
}

async function play(
  release: Release,
  createClient: (sandbox: Sandbox) => Client,
): Promise<Awaited<ReturnType<Scenario["run"]>>[]> {
  const results: Awaited<ReturnType<Scenario["run"]>>[] = [];
  await withSandbox({ controlPlanes: 3, workers: 2, alpn: true }, async (sandbox) => {
    const scenario = new Scenario(sandbox, createClient(sandbox));
    const config = parseDocument(
      await Deno.readTextFile(`${sandbox.nodes[3]!.folder}/config.yaml`),
    );
    if (release === "v1.4") {
      for (const field of NEWER_FEATURES) config.deleteIn(["machine", "features", field]);
    }
    await Deno.writeTextFile(`${sandbox.home}/${CONFIG_FILE}`, String(config));
    for (const step of STEPS) {
      if (step.only !== undefined && step.only !== release) continue;
      const done = await scenario.run(step);
      const text = `${done.words.join(" ")}: ${done.result.stderr}`;
      assert.equal(done.result.code, step.code ?? 0, text);
      results.push(done);
    }
  });
  return results;
}

for (const [release, reference] of Object.entries(REFERENCES)) {
  Deno.test({
    name: `talosctl ${release} changes nodes with the same outcome`,
    ignore: reference === undefined,
    async fn(t) {
      const ours = await play(
        release as Release,
        ({ run, home }) => (args) =>
          run(args, { release: release as Release, cwd: home, env: { OSCTL_YES: "1" } }),
      );
      const theirs = await play(release as Release, ({ home, osconfig }) => async (args) => {
        const { code, stdout, stderr } = await new Deno.Command(reference!, {
          args: ["--talosconfig", osconfig, ...args],
          env: { HOME: home },
          cwd: home,
          stdin: "null",
        }).output();
        const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
        return { code, stdout: out!, stderr: err! };
      });
      for (const [index, { words, outcome }] of ours.entries()) {
        await t.step(`${index + 1}. ${words.slice(0, 5).join(" ")}`, () => {
          assert.deepEqual(theirs[index]!.outcome, outcome);
        });
      }
    },
  });
}
