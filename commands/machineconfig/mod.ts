/** Local work with machine configurations. */
import { type Definition, group } from "../../lib/cli/command.ts";
import type { NodeClient } from "../../lib/client/types.ts";
import gen from "./gen.ts";
import patch from "./patch.ts";
import schema from "./schema.ts";

const commands: readonly Definition<NodeClient>[] = [gen, patch, schema];

export default group("machineconfig", {
  aliases: ["mc"],
  summary: "Generate, patch and describe machine configurations",
  section: "Configuration",
  globals: [],
  children: commands,
});
