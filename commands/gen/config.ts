import { configFlags, generateFiles } from "../config_flags.ts";
import { command } from "../wiring.ts";
import { groupFlags } from "./group_flags.ts";

export default command("config")
  .summary("Generate machine configurations for a new cluster")
  .details(
    "Writes controlplane.yaml, worker.yaml and osconfig with mode 0600. The endpoint is the " +
      "URL of the Kubernetes API: a load balancer, or the first control plane node on port " +
      "6443. Without --with-secrets, generates new secrets, which exist in these files only.",
  )
  .args({ name: "<cluster name>", endpoint: "<cluster endpoint>" })
  .flags(configFlags)
  .inherits(groupFlags)
  .example(
    "osctl gen config --with-secrets secrets.yaml lab https://10.0.0.10:6443",
    "Generate configurations for cluster lab",
  )
  .example(
    "osctl gen config --with-secrets secrets.yaml -t osconfig -o - lab https://10.0.0.10:6443",
    "Print a client configuration with a new certificate",
  )
  .run((context, { args, flags, given }) => generateFiles(context, args, flags, given));
