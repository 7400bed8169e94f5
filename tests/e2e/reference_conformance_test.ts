/**
 * talosctl runs conformance tests on a sandbox cluster, and creates the same pods as
 * osctl. Runs where `OSCTL_BENCH_REFERENCE` names the executable of v1.8.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { conformanceScripts } from "../helpers/conformance.ts";
import { type Json, openKubernetes } from "../helpers/kubernetes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** The fields of a pod that its client sets. The Go encoder omits empty values. */
function comparable({ metadata, spec }: Json): Json {
  const { name, namespace, labels } = metadata;
  return JSON.parse(
    JSON.stringify(
      { name, namespace, labels, spec },
      (key, value) =>
        value === "" ? undefined : key === "image" ? value.replace(/v[\d.]+$/, "") : value,
    ),
  );
}

Deno.test({
  name: "talosctl runs conformance tests in the same pods",
  ignore: reference === undefined,
  async fn() {
    const scripts = conformanceScripts(() => ({
      log: [{ afterMs: 0, text: "first" }, { afterMs: 900, text: "second" }],
      endMs: 1000,
    }));
    await withSandbox({ alpn: true, containerScripts: scripts }, async (sandbox) => {
      const { controlPlanes, run, osconfig, home } = sandbox;
      const api = await openKubernetes(sandbox);
      const pods: Json[] = [];
      const watching = (async () => {
        for await (const { type, object } of api.watch("/api/v1/pods?watch=1")) {
          if (object.metadata?.namespace === "conformance" && type === "ADDED") pods.push(object);
          if (pods.length === 4) break;
        }
      })();
      const args = ["conformance", "kubernetes", "-n", controlPlanes[0]!.address];
      const theirs = await new Deno.Command(reference!, {
        args: ["--talosconfig", osconfig, ...args],
        env: { HOME: home, CI: "1" },
      }).output();
      const output = new TextDecoder().decode(theirs.stdout);
      equal(theirs.code, 0, output + new TextDecoder().decode(theirs.stderr));
      match(output, /first\nsecond\n/);
      const ours = await run(args);
      equal(ours.code, 0, ours.stderr);
      equal(ours.stdout, "first\nsecond\n".repeat(2));
      await watching;
      const [one, two, ...own] = pods.map(comparable);
      deepEqual(own, [one, two]);
    });
  },
});
