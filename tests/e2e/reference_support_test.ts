/**
 * talosctl and osctl collect bundles with the same members and equal resources. Runs where
 * `OSCTL_BENCH_REFERENCE` and `OSCTL_BENCH_REFERENCE_V1_4` name the executables. Results:
 * docs/internals/parity.md.
 */
import assert from "node:assert/strict";
import type { Release } from "../../lib/distribution.ts";
import { SECRET_TYPES } from "../../lib/procedures/support/redact.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { readZip, type ZipContents } from "../helpers/zip.ts";

const REFERENCES: Readonly<Record<Release, string | undefined>> = {
  "v1.8": Deno.env.get("OSCTL_BENCH_REFERENCE"),
  "v1.4": Deno.env.get("OSCTL_BENCH_REFERENCE_V1_4"),
};

/** Members of one client only, by intention, without their node. */
const DIFFERENCES: Readonly<Record<Release, { ours: string[]; theirs: string[] }>> = {
  "v1.8": { ours: ["manifest.json"], theirs: [] },
  "v1.4": {
    ours: ["manifest.json", "talosResources/machineconfigs.config.talos.dev.yaml"],
    theirs: [],
  },
};

/** Types whose resources change between two runs, or are redacted differently by intention. */
const VARYING = [
  ...["cpustats.perf", "memorystats.perf", "machineconfigs.config"],
  ...SECRET_TYPES.map((type) => type.toLowerCase()),
];

async function collect(
  { run, home, osconfig, nodes }: Sandbox,
  release: Release,
): Promise<{ ours: ZipContents; theirs: ZipContents }> {
  const list = nodes.map(({ address }) => address).join(",");
  const files = { ours: `${home}/ours-${release}.zip`, theirs: `${home}/theirs-${release}.zip` };
  const own = await run(["support", "-n", list, "-O", files.ours, "-w", "4"], { release });
  assert.ok(own.stderr.includes("wrote the support bundle"), own.stderr);
  const args = ["support", "-n", list, "-e", nodes[0]!.address, "-O", files.theirs, "-v"];
  await new Deno.Command(REFERENCES[release]!, {
    args: [...args, "--talosconfig", osconfig],
    env: { HOME: home },
    stdout: "null",
    stderr: "null",
  }).output();
  return { ours: await readZip(files.ours), theirs: await readZip(files.theirs) };
}

/** Returns the members of one bundle that the other lacks, without nodes and duplicates. */
function missingIn({ members }: ZipContents, other: ZipContents, nodes: readonly string[]) {
  const paths = [...members.keys()].filter((path) => !other.members.has(path));
  const names = paths.map((path) => {
    const [first, ...rest] = path.split("/");
    return nodes.includes(first!) ? rest.join("/") : path;
  });
  return [...new Set(names)].sort();
}

/** Numbers with a fraction of zero are equal: `2e+09` is `2000000000`. */
const documentsOf = (text: string) =>
  parseYaml(text).documents.map(({ root }) =>
    JSON.stringify(toData(root), (_, value) => typeof value === "bigint" ? Number(value) : value)
  );

for (const release of ["v1.8", "v1.4"] as const) {
  Deno.test({
    name: `support collects what talosctl of ${release} does`,
    ignore: REFERENCES[release] === undefined,
    async fn() {
      await withSandbox({ workers: 1, alpn: true }, async (sandbox) => {
        const nodes = sandbox.nodes.map(({ address }) => address);
        const { ours, theirs } = await collect(sandbox, release);
        assert.deepEqual({
          ours: missingIn(ours, theirs, nodes),
          theirs: missingIn(theirs, ours, nodes),
        }, DIFFERENCES[release]);
        // The client of v1.4 omits fields that are newer than itself.
        if (release === "v1.4") return;
        let compared = 0;
        for (const [path, { text }] of theirs.members) {
          if (!/\/(?:resources|talosResources)\//.test(path)) continue;
          if (VARYING.some((type) => path.includes(`/${type}.`))) continue;
          assert.deepEqual(documentsOf(ours.members.get(path)!.text), documentsOf(text), path);
          compared++;
        }
        assert.ok(compared > 60, `${compared} members`);
      });
    },
  });
}
