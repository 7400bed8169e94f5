/** etcd: members, status, alarms, snapshots. */
import { group } from "../../lib/cli/command.ts";
import alarm from "./alarm/mod.ts";
import defrag from "./defrag.ts";
import downgrade from "./downgrade/mod.ts";
import forfeitLeadership from "./forfeit_leadership.ts";
import leave from "./leave.ts";
import members from "./members.ts";
import removeMember from "./remove_member.ts";
import snapshot from "./snapshot.ts";
import status from "./status.ts";

export default group("etcd", {
  summary: "Manage etcd",
  section: "Cluster",
  children: [
    alarm,
    defrag,
    downgrade,
    forfeitLeadership,
    leave,
    members,
    removeMember,
    snapshot,
    status,
  ],
});
