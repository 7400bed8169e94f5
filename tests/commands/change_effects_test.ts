/** When changes take effect, as dry runs of `patch`, `edit` and `apply-config` predict it. */
import assert from "node:assert/strict";
import { generateConfigs, patchConfig } from "../../api/machineconfig.ts";
import {
  type MachineConfig,
  parseMachineConfig,
  rebootReason,
} from "../../lib/sandbox/configuration/machine_config.ts";
import { testWith } from "../helpers/programs.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const CHANGE = `
machine:
  sysctls: { net.core.somaxconn: "4096" }
  kubelet: { extraArgs: { v: "4" } }
  install: { disk: /dev/sdb }
  env: { A: b }
cluster:
  etcd: { extraArgs: { election-timeout: "5000" } }
`;

Deno.test("a dry run predicts when each changed field takes effect", async () => {
  await withSandbox({ osVersion: "v1.8.4" }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    await Deno.writeTextFile(`${home}/change.yaml`, CHANGE);
    const patch = (...args: string[]) =>
      run(["patch", "mc", "-p", "@change.yaml", "-n", node, ...args]);
    const text = await patch("--dry-run");
    assert.equal(text.code, 0, text.stderr);
    const lines = text.stderr.split("\n").filter((line) => line.startsWith(`${node}: /`));
    assert.deepEqual(lines.toSorted(), [
      `${node}: /cluster/etcd/extraArgs: after a reboot`,
      `${node}: /machine/env: after a reboot`,
      `${node}: /machine/install/disk: only at installation`,
      `${node}: /machine/kubelet/extraArgs: with a restart of kubelet`,
      `${node}: /machine/sysctls: at once`,
    ]);
    assert.match(text.stdout, /^\+ +net\.core\.somaxconn: "4096"$/m);

    const json = await patch("--dry-run", "-o", "json");
    assert.equal(json.code, 0, json.stderr);
    const records = json.stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(records.find(({ path }) => path === "/machine/kubelet/extraArgs"), {
      node,
      path: "/machine/kubelet/extraArgs",
      effect: "service-restart",
      service: "kubelet",
    });
    assert.equal(records.length, 5);
    assert.doesNotMatch(json.stderr, /: at once$/m);

    const refused = await patch("--dry-run", "-m", "no-reboot");
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^\S+: \/machine\/env: after a reboot$/m);
  });
});

testWith("sed")("edit and apply-config predict it as well", async () => {
  await withSandbox({ osVersion: "v1.8.4" }, async ({ run, nodes, home }) => {
    const node = nodes[0]!.address;
    const { stdout } = await run(["get", "mc", "v1alpha1", "-o", "jsonpath={.spec}", "-n", node]);
    await Deno.writeTextFile(`${home}/node.yaml`, patchConfig(stdout, [CHANGE]));
    const apply = ["apply-config", "-f", "node.yaml", "-n", node];
    const applied = await run([...apply, "--dry-run", "-o", "json"]);
    assert.equal(applied.code, 0, applied.stderr);
    assert.match(applied.stdout, /"path":"\/machine\/install\/disk","effect":"installation"/);

    const editor = { env: { EDITOR: "sed -i s,disk:./dev/sda,disk:\\ /dev/sdb,", TMPDIR: home } };
    const edited = await run(["edit", "mc", "--dry-run", "-o", "json", "-n", node], editor);
    assert.equal(edited.code, 0, edited.stderr);
    assert.deepEqual(edited.stdout.trim().split("\n").map((line) => JSON.parse(line)), [
      { node, path: "/machine/install/disk", effect: "installation", service: null },
    ]);

    for (
      const [args, message] of [
        [apply, /^osctl: --output json requires --dry-run; add --dry-run/],
        [["edit", "mc", "-n", node], /^osctl: --output json requires --dry-run/],
        [["patch", "mc", "-p", "{}", "-n", node], /^osctl: --output json requires --dry-run/],
        [
          ["apply-config", "-m", "interactive", "--dry-run", "-n", node],
          /^osctl: --output json has no effect in mode interactive/,
        ],
      ] as const
    ) {
      const wrong = await run([...args, "-o", "json"]);
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, message);
    }
  });
});

// `ApplyConfiguration` of v1.14.0-rc.1 never reboots and returns Unimplemented for mode REBOOT.
Deno.test("nodes of v1.14 do not reboot by themselves; what waits for a reboot is printed", async () => {
  await withSandbox({ osVersion: "v1.14.0-rc.1" }, async ({ run, nodes }) => {
    const node = nodes[0]!.address;
    const patch = (...args: string[]) =>
      run(["patch", "mc", "-p", "{machine: {env: {A: b}}}", "-n", node, ...args]);
    const plan = await patch("--dry-run");
    assert.equal(plan.code, 0, plan.stderr);
    assert.match(plan.stderr, /Applied configuration without a reboot \(skipped in dry-run\)/);
    assert.match(plan.stderr, /^\S+: \/machine\/env: after a reboot$/m);

    for (const args of [["-m", "reboot", "--yes"], ["-m", "reboot", "--dry-run"]]) {
      const refused = await patch(...args);
      assert.equal(refused.code, 1);
      assert.ok(
        refused.stderr.endsWith(
          `osctl: ${node}: the node does not support mode reboot; ` +
            'use --mode auto or staged, then "osctl reboot"\n',
        ),
        refused.stderr,
      );
    }
    const applied = await run([
      ...["patch", "mc", "-n", node, "-p"],
      '{machine: {sysctls: {net.core.somaxconn: "4096"}, env: {A: b}}}',
    ]);
    assert.equal(applied.code, 0, applied.stderr);
    const lines = applied.stderr.split("\n").filter((line) => !line.includes("warning"));
    assert.deepEqual(lines, [
      `${node}: Applied configuration without a reboot`,
      `${node}: /machine/env: after a reboot`,
      "",
    ]);
  });
});

// The rules of `CanApplyImmediate` in v1.6.8, v1.7.7, v1.8.4, v1.9.6, v1.13.9, and none in v1.14.
Deno.test("sandbox nodes reboot by the rule of their release", async () => {
  const { worker } = await generateConfigs({
    clusterName: "lab",
    endpoint: "https://192.0.2.10:6443",
    osVersion: "v1.4",
  });
  const parse = (...patches: string[]): MachineConfig =>
    parseMachineConfig(patchConfig(worker, patches));
  const rebootsIn = (before: MachineConfig, after: MachineConfig) =>
    ["v1.4.8", "v1.6.8", "v1.7.7", "v1.8.4", "v1.9.6", "v1.13.9", "v1.14.0"]
      .filter((tag) => rebootReason(before, after, tag) !== undefined);
  const base = parse("machine: { features: { rbac: true } }");
  assert.deepEqual(
    rebootsIn(base, parse("machine: { features: { rbac: true }, acceptedCAs: [{ crt: QQ== }] }")),
    ["v1.4.8", "v1.6.8"],
  );
  assert.deepEqual(
    rebootsIn(base, parse("machine: { features: { rbac: true }, nodeAnnotations: { a: b } }")),
    ["v1.4.8", "v1.6.8", "v1.7.7"],
  );
  assert.deepEqual(
    rebootsIn(
      base,
      parse("machine: { features: { rbac: true, imageCache: { localEnabled: true } } }"),
    ),
    ["v1.4.8", "v1.6.8", "v1.7.7", "v1.8.4"],
  );
  assert.deepEqual(rebootsIn(base, parse("machine: { features: { rbac: true }, env: { A: b } }")), [
    "v1.4.8",
    "v1.6.8",
    "v1.7.7",
    "v1.8.4",
    "v1.9.6",
    "v1.13.9",
  ]);
  assert.deepEqual(
    rebootsIn(base, parse("machine: { features: { rbac: true }, sysctls: { a: b } }")),
    [],
  );
});
