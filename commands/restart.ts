import { dryRunFlag, quorumFlag } from "./safety_flags.ts";
import { containerFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("restart")
  .summary("Restart a container")
  .section("Change nodes")
  .changesNodes("prints")
  .details(
    "Restarts a system container, or with --kubernetes a container of a pod. To restart a " +
      "service, use osctl service <id> restart.",
  )
  .args({ id: "<id>" }, { id: "container" })
  .flags({ ...containerFlags, ...dryRunFlag, ...quorumFlag })
  .example("osctl restart apid -n 10.5.0.2", "Restart a system container")
  .example(
    "osctl restart -k kube-system/coredns-1:coredns -n 10.5.0.2",
    "Restart a container of a pod",
  )
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { requireSuccess } = await import("../lib/client/mod.ts");
    const { containerSelection } = await import("../lib/node/containers/mod.ts");
    const selection = containerSelection(flags);
    const request = { id: args.id, ...selection };
    await using client = await context.openClient({ connection: flags });
    const { printContainerDryRun, restartOf } = await import("../lib/console/restart_container.ts");
    const restart = restartOf(client, { flags, id: args.id });
    if (flags.dryRun) return await printContainerDryRun(context, restart, selection);
    const { requireQuorum } = await import("../lib/procedures/disruption.ts");
    await requireQuorum(context, restart);
    requireSuccess(await client.call(MachineService.Restart, request));
  });
