/** Links and commands in README.md, CONTRIBUTING.md, CHANGELOG.md, docs/ and docs/internals/. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { wiring } from "../../commands/wiring.ts";
import type { Definition, GroupDefinition } from "../../lib/cli/command.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import { existsIn } from "../../lib/cli/release.ts";
import { runProgram } from "../../lib/cli/run.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import { DEFAULT_RELEASE } from "../../lib/distribution.ts";
import { fakeSystem } from "../helpers/fake_system.ts";

const ROOT = new URL("../../", import.meta.url);

async function readDocuments(): Promise<Map<string, string>> {
  const names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];
  for (const folder of ["docs", "docs/internals"]) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      if (name.endsWith(".md")) names.push(`${folder}/${name}`);
    }
  }
  const texts = names.sort().map(async (name) =>
    [name, await Deno.readTextFile(new URL(name, ROOT))] as const
  );
  return new Map(await Promise.all(texts));
}

const FENCES = /^```(.*)\n([^]*?)^```$/gm;

/** Returns the anchors of a page's headings, as GitHub derives them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of text.replaceAll(FENCES, "").matchAll(/^#+ (.*)$/gm)) {
    const slug = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-");
    let unique = slug;
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the targets of the links and images of a page. */
function linksOf(text: string): string[] {
  const prose = text.replaceAll(FENCES, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)|(?:src|srcset|href)="([^"]+)"/gm)]
    .map(([, inline, reference, html]) => (inline ?? reference ?? html)!);
}

Deno.test("links of the documents lead to files and headings", async () => {
  const documents = await readDocuments();
  const dead: string[] = [];
  let checked = 0;
  for (const [name, text] of documents) {
    for (const link of linksOf(text)) {
      if (/^[a-z]+:/.test(link)) continue;
      checked++;
      const target = new URL(link, new URL(name, ROOT));
      const anchor = target.hash.slice(1);
      target.hash = "";
      const exists = await Deno.stat(target).then(() => true, () => false);
      const page = documents.get(target.href.slice(ROOT.href.length));
      const found = anchor === "" || page !== undefined && anchorsOf(page).has(anchor);
      if (!exists || !found) dead.push(`${name}: ${link}`);
    }
  }
  deepEqual(dead, []);
  ok(checked > 30, `only ${checked} links found`);
});

/** A shell command: the assignments before it, and its words. */
interface ShellCommand {
  readonly env: Record<string, string>;
  readonly words: readonly string[];
}

/** Splits a shell line into its commands: pipelines, lists, substitutions; drops redirections. */
function shellCommands(line: string): ShellCommand[] {
  const commands: string[][] = [[]];
  let redirection = false;
  const tokens =
    /\s+|(?<=^|\s)#.*|[0-9]*(?:>>?|<)(?![(])(?:&[0-9])?|(?:&&|\|\||[|;&()]|[<>$]\()|(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|\$(?!\()|[^\s|;&()<>'"\\$])+/gy;
  for (const [token] of line.matchAll(tokens)) {
    if (/^(\s|#)/.test(token)) continue;
    if (/^[0-9]*(>>?|<)(&[0-9])?$/.test(token)) redirection = !token.includes("&");
    else if (/^(&&|\|\||[|;&()]|[<>$]\()$/.test(token)) commands.push([]);
    else if (redirection) redirection = false;
    else commands.at(-1)!.push(unquoted(token));
  }
  return commands.map((words) => {
    const env: Record<string, string> = {};
    const rest = [...words];
    for (;;) {
      const assignment = /^([A-Z_]+)=(.*)$/s.exec(rest[0] ?? "");
      if (assignment) env[assignment[1]!] = assignment[2]!;
      else if (!["time", "sudo", "do", "then", "if", "while", "!"].includes(rest[0]!)) break;
      rest.shift();
    }
    return { env, words: rest };
  });
}

function unquoted(token: string): string {
  return token.replaceAll(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped!,
  );
}

/** A line of a fenced block, and the line below it. */
interface DocumentedLine {
  readonly line: string;
  readonly below: string;
}

/** Returns the command lines of a page: all of `sh` and `bash` blocks, `$ …` of `console` blocks. */
function commandLines(text: string): DocumentedLine[] {
  return [...text.matchAll(FENCES)].flatMap(([, language, block]) => {
    if (!["sh", "bash", "console"].includes(language!)) return [];
    const lines = block!.replaceAll(/\\\n(> )?/g, " ").split("\n");
    return lines.flatMap((line, index) => {
      const below = lines[index + 1] ?? "";
      if (language !== "console") return [{ line, below }];
      return line.startsWith("$ ") ? [{ line: line.slice(2), below }] : [];
    });
  });
}

Deno.test("a shell line is split into its commands", () => {
  const words = (line: string) => shellCommands(line).map((command) => command.words);
  deepEqual(words(`osctl get a -o jsonpath='{.x | y}' | jq "a \\" b" > c.txt 2>&1 # d`), [
    ["osctl", "get", "a", "-o", "jsonpath={.x | y}"],
    ["jq", 'a " b'],
  ]);
  deepEqual(words("source <(osctl completion bash) && x"), [
    ["source"],
    ["osctl", "completion", "bash"],
    [],
    ["x"],
  ]);
  deepEqual(shellCommands("A=b time osctl x"), [{ env: { A: "b" }, words: ["osctl", "x"] }]);
});

/** Replaces the handlers of a tree by one that does nothing. */
function withoutHandlers<T extends Definition<NodeClient>>(definition: T): T {
  return definition.kind === "command"
    ? { ...definition, handler: () => Promise.resolve() }
    : { ...definition, children: definition.children.map(withoutHandlers) };
}

Deno.test("commands and flags in the documents exist", async () => {
  const parserOnly: GroupDefinition<NodeClient> = withoutHandlers(tree);
  let checked = 0;
  const wrong: string[] = [];
  for (const [name, text] of await readDocuments()) {
    for (const { line, below } of commandLines(text)) {
      for (const { env, words } of shellCommands(line)) {
        if (words[0] !== "osctl") continue;
        checked++;
        const system = fakeSystem({ env });
        const code = await runProgram(parserOnly, words.slice(1), system, wiring);
        const error = system.stderr.text.trimEnd();
        // A documented usage error is followed by its text.
        if (code !== 0 && error !== below) wrong.push(`${name}: ${line}\n  ${error}`);
      }
    }
  }
  equal(wrong.join("\n"), "");
  ok(checked > 50, `only ${checked} commands found`);
});

Deno.test("commands and flags in code spans of the documents exist", async () => {
  let checked = 0;
  const wrong: string[] = [];
  for (const [name, text] of await readDocuments()) {
    const prose = text.replaceAll(FENCES, "").replaceAll("\\|", "|");
    for (const [, span] of prose.matchAll(/`(osctl [^`]+)`/g)) {
      // A placeholder is a value; the value of the last flag may be absent.
      const line = span!.replaceAll(/\s+/g, " ").replaceAll(/<([a-z-]+)>/g, "$1");
      const [first] = shellCommands(line);
      checked++;
      const { error } = canonicalize(tree, first!.words.slice(1), DEFAULT_RELEASE);
      if (error && !error.message.endsWith("requires a value")) {
        wrong.push(`${name}: ${span}: ${error.message}`);
      }
    }
  }
  deepEqual(wrong, []);
  ok(checked > 20, `only ${checked} commands found`);
});

Deno.test("README.md lists the commands", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const section = readme.split("\n## ").find((text) => text.startsWith("Commands\n"))!;
  const listed = new Set([...section.matchAll(/`([a-z][a-z0-9-]*)`/g)].map(([, name]) => name));
  const missing = tree.children
    .filter((child) => !child.hidden && existsIn(child, DEFAULT_RELEASE))
    .filter(({ name }) => !listed.has(name));
  deepEqual(missing.map(({ name }) => name), []);
});

Deno.test("docs/stability.md has the variables and exit codes of docs/usage.md", async () => {
  const documents = await readDocuments();
  const usage = documents.get("docs/usage.md")!;
  const stability = documents.get("docs/stability.md")!;
  const row = (name: string) => new RegExp(`^\\| ${name} .*$`, "m").exec(stability)![0];
  const variables = row("environment").match(/(?<=`)[A-Z_]+(?=`)/g)!;
  // Variables of other programs, with the meaning they have there.
  const missing = variables.filter((name) =>
    name !== "KUBECONFIG" && !usage.includes(`\`${name}\``)
  );
  deepEqual(missing, []);
  const codes = usage.split("## Exit codes\n")[1]!.split("\n## ")[0]!.match(/(?<=^\| )\d+/gm);
  deepEqual(row("exit codes").match(/\b\d+(?= )/g), codes);
});
