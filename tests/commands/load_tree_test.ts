import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { COMMAND_MODULES, loadTree } from "../../commands/load_tree.ts";
import { tree } from "../../commands/tree.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import { childNamed } from "../../lib/cli/tree.ts";
import { DEFAULT_RELEASE, RELEASES } from "../../lib/distribution.ts";

const environment = (variables: Record<string, string> = {}) => ({
  get: (name: string) => variables[name],
});

Deno.test("each name loads the command that the tree has by it", async () => {
  for (const [name, load] of Object.entries(COMMAND_MODULES)) {
    const { default: definition } = await load();
    strictEqual(definition, childNamed(tree, name, DEFAULT_RELEASE), name);
  }
  // Both list the names of all commands.
  const left = ["alias", "plugin"];
  const names = tree.children.flatMap(({ name, aliases }) => [name, ...aliases]);
  deepStrictEqual(
    Object.keys(COMMAND_MODULES).toSorted(),
    [...new Set(names)].filter((name) => !left.includes(name)).toSorted(),
  );
});

Deno.test("a line means the same with the loaded command as with all of them", async () => {
  const lines: readonly (readonly string[])[] = [
    ["version"],
    ["-n", "10.5.0.2", "version", "--short"],
    ["-n=10.5.0.2", "ls", "/etc"],
    ["--nodes", "10.5.0.2", "--color=never", "etcd", "members"],
    ["--no-preferences", "get", "members", "-o", "yaml"],
    ["version", "--help"],
    ["version", "--unknown"],
    ["etcd", "help", "status"],
    ["etcd", "unknown"],
    ["gen", "--", "config"],
    ["--nodes", "version", "memory"],
  ];
  for (const words of lines) {
    const loaded = await loadTree(words, environment());
    strictEqual(loaded.children.length, 1, words.join(" "));
    const describe = (root: typeof tree) => {
      const { chain, error, ...line } = canonicalize(root, words, DEFAULT_RELEASE);
      const { message, hint } = error ?? {};
      return { ...line, path: chain.slice(1), message, hint };
    };
    deepStrictEqual(describe(loaded), describe(tree), words.join(" "));
  }
});

Deno.test("lines that may need other commands load the whole tree", async () => {
  const lines: readonly (readonly string[])[] = [
    [],
    ["--help"],
    ["-h", "version"],
    ["help", "version"],
    ["--version"],
    ["__complete", "version"],
    ["unknown"],
    ["toString"],
    ["plugin", "list"],
    ["--lines", "5", "logs"],
    ["-xn", "10.5.0.2", "version"],
    ["--", "version"],
    ["-n"],
  ];
  for (const words of lines) {
    strictEqual(await loadTree(words, environment()), tree, words.join(" "));
  }
  const other = RELEASES.find((release) => release !== DEFAULT_RELEASE);
  ok(other !== undefined);
  for (const release of [other, "none"]) {
    strictEqual(await loadTree(["version"], environment({ OSCTL_INTERFACE: release })), tree);
  }
  const newest = environment({ OSCTL_INTERFACE: DEFAULT_RELEASE });
  strictEqual((await loadTree(["version"], newest)).children.length, 1);
});
