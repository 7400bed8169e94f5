import { deepEqual, equal, match } from "node:assert/strict";
import { runCommand } from "../../helpers/run_command.ts";
import { fixtureTree } from "./fixture_tree.ts";

const HOME = "/home/someone";

async function run(args: readonly string[], release = "v1.8") {
  return await runCommand(args, { tree: fixtureTree, home: HOME, release });
}

interface Received {
  args: Record<string, unknown>;
  flags: Record<string, unknown>;
  given: string[];
}

/** Returns the flags and arguments that `osctl list` received. */
async function received(args: readonly string[], release?: string): Promise<Received> {
  const { code, stdout, stderr } = await run(args, release);
  equal(stderr, "", args.join(" "));
  equal(code, 0);
  return JSON.parse(stdout);
}

/** Returns the values of the flags set in `args` of `osctl list`. */
async function given(...args: string[]): Promise<Record<string, unknown>> {
  const { flags, given } = await received(["list", ...args]);
  return Object.fromEntries(given.map((key) => [key, flags[key]]));
}

/** Returns the error of an invalid command line. */
async function errorOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  equal(code, 2, `${args.join(" ")}: ${stdout}${stderr}`);
  equal(stdout, "");
  match(stderr, /^osctl: [^\n]+\n$/);
  return stderr.slice("osctl: ".length, -1);
}

Deno.test("the parser accepts the value of a long flag after a space or an equals sign", async () => {
  deepEqual(await given("--depth", "3"), { depth: 3 });
  deepEqual(await given("--depth=3"), { depth: 3 });
  deepEqual(await given("--version", "a=b"), { version: "a=b" });
  deepEqual(await given("--version=a=b"), { version: "a=b" });
  deepEqual(await given("--version="), { version: "" });
  deepEqual(await given("--version", ""), { version: "" });
});

Deno.test("the parser accepts the value of a short flag after a space, an equals sign or directly", async () => {
  deepEqual(await given("-d", "3"), { depth: 3 });
  deepEqual(await given("-d=3"), { depth: 3 });
  deepEqual(await given("-d3"), { depth: 3 });
  deepEqual(await given("-n", "a"), { nodes: ["a"] });
  deepEqual(await given("-n=a"), { nodes: ["a"] });
  deepEqual(await given("-na"), { nodes: ["a"] });
  deepEqual(await given("-p=a=b"), { patch: ["a=b"] });
  deepEqual(await given("-p="), { patch: [""] });
});

Deno.test("the parser accepts groups of short flags, the last one with a value", async () => {
  deepEqual(await given("-lH"), { long: true, humanize: true });
  deepEqual(await given("-lHr"), { long: true, humanize: true, recurse: true });
  deepEqual(await given("-Hn", "v"), { humanize: true, nodes: ["v"] });
  deepEqual(await given("-Hnv"), { humanize: true, nodes: ["v"] });
  deepEqual(await given("-Hn=v"), { humanize: true, nodes: ["v"] });
  deepEqual(await given("-lHd2"), { long: true, humanize: true, depth: 2 });
  deepEqual(await given("-lH=false"), { long: true, humanize: false });
});

Deno.test("the parser accepts digits as short flags", async () => {
  deepEqual(await given("-4"), { ipv4: true });
  deepEqual(await given("-4l"), { ipv4: true, long: true });
  deepEqual(await given("-l4"), { ipv4: true, long: true });
});

Deno.test("the parser accepts values of booleans only after an equals sign", async () => {
  deepEqual(await given("--wait"), { wait: true });
  for (const text of ["true", "TRUE", "True", "1", "t", "T"]) {
    deepEqual(await given(`--wait=${text}`), { wait: true });
  }
  for (const text of ["false", "FALSE", "False", "0", "f", "F"]) {
    deepEqual(await given(`--wait=${text}`), { wait: false });
    deepEqual(await given(`-l=${text}`), { long: false });
  }
  const { args, flags } = await received(["list", "--wait", "false"]);
  equal(flags["wait"], true);
  equal(args["path"], "false", "what follows is an argument");
});

Deno.test("the parser rejects invalid booleans", async () => {
  for (const text of ["", "yes", "no", "2", "tRUE", " true"]) {
    equal(
      await errorOf("list", `--wait=${text}`),
      `invalid value "${text}" for --wait: expected true or false; see "osctl list --help"`,
    );
  }
});

Deno.test("the parser splits lists of strings at commas and joins repeated flags", async () => {
  deepEqual((await received(["list"])).flags["type"], ["file", "dir"]);
  deepEqual(await given("-t", "a"), { type: ["a"] });
  deepEqual(await given("-t", "a,b"), { type: ["a", "b"] });
  deepEqual(await given("-t", "a", "-t", "b"), { type: ["a", "b"] });
  deepEqual(await given("--type=a,b", "-tc", "--type", "d,e"), { type: ["a", "b", "c", "d", "e"] });
  deepEqual(await given("-t", '"a,b",c'), { type: ["a,b", "c"] });
  deepEqual(await given("-t", '"say ""x"""'), { type: ['say "x"'] });
  deepEqual(await given("-t", ""), { type: [] }, "an empty one empties the default");
  deepEqual(await given("-t", "a,,b"), { type: ["a", "", "b"] });
});

Deno.test("the parser rejects misplaced quotes in lists of strings", async () => {
  for (const text of ['a"b', '"a', '"a"b', "a\nb"]) {
    match(
      await errorOf("list", "-t", text),
      /^invalid value ".*" for --type: .*(quote|line break).*; expected comma-separated/,
    );
  }
});

Deno.test("the parser keeps commas and quotes of stringArray flags", async () => {
  deepEqual((await received(["list"])).flags["patch"], []);
  deepEqual(await given("-p", "a,b"), { patch: ["a,b"] });
  deepEqual(await given("-p", "a", "--patch", '[{"op":"add"}]'), {
    patch: ["a", '[{"op":"add"}]'],
  });
  deepEqual(await given("-p", "a\nb"), { patch: ["a\nb"] });
});

Deno.test("the parser parses integers like Go", async () => {
  const known: [string, number][] = [
    ["0", 0],
    ["-0", -0],
    ["+7", 7],
    ["-1", -1],
    ["0x10", 16],
    ["0X1f", 31],
    ["0b101", 5],
    ["0o17", 15],
    ["017", 15],
    ["1_000", 1000],
    ["2147483648", 2147483648],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ];
  for (const [text, value] of known) equal((await given("--size", text))["size"], value + 0, text);
});

Deno.test("the parser rejects invalid integers", async () => {
  for (const text of ["", "a", "1.5", "1e3", "0x", "08", "1__0", "_1", " 1", "--", "0b2"]) {
    equal(
      await errorOf("list", "--size", text),
      `invalid value "${text}" for --size: expected an integer; see "osctl list --help"`,
    );
  }
  match(
    await errorOf("list", "--size", "9007199254740992"),
    /out of range; expected an integer/,
  );
  for (const text of ["2147483648", "-2147483649"]) {
    equal(
      await errorOf("list", "--tail", text),
      `invalid value "${text}" for --tail: out of range; expected an integer between ` +
        `-2147483648 and 2147483647; see "osctl list --help"`,
    );
  }
  deepEqual(await given("--tail", "2147483647"), { tail: 2147483647 });
});

Deno.test("the parser parses decimal numbers", async () => {
  for (const [text, value] of [["0.5", 0.5], [".5", 0.5], ["5.", 5], ["-1e-3", -0.001]] as const) {
    deepEqual(await given("--loss", text), { loss: value });
  }
  for (const text of ["", "a", "NaN", "inf", "1,5", "0x1", "1e999"]) {
    equal(
      await errorOf("list", `--loss=${text}`),
      `invalid value "${text}" for --loss: expected a decimal number; see "osctl list --help"`,
    );
  }
});

Deno.test("the parser parses durations like Go", async () => {
  deepEqual(await given("--timeout", "1h30m"), { timeout: 5_400_000 });
  deepEqual(await given("--timeout", "90s"), { timeout: 90_000 });
  deepEqual(await given("--timeout=1.5h"), { timeout: 5_400_000 });
  deepEqual(await given("--timeout=500ms"), { timeout: 500 });
  for (const text of ["", "5", "1x", "fast", "1 s"]) {
    equal(
      await errorOf("list", "--timeout", text),
      `invalid value "${text}" for --timeout: expected a duration such as 90s, 5m or 1h30m; ` +
        `see "osctl list --help"`,
    );
  }
});

Deno.test("the parser rejects values outside a fixed set with the nearest match", async () => {
  deepEqual(await given("-m", "try"), { mode: "try" });
  deepEqual(await given("--level", "high"), { level: "high" });
  deepEqual(await given("--kinds", "red,green"), { kinds: ["red", "green"] });
  equal(
    await errorOf("list", "-m", "reboto"),
    'invalid value "reboto" for --mode: expected one of auto, reboot, try; ' +
      'did you mean "reboot"; see "osctl list --help"',
  );
  match(
    await errorOf("list", "--level", "middle"),
    /"middle" for --level: expected one of low, high/,
  );
  match(
    await errorOf("list", "--kinds", "red,blue"),
    /"blue" for --kinds: expected one of red, green/,
  );
  match(
    await errorOf("list", "--nodelink", "none"),
    /"none" for --nodelink: expected one of true, tunnel/,
  );
  equal((await received(["list"])).flags["nodelink"], "none", "a default need not be among them");
});

Deno.test("the parser takes the next argument as the value of a flag", async () => {
  deepEqual(await given("--tail", "-1"), { tail: -1 });
  deepEqual(await given("--tail=-1"), { tail: -1 });
  deepEqual(await given("-d", "-1"), { depth: -1 });
  deepEqual(await given("-d-1"), { depth: -1 });
  deepEqual(await given("--version", "--tail"), { version: "--tail" });
  deepEqual(await given("--version", "--"), { version: "--" });
  deepEqual(await given("--version", "-h"), { version: "-h" });
  deepEqual(await given("--version", "-"), { version: "-" });
});

Deno.test("the parser uses the last value of a repeated scalar flag", async () => {
  deepEqual(await given("--depth", "1", "-d2", "--depth=3"), { depth: 3 });
  deepEqual(await given("--wait=false", "--wait"), { wait: true });
});

Deno.test("the parser accepts flags and arguments in any order until --", async () => {
  for (const args of [["-l", "/etc", "-d2"], ["/etc", "-l", "-d", "2"], ["-ld2", "/etc"]]) {
    const { args: { path }, flags } = await received(["list", ...args]);
    deepEqual([path, flags["long"], flags["depth"]], ["/etc", true, 2]);
  }
  const { args, given: set } = await received(["list", "--", "-l"]);
  deepEqual([args["path"], set], ["-l", []]);
  const dash = await received(["list", "-"]);
  equal(dash.args["path"], "-");
  equal((await received(["list", "--", "--"])).args["path"], "--");
});

Deno.test("the parser accepts inherited flags before and after the command", async () => {
  for (
    const args of [
      ["-n", "a", "image", "list", "--namespace", "system"],
      ["image", "-n", "a", "--namespace=system", "list"],
      ["image", "--namespace", "system", "list", "-na"],
      ["-na", "images", "--namespace", "system", "ls"],
      ["--namespace", "system", "image", "list", "--nodes", "a"],
    ]
  ) {
    const { code, stdout, stderr } = await run(args);
    deepEqual([code, stderr], [0, ""], args.join(" "));
    const { nodes, namespace } = JSON.parse(stdout);
    deepEqual([nodes, namespace], [["a"], "system"]);
  }
});

Deno.test("the parser accepts flags before the name of their command", async () => {
  const { flags } = await received(["--depth", "3", "-l", "--version=x", "list", "-H"]);
  deepEqual([flags["depth"], flags["long"], flags["version"], flags["humanize"]], [
    3,
    true,
    "x",
    true,
  ]);
  // --tail is a boolean of image list and a number of list.
  equal((await received(["--tail", "4", "list"])).flags["tail"], 4);
  equal(JSON.parse((await run(["--tail", "image", "list"])).stdout)["tail"], true);
});

Deno.test("the parser accepts command names as values", async () => {
  const { flags } = await received(["--context", "copy", "-n", "image", "list"]);
  deepEqual([flags["context"], flags["nodes"]], ["copy", ["image"]]);
});

Deno.test("the parser accepts flag names with no- and digits", async () => {
  deepEqual(await given("--no-masquerade-cidrs", "10.0.0.0/8,10.1.0.0/16"), {
    noMasqueradeCidrs: ["10.0.0.0/8", "10.1.0.0/16"],
  });
  deepEqual(await given("--k8s-endpoint", "https://x"), { k8sEndpoint: "https://x" });
});

Deno.test("the parser rejects a flag without its value", async () => {
  equal(
    await errorOf("list", "--tail"),
    'flag "--tail" requires a value; use --tail <int32>; see "osctl list --help"',
  );
  equal(
    await errorOf("list", "-lHn"),
    'flag "-n" in "-lHn" requires a node; use -lH, and -n <node> for a node; see "osctl list --help"',
  );
  match(await errorOf("list", "--state"), /use --state <path>/);
});

Deno.test("the parser reports an unknown flag with the nearest one", async () => {
  equal(
    await errorOf("list", "--tial", "3"),
    'unknown flag "--tial" for "osctl list"; did you mean "--tail"; see "osctl list --help"',
  );
  equal(
    await errorOf("list", "--nodse=a"),
    'unknown flag "--nodse" for "osctl list"; did you mean "--nodes"; see "osctl list --help"',
  );
  equal(
    await errorOf("list", "--zebra"),
    'unknown flag "--zebra" for "osctl list"; see "osctl list --help"',
  );
  equal(await errorOf("list", "-z"), 'unknown flag "-z" for "osctl list"; see "osctl list --help"');
  match(await errorOf("list", "-lz"), /^unknown flag "-z" \(in "-lz"\) for "osctl list"/);
  match(await errorOf("list", "-version"), /did you mean "--version"/);
  match(await errorOf("--zebra"), /^unknown flag "--zebra" for "osctl"/);
  match(await errorOf("image", "--zebra"), /^unknown flag "--zebra" for "osctl image"/);
  match(await errorOf("list", "--secert"), /^unknown flag "--secert" for "osctl list"; see/);
  deepEqual(await given("--secret", "x"), { secret: "x" }, "a hidden flag is accepted");
});

Deno.test("the parser rejects invalid flag names", async () => {
  for (const word of ["---tail", "--=x", "---"]) {
    match(
      await errorOf("list", word),
      new RegExp(`^"${word}" is not a valid flag; put "--" before`),
    );
  }
});

Deno.test("the parser reports an unknown command with the nearest one", async () => {
  equal(
    await errorOf("lits", "/etc"),
    'unknown command "lits" for "osctl"; did you mean "list"; see "osctl --help"',
  );
  equal(await errorOf("banana"), 'unknown command "banana" for "osctl"; see "osctl --help"');
  equal(
    await errorOf("config", "endpiont", "x"),
    'unknown command "endpiont" for "osctl config"; did you mean "endpoint"; ' +
      'see "osctl config --help"',
  );
  match(await errorOf("image", "hiden"), /^unknown command "hiden" for "osctl image"; see/);
  match(await errorOf("--", "list"), /^command "list" after "--", .*; use "osctl list"/);
  match(await errorOf(""), /^unknown command "" for "osctl"/);
});

Deno.test("the parser reports missing and unexpected arguments", async () => {
  equal(
    await errorOf("copy"),
    'missing <src-path> -|<local-path> for "osctl copy"; ' +
      'for example: osctl copy /etc ./etc; see "osctl copy --help"',
  );
  match(await errorOf("copy", "/etc"), /^missing -\|<local-path> for "osctl copy"/);
  equal(
    await errorOf("copy", "/etc", "-", "more"),
    'unexpected argument "more": "osctl copy" takes only <src-path> -|<local-path>; ' +
      'see "osctl copy --help"',
  );
  equal(
    await errorOf("image", "list", "x"),
    'unexpected argument "x": "osctl image list" takes no arguments; see "osctl image list --help"',
  );
  match(
    await errorOf("config", "endpoint"),
    /^missing <endpoint>\.\.\. for "osctl config endpoint"/,
  );
});

Deno.test("the parser passes arguments by name", async () => {
  const printed = async (...args: string[]) => JSON.parse((await run(args)).stdout);
  deepEqual(await printed("copy", "/etc", "-"), { source: "/etc", target: "-" });
  deepEqual(await printed("config", "endpoint", "a", "b"), { endpoints: ["a", "b"] });
  deepEqual(await printed("usage"), { paths: [] });
  deepEqual(await printed("usage", "/a", "/b", "/c"), { paths: ["/a", "/b", "/c"] });
  deepEqual((await received(["list"])).args, {});
});

Deno.test("the parser sets defaults of the release and expands <home>", async () => {
  const now = (await received(["list"])).flags;
  equal(now["version"], "1.31.1");
  equal(now["state"], `${HOME}/.os/state`);
  equal(now["rebootMode"], "");
  equal("preserve" in now, false);
  const before = (await received(["list"], "v1.4")).flags;
  equal(before["version"], "1.27.1");
  equal(before["preserve"], false);
  equal("rebootMode" in before, false);
});

Deno.test("the parser accepts only commands and flags of the release", async () => {
  equal((await run(["images"], "v1.4")).stdout, "images\n");
  match((await run(["images"], "v1.8")).stdout, /^Work with images/);
  match(
    (await run(["image", "list"], "v1.4")).stderr,
    /^osctl: unknown command "image" for "osctl"; interface v1\.8 has it; set OSCTL_INTERFACE=v1\.8/,
  );
  match(
    await errorOf("list", "--preserve"),
    /^unknown flag "--preserve" for "osctl list"; interface v1\.4 has it/,
  );
  const { code, stderr } = await run(["list"], "v2.0");
  equal(code, 2);
  equal(
    stderr,
    'osctl: unknown interface release "v2.0" in OSCTL_INTERFACE; set it to v1.4 or v1.8, ' +
      'or unset it; see "osctl --help"\n',
  );
  equal((await run(["list"], "")).code, 0, "an empty one counts as unset");
});
