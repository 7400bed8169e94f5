/** The pages of the site and its sidebar. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { createPages } from "../../scripts/docs/pages.ts";
import {
  buildSite,
  INTERNALS,
  linkTitles,
  PACKAGES,
  SECTIONS,
  type SidebarItem,
  writeSite,
} from "../../scripts/site.ts";

const ROOT = new URL("../../", import.meta.url);

function linksIn(items: readonly SidebarItem[]): string[] {
  return items.flatMap(({ link, items = [] }) => [...link ? [link] : [], ...linksIn(items)]);
}

async function pagesIn(folder: string): Promise<string[]> {
  const pages: string[] = [];
  for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
    if (name.endsWith(".md")) pages.push(name.slice(0, -3));
  }
  return pages.sort();
}

Deno.test("every page of docs/ is in one section of the site", async () => {
  deepEqual(Object.values(SECTIONS).flat().sort(), await pagesIn("docs"));
  deepEqual(INTERNALS, await pagesIn("docs/internals"));
});

Deno.test("the sidebar of the site has every command, and its links lead to pages", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const sidebar = await writeSite(folder);
    const links = linksIn(sidebar);
    for (const link of links) ok((await Deno.stat(`${folder}${link}.md`)).isFile, link);
    equal(new Set(links).size, links.length, "a link is there twice");
    const commands = createPages().map(({ name }) => `/docs/commands/${name}`);
    deepEqual(commands.filter((link) => !links.includes(link)), []);
    ok((await Deno.readTextFile(`${folder}/README.md`)).startsWith("# osctl\n"));
    ok((await Deno.stat(`${folder}/docs/session.svg`)).isFile);
    const unlisted = /^---\nsearch: false\n---\n/;
    ok(unlisted.test(await Deno.readTextFile(`${folder}/docs/internals/decisions.md`)));
    ok(!unlisted.test(await Deno.readTextFile(`${folder}/docs/usage.md`)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("links have the titles of pages instead of file names", () => {
  const titles = new Map([["usage", "Exit codes"]]);
  equal(
    linkTitles("[docs/usage.md](docs/usage.md#x), [usage.md](usage.md), [a.md](b.md)", titles),
    "[Exit codes](docs/usage.md#x), [Exit codes](usage.md), [a.md](b.md)",
  );
});

Deno.test("the lock file of the site has the versions of its packages", async () => {
  const text = await Deno.readTextFile(new URL("scripts/site/deno.lock", ROOT));
  const { specifiers } = JSON.parse(text) as { specifiers: Record<string, string> };
  for (const [name, version] of Object.entries(PACKAGES)) {
    equal(specifiers[`npm:${name}@${version}`]?.split("_")[0], version, name);
  }
});

Deno.test("the site builds, with a page of HTML for each page", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-site-" });
  try {
    const outdir = `${folder}/site`;
    await buildSite("/osctl/", `${folder}/build`, outdir);
    for (const name of [...await pagesIn("docs"), "commands/cluster-create"]) {
      const page = await Deno.readTextFile(`${outdir}/docs/${name}.html`);
      ok(page.includes("</main>"), name);
    }
    const versions = await Deno.readTextFile(`${outdir}/docs/os-versions.html`);
    ok(versions.includes("with a restart of ext-&lt;name&gt;"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
