import { OsctlError } from "../lib/errors.ts";
import { tableFlags } from "./shared_flags.ts";
import { command, type Context } from "./wiring.ts";
import type { RowFlags } from "../lib/node/print_rows.ts";

const ACTIONS = ["start", "stop", "restart", "status"] as const;

type Action = typeof ACTIONS[number];

function actionOf(word: string): Action {
  const action = ACTIONS.find((name) => name === word);
  if (action !== undefined) return action;
  throw new OsctlError("usage", `unknown action "${word}"`, {
    hint: `use one of ${ACTIONS.join(", ")}`,
  });
}

/** Prints one service of every node that runs it. */
async function show(context: Context, flags: RowFlags, id: string): Promise<void> {
  const { MachineService } = await import("../proto/machine.ts");
  const { splitResults, throwFailures } = await import("../lib/client/mod.ts");
  const { createColours } = await import("../lib/output/colour.ts");
  const { createRecordWriter, writeRows } = await import("../lib/output/rows.ts");
  const { serviceBlocks, servicesView } = await import("../lib/node/services/services_view.ts");
  await using client = await context.openClient({ flags });
  const { output } = flags;
  const now = context.clock.now();
  const writer = output === "table"
    ? undefined
    : createRecordWriter(context.stdout, servicesView({ now }).fields, { format: output });
  const look = async () => {
    const { values, failures } = splitResults(await client.call(MachineService.ServiceList, {}));
    const found = values.flatMap(({ node, value }) =>
      (value.services ?? []).filter((service) => service.id === id)
        .map((service) => ({ node, service }))
    );
    if (!writer) {
      await context.stdout.write(serviceBlocks(found, { now, colours: createColours(context) }));
    } else for (const { node, service } of found) await writer.add(node, service);
    throwFailures(failures);
    if (found.length > 0) return;
    throw new OsctlError("node", `no service "${id}" on ${client.nodes.join(", ")}`, {
      hint: 'list them with "osctl service"',
    });
  };
  await (writer ? writeRows(writer, look) : look());
}

export default command("service")
  .alias("services")
  .summary("List and control services")
  .details(
    "Without arguments, lists all services. With an ID, shows the service and its latest " +
      "events on every node that runs it; an action changes its state.",
  )
  .args({ id: "[id]", action: "[action]" }, { id: "service", action: ACTIONS })
  .usage("[<id> [start|stop|restart|status]]")
  .flags(tableFlags)
  .example("osctl service -n 10.5.0.2", "List services")
  .example(
    "osctl service etcd -n 10.5.0.2,10.5.0.3",
    "Show one service of two nodes with its events",
  )
  .example("osctl service kubelet restart", "Restart a service")
  .run(async (context, { args: { id = "", action: word = "status" }, flags }) => {
    const action = actionOf(word);
    if (action === "status" && id !== "") return await show(context, flags, id);
    if (action !== "status" && id === "") {
      throw new OsctlError("usage", `no service is named for "${action}"`, {
        hint: 'name one, see "osctl service"',
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    const { responseView, servicesView } = await import("../lib/node/services/services_view.ts");
    if (action === "status") {
      await printNodeRows(context, flags, {
        call: (client) => client.call(MachineService.ServiceList, {}),
        toRows: ({ services }) => services ?? [],
        view: servicesView({ now: context.clock.now() }),
        headerWithoutRows: true,
      });
      return;
    }
    const { ServiceStart, ServiceStop, ServiceRestart } = MachineService;
    const method = { start: ServiceStart, stop: ServiceStop, restart: ServiceRestart }[action];
    await printNodeRows(context, flags, {
      call: (client) => client.call(method, { id }),
      toRows: (answer) => [answer],
      view: responseView,
    });
  });
