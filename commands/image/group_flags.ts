/** Flag inherited by every `image` command. */
import { oneOf } from "../../lib/cli/flags.ts";

/** Selection of the containerd namespace. */
export const groupFlags = {
  namespace: oneOf(["system", "cri"], {
    default: "cri",
    extraValues: ["inmem"],
    help: "containerd namespace: system (etcd, kubelet), cri (Kubernetes workloads) or inmem " +
      "(in-memory containerd; nodes of v1.13 or later)",
  }),
};
