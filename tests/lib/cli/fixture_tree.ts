/** A command tree with every type of flag, whose commands print their flags and arguments. */
import { commandFor, group } from "../../../lib/cli/command.ts";
import {
  bool,
  duration,
  float,
  int,
  int32,
  oneOf,
  string,
  stringArray,
  strings,
} from "../../../lib/cli/flags.ts";
import { globalFlags } from "../../../lib/cli/global_flags.ts";
import type { NodeClient } from "../../../lib/client/types.ts";

const command = (name: string) => commandFor<NodeClient>(name);

const list = command("list")
  .alias("ls")
  .summary("List a folder of a node")
  .details("Lists the entries of a folder.\nWith --recurse, lists nested folders too.")
  .args({ path: "[path]" }, { path: "remotePath" })
  .flags({
    long: bool({ short: "l", help: "long form" }),
    humanize: bool({ short: "H", help: "human-readable sizes" }),
    recurse: bool({ short: "r", help: "list recursively" }),
    ipv4: bool({ short: "4", help: "only IPv4" }),
    wait: bool({ help: "wait for it", default: true }),
    depth: int32({ short: "d", help: "depth", default: 1 }),
    tail: int32({ help: "lines from the end", default: -1 }),
    size: int({ help: "size in bytes" }),
    loss: float({ help: "share of lost packets" }),
    timeout: duration({ help: "time limit", default: 60_000 }),
    type: strings({ short: "t", help: "kinds of entries", default: ["file", "dir"] }),
    patch: stringArray({ short: "p", help: "a patch" }),
    mode: oneOf(["auto", "reboot", "try"], { short: "m", help: "how to apply", default: "auto" }),
    nodelink: oneOf(["true", "tunnel"], { help: "default that is not a value", default: "none" }),
    level: string({ help: "one of two levels", values: ["low", "high"], default: "low" }),
    kinds: strings({ help: "list of colours", values: ["red", "green"] }),
    state: string({ help: "a folder", default: "<home>/.os/state", placeholder: "path" }),
    noMasqueradeCidrs: strings({ help: "a name that starts with no-" }),
    k8sEndpoint: string({ help: "a name with a digit" }),
    version: string({ help: "per release", default: { "v1.4": "1.27.1", "v1.8": "1.31.1" } }),
    preserve: bool({ help: "removed flag", until: "v1.4" }),
    rebootMode: string({ help: "added flag", since: "v1.8" }),
    secret: string({ help: "not listed", hidden: true }),
  })
  .example("osctl list -l /etc", "List a folder with sizes and owners")
  .run(async ({ stdout }, { args, flags, given }) => {
    await stdout.write(JSON.stringify({ args, flags, given: [...given].sort() }));
  });

const copy = command("copy")
  .alias("cp")
  .summary("Copy a folder of a node")
  .args({ source: "<src-path>", target: "-|<local-path>" })
  .example("osctl copy /etc ./etc", "Copy a folder")
  .run(async ({ stdout }, { args }) => await stdout.write(JSON.stringify(args)));

const endpoint = command("endpoint")
  .alias("endpoints")
  .summary("Set the endpoints")
  .args({ endpoints: "<endpoint>..." })
  .example("osctl config endpoint 10.0.0.2", "Set one endpoint")
  .run(async ({ stdout }, { args }) => await stdout.write(JSON.stringify(args)));

const usage = command("usage")
  .summary("Show sizes")
  .args({ paths: "[path...]" })
  .usage("[path1] [path2] ... [pathN]")
  .example("osctl usage /var", "Show the size of a folder")
  .run(async ({ stdout }, { args }) => await stdout.write(JSON.stringify(args)));

const images = command("images")
  .summary("List images")
  .until("v1.4")
  .example("osctl images", "List images")
  .run(async ({ stdout }) => await stdout.write("images\n"));

const image = group<NodeClient>("image", {
  summary: "Work with images",
  aliases: ["images"],
  since: "v1.8",
  flags: { namespace: oneOf(["system", "cri"], { help: "where", default: "cri" }) },
  children: [
    command("list").alias("l", "ls").summary("List images")
      .flags({ tail: bool({ help: "boolean of image list, integer of list", short: "x" }) })
      .example("osctl image list", "List images")
      .run(async ({ stdout }, { flags }) => await stdout.write(JSON.stringify(flags))),
    command("hidden").summary("Not listed").hidden()
      .example("osctl image hidden", "Nothing")
      .run(() => Promise.resolve()),
  ],
});

const config = group<NodeClient>("config", { summary: "The configuration", children: [endpoint] });

/** The root of the tree. */
export const fixtureTree = group<NodeClient>("osctl", {
  summary: "A tree for tests",
  flags: globalFlags,
  children: [list, copy, usage, images, image, config],
});
