/** Executes the console blocks of pages, and compares their output. */
import { deepEqual } from "node:assert/strict";
import { bundle } from "../../scripts/bundle.ts";
import { isInstalled } from "../helpers/terminal.ts";
import { consoleText, type Mask, PAGES, RecordedSession } from "./recorded_session.ts";

const ROOT = new URL("../../", import.meta.url);
const OWN = "pages_test.ts";

const hasJq = isInstalled("jq");
if (!hasJq && Deno.env.has("CI")) throw new Error("missing: jq");

/** What pages have beside their blocks. */
interface Page {
  readonly home?: string;
  readonly masks?: readonly Mask[];
  readonly prepare?: (home: string) => Promise<unknown>;
}

/** Writes the configuration of talosctl that two pages import. */
async function writeTalosConfig(home: string): Promise<void> {
  await Deno.mkdir(`${home}/.talos`);
  await Deno.writeTextFile(
    `${home}/.talos/config`,
    `context: homelab
contexts:
  homelab:
    endpoints: [10.0.0.5]
    nodes: [10.0.0.5, 10.0.0.8]
`,
  );
}

/** Writes the cluster file that the page shows. */
async function writeClusterFile(home: string): Promise<void> {
  const page = await Deno.readTextFile(new URL("docs/clusters.md", ROOT));
  const [, text] = /^```yaml\n(.*?)^```$/ms.exec(page)!;
  await Deno.writeTextFile(`${home}/cluster.yaml`, text!);
}

/** Amounts of memory, MiB, in a row of a node. */
const MEMORY: Mask = [/(?<=^\S+-\d .*)(?<= )\d+(?= |$)/g, "<MiB>"];

const PREPARED: Readonly<Record<string, Page>> = {
  "README.md": { masks: [MEMORY] },
  "docs/clusters.md": {
    prepare: writeClusterFile,
    masks: [[/\b127(\.\d+){3}\b/g, "<address>"]],
  },
  "docs/coming_from_talosctl.md": { prepare: writeTalosConfig },
  "docs/contexts.md": { prepare: writeTalosConfig },
  "docs/machine_configurations.md": { home: "/home/jane/lab" },
  "docs/recipes.md": {
    masks: [
      MEMORY,
      [/\b[\d.]+ (files|[kMG]?B)\b/g, "<size>"],
      [/\b(revision|total keys|total size) \d+/g, "$1 <number>"],
      [/\(\d+ bytes\)/g, "(<size>)"],
      [/\b(\d+m)?\d+(\.\d)?s(?=\)?$)/g, "<time>"],
      [/\b\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\.\d+/g, "<time>"],
    ],
  },
  "docs/in_cluster.md": {
    masks: [
      [/-\d{14}-[0-9a-f]{4}\b/g, "-<time>"],
      [/\b(\d+m)?\d+(\.\d)?s(?=\)?$)/g, "<time>"],
    ],
  },
  "docs/rolling.md": {
    masks: [
      [/-\d{8}T\d{6}-[0-9a-f]{4}\b/g, "-<time>"],
      [/\b(\d+m)?\d+(\.\d)?s(?=\)?$)/g, "<time>"],
    ],
  },
  "docs/permissions.md": { prepare: (home) => bundle(ROOT.pathname, `${home}/dist`) },
};

Deno.test("every console block is on a page that a test executes", async () => {
  const pages: string[] = [];
  for (const folder of ["", "docs/", "docs/internals/"]) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      if (!name.endsWith(".md")) continue;
      const text = await Deno.readTextFile(new URL(folder + name, ROOT));
      if (consoleText(text) !== "") pages.push(folder + name);
    }
  }
  deepEqual(pages.sort(), Object.keys(PAGES).sort());
  for (const [page, owner] of Object.entries(PAGES)) {
    const source = await Deno.readTextFile(new URL(owner, import.meta.url));
    deepEqual([page, source.includes("RecordedSession.open(")], [page, true]);
    if (owner !== OWN) deepEqual([page, source.includes(`"../../${page}"`)], [page, true]);
  }
});

for (const page of Object.keys(PAGES).filter((name) => PAGES[name] === OWN)) {
  const { home = "/home/jane", masks = [], prepare } = PREPARED[page] ?? {};
  Deno.test({
    name: `the console blocks of ${page} have the documented output`,
    ignore: !hasJq,
    fn: async () => {
      await using session = await RecordedSession.open(new URL(page, ROOT), home, masks);
      await prepare?.(session.home);
      await session.runAll();
      deepEqual(session.rest, []);
    },
  });
}
