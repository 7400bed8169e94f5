import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { FakeSystemOptions } from "../../helpers/fake_system.ts";
import { runCommand } from "../../helpers/run_command.ts";
import { fixtureTree } from "./fixture_tree.ts";

async function help(args: string[], options: FakeSystemOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { tree: fixtureTree, ...options });
  equal(stderr, "");
  equal(code, 0, args.join(" "));
  return stdout;
}

const ESCAPES = new RegExp("\u001b\\[[0-9;]*m", "g");

const COPY = `Copy a folder of a node

Usage:
  osctl copy <src-path> -|<local-path> [flags]

Aliases:
  copy, cp

Examples:
  # Copy a folder
  osctl copy /etc ./etc

Global flags:
  -n/--nodes, -e/--endpoints, --context, --cluster, --osconfig, --max-parallel,
  --color, --no-preferences, -h/--help; see "osctl --help"
`;

Deno.test("help prints usage, aliases, examples and flags of a command", async () => {
  equal(await help(["copy", "--help"]), COPY);
});

Deno.test("help is printed for -h, --help and the help command at any position", async () => {
  for (
    const line of [
      "copy -h",
      "-h copy",
      "--help copy",
      "help copy",
      "help cp",
      "-n x help copy",
      "copy --help a b c d",
      "copy a --unknown --help",
      "copy -n x -h",
      "copy --help=true",
    ]
  ) {
    equal(await help(line.split(" ")), COPY, line);
  }
});

Deno.test("help ignores -h after -- and --help=false", async () => {
  const { code, stdout } = await runCommand(["copy", "--", "-h", "-"], { tree: fixtureTree });
  equal(code, 0);
  equal(stdout, '{"source":"-h","target":"-"}');
  equal(
    (await runCommand(["copy", "a", "b", "--help=false"], { tree: fixtureTree })).stdout[0],
    "{",
  );
});

Deno.test("help prints types, defaults, short flags and values, without hidden flags", async () => {
  const text = await help(["list", "--help"]);
  match(text, /^ {2}-d, --depth <int32> {2,}depth \(default 1\)$/m);
  match(text, /^ {6}--timeout <duration> {2,}time limit \(default 1m0s\)$/m);
  match(text, /^ {2}-t, --type <strings> {2,}kinds of entries \(default file,dir\)$/m);
  match(text, /^ {6}--wait {2,}wait for it \(default true\)$/m);
  match(text, /^ {2}-l, --long {2,}long form$/m);
  match(text, /^ {6}--state <path> {2,}a folder \(default <home>\/\.os\/state\)$/m);
  match(text, /one of auto, reboot,?\s+try\)\s+\(default auto\)/);
  match(text, /\(default 1\.31\.1\)/);
  match(text, /^Lists the entries of a folder\.\nWith --recurse, lists nested folders too\.$/m);
  ok(!text.includes("--secret"));
  ok(!text.includes("--preserve"));
  const before = await help(["list", "--help"], { env: { OSCTL_INTERFACE: "v1.4" } });
  match(before, /\(default 1\.27\.1\)/);
  ok(before.includes("--preserve"));
  ok(!before.includes("--reboot-mode"));
});

Deno.test("help prints the arguments of usage()", async () => {
  match(
    await help(["usage", "-h"]),
    /^ {2}osctl usage \[path1\] \[path2\] \.\.\. \[pathN\] \[flags\]$/m,
  );
});

Deno.test("help separates own, inherited and global flags", async () => {
  const text = await help(["image", "list", "--help"]);
  const order = [
    "Flags:",
    "--tail",
    "Inherited flags:",
    "--namespace",
    "Global flags:",
    "-n/--nodes",
  ];
  const places = order.map((part) => text.indexOf(part));
  equal(String(places), String(places.toSorted((a, b) => a - b)));
  ok(places.every((place) => place > 0));
});

Deno.test("help lists flags by section, the most used ones first", async () => {
  const { stdout } = await runCommand(["reboot", "-h"]);
  const order = [
    ...["\nFlags:\n", "\n*     --rolling ", "\nRolling changes:\n", " --canary <int> "],
    ...["\nTable:\n", "\nRunning in the cluster:\n", "\n*     --pod-image ", "\nGlobal flags:\n"],
  ];
  const places = order.map((part) => stdout.indexOf(part));
  deepEqual(places, places.toSorted((a, b) => a - b));
  ok(places[0]! > 0);
});

Deno.test("help of a group lists its commands, without hidden ones", async () => {
  const text = await help(["image"]);
  equal(text, await help(["image", "--help"]));
  equal(text, await help(["help", "image"]));
  equal(text, await help(["image", "help"]));
  match(text, /^Commands:\n {2}list {2}List images\n\n/m);
  ok(!text.includes("hidden"));
});

Deno.test("help of the program lists the commands of the release", async () => {
  const text = await help([]);
  equal(text, await help(["--help"]));
  equal(text, await help(["help"]));
  match(text, /^ {2}image {3}Work with images$/m);
  ok(!/^ {2}images/m.test(text));
  match(await help([], { env: { OSCTL_INTERFACE: "v1.4" } }), /^ {2}images {2}List images$/m);
});

Deno.test("help of the program describes the global flags and lists topics", async () => {
  const text = await help([]);
  match(text, /^ {2}-n, --nodes <strings> {2,}nodes to act on: addresses, names, @all; see$/m);
  match(text, /^Topics:\n {2}help environment {2,}Environment variables\n {2}help exit-codes/m);
});

Deno.test("help lists only global flags that take effect", async () => {
  const { stdout } = await runCommand(["explain", "-h"]);
  match(
    stdout,
    /^Global flags:\n {2}--color, --no-preferences, -h\/--help; see "osctl --help"\n$/m,
  );
  const config = (await runCommand(["config", "info", "-h"])).stdout;
  match(
    config,
    /^Global flags:\n {2}--context, --osconfig, --color, --no-preferences, -h\/--help; see/m,
  );
  match((await runCommand(["config", "new", "-h"])).stdout, /^ {2}-n\/--nodes, /m);
});

Deno.test("help marks what talosctl lacks, and explains the mark", async () => {
  const note = (release: string) => `\n* osctl extension, not in talosctl ${release}\n`;
  const get = (await runCommand(["get", "-h"])).stdout;
  match(get, /^\* {5}--columns <names> {2}/m);
  match(get, /^\* -l, --selector <labels> {2}/m);
  match(get, /^ {2}-w, --watch {2}/m);
  ok(get.endsWith(note("v1.8")), get);
  ok((await runCommand(["get", "-h"], { release: "v1.4" })).stdout.endsWith(note("v1.4")));
  const program = (await runCommand([])).stdout;
  match(program, /^\* explain {2,}/m);
  match(program, /^\* {5}--color <value> /m);
  ok(program.includes(note("v1.8")), program);
  // The flags of an extra command are not marked one by one.
  const explain = (await runCommand(["explain", "-h"])).stdout;
  ok(!/^\*/m.test(explain), explain);
  ok(explain.endsWith("\nThis command is an osctl extension, not in talosctl v1.8.\n"), explain);
  const bootstrap = (await runCommand(["bootstrap", "-h"])).stdout;
  ok(!bootstrap.includes("extension"), bootstrap);
});

Deno.test("help of the program has a section for every command", async () => {
  for (const release of ["v1.4", "v1.8"]) {
    const { stdout } = await runCommand([], { release });
    const titles = [...stdout.matchAll(/^([A-Z].*):$/gm)].map(([, title]) => title);
    deepEqual(titles, [
      ...["Usage", "Read nodes", "Change nodes", "Cluster", "Configuration", "Local clusters"],
      ...["Keys", "Global flags", "Topics"],
    ]);
  }
});

Deno.test("help prints topics, which completion offers", async () => {
  for (const topic of ["environment", "exit-codes", "output", "sandbox", "targets"]) {
    const text = await help(["help", topic]);
    ok(text.split("\n").every(({ length }) => length <= 80), text);
    const coloured = await help(["help", topic], { terminals: ["stdout"] });
    ok(coloured.startsWith("\u001b["));
    equal(coloured.replaceAll(ESCAPES, ""), text);
  }
  const { stdout } = await runCommand(["__complete", "fish", "help", "e"], { tree: fixtureTree });
  match(stdout, /^=environment\tEnvironment variables$/m);
  match(stdout, /^=exit-codes\tExit codes$/m);
  const nested = await runCommand(["help", "environment", "x"], { tree: fixtureTree });
  equal(nested.code, 2);
});

Deno.test("topics have the variables and exit codes of the documentation", async () => {
  const usage = await Deno.readTextFile(new URL("../../../docs/usage.md", import.meta.url));
  const cells = (heading: string) => {
    const [, section = ""] = usage.split(`## ${heading}\n`);
    const rows = [...section.split("\n## ")[0]!.matchAll(/^\| ([^|]*?) +\|/gm)];
    return rows.slice(2).flatMap(([, cell]) => cell!.match(/[A-Z_]{3,}|\d+/g) ?? []);
  };
  const documented = new Set(cells("Variables"));
  const text = await help(["help", "environment"]);
  const named = text.match(/^ {2}[A-Z_]{3,}(, [A-Z_]{3,})*/gm)!.flatMap((names) =>
    names.trim().split(", ")
  );
  deepEqual(named.filter((name) => !documented.has(name)), []);
  deepEqual([...documented].filter((name) => !text.includes(name)), []);
  const codes = (await help(["help", "exit-codes"])).match(/^ {2}\d+/gm)!.map((code) =>
    code.trim()
  );
  deepEqual(codes, cells("Exit codes"));
});

Deno.test("help rejects unknown commands", async () => {
  for (const line of ["help banana", "help copy banana", "banana --help", "image banana -h"]) {
    const { code, stdout, stderr } = await runCommand(line.split(" "), { tree: fixtureTree });
    equal(code, 2, line);
    equal(stdout, "");
    match(stderr, /^osctl: .*"banana".*\n$/);
  }
});

Deno.test("help prints the same text with and without colour", async () => {
  for (const args of [[], ["list", "-h"], ["image"], ["image", "list", "-h"], ["copy", "-h"]]) {
    const plain = await help(args);
    const coloured = await help(args, { terminals: ["stdout"] });
    ok(coloured.includes("\u001b["), "a terminal gets colour");
    equal(coloured.replaceAll(ESCAPES, ""), plain);
  }
});

Deno.test("help prints no colour with NO_COLOR, TERM=dumb or a pipe", async () => {
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
    equal(await help(["copy", "-h"], { terminals: ["stdout"], env }), COPY);
  }
  equal(await help(["copy", "-h"], { terminals: ["stderr", "stdin"] }), COPY);
  const empty = await help(["copy", "-h"], { terminals: ["stdout"], env: { NO_COLOR: "" } });
  ok(empty.includes("\u001b["), "an empty NO_COLOR has no effect");
});

Deno.test("--color and CLICOLOR_FORCE take precedence over the terminal", async () => {
  const isColoured = async (args: string[], options: FakeSystemOptions) =>
    (await help(args, options)).includes("\u001b[");
  const line = ["copy", "-h"];
  equal(await isColoured(["--color", "always", ...line], {}), true);
  equal(await isColoured([...line, "--color=always"], { env: { NO_COLOR: "1" } }), true);
  equal(await isColoured([...line, "--color=never"], { terminals: ["stdout"] }), false);
  equal(await isColoured([...line, "--color=auto"], { terminals: ["stdout"] }), true);
  equal(await isColoured(line, { env: { CLICOLOR_FORCE: "1" } }), true);
  equal(await isColoured(line, { env: { CLICOLOR_FORCE: "0" } }), false);
  equal(await isColoured(line, { env: { CLICOLOR_FORCE: "1", NO_COLOR: "1" } }), false);
  const wrong = await runCommand(["copy", "a", "b", "--color", "red"], { tree: fixtureTree });
  equal(wrong.code, 2);
  match(wrong.stderr, /invalid value "red" for --color/);
});

Deno.test("help wraps at the width of the terminal", async () => {
  for (const columns of [50, 80, 200]) {
    const text = await help(["list", "-h"], {
      terminals: ["stdout"],
      env: { NO_COLOR: "1" },
      size: { columns, rows: 24 },
    });
    const longest = Math.max(...text.split("\n").map(({ length }) => length));
    ok(longest <= columns, `${longest} of ${columns}`);
  }
});
