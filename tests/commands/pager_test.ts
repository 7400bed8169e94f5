/** The user's pager, in a terminal of ten rows. */
import { deepEqual, equal, match } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { pathOf, walk } from "../../lib/cli/tree.ts";
import { fakeSystem } from "../helpers/fake_system.ts";
import { runCommand, type RunCommandOptions } from "../helpers/run_command.ts";

const TERMINALS = ["stdin", "stdout", "stderr"] as const;
const SIZE = { columns: 80, rows: 10 };

/** Runs a command with a pager that writes its input to a file; returns that file's text. */
async function paged(args: readonly string[], options: RunCommandOptions = {}) {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/paged`;
  try {
    const env = { OSCTL_PAGER: `cat > ${path}`, ...options.env };
    const outcome = await runCommand(args, { terminals: TERMINALS, size: SIZE, ...options, env });
    const text = await Deno.readTextFile(path).catch(() => undefined);
    return { ...outcome, text };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("output that exceeds the screen is written to the pager", async () => {
  const plain = await runCommand(["schema"], { terminals: TERMINALS });
  const { code, stdout, stderr, text } = await paged(["schema"]);
  deepEqual([code, stdout, stderr], [0, "", ""]);
  equal(text, plain.stdout);
  const help = await paged(["get", "--help"]);
  match(help.text!, /^Get node resources\n[^]*--namespace/);
  equal(help.stdout, "");
});

Deno.test("output that fits, or is not on a terminal, is printed", async () => {
  const short = await paged(["version", "--client", "-o", "name"]);
  deepEqual([short.text, short.stdout], [undefined, "\n"]);
  const wide = await paged(["explain", "debug"], { size: { columns: 80, rows: 1000 } });
  equal(wide.text, undefined);
  match(wide.stdout, /debug/);
  for (
    const options of [
      { terminals: ["stdin", "stderr"] },
      { terminals: ["stdout", "stderr"] },
      { env: { TERM: "dumb" } },
      { env: { OSCTL_PAGER: "cat" } },
    ] as const
  ) {
    const { text, stdout } = await paged(["schema"], options);
    equal(text, undefined);
    match(stdout, /^cluster fault list$/m);
  }
});

Deno.test("OSCTL_PAGER replaces PAGER, and less gets options where it has none", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const pager = (name: string) => `sh -c 'echo "$LESS" > ${folder}/${name}; cat > /dev/null'`;
    const run = (env: Record<string, string>) =>
      runCommand(["schema"], { terminals: TERMINALS, size: SIZE, env });
    await run({ OSCTL_PAGER: pager("own"), PAGER: pager("other") });
    await run({ PAGER: pager("pager") });
    deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).toSorted(), ["own", "pager"]);
    equal(await Deno.readTextFile(`${folder}/own`), "FRX\n");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("preferences set a pager for all commands and for one, between the variables", async () => {
  const home = await Deno.makeTempDir();
  try {
    const pager = (name: string) => `cat > ${home}/${name}`;
    await Deno.mkdir(`${home}/.os`);
    const preferences = `${home}/.os/preferences.yaml`;
    await Deno.writeTextFile(
      preferences,
      `pager: ${pager("all")}\ncommands:\n  explain:\n    pager: ${pager("one")}\n`,
    );
    const run = async (args: readonly string[], env: Record<string, string> = {}) => {
      const variables = { PAGER: pager("PAGER"), ...env };
      const options = { terminals: TERMINALS, size: SIZE, home, env: variables };
      const { code, stderr } = await runCommand(args, options);
      const names = ["all", "one", "PAGER", "OSCTL_PAGER"];
      const used = names.filter((name) => existsIn(home, name));
      for (const name of used) await Deno.remove(`${home}/${name}`);
      return [code, stderr, ...used];
    };
    deepEqual(await run(["schema"]), [0, "", "all"]);
    deepEqual(await run(["explain", "machine"]), [0, "", "one"]);
    deepEqual(await run(["explain", "--help"]), [0, "", "one"]);
    deepEqual(await run(["schema", "--no-preferences"]), [0, "", "PAGER"]);
    const env = { OSCTL_PAGER: pager("OSCTL_PAGER") };
    deepEqual(await run(["explain", "machine"], env), [0, "", "OSCTL_PAGER"]);
    await Deno.writeTextFile(preferences, "pager: [less]\n");
    const [code, stderr] = await run(["get", "members"]);
    equal(code, 1);
    match(String(stderr), /preferences\.yaml:1:8: "pager" is not a text/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

function existsIn(folder: string, name: string): boolean {
  return [...Deno.readDirSync(folder)].some((entry) => entry.name === name);
}

Deno.test("a user who ends the pager ends the command without an error", async () => {
  const { code, stdout, stderr } = await runCommand(["explain", "machine", "--recursive"], {
    terminals: TERMINALS,
    size: SIZE,
    env: { OSCTL_PAGER: "head -n 1 -q --silent" },
    spawn: (command, options) => new Deno.Command(command, { ...options, stdout: "null" }).spawn(),
  });
  deepEqual([code, stdout, stderr], [0, "", ""]);
});

Deno.test("^C is for the pager, and errors are printed after it", async () => {
  let ignored = false;
  const paging = fakeSystem({
    terminals: TERMINALS,
    size: SIZE,
    env: { OSCTL_PAGER: "wc" },
    spawn(command, options) {
      ignored = paging.ignoresInterrupt;
      return new Deno.Command(command, { ...options, stdout: "null" }).spawn();
    },
  });
  const { code } = await runCommand(["schema"], { system: paging });
  deepEqual([code, ignored, paging.ignoresInterrupt], [0, true, false]);
});

Deno.test("a pager that cannot be started is named, and the output printed", async () => {
  const { code, stdout, stderr } = await paged(["schema"], {
    env: { OSCTL_PAGER: "/nonexistent/pager -x" },
  });
  equal(code, 0);
  match(stdout, /^cluster fault list\n[^]*\nversion\n/m);
  equal(
    stderr,
    'osctl: warning: pager "/nonexistent/pager" not started: no such file or directory; ' +
      "set OSCTL_PAGER to another program, or to cat\n",
  );
});

/** Commands with a table that change something, follow a source or fill the screen. */
const UNPAGED = /^(dashboard|events|etcd (alarm disarm|downgrade .*|snapshot))$/;

Deno.test("commands that print a table are paged", () => {
  const wrong: string[] = [];
  for (const chain of walk([tree])) {
    const end = chain.at(-1)!;
    if (end.kind !== "command" || end.flags["columns"] === undefined) continue;
    const path = pathOf(chain);
    if (end.paged === UNPAGED.test(path)) wrong.push(path);
  }
  deepEqual(wrong, []);
});

Deno.test("streams that follow a source are not paged", async () => {
  const { text, stderr } = await paged(["logs", "kubelet", "--follow"], { home: "/nonexistent" });
  equal(text, undefined);
  match(stderr, /^osctl: client configuration /);
});
