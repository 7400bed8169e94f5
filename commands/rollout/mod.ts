/** Rolling changes that run in the cluster. */
import { group } from "../../lib/cli/command.ts";
import list from "./list.ts";
import logs from "./logs.ts";
import pause from "./pause.ts";
import resume from "./resume.ts";
import status from "./status.ts";
import stop from "./stop.ts";

export default group("rollout", {
  summary: "Follow and control rolling changes in the cluster",
  section: "Cluster",
  extra: true,
  children: [list, logs, pause, resume, status, stop],
});
