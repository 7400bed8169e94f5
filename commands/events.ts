import { OsctlError } from "../lib/errors.ts";
import { duration, int32, string } from "../lib/cli/flags.ts";
import { filterFlags, outputFlags, tableLayoutFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("events")
  .summary("Stream runtime events")
  .section("Read nodes")
  .details(
    "Prints one event per line until ^C. Reconnects to a node that restarts and resumes " +
      "with the events it missed. --tail takes precedence over --since, and --since over " +
      "--duration.",
  )
  .flags({
    actorId: string({
      help: "show events of this actor ID only",
      placeholder: "id",
    }),
    duration: duration({ help: "show events of this past duration, in whole seconds" }),
    since: string({ help: "start after this event ID", placeholder: "id" }),
    tail: int32({ help: "number of past events; -1: all" }),
  })
  .flags({
    ...outputFlags,
    ...tableLayoutFlags,
    ...filterFlags,
  })
  .example("osctl events --tail -1 -n 10.5.0.2", "Print all past events and stream new ones")
  .example("osctl events --duration 10m -o json", "Stream JSON lines, starting ten minutes ago")
  .run(async (context, { flags }) => {
    const { followNodes, reportFailure } = await import("../lib/cli/follow_nodes.ts");
    const { mergeStreams } = await import("../lib/client/mod.ts");
    const { formatEvent, getEventWidths, streamEvents, toEventFilter, toEventsView } = await import(
      "../lib/node/events/mod.ts"
    );
    const { addNodeName } = await import("../lib/client/node_error.ts");
    const { createRowWriter, printColumnHelp, toTableOptions } = await import(
      "../lib/output/mod.ts"
    );
    const view = toEventsView(context.times);
    if (await printColumnHelp(context.stdout, view, flags)) return;
    const table = await toTableOptions(context, view, flags);
    const requested = toEventFilter(flags);
    await using client = await context.openClient({ connection: flags });
    const { nodes } = client;
    const writer = createRowWriter(context.stdout, view, {
      ...table,
      endless: true,
      widths: getEventWidths(nodes, context.times),
    });
    const typed = "osctl events";
    const report = (node: string, message: string, hint: string) =>
      void reportFailure(context.stderr, {
        node,
        error: new OsctlError("node", message, { hint }),
      }, typed);
    const open = (node: string, signal: AbortSignal) =>
      streamEvents(client, node, requested, {
        clock: context.clock,
        signal: AbortSignal.any([signal, context.signal]),
        onLost: (reason) => report(node, reason, "reconnecting"),
        onRecovered: () => report(node, "reconnected", "resuming after the last event"),
      });
    const toEvent = (node: string, value: Parameters<typeof formatEvent>[0]) => {
      try {
        return formatEvent(value);
      } catch (error) {
        throw addNodeName(node, error);
      }
    };
    await followNodes(context, { nodes, typed }, async (failures) => {
      try {
        for await (const { node, value } of mergeStreams(nodes, open, failures)) {
          const event = toEvent(node, value);
          const full = event && writer.add(node, event);
          if (full) await full;
        }
      } finally {
        await writer.end();
      }
    });
  });
