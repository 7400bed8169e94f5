/** etcd alarms. */
import { group } from "../../../lib/cli/command.ts";
import list from "./list.ts";

export default group("alarm", {
  summary: "Manage etcd alarms",
  children: [list],
});
