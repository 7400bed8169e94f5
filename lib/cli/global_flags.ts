/** Flags inherited by every command. */
import { COLOUR_MODES } from "../output/colour.ts";
import { oneOf, string, strings } from "./flags.ts";

/** Flags inherited by every command. */
export const globalFlags = {
  cluster: string({ help: "cluster to connect to if a proxy endpoint is used" }),
  color: oneOf(COLOUR_MODES, {
    default: "auto",
    help: "colours; auto: on a terminal, unless NO_COLOR is set",
    extra: true,
  }),
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
