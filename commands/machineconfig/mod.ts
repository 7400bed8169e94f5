/** What is done with machine configurations before a node has them. */
import { type Definition, group } from "../../lib/cli/command.ts";
import type { NodeClient } from "../../lib/client/types.ts";

const commands: readonly Definition<NodeClient>[] = [];

export default group("machineconfig", {
  aliases: ["mc"],
  summary: "Make, patch and describe machine configurations",
  children: commands,
});
