import { containerFlags } from "./shared_flags.ts";
import { command } from "./wiring.ts";

export default command("restart")
  .summary("Restart a container")
  .details(
    "Restarts a system container, or with --kubernetes a container of a pod. To restart a " +
      "service, use osctl service <id> restart.",
  )
  .args({ id: "<id>" }, { id: "container" })
  .flags(containerFlags)
  .example("osctl restart apid -n 10.5.0.2", "Restart a system container")
  .example(
    "osctl restart -k kube-system/coredns-1:coredns -n 10.5.0.2",
    "Restart a container of a pod",
  )
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { requireSuccess } = await import("../lib/client/mod.ts");
    const { containerSelection } = await import("../lib/node/containers/mod.ts");
    const request = { id: args.id, ...containerSelection(flags) };
    await using client = await context.openClient({ connection: flags });
    requireSuccess(await client.call(MachineService.Restart, request));
  });
