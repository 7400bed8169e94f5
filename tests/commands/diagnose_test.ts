import { deepEqual, equal, match } from "node:assert/strict";
import { RULES } from "../../lib/procedures/diagnosis/mod.ts";
import { KUBERNETES_RANGES } from "../../lib/os_versions/kubernetes.ts";
import { NEWEST_TAG, OS_RELEASES } from "../../lib/os_versions/releases.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { unary } from "../../lib/sandbox/types.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const NODES = { controlPlanes: 1, workers: 1 };

Deno.test("diagnose finds nothing in a healthy cluster, and reads all members", async () => {
  await withSandbox(NODES, async ({ run, nodes }) => {
    const { code, stdout } = await run(["diagnose"]);
    equal(code, 0, stdout);
    match(stdout, new RegExp(`^no findings: ${RULES.length} rules on ${nodes.length} nodes\n`));
  });
});

Deno.test("diagnose reports a node that does not respond, and the others' state", async () => {
  await withSandbox(NODES, async ({ run, nodes, dead }) => {
    const { code, stdout, stderr } = await run(["diagnose", "-n", `${dead},${nodes[0]!.address}`]);
    equal(code, 2);
    equal(stderr, "");
    match(stdout, new RegExp(`^✗ ${dead}: port 50000 is closed\n`));
    match(stdout, /\n {4}evidence {3}\S+ call Version: .*refused/);
    match(stdout, /\n {4}do {9}.*\n.*osctl version -n/);
    match(stdout, /\n1 error: \d+ rules on 2 nodes\n/);
  });
});

/** A kubelet that waits, as nodes report it. */
const kubelet = unary(MachineService.ServiceList, () => {
  const state = "Failed";
  const msg = 'Failed to run pre stage: failed to pull image "ghcr.io/siderolabs/kubelet:v9": ' +
    "ghcr.io/siderolabs/kubelet:v9: not found";
  const ts = { seconds: Math.floor(Date.now() / 1000) - 600, nanos: 0 };
  const services = [{ id: "kubelet", state, events: { events: [{ state, msg, ts }] } }];
  return Promise.resolve(machine.ServiceListResponse.create({ messages: [{ services }] }));
});

Deno.test("diagnose prints records, a report for an issue, and selected rules", async () => {
  await withSandbox({ ...NODES, bindings: [kubelet] }, async ({ run, nodes }) => {
    const worker = nodes[1]!;
    const json = await run(["diagnose", "-n", worker.address, "-o", "json"]);
    equal(json.code, 2);
    const [record] = JSON.parse(json.stdout);
    equal(record.id, "image-not-found");
    deepEqual(record.nodes, [worker.address]);
    deepEqual(
      record.follows.map(({ id }: { id: string }) => id).includes("kubelet-not-running"),
      true,
    );
    const ids = await run(["diagnose", "-n", worker.address, "-o", "json=id,severity"]);
    deepEqual(JSON.parse(ids.stdout)[0], { id: "image-not-found", severity: "error" });
    const yaml = await run(["diagnose", "-n", worker.address, "-o", "yaml"]);
    match(yaml.stdout, /id: image-not-found\n/);

    const markdown = await run(["diagnose", "-n", worker.address, "-o", "markdown"]);
    equal(markdown.code, 2);
    match(markdown.stdout, /^## Diagnosis\n/);
    equal(markdown.stdout.includes(worker.address), false);
    equal(markdown.stdout.includes(worker.name), false);
    match(markdown.stdout, /<node-1>/);

    const only = await run(["diagnose", "-n", worker.address, "--only", "etcd"]);
    equal(only.code, 0, only.stdout);
    match(only.stdout, /^no findings: /);
  });
});

Deno.test("diagnose ignores findings with a reason, from a flag or the preferences", async () => {
  await withSandbox({ ...NODES, bindings: [kubelet] }, async ({ run, nodes, home }) => {
    const base = ["diagnose", "-n", nodes[1]!.address, "--only", "image-not-found"];
    const flag = await run([...base, "--ignore", "image-not-found=the mirror is being filled"]);
    equal(flag.code, 0, flag.stdout);
    match(flag.stdout, /\(image-not-found, ignored: the mirror is being filled\)/);
    await Deno.writeTextFile(
      `${home}/.osctl.yaml`,
      "diagnosis:\n  ignore:\n    image-not-found: known\n",
    );
    const set = await run(["preferences", "path"]);
    await Deno.rename(`${home}/.osctl.yaml`, set.stdout.trim());
    const preferred = await run(base);
    equal(preferred.code, 0, preferred.stdout + preferred.stderr);
    match(preferred.stdout, /ignored: known/);
  });
});

Deno.test("diagnose explains a rule without reading anything", async () => {
  await withSandbox({}, async ({ run }) => {
    const { code, stdout } = await run(["diagnose", "--explain", "etcd-not-bootstrapped"]);
    equal(code, 0);
    match(stdout, /^etcd-not-bootstrapped: .*\n\n/);
    match(stdout, /\nWhat to do:\n {2}osctl bootstrap -n \{node\}\n$/);
  });
});

Deno.test("diagnose rejects unknown rules, and reasons that are missing", async () => {
  await withSandbox({}, async ({ run }) => {
    const cases = [
      [
        ["--explain", "etcd-not-bootstraped"],
        /unknown rule "etcd-not-bootstraped".*etcd-not-bootstrapped/,
      ],
      [["--only", "nope"], /unknown rule "nope"/],
      [["--ignore", "image-dns"], /--ignore image-dns has no reason/],
      [["--ignore", "nope=x"], /unknown rule "nope"/],
    ] as const;
    for (const [args, error] of cases) {
      const { code, stderr } = await run(["diagnose", ...args]);
      equal(code, 2, stderr);
      match(stderr.replaceAll("\n", " "), error);
    }
  });
});

Deno.test("diagnose finds faults of a sandbox, each by its own rule", async () => {
  await withSandbox({ controlPlanes: 3 }, async ({ run, cluster, controlPlanes }) => {
    const node = controlPlanes[1]!;
    const idsOf = async () => {
      const { stdout } = await run(["diagnose", "-o", "json=id,severity,nodes"], {
        env: { OSCTL_CALL_TIMEOUT: "2s" },
      });
      return (JSON.parse(stdout) as { id: string; severity: string; nodes: string[] }[])
        .map(({ id, nodes }) => [id, nodes]);
    };
    for (
      const [action, id] of [
        ["nospace", "etcd-alarm-nospace"],
        ["corrupt", "etcd-alarm-corrupt"],
        ["down", "node-refuses-connections"],
        ["blackhole", "node-does-not-respond"],
      ] as const
    ) {
      cluster.faults.set([{ id: "1", action, node: node.name, method: "*" }]);
      await cluster.applyFaults();
      deepEqual(await idsOf(), [[id, [node.address]]], action);
      cluster.faults.set([]);
      await cluster.applyFaults();
      // Alarms remain until they are disarmed. A connection through another node may be in back-off.
      const endpoint = ["-e", node.address, "-n", node.address];
      const disarmed = await run(["etcd", "alarm", "disarm", ...endpoint]);
      equal(disarmed.code, 0, disarmed.stderr);
    }
    deepEqual(await idsOf(), []);
  });
});

Deno.test("diagnose fails for a node that rejects every call", async () => {
  await withSandbox({}, async ({ run, cluster, nodes }) => {
    const { address } = nodes[0]!;
    const message = "no access to the disk";
    cluster.faults.set([
      { id: "1", action: "error", node: "*", method: "*", code: 13, message },
    ]);
    const { code, stderr } = await run(["diagnose", "-n", address]);
    equal(code, 1, stderr);
    match(stderr, new RegExp(`^osctl: ${address}: ${message} \\(Internal\\)\n$`));
  });
});

Deno.test("health names the first error of a diagnosis when it times out", async () => {
  await withSandbox({ ...NODES, bindings: [kubelet] }, async ({ run, nodes }) => {
    const args = ["health", "--server=false", "--wait-timeout", "1s", "-n", nodes[0]!.address];
    const { code, stderr } = await run(args);
    equal(code, 1);
    match(
      stderr,
      /\nosctl: diagnosis: kubelet of .* waits for its image .*; see "osctl diagnose --explain image-not-found"\n/,
    );
  });
});

for (const release of OS_RELEASES) {
  Deno.test(`diagnose raises no false alarm on a healthy sandbox of ${release}`, async () => {
    const osVersion = NEWEST_TAG[release];
    const kubernetesVersion = KUBERNETES_RANGES[release].default;
    await withSandbox({ ...NODES, osVersion, kubernetesVersion }, async ({ run }) => {
      const { stdout, stderr } = await run(["diagnose", "-o", "json=id,severity,title"]);
      const found = JSON.parse(stdout) as { severity: string }[];
      deepEqual(
        found.filter(({ severity }) => severity !== "note"),
        [],
        stdout + stderr,
      );
    });
  });
}
