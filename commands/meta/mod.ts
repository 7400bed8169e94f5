/** META partition: keys and values. */
import { group } from "../../lib/cli/command.ts";
import { groupFlags } from "./group_flags.ts";
import remove from "./delete.ts";
import write from "./write.ts";

export default group("meta", {
  summary: "Write and delete META keys",
  section: "Change nodes",
  flags: groupFlags,
  children: [remove, write],
});
