/**
 * Newer releases of talosctl and osctl change sandbox nodes with the same end state: upgrades
 * by `LifecycleService`, wiped devices, downgrades of etcd. Runs where `OSCTL_BENCH_REFERENCE_NEWER`
 * lists executables of v1.13 or v1.14, separated by commas.
 */
import assert from "node:assert/strict";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const clients = (Deno.env.get("OSCTL_BENCH_REFERENCE_NEWER") ?? "").split(",")
  .filter((path) => /v1\.1[34]\.[^/]*$/.test(path));

const IMAGE =
  "factory.talos.dev/metal-installer/376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba:v1.14.0-rc.1";

/** Runs a program on a node; both clients have the same arguments. */
type Run = (...args: string[]) => Promise<{ code: number; text: string }>;

function programs({ run, home }: Sandbox, client: string): Record<"osctl" | "reference", Run> {
  return {
    osctl: async (...args) => {
      const { code, stdout, stderr } = await run(args, { env: { OSCTL_YES: "1" } });
      return { code, text: stdout + stderr };
    },
    reference: async (...args) => {
      const command = new Deno.Command(client, {
        args: ["--talosconfig", `${home}/.os/config`, ...args],
        env: { HOME: home },
      });
      const { stdout, stderr, code } = await command.output();
      const decoder = new TextDecoder();
      return { code, text: decoder.decode(stdout) + decoder.decode(stderr) };
    },
  };
}

/** Returns the boot ID of a node. */
async function bootId(run: Sandbox["run"], address: string): Promise<string> {
  const { stdout } = await run(["read", "/proc/sys/kernel/random/boot_id", "-n", address]);
  return stdout;
}

for (const client of clients) {
  const name = client.split("/").at(-1);

  for (const drain of [true, false]) {
    Deno.test(`${name} and osctl upgrade a node, drain: ${drain}`, async () => {
      const results: unknown[] = [];
      for (const program of ["reference", "osctl"] as const) {
        await withSandbox({ osVersion: "v1.13.9", workers: 1 }, async (sandbox) => {
          const { run, workers } = sandbox;
          const { address, name } = workers[0]!;
          const health = await run(["health", "--server=false", "--wait-timeout", "60s"]);
          assert.equal(health.code, 0, health.stderr);
          const api = await openKubernetes(sandbox);
          const spec = { nodeName: name, containers: [{ name: "c", image: "pause:3.9" }] };
          await api.call("POST", "/api/v1/namespaces/default/pods", {
            body: { metadata: { name: "plain" }, spec },
          });
          const before = await bootId(run, address);
          const { code, text } = await programs(sandbox, client)[program](
            ...["upgrade", "-i", IMAGE, "-n", address, ...drain ? [] : ["--drain=false"]],
          );
          const version = await run(["version", "-o", "jsonpath={.tag}", "-n", address]);
          const { status } = await api.call("GET", "/api/v1/namespaces/default/pods/plain");
          const node = await api.get(`/api/v1/nodes/${name}`);
          results.push({
            code,
            version: version.stdout.trim().split(" ").at(-1),
            pod: status,
            unschedulable: node.spec.unschedulable ?? false,
            isRebooted: await bootId(run, address) !== before,
            isDrained: text.includes("drained"),
          });
        });
      }
      assert.deepEqual(results[0], results[1]);
      assert.equal((results[0] as { pod: number }).pod, drain ? 404 : 200);
    });
  }

  Deno.test(`${name} and osctl validate, enable and cancel an etcd downgrade`, async () => {
    const results: unknown[] = [];
    for (const program of ["reference", "osctl"] as const) {
      await withSandbox({ osVersion: "v1.14.0-rc.1" }, async (sandbox) => {
        const { address } = sandbox.nodes[0]!;
        const run = programs(sandbox, client)[program];
        const calls = [
          ["etcd", "downgrade", "validate", "3.5"],
          ["etcd", "downgrade", "enable", "3.5"],
          ["etcd", "downgrade", "enable", "3.5"],
          ["etcd", "downgrade", "cancel"],
          ["etcd", "downgrade", "validate", "3.1"],
        ];
        const codes: [args: string[], code: number][] = [];
        for (const args of calls) codes.push([args, (await run(...args, "-n", address)).code]);
        const status = await sandbox.run(["etcd", "status", "-o", "json", "-n", address]);
        const { protocolVersion, storageVersion } = JSON.parse(status.stdout)[0] ?? {};
        assert.deepEqual(new Set(codes.map(([, code]) => code)), new Set([0, 1]));
        results.push({ codes, protocolVersion, storageVersion });
      });
    }
    assert.deepEqual(results[0], results[1]);
  });

  Deno.test(`${name} and osctl wipe a device`, async () => {
    const results: unknown[] = [];
    for (const program of ["reference", "osctl"] as const) {
      await withSandbox({ osVersion: "v1.14.0-rc.1" }, async (sandbox) => {
        const { address } = sandbox.nodes[0]!;
        const run = programs(sandbox, client)[program];
        const codes = [
          (await run("wipe", "disk", "nope", "-n", address)).code,
          (await run("wipe", "disk", "nope", "--method", "ZEROES", "-n", address)).code,
        ];
        results.push(codes);
      });
    }
    assert.deepEqual(results[0], results[1]);
  });
}

if (clients.length === 0) {
  Deno.test({
    name: "talosctl v1.13 or v1.14: OSCTL_BENCH_REFERENCE_NEWER is not set",
    ignore: true,
    fn: () => {},
  });
}
