import { type NodeFailure, OsctlError } from "../lib/errors.ts";
import { OS_VERSION } from "../lib/distribution.ts";
import type { NamedKind } from "../lib/resource/mod.ts";
import { checkGet, checkWatch, getFlags } from "./get_flags.ts";
import { command } from "./wiring.ts";

export default command("get")
  .alias("g")
  .summary("Get node resources")
  .section("Read nodes")
  .paged()
  .details(
    'Types are matched by full name or alias, in any case; "osctl get rd" lists them. Separate ' +
      "several types with commas. Nodes are queried in parallel and printed in the order " +
      "given.",
  )
  .args({ type: "<type>", id: "[<id>]" }, { type: "resourceType", id: "resourceId" })
  .flags(getFlags)
  .example("osctl get members -n 10.5.0.2", "List the cluster members seen by one node")
  .example("osctl get links eth0 -o yaml", "Print one resource as YAML")
  .example("osctl get addresses -o jsonpath='{.spec.address}'", "Print one field of each resource")
  .example("osctl get services --watch", "Watch services for changes")
  .run(async (context, { args, flags }) => {
    const resources = await import("../lib/resource/mod.ts");
    const { throwFailures } = await import("../lib/client/mod.ts");
    const { parseTimeouts } = await import("../lib/client/timeouts.ts");
    const { checkColumns, createColours, formatColumnHelp, getTableWidth, isColumnHelp } =
      await import(
        "../lib/output/mod.ts"
      );
    const { clock, release, stderr, stdout } = context;
    const { checkVersionSkew } = await import("../lib/node/version/version_skew.ts");
    const names = resources.splitNames(args.type);
    const { id } = args;
    checkGet(flags, names.length, id);
    checkColumns(flags);
    const isScreen = flags.watch && flags.output === "table" &&
      context.terminal.isTerminal("stdin") && context.terminal.isTerminal("stdout") &&
      context.env.get("TERM") !== "dumb" && flags.filter === "";
    checkWatch(flags, isScreen);
    const selector = resources.parseSelector(flags.selector);
    const terminal = context.terminal.isTerminal("stdout");
    const plain = resources.createPrinter(stdout, {
      format: await resources.parseFormat(flags.output, terminal),
      watch: flags.watch,
      asList: flags.list,
      headers: !flags.noHeaders,
      columns: flags.columns,
      width: getTableWidth(context, flags),
      colours: createColours(context),
      configAsText: release !== "v1.4",
      terminal,
    });
    const printer = flags.filter === "" ? plain : await resources.filtered(plain, flags.filter);
    const { callMs } = parseTimeouts(context.env);
    await using client = await context.openClient({ connection: flags, insecure: flags.insecure });
    const { nodes } = client;
    const reader = new resources.ResourceReader(client, { clock, callMs });

    const printColumns = async (kinds: readonly NamedKind[]) => {
      const headers = new Set(
        kinds.flatMap(({ definition }) => resources.tableHeaders(definition)),
      );
      await stdout.write(formatColumnHelp([...headers]));
    };

    const list = async () => {
      const open = resources.resourceOpener(reader, { id, selector });
      const early = names.length > 1 || isColumnHelp(flags.columns)
        ? undefined
        : resources.openEarly(nodes, names[0]!, flags.namespace, open);
      const failures: NodeFailure[] = [];
      try {
        if (early !== undefined) startWarning();
        const kinds = await resources.findKinds(reader, names, flags.namespace);
        if (isColumnHelp(flags.columns)) return await printColumns(kinds);
        const sortBy = flags.sortBy || undefined;
        const kept = await early?.keepFor(kinds[0]!);
        const request = { nodes, kinds, id, selector, sortBy, early: kept };
        try {
          const printed = resources.printAll(reader, request, printer, failures);
          startWarning();
          await printed;
        } finally {
          await printer.end();
        }
      } finally {
        await early?.close();
      }
      throwFailures(failures);
    };

    const watch = async () => {
      startWarning();
      const { followNodes } = await import("../lib/cli/follow_nodes.ts");
      const { oneLine } = await import("../lib/output/text.ts");
      const [kind] = await resources.findKinds(reader, names, flags.namespace);
      if (isColumnHelp(flags.columns)) return await printColumns([kind!]);
      const { signal } = context;
      const request = { kind: kind!, id, selector, clock, callMs, signal };
      if (isScreen) {
        const { watchScreen } = await import("../lib/resource/watch_screen.ts");
        await context.status?.hide();
        return await watchScreen(context, client, request, flags);
      }
      const lost = (node: string, reason: string) =>
        stderr.write(`osctl: ${oneLine(`${node}: watch interrupted (${reason}); reconnecting`)}\n`);
      await followNodes(context, { nodes, typed: "osctl get" }, async (failures) => {
        try {
          await resources.printChanges(client, { ...request, lost }, printer, failures);
        } finally {
          await printer.end();
        }
      });
    };

    const warn = async (stop: AbortSignal) => {
      const warning = await checkVersionSkew(client, OS_VERSION[release], { signal: stop });
      if (warning === undefined) return;
      // Text within the full screen would corrupt it.
      if (isScreen) await screenEnded.promise;
      await stderr.write(warning);
    };
    const failed = new AbortController();
    const screenEnded = Promise.withResolvers<void>();
    let warned: Promise<void> | undefined;
    // Resources are read in the order of nodes. A version call before them would give its slot to a
    // later node, which holds it until the earlier ones, without slots, have been read.
    const startWarning = () => {
      if (!flags.insecure) warned ??= warn(failed.signal);
    };
    try {
      await (flags.watch ? watch() : list());
    } catch (error) {
      // An old node may lack the type: its version explains the error.
      if (error instanceof OsctlError && error.kind === "input") startWarning();
      else failed.abort(error);
      throw error;
    } finally {
      screenEnded.resolve();
      await warned;
    }
  });
