/** Flags inherited by every `meta` command. */
import { bool } from "../../lib/cli/flags.ts";

/** Selection of the maintenance service. */
export const groupFlags = {
  insecure: bool({
    short: "i",
    since: "v1.8",
    help: "use the maintenance service, without client authentication",
  }),
};
