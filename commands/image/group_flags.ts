/** Flag inherited by every `image` command. */
import { oneOf } from "../../lib/cli/flags.ts";

/** Selection of the containerd namespace. */
export const groupFlags = {
  namespace: oneOf(["system", "cri"], {
    default: "cri",
    help: "containerd namespace: system (etcd, kubelet) or cri (Kubernetes workloads)",
  }),
};
