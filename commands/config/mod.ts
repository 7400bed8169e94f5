/** Client configuration: contexts, their endpoints and nodes, new credentials. */
import { group } from "../../lib/cli/command.ts";
import add from "./add.ts";
import context from "./context.ts";
import contexts from "./contexts.ts";
import currentContext from "./current_context.ts";
import endpoint from "./endpoint.ts";
import info from "./info.ts";
import merge from "./merge.ts";
import newConfig from "./new.ts";
import node from "./node.ts";
import proxyUrl from "./proxy_url.ts";
import remove from "./remove.ts";
import rename from "./rename.ts";

/** Commands of kubectl, and those that serve their purpose. */
const synonyms = {
  "delete-context": ["config remove <context>"],
  "set-context": ["config node <node>...", "config endpoint <endpoint>..."],
  "unset": ["config remove <context>"],
  "view": ["config info", "config contexts"],
} as const;

export default group("config", {
  summary: "Manage the client configuration",
  section: "Configuration",
  globals: ["context", "osconfig"],
  synonyms,
  children: [
    add,
    context,
    contexts,
    currentContext,
    endpoint,
    info,
    merge,
    newConfig,
    node,
    proxyUrl,
    remove,
    rename,
  ],
});
