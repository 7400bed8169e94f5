/** Completeness and file names of all definitions in the tree. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import type { Definition } from "../../lib/cli/command.ts";
import { flagName } from "../../lib/cli/flags.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import { declaredDefault, existsIn } from "../../lib/cli/release.ts";
import { type Chain, childNamed, endOf, flagsAt, typedPath, walk } from "../../lib/cli/tree.ts";
import { RELEASES } from "../../lib/distribution.ts";

const root = new URL("../../", import.meta.url);

function chains(): Chain[] {
  return [...walk<never>([tree])];
}

async function definedIn(path: string): Promise<unknown[]> {
  const module: Record<string, unknown> = await import(new URL(path, root).href);
  return Object.values(module);
}

/** Splits an example into words like a shell. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)]
    .map(([word]) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}

Deno.test("the file of a command matches its path", async (t) => {
  for (const chain of chains().slice(1)) {
    const end: Definition = endOf(chain);
    const folders = chain.slice(1).map(({ name }) => name.replaceAll("-", "_")).join("/");
    const file = end.kind === "command" ? `commands/${folders}.ts` : `commands/${folders}/mod.ts`;
    await t.step(file, async () => {
      ok((await definedIn(file)).includes(end), `${file} does not export ${typedPath(chain)}`);
    });
  }
});

Deno.test("every summary has a capital, at most eight words, one line, no full stop", () => {
  for (const chain of chains()) {
    const { summary } = endOf(chain);
    match(summary, /^[A-Z][^\n]*[^.\s]$/, typedPath(chain));
    ok(summary.split(" ").length <= 8, `${typedPath(chain)}: "${summary}"`);
  }
});

Deno.test("every flag has a help text: lower case, one line, no full stop", () => {
  for (const chain of chains()) {
    for (const [key, { help }] of Object.entries(endOf(chain).flags)) {
      const flag = `${typedPath(chain)} --${flagName(key)}`;
      match(help, /^[^\n]*[^.\s]$/, flag);
      // A name or an acronym may start it, a capitalised word may not.
      ok(!/^(?!(?:Kubernetes|Talos)\b)[A-Z][a-z]/.test(help), `${flag}: "${help}"`);
    }
  }
});

Deno.test("names are kebab-case, short names single letters, and both unique in scope", () => {
  for (const chain of chains()) {
    if (chain.length > 1) match(endOf(chain).name, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    for (const release of RELEASES) {
      const scope = flagsAt(chain, release);
      for (const { name, flag } of scope) {
        match(name, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, typedPath(chain));
        if (flag.short !== undefined) match(flag.short, /^[a-zA-Z0-9]$/);
        ok(flag.short !== "h" && name !== "help", `${typedPath(chain)} --${name} hides help`);
      }
      // A flag replaces an inherited one of its name.
      const byName = new Map(chain.flatMap(({ flags }) => Object.entries(flags)));
      const letters = [...byName.values()]
        .filter((flag) => existsIn(flag, release))
        .flatMap(({ short }) => short ?? []);
      equal(new Set(letters).size, letters.length, `${typedPath(chain)}: ${letters.join(" ")}`);
    }
  }
});

/** Defaults outside of the fixed values that mean "not set" in the interface. */
const UNSET: Readonly<Record<string, string>> = {
  "osctl cluster create --with-nodelink": "none",
  "osctl validate --mode": "",
};

Deno.test("a default has the flag's type, and is one of its fixed values or stands for not set", () => {
  const unset = new Set<string>();
  for (const chain of chains()) {
    for (const [key, flag] of Object.entries(endOf(chain).flags)) {
      const name = `${typedPath(chain)} --${flagName(key)}`;
      if (flag.type === "enum") ok((flag.values ?? []).length > 1, name);
      for (const release of RELEASES) {
        const value = declaredDefault<unknown>(flag, release);
        equal(typeof value, typeof flag.zero, name);
        equal(Array.isArray(value), Array.isArray(flag.zero), name);
        if (flag.values === undefined) continue;
        if (value === UNSET[name]) unset.add(name);
        else for (const one of [value].flat()) ok(flag.values.includes(String(one)), name);
      }
    }
  }
  deepEqual([...unset].toSorted(), Object.keys(UNSET).toSorted());
});

Deno.test("children and aliases of a group do not share names", () => {
  for (const chain of chains()) {
    const end = endOf(chain);
    if (end.kind !== "group") continue;
    for (const release of RELEASES) {
      const names: string[] = end.children.filter((child) => existsIn(child, release))
        .flatMap(({ name, aliases }) => [name, ...aliases]);
      deepEqual(names.toSorted(), [...new Set(names)].toSorted(), typedPath(chain));
      ok(!names.includes("help"));
    }
  }
});

Deno.test("every command has an example, and every example is a valid command line", () => {
  for (const chain of chains()) {
    const end: Definition = endOf(chain);
    if (end.kind !== "command" || end.hidden) continue;
    ok(end.examples.length > 0, `${typedPath(chain)} has no example`);
    for (const { line, meaning } of end.examples) {
      match(meaning, /^[A-Z][^\n]*[^.]$/, line);
      const own = line.split(/ [|>] /).find((part) => part.startsWith("osctl "));
      ok(own !== undefined, line);
      const [, ...words] = shellWords(own);
      const release = RELEASES.findLast((known) => chain.every((each) => existsIn(each, known)))!;
      const parsed = canonicalize(tree, words, release);
      equal(parsed.error?.message, undefined, line);
      equal(endOf<never>(parsed.chain), end, `${line} is no example of ${typedPath(chain)}`);
    }
  }
});

Deno.test("an alias resolves like its name", () => {
  for (const chain of chains()) {
    const end = endOf(chain);
    if (end.kind !== "group") continue;
    for (const child of end.children) {
      for (const release of RELEASES.filter((known) => existsIn(child, known))) {
        for (const name of [child.name, ...child.aliases]) {
          equal(childNamed(end, name, release), child);
        }
      }
    }
  }
});
