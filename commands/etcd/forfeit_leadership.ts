import { command } from "../wiring.ts";

export default command("forfeit-leadership")
  .summary("Transfer etcd leadership to another member")
  .changesNodes("prints")
  .details("Does nothing on a member that is not the leader.")
  .example("osctl etcd forfeit-leadership -n 10.5.0.2", "Transfer leadership before a reboot")
  .run(async (context, { flags }) => {
    const { MachineService } = await import("../../proto/machine.ts");
    const { splitResults, throwFailures } = await import("../../lib/client/mod.ts");
    const { addQuorumHint } = await import("../../lib/node/etcd/mod.ts");
    await using client = await context.openClient({ connection: flags });
    const answers = await client.call(MachineService.EtcdForfeitLeadership, {});
    throwFailures(splitResults(answers).failures.map(addQuorumHint));
  });
