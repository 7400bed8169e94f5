import { OsctlError } from "../lib/errors.ts";
import { plainDryRunFlag } from "./safety_flags.ts";
import { tableFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

const ACTIONS = ["start", "stop", "restart", "status"] as const;

type Action = typeof ACTIONS[number];

function parseAction(word: string): Action {
  const action = ACTIONS.find((name) => name === word);
  if (action !== undefined) return action;
  throw new OsctlError("usage", `unknown action "${word}"`, {
    hint: `use one of ${ACTIONS.join(", ")}`,
  });
}

export default command("service")
  .alias("services")
  .summary("List and control services")
  .section("Read nodes")
  .paged()
  .details(
    "Without arguments, lists all services. With an ID, shows the service and its latest " +
      "events on every node that runs it. An action starts, stops or restarts the service.",
  )
  .args({ id: "[id]", action: "[action]" }, { id: "service", action: ACTIONS })
  .usage("[<id> [start|stop|restart|status]]")
  .flags({ ...tableFlags, ...plainDryRunFlag })
  .example("osctl service -n 10.5.0.2", "List services")
  .example(
    "osctl service etcd -n 10.5.0.2,10.5.0.3",
    "Show one service of two nodes with its events",
  )
  .example("osctl service kubelet restart", "Restart a service")
  .example("osctl service kubelet restart --dry-run", "Print the nodes and the service's state")
  .run(async (context, { args: { id = "", action: word = "status" }, flags }) => {
    const action = parseAction(word);
    if (action !== "status" && id === "") {
      throw new OsctlError("usage", `no service for "${action}"`, {
        hint: 'add a service ID, as listed by "osctl service"',
      });
    }
    if (action === "status" && flags.dryRun) {
      throw new OsctlError("usage", "--dry-run requires an action", {
        hint: "use start, stop or restart",
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { printNodeRows } = await import("../lib/node/print_rows.ts");
    const {
      formatServices,
      responseView,
      selectServices,
      servicesView,
      createUnknownServiceError,
    } = await import("../lib/node/services/mod.ts");
    if (action === "status") {
      const { createColours } = await import("../lib/output/colour.ts");
      const now = context.clock.now();
      await printNodeRows(context, flags, {
        call: (client) => client.call(MachineService.ServiceList, {}),
        toRows: ({ services }) => selectServices(services ?? [], id),
        view: servicesView({ now }),
        ...(id === "" ? { headerWithoutRows: true } : {
          toText: (rows: Parameters<typeof formatServices>[0]) =>
            formatServices(rows, { now, colours: createColours(context), times: context.times }),
          emptyError: (nodes: readonly string[]) => createUnknownServiceError(id, nodes),
        }),
      });
      return;
    }
    if (flags.dryRun) {
      const { printServiceDryRun } = await import("../lib/console/service_dry_run.ts");
      return await printServiceDryRun(context, { flags, action, id });
    }
    const { ServiceStart, ServiceStop, ServiceRestart } = MachineService;
    const method = { start: ServiceStart, stop: ServiceStop, restart: ServiceRestart }[action];
    await printNodeRows(context, { ...flags, isChange: true }, {
      call: (client) => client.call(method, { id }),
      toRows: (response) => [response],
      view: responseView,
    });
  });
