/** Aliases and plugins. */
import { deepEqual, equal, match } from "node:assert/strict";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

/** Runs a body with an empty home, `bin` of which is the first folder of the PATH. */
async function withHome(
  body: (
    home: string,
    run: (...args: string[]) => ReturnType<typeof runCommand>,
  ) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "osctl-custom-" });
  try {
    await Deno.mkdir(`${home}/bin`);
    await Deno.mkdir(`${home}/other`);
    const env = { PATH: `${home}/bin:${home}/absent::${home}/other` };
    await body(home, (...args) => runCommand(args, { home, env }));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function writeProgram(path: string, text: string, mode = 0o700): Promise<void> {
  await Deno.writeTextFile(path, `#!/bin/sh\n${text}\n`, { mode });
}

Deno.test("an alias replaces its name by a command line; completion follows it", () =>
  withSandbox({ workers: 1 }, async ({ run, workers: [worker] }) => {
    equal((await run(["alias", "set", "mem", "--", "memory", "-o", "name"])).code, 0);
    const aliased = await run(["-n", worker!.address, "mem"]);
    deepEqual([aliased.code, aliased.stdout], [0, `${worker!.address}\n`]);
    const further = await run(["mem", "-n", "@workers"]);
    deepEqual([further.code, further.stdout], [0, `${worker!.address}\n`]);
    const list = await run(["alias", "list", "-o", "json"]);
    deepEqual(JSON.parse(list.stdout), [{ name: "mem", command: ["memory", "-o", "name"] }]);
    equal((await run(["alias", "list"])).stdout, "NAME   COMMAND\nmem    memory -o name\n");
    const complete = async (...words: string[]) =>
      (await run(["__complete", "fish", ...words])).stdout;
    equal(await complete("mem", "-n", "@w"), "=@workers\tall workers\n");
    equal(
      await complete("me"),
      "=memory\tShow memory usage per node\n=meta\tWrite and delete META keys\n=mem\talias of memory -o name\n",
    );
    equal(await complete("alias", "remove", ""), "=mem\t\n");
    const off = await run(["--no-preferences", "mem"]);
    match(off.stderr, /^osctl: unknown command "mem" for "osctl"/);
    const parsed = await run(["alias", "set", "mem", "memory", "-n", "@workers"]);
    equal(parsed.code, 2);
    match(parsed.stderr, /contain flags; put -- before them: osctl alias set mem -- memory/);
    const taken = await run(["alias", "set", "get", "version"]);
    deepEqual([taken.code, taken.stderr.split(";")[0]], [2, 'osctl: "get" is a command']);
    equal((await run(["alias", "remove", "mem"])).code, 0);
    equal((await run(["alias", "remove", "mem"])).code, 1);
    equal((await run(["mem"])).code, 2);
  }));

Deno.test("an alias is also set by one quoted command line, flags included", () =>
  withHome(async (_home, run) => {
    equal((await run("alias", "set", "vc", "version  --client -o 'name'")).code, 0);
    const { stdout } = await run("alias", "list", "-o", "json");
    deepEqual(JSON.parse(stdout), [{ name: "vc", command: ["version", "--client", "-o", "name"] }]);
    const open = await run("alias", "set", "vc", "version 'a");
    equal(open.code, 2);
    match(open.stderr, /^osctl: invalid command: character 9: unclosed quote; close it/);
  }));

Deno.test("an alias of an alias, and of itself, is an unknown command", () =>
  withHome(async (_home, run) => {
    await run("alias", "set", "one", "two");
    await run("alias", "set", "two", "version", "--client");
    const { code, stderr } = await run("one");
    equal(code, 2);
    match(stderr, /^osctl: unknown command "two" for "osctl"/);
  }));

Deno.test("a program on the PATH runs as a command, with its arguments and exit code", () =>
  withHome(async (home, run) => {
    const marker = `${home}/words`;
    await writeProgram(`${home}/bin/osctl-hello`, `printf '%s|' "$@" > ${marker}; exit 7`);
    equal((await run("hello", "--nodes", "a b", "-x")).code, 7);
    equal(await Deno.readTextFile(marker), "--nodes|a b|-x|");
    // Flags before the name are osctl's.
    equal((await run("-n", "a", "hello")).code, 2);
    await writeProgram(`${home}/bin/osctl-version`, `touch ${home}/shadow`);
    equal((await run("version", "--client")).code, 0);
    await writeProgram(`${home}/bin/osctl-plain`, "exit 0", 0o600);
    equal((await run("plain")).code, 2);
    await writeProgram(`${home}/other/osctl-hello`, "exit 0");
    await run("alias", "set", "short", "version");
    await writeProgram(`${home}/other/osctl-short`, "exit 0");
    const { stdout } = await run("plugin", "list", "-o", "json");
    deepEqual(JSON.parse(stdout), [
      { name: "hello", path: `${home}/bin/osctl-hello`, problem: "" },
      { name: "plain", path: `${home}/bin/osctl-plain`, problem: "not executable" },
      { name: "version", path: `${home}/bin/osctl-version`, problem: "shadowed by the command" },
      {
        name: "hello",
        path: `${home}/other/osctl-hello`,
        problem: `shadowed by ${home}/bin/osctl-hello`,
      },
      { name: "short", path: `${home}/other/osctl-short`, problem: "shadowed by the alias" },
    ]);
  }));

Deno.test("plugins complete themselves by the protocol of Cobra", () =>
  withHome(async (home, run) => {
    await writeProgram(
      `${home}/bin/osctl-net`,
      `[ "$1" = __complete ] && printf 'scan\\tScan %s\\nshow\\nother\\n:4\\n' "$2"`,
    );
    const complete = async (...words: string[]) =>
      (await run("__complete", "fish", ...words)).stdout;
    equal(await complete("net", "s"), "=scan\tScan s\n=show\t\n");
    equal(await complete("net", "all", "s"), "=scan\tScan all\n=show\t\n");
    match(await complete("net"), /=net\tplugin \S+osctl-net\n$/);
    await writeProgram(`${home}/bin/osctl-broken`, "exit 3");
    equal(await complete("broken", ""), "");
  }));
