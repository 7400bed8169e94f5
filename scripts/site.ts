/**
 * `deno task site`: builds the documentation as a static site with search, `dist/site/`.
 *
 * VitePress runs in `dist/site-build/` with the packages of `scripts/site/deno.lock`; `--base /path/`
 * sets the path below which the site is served, `/` by default.
 *
 * @module
 */
import { tree } from "../commands/tree.ts";
import { writeCommandPages } from "./docs.ts";
import { createPages } from "./docs/pages.ts";
import { listNames } from "./list_files.ts";
import { ROOT } from "./project.ts";
import { SEARCH_OPTIONS } from "./site/search.ts";

/** Packages of the generator. */
export const PACKAGES: Readonly<Record<string, string>> = { vitepress: "1.6.4", vue: "3.5.22" };
/** VitePress accepts newer releases of its bundler, of which some registries lack parts. */
const OVERRIDES = { rollup: "4.52.5" };

/** Pages of the sidebar, by section. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  "Start": [
    "install",
    "first_steps",
    "coming_from_talosctl",
    "coming_from_other_tools",
    "contexts",
    "clusters",
    "targets",
    "machine_configurations",
  ],
  "Tasks": [
    "recipes",
    "diagnose",
    "troubleshooting",
    "local_clusters",
    "sandbox",
    "lifecycle",
    "dashboard",
    "sessions",
    "rolling",
    "in_cluster",
    "upgrade_kubernetes",
    "rotate_ca",
    "continuous_integration",
  ],
  "Reference": [
    "usage",
    "library",
    "output",
    "os-versions",
    "interfaces",
    "permissions",
    "stability",
  ],
  "Project": ["performance", "supply_chain"],
};

/** Pages for those who build osctl, in `docs/internals/`: the search does not list them. */
export const INTERNALS: readonly string[] = [
  "api",
  "decisions",
  "parity",
  "release",
  "runtime",
  "safety",
  "wire",
];

/** Pages outside `docs/`. */
const PROJECT_PAGES = ["CHANGELOG", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT"];

/** An entry of the sidebar. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Returns the first heading of a page. */
function titleOf(markdown: string): string {
  return /^# (.*)$/m.exec(markdown)?.[1] ?? "";
}

/** Returns the commands by the sections of the help, with the commands of groups below them. */
function commandItems(): SidebarItem[] {
  const pages = new Map(createPages().map((page) => [page.name, page]));
  const itemOf = (name: string): SidebarItem[] => {
    const page = pages.get(name);
    if (page === undefined) return [];
    const items = page.children.flatMap((child) => itemOf(child.name));
    return [{
      text: page.title.replace(/^osctl /, ""),
      link: `/docs/commands/${name}`,
      ...(items.length > 0 ? { collapsed: true, items } : {}),
    }];
  };
  return tree.sections.map((title) => ({
    text: title,
    collapsed: true,
    items: tree.children.filter(({ section }) => section === title)
      .flatMap(({ name }) => itemOf(name)),
  }));
}

/** Replaces file names as texts of links by the titles of the pages. */
export function linkTitles(markdown: string, titles: ReadonlyMap<string, string>): string {
  return markdown.replaceAll(
    /\[(?:\.\.\/|docs\/)?(?:internals\/)?([\w-]+)\.md\]\(/g,
    (link, name: string) => titles.has(name) ? `[${titles.get(name)}](` : link,
  );
}

/** Writes the pages of the site below `outdir` and returns the sidebar. */
export async function writeSite(outdir: string): Promise<SidebarItem[]> {
  await Deno.mkdir(`${outdir}/docs`, { recursive: true });
  await writeCommandPages(outdir, "");
  await Deno.remove(`${outdir}/man`, { recursive: true });
  const paths = ["README", ...PROJECT_PAGES].map((name) => `${name}.md`);
  for (const name of await listNames(`${ROOT}docs`)) {
    if (name.endsWith(".md")) paths.push(`docs/${name}`);
    else if (name !== "internals") {
      await Deno.copyFile(`${ROOT}docs/${name}`, `${outdir}/docs/${name}`);
    }
  }
  await Deno.mkdir(`${outdir}/docs/internals`);
  paths.push(...INTERNALS.map((name) => `docs/internals/${name}.md`));
  await Deno.mkdir(`${outdir}/docs/internals/decisions`);
  for (const name of await listNames(`${ROOT}docs/internals/decisions`)) {
    paths.push(`docs/internals/decisions/${name}`);
  }
  const texts = new Map(paths.map((path) => [path, Deno.readTextFileSync(`${ROOT}${path}`)]));
  const titles = new Map(
    [...texts].map(([path, text]) =>
      [path.replace(/^docs\/(internals\/)?|\.md$/g, ""), titleOf(text)] as const
    ),
  );
  for (const [path, text] of texts) {
    const unlisted = path.startsWith("docs/internals/") ||
      PROJECT_PAGES.includes(path.slice(0, -3));
    const front = unlisted ? "---\nsearch: false\n---\n\n" : "";
    await Deno.writeTextFile(`${outdir}/${path}`, front + linkTitles(text, titles));
  }
  const pageItems = (names: readonly string[], folder: string): SidebarItem[] =>
    names.map((name) => ({ text: titles.get(name)!, link: `${folder}${name}` }));
  const internals = {
    text: "Internals",
    collapsed: true,
    items: pageItems(INTERNALS, "/docs/internals/"),
  };
  return [
    ...Object.entries(SECTIONS).map(([text, names]) => ({
      text,
      collapsed: text === "Project",
      items: [
        ...pageItems(names, "/docs/"),
        ...(text === "Project" ? [...pageItems(PROJECT_PAGES, "/"), internals] : []),
      ],
    })),
    { text: "All commands", link: "/docs/commands/osctl", items: commandItems() },
  ];
}

/** Formats the configuration of VitePress. */
function formatConfig(base: string, outdir: string, sidebar: readonly SidebarItem[]): string {
  const config = {
    base,
    outDir: outdir,
    title: "osctl",
    description: "Manage machines that run Talos Linux",
    rewrites: { "README.md": "index.md" },
    head: [
      ["link", { rel: "icon", href: "data:," }],
      ["style", {}, ".vp-doc code .word { white-space: nowrap }"],
    ],
    themeConfig: {
      search: {
        provider: "local",
        options: { miniSearch: { searchOptions: SEARCH_OPTIONS } },
      },
      outline: "deep",
      nav: [
        { text: "Install", link: "/docs/install" },
        { text: "First steps", link: "/docs/first_steps" },
        { text: "Commands", link: "/docs/commands/osctl" },
      ],
      sidebar,
    },
  };
  // Anchors as on GitHub, to which the links of the pages refer.
  return `const config = ${JSON.stringify(config, undefined, 2)};
const slugify = (text) =>
  text.toLowerCase().replaceAll(/[^\\p{L}\\p{N}\\s_-]/gu, "").trim().replaceAll(" ", "-");
// Browsers break lines after the hyphens of a flag; longer words do not fit a phone.
const keepWords = (md) => {
  const render = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (...args) =>
    render(...args).replace(/(?<=>)[^<]+(?=<\\/code>)/, (text) =>
      text.replaceAll(/\\S*-\\S+/g, (word) =>
        word.length > 36 ? word : '<span class="word">' + word + "</span>"));
};
config.markdown = { anchor: { slugify }, config: keepWords };
export default config;
`;
}

/** Runs the runtime with `args` in a folder. */
async function deno(cwd: string, ...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd }).spawn().status;
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}

/**
 * Builds the site.
 *
 * @param base Path below which the site is served.
 * @param folder Folder for the packages and pages, which a later build reuses.
 * @param outdir Folder of the site.
 * @throws {Error} when a page cannot be rendered, or links to a page that does not exist.
 */
export async function buildSite(base: string, folder: string, outdir: string): Promise<void> {
  await Deno.remove(`${folder}/pages`, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.mkdir(`${folder}/pages/.vitepress`, { recursive: true });
  const packages = {
    private: true,
    type: "module",
    dependencies: PACKAGES,
    overrides: OVERRIDES,
  };
  await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify(packages));
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ nodeModulesDir: "auto" }));
  await Deno.copyFile(`${ROOT}scripts/site/deno.lock`, `${folder}/deno.lock`);
  const sidebar = await writeSite(`${folder}/pages`);
  await Deno.writeTextFile(
    `${folder}/pages/.vitepress/config.mjs`,
    formatConfig(base, outdir, sidebar),
  );
  await deno(folder, "install", "--quiet", "--frozen");
  await deno(folder, "run", "-A", "npm:vitepress", "build", "pages");
}

if (import.meta.main) {
  const [flag, base = "/"] = Deno.args;
  if (flag !== undefined && flag !== "--base" || !/^\/(.*\/)?$/.test(base)) {
    console.error("site: usage: deno task site [--base /path/]");
    Deno.exit(2);
  }
  await buildSite(base, `${ROOT}dist/site-build`, `${ROOT}dist/site`);
  console.log("dist/site");
}
