/** The database of the orchestrator: its members, their state, and copies of it. */
import { group } from "../../lib/cli/command.ts";
import alarm from "./alarm/mod.ts";
import members from "./members.ts";
import snapshot from "./snapshot.ts";
import status from "./status.ts";

export default group("etcd", {
  summary: "Look after the etcd cluster on control planes",
  children: [alarm, members, snapshot, status],
});
