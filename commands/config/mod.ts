/** Client configuration: contexts, their endpoints and nodes, new credentials. */
import { group } from "../../lib/cli/command.ts";
import add from "./add.ts";
import context from "./context.ts";
import contexts from "./contexts.ts";
import endpoint from "./endpoint.ts";
import info from "./info.ts";
import merge from "./merge.ts";
import newConfig from "./new.ts";
import node from "./node.ts";
import remove from "./remove.ts";

export default group("config", {
  summary: "Manage the client configuration",
  children: [add, context, contexts, endpoint, info, merge, newConfig, node, remove],
});
