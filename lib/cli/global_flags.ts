/** Flags inherited by every command. */
import { COLOUR_MODES } from "../output/colour.ts";
import { bool, int, oneOf, string, strings } from "./flags.ts";

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
  maxParallel: int({
    help: "nodes to call at the same time; 0: from the preferences, or 32",
    placeholder: "number",
    extra: true,
  }),
  nodes: strings({
    short: "n",
    help: "nodes to act on: addresses, names, @all; see osctl help targets",
    complete: "node",
    nonEmpty: true,
  }),
  noPreferences: bool({ help: "ignore ~/.os/preferences.yaml", extra: true }),
  osconfig: string({
    help: "client configuration file (default: OSCONFIG, then ~/.os/config)",
    placeholder: "path",
    complete: "localFile",
  }),
};
