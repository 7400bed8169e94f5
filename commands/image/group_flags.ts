/** The flag every `image` command inherits from its group. */
import { oneOf } from "../../lib/cli/flags.ts";

/** Which of a node's images. */
export const groupFlags = {
  namespace: oneOf(["system", "cri"], {
    default: "cri",
    help: "images of the node itself (system), or those of the orchestrator's containers (cri)",
  }),
};
