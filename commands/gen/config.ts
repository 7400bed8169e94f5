import { configFlags, generateFiles } from "../config_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("config")
  .summary("Make the configurations of a new cluster's machines")
  .details(
    "Writes controlplane.yaml, worker.yaml and osconfig, readable by you only. The endpoint is the " +
      "URL of the Kubernetes API: of a load balancer, or of the first control plane at port 6443. " +
      "Without --with-secrets the secrets are new, and only in these files.",
  )
  .args({ name: "<cluster name>", endpoint: "<cluster endpoint>" })
  .flags(configFlags)
  .inherits(groupFlags)
  .example(
    "osctl gen config --with-secrets secrets.yaml lab https://10.0.0.10:6443",
    "Make the configurations of the cluster lab",
  )
  .example(
    "osctl gen config --with-secrets secrets.yaml -t osconfig -o - lab https://10.0.0.10:6443",
    "Print a client configuration with a new certificate",
  )
  .run((context, { args, flags }) => generateFiles(context, args, flags));
