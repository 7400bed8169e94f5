/** Lines that users of other tools type, and the error that suggests the right one. */
import { deepEqual, equal, match } from "node:assert/strict";
import { tree } from "../../commands/tree.ts";
import { canonicalize } from "../../lib/cli/pflag.ts";
import { childNamed, walk } from "../../lib/cli/tree.ts";
import { RELEASES } from "../../lib/distribution.ts";
import { runCommand, type RunCommandOptions } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

async function hintOf(args: readonly string[], options: RunCommandOptions = {}) {
  const { code, stdout, stderr } = await runCommand(args, options);
  equal(stdout, "");
  equal(stderr.split("\n").length, 2, stderr);
  return { code, stderr };
}

for (
  const [args, hint] of [
    [["netstat", "-tlnp"], /^osctl: "-tlnp" sets the node "p".*; use -tlp, and -n <node> for a/],
    [["netstat", "-tnlp"], /^osctl: "-tnlp" sets the node "lp".*; use -tlp, and/],
    [["netstat", "-an"], /^osctl: flag "-n" in "-an" requires a node; use -a, and -n <node>/],
    [["netstat", "-o", "json"], /^osctl: invalid pod "json": -o shows timers; use --output json;/],
    [["netstat", "-o", "json=state"], /use --output json=state;/],
    [
      ["netstat", "-o", "jsonpath={.state} {.pid}"],
      /use --output 'jsonpath=\{\.state\} \{\.pid\}';/,
    ],
    [
      ["validate", "a b.yaml"],
      /^osctl: unexpected argument "a b\.yaml".*; use --config 'a b.yaml';/,
    ],
    [["get", "links/eth0"], /^osctl: "links\/eth0" is not .* type; use "osctl get links eth0";/],
    [
      ["gen", "config", "a", "https://b:6443", "--kubernetes-version", "banana"],
      /"banana" for --k.*;/,
    ],
    [["--", "list"], /^osctl: command "list" after "--".*; use "osctl list", and "--" before/],
    [["etcd", "--", "status"], /; use "osctl etcd status", and "--"/],
    [["image", "pull"], /^osctl: missing <image> for .*; for example: osctl image pull registry/],
    [
      ["machineconfig", "patch", "-p", "file.yaml"],
      /^osctl: missing <machineconfig-file> for .*; for example: .* worker\.yaml -p @disks\.yaml /,
    ],
  ] as const
) {
  Deno.test(`osctl ${args.join(" ")} suggests what was meant`, async () => {
    const { code, stderr } = await hintOf(args);
    equal(code, 2);
    match(stderr, hint);
  });
}

Deno.test("letters after -n that are no switches, and a separate -n, are nodes", async () => {
  for (const args of [["netstat", "-lnn1"], ["netstat", "-np"], ["netstat", "-l", "-n", "p"]]) {
    const { code, stderr } = await hintOf(args);
    match(
      stderr,
      /^osctl: client configuration "[^"]+" does not exist; create a cluster/,
      args.join(" "),
    );
    equal(code, 1);
  }
});

Deno.test("commands of the interface that the build lacks are not unknown", async () => {
  // This build lacks none, so the test has its own.
  const lacking = {
    ...tree,
    missing: [{ name: "defrost", aliases: ["thaw"] }, { name: "melt", since: "v1.8" as const }],
  };
  deepEqual(await hintOf(["defrost", "--to", "1.31.0"], { tree: lacking }), {
    code: 1,
    stderr: 'osctl: "osctl defrost" is not implemented in this build; list the commands with ' +
      '"osctl --help"\n',
  });
  match((await hintOf(["thaw"], { tree: lacking })).stderr, /"osctl thaw" is not implemented/);
  match((await hintOf(["help", "defrost"], { tree: lacking })).stderr, /not implemented/);
  match((await hintOf(["melt"], { tree: lacking })).stderr, /not implemented/);
  const old = await hintOf(["melt"], { tree: lacking, release: "v1.4" });
  match(old.stderr, /unknown command "melt"/);
});

Deno.test("without a client configuration, talosctl's is suggested", async () => {
  const home = await Deno.makeTempDir({ prefix: "osctl-hints-" });
  const other = `${home}/elsewhere`;
  const hint = async (env: Record<string, string> = {}) =>
    (await hintOf(["version", "-n", "10.5.0.2", "-o", "json"], { home, env })).stderr;
  try {
    const missing = `osctl: client configuration "${home}/.os/config" does not exist; `;
    match(await hint(), new RegExp(`^${RegExp.escape(missing)}create a cluster`));
    await Deno.mkdir(`${home}/.talos`);
    await Deno.writeTextFile(`${home}/.talos/config`, "context: lab\ncontexts: { lab: {} }\n");
    const merge = (path: string) =>
      `${missing}merge the configuration of talosctl: osctl config merge ${path}\n`;
    equal(await hint(), merge(`${home}/.talos/config`));
    equal(await hint({ TALOSCONFIG: other }), merge(`${home}/.talos/config`));
    await Deno.copyFile(`${home}/.talos/config`, other);
    equal(await hint({ TALOSCONFIG: other }), merge(other));
    const { code } = await runCommand(["config", "merge", other], { home });
    equal(code, 0);
    match(await hint(), /context "lab" has no endpoints/);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("a node with a port suggests the node without it", () =>
  withSandbox({}, async ({ run, nodes, osconfig }) => {
    const { address } = nodes[0]!;
    for (const [node, host] of [[`${address}:50000`, address], ["[::1]:50000", "::1"]] as const) {
      const { code, stderr } = await run(["-n", node, "memory"]);
      equal(code, 2);
      equal(
        stderr,
        `osctl: the node "${node}" has a port; use --nodes ${host}; only --endpoints and ` +
          '--insecure accept a port; see "osctl memory --help"\n',
      );
    }
    const own = await Deno.readTextFile(osconfig);
    const withNodes = own.replace(/^( +)ca:/m, `$1nodes:\n$1    - ${address}:50000\n$1ca:`);
    await Deno.writeTextFile(osconfig, withNodes);
    const { code, stderr } = await run(["memory"]);
    equal(code, 2);
    match(stderr, new RegExp(`^osctl: the node "${address}:50000" has a port; use --nodes `));
    equal((await run(["-n", "::1", "memory"])).stderr.includes("has a port"), false);
    const insecure = await run(["-n", `${address}:50000`, "version", "--insecure"]);
    equal(insecure.stderr.includes("has a port"), false);
  }));

Deno.test("a call without permission names context, roles and the roles needed", () =>
  withSandbox({}, async ({ run, nodes, osconfigFor }) => {
    const osconfig = await osconfigFor("os:reader");
    const as = ["--osconfig", osconfig, "-n", nodes[0]!.address];
    const hint = 'context "test" has the role os:reader, the call needs';
    const { code, stderr } = await run([...as, "read", "/etc/hosts"]);
    equal(code, 1);
    match(stderr, new RegExp(`not authorized \\(PermissionDenied\\); ${hint} os:admin; select`));
    const restart = await run([...as, "service", "kubelet", "restart"]);
    match(restart.stderr, new RegExp(`${hint} os:admin or os:operator; select another context`));
    const list = await run([...as, "get", "mc"]);
    match(list.stderr, new RegExp(`${hint} os:admin; select another context`));
  }));

Deno.test("the path of a patch without @ suggests it", async () => {
  const cwd = await Deno.makeTempDir({ prefix: "osctl-hints-" });
  try {
    for (const name of ["a.yaml", "b.patch"]) {
      await Deno.writeTextFile(`${cwd}/${name}`, "machine: {}\n");
    }
    for (
      const [flag, args] of [
        ["--patch", ["mc", "patch", "a.yaml", "-p", "b.patch"]],
        ["--patch", ["patch", "mc", "-p", "b.patch"]],
        ["--config-patch", ["apply-config", "-f", "a.yaml", "-p", "b.patch"]],
        ["--config-patch", ["gen", "config", "x", "https://b:6443", "--config-patch", "b.patch"]],
      ] as const
    ) {
      const { stderr } = await hintOf(args, { cwd });
      equal(stderr, `osctl: ${flag} #1 "b.patch" is a path, not a patch; use ${flag} @b.patch\n`);
    }
    equal((await runCommand(["mc", "patch", "a.yaml", "-p", "@b.patch"], { cwd })).code, 0);
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
});

Deno.test("a service without the action suggests a reboot, a missing type the list of types", () =>
  withSandbox({}, async ({ run, nodes }) => {
    const on = ["-n", nodes[0]!.address];
    const { stderr } = await run([...on, "service", "machined", "restart"]);
    match(stderr, /via API \(Unknown\); it runs as long as the node; .* "osctl reboot"\n$/);
    const missing = await run([...on, "get", "mcx"]);
    match(missing.stderr, /^osctl: unknown resource type "mcx"; did you mean .*"osctl get rd"\n$/);
  }));

Deno.test("an unknown node suggests the member with the nearest name", async () => {
  for (const osVersion of ["v1.4.8", "v1.8.0-alpha.2"]) {
    await withSandbox({ osVersion, workers: 2, name: "prod" }, async ({ run }) => {
      const expected = 'osctl: prod-worker-9: unknown node name; did you mean "prod-worker-1"; ' +
        'list nodes with "osctl get members"\n';
      for (const args of [["memory"], ["logs", "kubelet"], ["get", "members"], ["health"]]) {
        const { code, stderr } = await run([...args, "-n", "prod-worker-9"]);
        equal(code, 1);
        equal(stderr, expected, args.join(" "));
      }
      const debug = await run(["memory", "-n", "prod-worker-9"], { env: { OSCTL_DEBUG: "1" } });
      match(debug.stderr, /caused by RpcError: .*(no such host|produced zero addresses)/);
    });
  }
});

for (
  const [args, hint] of [
    [["ssh", "10.5.0.2"], 'use "osctl read <path>", "osctl list <path>" or "osctl dashboard"'],
    [["status"], 'use "osctl health", "osctl service" or "osctl dashboard"'],
    [["current-context"], 'use "osctl config current-context"'],
    [["describe", "node"], 'use "osctl get <type> <id> -o yaml" or "osctl explain <path>"'],
    [["top"], 'use "osctl dashboard" or "osctl processes --watch"'],
    [["config", "view"], 'use "osctl config info" or "osctl config contexts"'],
  ] as const
) {
  Deno.test(`osctl ${args.join(" ")} names the command that serves its purpose`, async () => {
    const { code, stderr } = await hintOf(args);
    equal(code, 2);
    const word = args[0] === "config" ? args[1] : args[0];
    const typed = args[0] === "config" ? "osctl config" : "osctl";
    equal(
      stderr,
      `osctl: unknown command "${word}" for "${typed}"; ${hint}; see "${typed} --help"\n`,
    );
  });
}

Deno.test("synonyms are no commands, and name existing commands and flags", () => {
  let count = 0;
  for (const chain of walk([tree])) {
    const end = chain.at(-1)!;
    if (end.kind !== "group") continue;
    for (const [word, lines] of Object.entries(end.synonyms)) {
      for (const release of RELEASES) {
        equal(childNamed(end, word, release), undefined, word);
      }
      for (const line of lines) {
        count++;
        const { chain, error } = canonicalize(
          tree,
          line.replaceAll(/<.*?>/g, "x").split(" "),
          "v1.8",
        );
        equal(error, undefined, line);
        equal(chain.at(-1)!.kind, "command", line);
      }
    }
  }
  equal(count > 35, true, String(count));
});

Deno.test("ls, ps, cat and other names of Unix tools are aliases", () => {
  for (const word of ["ls", "ps", "cat", "cp", "du", "free", "ss", "tcpdump"]) {
    equal(childNamed(tree, word, "v1.8")?.kind, "command", word);
  }
});
