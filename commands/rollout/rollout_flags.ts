/** Flags of the commands about rollouts. */
import { string } from "../../lib/cli/flags.ts";

/** Flags for the place of rollouts. */
export const rolloutFlags = {
  podNamespace: string({
    default: "osctl-system",
    help: "namespace of the rollouts",
    placeholder: "namespace",
    extra: true,
  }),
};
