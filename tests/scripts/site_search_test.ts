/** The search of the site finds the page of common tasks. */
import { deepEqual } from "node:assert/strict";
import MiniSearch from "minisearch";
import { writeSite } from "../../scripts/site.ts";
import { FIELDS, SEARCH_OPTIONS, type Section, sectionsOf } from "../../scripts/site/search.ts";

/** Number of results that contain the page. */
const FIRST = 3;

/** Queries, and the pages that answer them, one of which is among the first results. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  "reboot all nodes one by one": ["recipes", "rolling"],
  "wait for longhorn volumes": ["rolling"],
  "expired certificate": ["recipes", "contexts", "troubleshooting"],
  "add a worker": ["recipes"],
  "back up etcd": ["recipes"],
  "restore etcd from a snapshot": ["recipes", "lifecycle"],
  "replace a failed control plane node": ["recipes"],
  "upgrade kubernetes": ["upgrade_kubernetes", "recipes"],
  "upgrade talos": ["recipes"],
  "connection refused": ["troubleshooting"],
  "not authorized": ["troubleshooting"],
  "node not ready": ["recipes"],
  "install osctl": ["install"],
  "get a kubeconfig": ["recipes", "commands/kubeconfig"],
  "drift every night": ["in_cluster", "commands/cluster-watch"],
  "rotate the CA": ["rotate_ca", "recipes"],
  "capture packets": ["recipes", "commands/pcap"],
  "exit codes": ["usage"],
  "github actions": ["continuous_integration"],
  "migrate from talosctl": ["coming_from_talosctl"],
  "read-only access": ["recipes", "contexts"],
  "inject faults": ["sandbox", "commands/cluster-fault"],
  "shell completion": ["install", "commands/completion"],
  "supported kubernetes versions": ["os-versions"],
  "create virtual machines": ["local_clusters"],
  "json fields of a table": ["output"],
  "copy files from a node": ["recipes", "commands/copy"],
  "proxy": ["usage", "troubleshooting"],
  "read logs of kubelet": ["recipes", "commands/logs"],
  "get kubeconfig": ["recipes", "commands/kubeconfig"],
  "patch all workers": ["recipes", "commands/patch"],
  "disk full": ["recipes"],
  "recover etcd": ["recipes", "lifecycle"],
  "replace a control plane": ["recipes", "clusters"],
  "remove a node": ["recipes", "clusters"],
  "restart a service": ["recipes", "commands/service"],
  "keep a tried configuration": ["machine_configurations", "recipes"],
  "which fields need a reboot": ["machine_configurations", "os-versions"],
  "compare configuration with nodes": ["machine_configurations", "recipes", "commands/diff"],
  "roll back an upgrade": ["lifecycle", "recipes", "commands/rollback"],
  "certificate signed by unknown authority": ["troubleshooting"],
  "import talhelper": ["coming_from_other_tools", "commands/cluster-import"],
  "declare a cluster in a file": ["clusters"],
  "encrypt secrets with sops": ["clusters", "in_cluster"],
  "select nodes by label": ["targets"],
  "keep connections open": ["sessions"],
  "run with fewer permissions": ["permissions"],
  "uninstall": ["install"],
  "what can scripts rely on": ["stability"],
};

async function indexSite(folder: string): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({ fields: [...FIELDS], storeFields: ["title"] });
  const add = async (path: string) => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${path}`)) {
      if (isDirectory) await add(`${path}${name}/`);
      if (!name.endsWith(".md")) continue;
      const text = await Deno.readTextFile(`${folder}/${path}${name}`);
      if (text.startsWith("---\nsearch: false\n")) continue;
      index.addAll(sectionsOf((path + name.slice(0, -3)).replace(/^docs\//, ""), text));
    }
  };
  await add("");
  return index;
}

Deno.test("the search finds the pages of common tasks in its first results", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await writeSite(folder);
    const index = await indexSite(folder);
    const missing: string[] = [];
    for (const [query, pages] of Object.entries(QUERIES)) {
      const found = index.search(query, SEARCH_OPTIONS).slice(0, FIRST)
        .map(({ id, title }) => ({ page: String(id).split("#")[0]!, title: String(title) }));
      if (!found.some(({ page }) => pages.includes(page))) {
        missing.push(
          `${query}: ${found.map(({ page, title }) => `${page} (${title})`).join(", ")}`,
        );
      }
    }
    deepEqual(missing, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a page is split into sections at its headings", () => {
  deepEqual(
    sectionsOf(
      "a",
      "# A\n\none `x`\n\n## B\n\n```sh\n# no heading\n```\n\n### C\n\n[t](u.md)\n\n## D\n",
    ),
    [
      { id: "a#0", title: "A", titles: [], text: "one  x" },
      { id: "a#1", title: "B", titles: ["A"], text: "# no heading" },
      { id: "a#2", title: "C", titles: ["A", "B"], text: "t" },
      { id: "a#3", title: "D", titles: ["A"], text: "" },
    ],
  );
});
