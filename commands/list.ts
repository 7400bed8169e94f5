import { OsctlError } from "../lib/errors.ts";
import { bool, int32, strings } from "../lib/cli/flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

/** File type letters and their numbers on the wire. */
const TYPES: Readonly<Record<string, number>> = { f: 0, d: 1, l: 2, L: 2 };

/** Returns the types of letters, which may be combined in one word. */
function parseTypes(words: readonly string[]): number[] {
  return [...words.join("")].map((letter) => {
    const type = TYPES[letter];
    if (type !== undefined) return type;
    throw new OsctlError("usage", `unknown file type "${letter}" in --type`, {
      hint: "use f for files, d for directories, l for links",
    });
  });
}

export default command("list")
  .alias("ls")
  .summary("List files")
  .section("Read nodes")
  .paged()
  .args({ path: "[path]" }, { path: "remotePath" })
  .flags({
    depth: int32({ short: "d", default: 1, help: "levels of directories to list" }),
    humanize: bool({ short: "H", help: "print sizes with units and times relative to now" }),
    long: bool({ short: "l", help: "print mode, owner, size and modification time" }),
    recurse: bool({ short: "r", help: "list directories recursively" }),
    type: strings({
      short: "t",
      help: "file types to list: f files, d directories, l or L links",
      placeholder: "letters",
    }),
  })
  .flags(tableFlags)
  .example("osctl list -l /etc", "List a directory with details")
  .example("osctl list -r -t fl /var/log", "List all files and links below a directory")
  .run(async (context, { args, flags }) => {
    const { depth, humanize, long, recurse, output } = flags;
    if (recurse && depth !== 1) {
      throw new OsctlError("usage", "--recurse cannot be combined with --depth", {
        hint: "remove one of them",
      });
    }
    const request = {
      root: args.path ?? "/",
      recurse: recurse || depth > 1,
      recursionDepth: recurse ? -1 : depth,
      types: parseTypes(flags.type),
      reportXattrs: long || output !== "table" || flags.columns.length > 0,
    };
    const { MachineService } = await import("../proto/machine.ts");
    const { printStreamRows } = await import("../lib/node/print_rows.ts");
    const { listView } = await import("../lib/node/files/mod.ts");
    const labels = context.release !== "v1.4";
    await printStreamRows(context, flags, {
      open: (client, node, signal) =>
        client.stream(MachineService.List, request, node, {
          signal,
          idleLimit: request.recurse ? "scan" : "call",
        }),
      problemOf: ({ name, error }) => error && `cannot read "${name}": ${error}`,
      view: listView({
        long: long || flags.columns.length > 0,
        humanize,
        labels,
        now: context.clock.now(),
      }),
      headerWithoutRows: true,
    });
  });
