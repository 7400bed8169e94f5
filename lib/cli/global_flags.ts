/** Flags inherited by every command. */
import { string, strings } from "./flags.ts";

/** Flags inherited by every command. */
export const globalFlags = {
  cluster: string({ help: "cluster to connect to if a proxy endpoint is used" }),
  context: string({ help: "context to use", complete: "context" }),
  endpoints: strings({
    short: "e",
    help: "override the endpoints of the client configuration",
    complete: "node",
    nonEmpty: true,
  }),
  nodes: strings({ short: "n", help: "nodes to act on", complete: "node", nonEmpty: true }),
  osconfig: string({
    help: "client configuration file (default: OSCONFIG, then ~/.os/config)",
    placeholder: "path",
    complete: "localFile",
  }),
};
