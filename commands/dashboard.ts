import { bool, duration } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { tableFlags } from "./shared_flags.ts";
import { command, type Context } from "./wiring.ts";

const INTERVAL_MS = 3000;

export default command("dashboard")
  .summary("Show a live dashboard of nodes")
  .section("Read nodes")
  .details(
    "Starts with an overview of all nodes; the keys 1 to 9 and 0 switch to a node, etcd, events, " +
      "resources, logs, processes, containers, files and connections. ? lists all keys, q quits. " +
      "Changes nothing on nodes without --allow-changes.",
  )
  .flags({
    updateInterval: duration({
      short: "d",
      default: INTERVAL_MS,
      help: "interval between updates",
    }),
    once: bool({ help: "print the overview once, and exit", extra: true }),
    allowChanges: bool({
      help: "permit actions that change nodes: restart services, reboot, drain, upgrade, patch",
      extra: true,
    }),
    web: bool({
      help: "serve the dashboard as a web page on this machine, and print its address",
      extra: true,
    }),
  })
  .flags(tableFlags)
  .example("osctl dashboard -n 10.5.0.2,10.5.0.3", "Show two nodes")
  .example("osctl dashboard --allow-changes", "Permit reboots and other actions")
  .example("osctl dashboard --web", "Serve the dashboard to a browser of this machine")
  .example("osctl dashboard --once -o json", "Print JSON of the overview")
  .run(async (context, { flags }) => {
    const { printOverview, printOverviewColumns } = await import("../lib/dashboard/once.ts");
    if (flags.updateInterval <= 0) {
      throw new OsctlError("usage", "invalid --update-interval: not positive", {
        hint: "use a Go duration, such as 3s",
      });
    }
    if (!flags.once && flags.output !== "table") {
      throw new OsctlError("usage", `--output ${flags.output} requires --once`, {
        hint: "add --once",
      });
    }
    if (flags.web && flags.once) {
      throw new OsctlError("usage", "--web cannot be combined with --once", {
        hint: "remove one of them",
      });
    }
    if (flags.allowChanges && (flags.web || flags.once)) {
      throw new OsctlError(
        "usage",
        `--allow-changes cannot be combined with ${flags.web ? "--web" : "--once"}`,
        { hint: "remove one of them" },
      );
    }
    if (await printOverviewColumns(context, flags)) return;
    if (flags.once) {
      await using client = await context.openClient({ connection: flags });
      await printOverview(context, client, { ...flags, intervalMs: flags.updateInterval });
      return;
    }
    const { createConnector } = await import("../lib/dashboard/connect.ts");
    const connector = createConnector(context, flags);
    const connection = await connector.connect();
    if (!flags.web && hasScreen(context)) {
      const { runDashboard } = await import("../lib/dashboard/screen/run.ts");
      const { loadPreferences } = await import("../lib/preferences/load.ts");
      await context.status?.hide();
      const { dashboard: preferences } = await loadPreferences(context, flags);
      await runDashboard(context, { connector, connection }, {
        ...flags,
        intervalMs: flags.updateInterval,
        preferences,
      });
      return;
    }
    await using open = connection;
    const options = { ...flags, ...open, intervalMs: flags.updateInterval };
    await context.status?.hide();
    if (flags.web) {
      const { serveDashboard } = await import("../lib/dashboard/web/serve.ts");
      await serveDashboard(context, open.client, options);
      return;
    }
    const { printOverviews } = await import("../lib/dashboard/repeated.ts");
    await printOverviews(context, open.client, options);
  });

/** Values of `TERM` without control sequences. */
const PLAIN_TERMINALS = ["", "dumb", "unknown"];

function hasScreen({ terminal, env }: Pick<Context, "terminal" | "env">): boolean {
  // Windows does not set it.
  const term = env.get("TERM") ?? (Deno.build.os === "windows" ? "windows" : "");
  return terminal.isTerminal("stdin") && terminal.isTerminal("stdout") &&
    !PLAIN_TERMINALS.includes(term);
}
