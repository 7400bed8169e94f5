/** Images on nodes, and the default images of clusters. */
import { group } from "../../lib/cli/command.ts";
import defaultImages from "./default.ts";
import { groupFlags } from "./group_flags.ts";
import list from "./list.ts";
import pull from "./pull.ts";

export default group("image", {
  summary: "Manage container images",
  section: "Read nodes",
  aliases: ["images"],
  since: "v1.8",
  flags: groupFlags,
  children: [defaultImages, list, pull],
});
