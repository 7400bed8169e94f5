/** Lines that users of other tools type, and the error that suggests the right one. */
import { deepEqual, equal, match } from "node:assert/strict";
import { runCommand, type RunCommandOptions } from "../helpers/run_command.ts";

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
    [["netstat", "-o", "json"], /^osctl: invalid pod "json": -o shows timers; use --output json;/],
    [
      ["validate", "a b.yaml"],
      /^osctl: unexpected argument "a b\.yaml".*; use --config 'a b.yaml';/,
    ],
    [["--", "list"], /^osctl: command "list" after "--".*; use "osctl list", and "--" before/],
    [["etcd", "--", "status"], /; use "osctl etcd status", and "--"/],
    [["image", "pull"], /^osctl: missing <image> for .*; type osctl image pull <image>;/],
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
    match(stderr, /^osctl: no client configuration/, args.join(" "));
    equal(code, 1);
  }
});

Deno.test("commands of the interface that the build lacks are not unknown", async () => {
  const dashboard = await hintOf(["dashboard", "-d", "1s"]);
  deepEqual(dashboard, {
    code: 1,
    stderr: 'osctl: "osctl dashboard" is not implemented in this build; list the commands with ' +
      '"osctl --help"\n',
  });
  match((await hintOf(["tcpdump"])).stderr, /"osctl tcpdump" is not implemented/);
  match((await hintOf(["help", "pcap"])).stderr, /"osctl pcap" is not implemented/);
  match((await hintOf(["rotate-ca"])).stderr, /not implemented/);
  match((await hintOf(["rotate-ca"], { release: "v1.4" })).stderr, /unknown command "rotate-ca"/);
});
