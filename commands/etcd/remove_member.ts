import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { dryRunFlag, quorumFlag } from "../safety_flags.ts";
import { command } from "../wiring.ts";

export default command("remove-member")
  .summary("Remove a failed etcd member")
  .changesNodes("asks")
  .details(
    "Use it only for a member whose node is unreachable; otherwise use osctl etcd leave. " +
      "The member ID is hexadecimal, as printed by osctl etcd members. With " +
      "OSCTL_INTERFACE=v1.4, a hostname is accepted too.",
  )
  .args({ member: "<member ID>" }, { member: "etcdMember" })
  .usage({ "v1.4": "<member ID>|<hostname>", "v1.8": "<member ID>" })
  .flags({ ...dryRunFlag, ...quorumFlag, ...yesFlag })
  .example(
    "osctl etcd remove-member 4a3b9f0c1d2e5f60 -n 10.5.0.2",
    "Remove a member by its ID through a healthy node",
  )
  .run(async (context, { args, flags }) => {
    const { splitResults, throwFailures } = await import("../../lib/client/mod.ts");
    const { addQuorumHint, parseMember, removeMember } = await import(
      "../../lib/node/etcd/mod.ts"
    );
    const member = parseMember(args.member, context.release);
    await using client = await context.openClient({ connection: flags });
    const { confirmOrPrint } = await import("../../lib/console/confirm_disruption.ts");
    const isConfirmed = await confirmOrPrint(context, {
      action: `Remove member ${args.member} from the etcd cluster`,
      connection: flags,
      yes: flags.yes,
      acceptsQuorumLoss: flags.acceptQuorumLoss,
      isDryRun: flags.dryRun,
      client,
      isIndirect: true,
      assess: async () => {
        const { assessRemoval } = await import("../../lib/procedures/quorum/assess_removal.ts");
        return await assessRemoval(client, context, member);
      },
    });
    if (!isConfirmed) return;
    throwFailures(splitResults(await removeMember(client, member)).failures.map(addQuorumHint));
  });
