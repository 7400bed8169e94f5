import { yesFlag } from "../../lib/cli/yes_flag.ts";
import { command } from "../wiring.ts";

export default command("remove-member")
  .summary("Remove a failed etcd member")
  .details(
    "Use it only for a member whose node is unreachable; otherwise use osctl etcd leave. " +
      "The member ID is hexadecimal, as printed by osctl etcd members. With " +
      "OSCTL_INTERFACE=v1.4, a hostname is accepted too.",
  )
  .args({ member: "<member ID>" }, { member: "etcdMember" })
  .usage({ "v1.4": "<member ID>|<hostname>", "v1.8": "<member ID>" })
  .flags(yesFlag)
  .example(
    "osctl etcd remove-member 4a3b9f0c1d2e5f60 -n 10.5.0.2",
    "Remove a member by its ID through a healthy node",
  )
  .run(async (context, { args, flags }) => {
    const { splitResults, throwFailures } = await import("../../lib/client/mod.ts");
    const { addQuorumHint, findMember, parseMember, removeMember } = await import(
      "../../lib/node/etcd/mod.ts"
    );
    const member = parseMember(args.member, context.release);
    await using client = await context.openClient({ connection: flags });
    const { confirmDisruption } = await import("../../lib/console/confirm_disruption.ts");
    await confirmDisruption(context, {
      action: `Remove member ${args.member} from the etcd cluster`,
      connection: flags,
      yes: flags.yes,
      client,
      isIndirect: true,
      describe: async () => {
        const { describeRemainder } = await import("../../lib/procedures/affected_nodes.ts");
        const { name, others } = await findMember(client, member);
        if (others === undefined) return "the effect on etcd is unknown: its members were not read";
        if (name === undefined) return "etcd has no such member";
        return `${name}: ${describeRemainder(others)}`;
      },
    });
    throwFailures(splitResults(await removeMember(client, member)).failures.map(addQuorumHint));
  });
