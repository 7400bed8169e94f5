/** etcd alarms. */
import { group } from "../../../lib/cli/command.ts";
import disarm from "./disarm.ts";
import list from "./list.ts";

export default group("alarm", {
  summary: "Manage etcd alarms",
  children: [disarm, list],
});
