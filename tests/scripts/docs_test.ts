/** Generated documentation of the commands. */
import { equal, match, ok } from "node:assert/strict";
import { writeCommandPages } from "../../scripts/docs.ts";
import { replaceRules } from "../../scripts/docs/diagnosis_rules.ts";
import { formatInterfaces } from "../../scripts/docs/interfaces.ts";
import { formatMan } from "../../scripts/docs/man.ts";
import { formatMarkdown } from "../../scripts/docs/markdown.ts";
import { createPages, type Page } from "../../scripts/docs/pages.ts";
import { isInstalled } from "../helpers/terminal.ts";

const ROOT = new URL("../..", import.meta.url);

const PAGE: Page = {
  title: "osctl x y",
  name: "x-y",
  summary: "Print <things>",
  usage: "osctl x y [name] [flags]",
  aliases: ["z"],
  details: "Reads a_b. 'Quoted' text.",
  examples: [{ line: "osctl x y -n 10.5.0.2", meaning: "Print all" }],
  flags: [{
    syntax: "-o, --output <value>",
    help: "output format",
    values: ["json", "table"],
    default: "table",
    only: ["v1.8"],
    extra: true,
  }],
  inherited: [],
  children: [],
  only: ["v1.8"],
  extra: false,
  surroundings: {
    environment: [["NO_COLOR", "no colours"]],
    files: [["~/.os/config", "contexts"]],
  },
};

Deno.test("docs/interfaces.md is current", async () => {
  const found = await Deno.readTextFile(new URL("docs/interfaces.md", ROOT));
  equal(found, formatInterfaces(), "docs/interfaces.md is out of date: run deno task docs");
});

Deno.test("the rules in docs/diagnose.md are current", async () => {
  const found = await Deno.readTextFile(new URL("docs/diagnose.md", ROOT));
  equal(found, replaceRules(found), "docs/diagnose.md is out of date: run deno task docs");
});

Deno.test("docs/interfaces.md lists commands and flags that talosctl lacks", () => {
  const [, extensions = ""] = formatInterfaces().split("\n## Extensions\n");
  match(extensions, /^\| `explain` \| all \|$/m);
  match(extensions, /^\| `get` \| `--columns`, /m);
  ok(!extensions.includes("`cluster fault add`"), "the group has a row");
});

Deno.test("a Markdown page has usage, examples, and flags with values and default", () => {
  const text = formatMarkdown(PAGE, (name) => `${name}.md`);
  match(text, /^# osctl x y\n\nPrint <things>\n\nOnly with `OSCTL_INTERFACE=v1\.8`\.\n/);
  match(text, /\n# Print all\nosctl x y -n 10\.5\.0\.2\n/);
  match(
    text,
    /\| `-o, --output <value>` \| output format; one of `json`, `table`; default `table`; only v1\.8; osctl extension \|/,
  );
  match(text, /Reads a\\_b\./);
});

Deno.test("a manual page escapes hyphens and control characters", () => {
  const text = formatMan({ ...PAGE, details: "'Quoted' text." }, {
    version: "1.0",
    date: "2026-01-31",
  });
  match(text, /^\.TH OSCTL\\-X\\-Y 1 2026-01-31 "osctl 1\.0" "User Commands"\n/);
  match(text, /\n\\&'Quoted' text\.\n/);
  match(text, /\n\.B \\-o, \\-\\-output <value>\n/);
});

Deno.test("a manual page has exit status, environment, files and examples", () => {
  const sections = (name: string) => {
    const page = createPages().find((one) => one.name === name)!;
    return formatMan(page, { version: "1.0", date: "2026-01-31" });
  };
  const reset = sections("reset");
  match(reset, /\n\.SH EXIT STATUS\n\.TP\n\.B 0\nsuccess;/);
  match(reset, /\n\.SH ENVIRONMENT\n(.*\n)*\.B OSCTL_YES\n/);
  match(reset, /\n\.SH FILES\n\.TP\n\.B ~\/\.os\/config\n/);
  match(reset, /\n\.SH EXAMPLES\n/);
  match(reset, /\n\.SH OPTIONS\n(.*\n)*\.SS Rolling changes\n\.TP\n/);
  const explain = sections("explain");
  ok(!/OSCONFIG|OSCTL_CALL_TIMEOUT|OSCTL_YES|SH FILES/.test(explain), explain);
  match(sections("kubeconfig"), /\n\.B KUBECONFIG\n/);
  match(sections("etcd"), /\n\.SH EXAMPLES\n/);
  match(sections("osctl"), /\n\.B OSCTL_RELEASE_URL\n/);
  for (const page of createPages()) ok(page.examples.length > 0, `${page.name} has no example`);
});

Deno.test("every visible command has a page, and links lead to pages", () => {
  const pages = createPages();
  const names = new Set(pages.map(({ name }) => name));
  equal(names.size, pages.length);
  for (const name of ["osctl", "get", "cluster-create", "etcd-alarm-list", "upgrade-k8s"]) {
    ok(names.has(name), name);
  }
  for (const { name, children, summary } of pages) {
    ok(summary.length > 0, name);
    for (const child of children) ok(names.has(child.name), child.name);
  }
});

const hasMandoc = isInstalled("mandoc");
if (!hasMandoc && Deno.env.has("CI")) throw new Error("missing: mandoc");

Deno.test({
  name: hasMandoc
    ? "mandoc accepts the manual pages"
    : "mandoc accepts the manual pages (skipped: mandoc is missing)",
  ignore: !hasMandoc,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const count = await writeCommandPages(folder, "2026-01-31");
      const names = [...Deno.readDirSync(`${folder}/man`)].map(({ name }) => name);
      equal(names.length, count);
      const lint = await new Deno.Command("mandoc", {
        args: ["-Tlint", ...names],
        cwd: `${folder}/man`,
      }).output();
      equal(new TextDecoder().decode(lint.stdout), "");
      equal(lint.code, 0);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
