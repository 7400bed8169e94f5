/** etcd: members, status, alarms, snapshots. */
import { group } from "../../lib/cli/command.ts";
import alarm from "./alarm/mod.ts";
import members from "./members.ts";
import snapshot from "./snapshot.ts";
import status from "./status.ts";

export default group("etcd", {
  summary: "Manage etcd",
  children: [alarm, members, snapshot, status],
});
