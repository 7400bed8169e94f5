/**
 * talosctl and osctl write kubeconfigs with equal data, for a matrix of existing files and
 * flags. Runs where `OSCTL_BENCH_REFERENCE` names its executable.
 */
import assert from "node:assert/strict";
import { parseKubeconfig } from "../../lib/kubernetes/kubeconfig/parse.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { MachineService } from "../../proto/machine.ts";
import { kubeconfig, nodeArchive } from "../helpers/kubeconfig.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { data } from "../commands/answers.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

const server = "https://10.9.9.9:6443";

/** Existing files; undefined for none. */
const EXISTING: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  other: kubeconfig().replaceAll("lab", "old"),
  equal: kubeconfig(),
  "other cluster and user": kubeconfig(server, "c2Vjb25k"),
  "other cluster": kubeconfig(server),
  "other user": kubeconfig(undefined, "c2Vjb25k"),
  "other context": kubeconfig().replace("namespace: default", "namespace: other"),
  "no current context": kubeconfig().replace("current-context: admin@lab\n", ""),
  "renamed before": `${kubeconfig(server, "c2Vjb25k").replaceAll("lab", "lab-1")}`,
  "no entries": "apiVersion: v1\nkind: Config\n",
  "not a kubeconfig": "clusters: [\n",
};

const FLAGS: readonly (readonly string[])[] = [
  [],
  ["--force"],
  ["--force-context-name", "mine"],
  ["--force", "--force-context-name", "mine"],
  ["--merge=false"],
  ["--merge=false", "--force"],
];

/** Cases with another result, by intention. */
const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ["none --force-context-name mine", "a new file gets the name, too"],
  ["none --force --force-context-name mine", "a new file gets the name, too"],
  ["other context", "contexts are renamed like clusters and users"],
]);

/** Exit code and content of the file after a run in a new home. */
async function resultOf(
  existing: string | undefined,
  run: (home: string, path: string) => Promise<number>,
): Promise<{ code: number; content: unknown }> {
  const home = await Deno.makeTempDir();
  try {
    const path = `${home}/config`;
    if (existing !== undefined) await Deno.writeTextFile(path, existing);
    const code = await run(home, path);
    const text = await Deno.readTextFile(path).catch(() => "");
    return { code, content: code === 0 ? contentOf(text) : text };
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

function contentOf(text: string): unknown {
  const { kubeconfig: { clusters, users, contexts, currentContext } } = parseKubeconfig(text, "-");
  const sections = [clusters, users, contexts].map((section) =>
    [...section].map(([name, { value }]) => [name, value] as const)
      .toSorted(([a], [b]) => a < b ? -1 : 1)
  );
  return { sections, currentContext };
}

async function compare(
  { run, osconfig, controlPlanes }: Sandbox,
  existing: string,
  flags: readonly string[],
): Promise<void> {
  const node = controlPlanes[0]!.address;
  const theirs = await resultOf(EXISTING[existing], async (home, path) => {
    const { code } = await new Deno.Command(reference!, {
      args: ["kubeconfig", path, ...flags, "-n", node, "--talosconfig", osconfig],
      env: { HOME: home },
      stdout: "null",
      stderr: "null",
    }).output();
    return code;
  });
  const ours = await resultOf(
    EXISTING[existing],
    async (_, path) => (await run(["kubeconfig", path, ...flags, "-n", node])).code,
  );
  const name = [existing, ...flags].join(" ");
  if (DIFFERENCES.has(name)) assert.notDeepEqual(ours, theirs, `${name} is equal`);
  else assert.deepEqual(ours, theirs);
}

Deno.test({
  name: "kubeconfig writes the same data as talosctl",
  ignore: reference === undefined,
  async fn(t) {
    const bytes = await nodeArchive(kubeconfig());
    const binding = stream(MachineService.Kubeconfig, async function* () {
      await Promise.resolve();
      yield data(bytes);
    });
    await withSandbox({ bindings: [binding], alpn: true }, async (sandbox) => {
      for (const existing of Object.keys(EXISTING)) {
        for (const flags of FLAGS) {
          await t.step([existing, ...flags].join(" "), () => compare(sandbox, existing, flags));
        }
      }
    });
  },
});
