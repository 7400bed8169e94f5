/** What members of etcd raise when they cannot go on. */
import { group } from "../../../lib/cli/command.ts";
import list from "./list.ts";

export default group("alarm", {
  summary: "Look after the alarms of etcd",
  children: [list],
});
