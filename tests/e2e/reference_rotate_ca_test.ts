/**
 * talosctl and osctl rotate the authorities of the same kind of cluster to the same state,
 * and talosctl works with the result of osctl. Runs where `OSCTL_BENCH_REFERENCE` names
 * its executable.
 */
import assert from "node:assert/strict";
import { readTrust, type TrustedConfig } from "../../lib/machineconfig/authorities/mod.ts";
import { decodeMachineConfig } from "../../lib/machineconfig/load/mod.ts";
import { normalise } from "../../lib/machineconfig/encode/mod.ts";
import {
  checkRotated,
  configsOf,
  FAST,
  journalOf,
  NodeWatcher,
  unreachable,
} from "../helpers/rotation.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");
const OPTIONS = { controlPlanes: 2, workers: 1, alpn: true, ...FAST, kubeletRestartMs: 300 };
const base64 = (text: string) => new TextEncoder().encode(text).toBase64();

async function runReference(
  { home }: Sandbox,
  args: readonly string[],
): Promise<{ code: number; text: string; stdout: string }> {
  const { code, stdout, stderr } = await new Deno.Command(reference!, {
    args: [...args],
    cwd: home,
    env: { HOME: home },
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, text: decode(stdout) + decode(stderr), stdout: decode(stdout) };
}

const trustOf = (text: string): TrustedConfig => readTrust({ text, name: "", release: "v1.8" });

/** Returns the data of a configuration, as it is encoded. */
function dataOf(text: string): unknown {
  const { documents } = decodeMachineConfig(text, { release: "v1.8" });
  return documents.map((document) => [document.type.kind, normalise(document)]);
}

/** Replaces the authorities of a configuration by others. */
function replaced(text: string, from: TrustedConfig, to: TrustedConfig): string {
  return (["os", "kubernetes"] as const).reduce((text, name) => {
    const [old, next] = [from[name].issuing!, to[name].issuing!];
    return text.replaceAll(base64(old.crt), base64(next.crt))
      .replaceAll(base64(old.key!), base64(next.key!));
  }, text);
}

Deno.test({
  name: "talosctl rotates the authorities of a sandbox to the same state",
  ignore: reference === undefined,
  fn: () =>
    withSandbox(OPTIONS, async (sandbox) => {
      const before = configsOf(sandbox);
      const old = await sandbox.cluster.issue("os:admin");
      const { code, text } = await runReference(sandbox, [
        ...["--talosconfig", sandbox.osconfig, "-n", sandbox.nodes[0]!.address],
        ...["rotate-ca", "--dry-run=false", "-o", "theirs"],
      ]);
      assert.equal(code, 0, text);
      const after = configsOf(sandbox);
      const [from, to] = [trustOf(before[0]!), trustOf(after[0]!)];
      assert.notEqual(to.os.issuing!.crt, from.os.issuing!.crt);
      assert.notEqual(to.kubernetes.issuing!.crt, from.kubernetes.issuing!.crt);
      assert.deepEqual(
        after.map(dataOf),
        before.map((text) => dataOf(replaced(text, from, to))),
      );
      assert.equal((await unreachable(sandbox, old)).length, 3);
      // Our client works with its configuration.
      const nodes = sandbox.nodes.map(({ address }) => address).join(",");
      const version = await sandbox.run(["--osconfig", "theirs", "version", "-n", nodes]);
      assert.equal(version.code, 0, version.stderr);
    }),
});

Deno.test({
  name: "talosctl works with the client configuration of rotate-ca",
  ignore: reference === undefined,
  fn: () =>
    withSandbox(OPTIONS, async (sandbox) => {
      const before = configsOf(sandbox);
      const watcher = new NodeWatcher(sandbox, await sandbox.cluster.issue("os:admin"));
      const { code, stderr } = await sandbox.run(["rotate-ca", "--dry-run=false"]);
      await watcher.stop();
      assert.equal(code, 0, stderr);
      assert.deepEqual(watcher.lost, []);
      const journal = await journalOf(sandbox);
      checkRotated(sandbox, before, journal);
      const nodes = sandbox.nodes.map(({ address }) => address);
      const flags = ["--talosconfig", "osconfig"];
      const version = await runReference(sandbox, [...flags, "-n", nodes.join(","), "version"]);
      assert.equal(version.code, 0, version.text);
      for (const node of nodes) assert.ok(version.text.includes(node), version.text);
      const [first] = nodes;
      const root = await runReference(sandbox, [
        ...[...flags, "-n", first!, "get", "osrootsecrets", "-o", "yaml"],
      ]);
      assert.ok(root.stdout.includes(base64(journal.os!.new.crt)), root.text);
      const kubernetes = await runReference(sandbox, [
        ...[...flags, "-n", first!, "get", "kubernetesrootsecrets", "-o", "yaml"],
      ]);
      assert.ok(kubernetes.stdout.includes(base64(journal.kubernetes!.new.crt)), kubernetes.text);
      const kubeconfig = await runReference(sandbox, [
        ...[...flags, "-n", first!, "kubeconfig", "kubeconfig", "--merge=false"],
      ]);
      assert.equal(kubeconfig.code, 0, kubeconfig.text);
      const text = await Deno.readTextFile(`${sandbox.home}/kubeconfig`);
      assert.ok(text.includes(base64(journal.kubernetes!.new.crt)));
      const stale = await runReference(sandbox, [
        ...["--talosconfig", sandbox.osconfig, "-n", first!, "version"],
      ]);
      assert.notEqual(stale.code, 0);
    }),
});
