import { bool, string, strings } from "../../lib/cli/flags.ts";
import { encryptionFlags, requireRecipients } from "../encryption_flags.ts";
import { command } from "../wiring.ts";
import { rejectLocalFlags } from "./file_flags.ts";

export default command("init")
  .summary("Create a cluster file for a new cluster")
  .details(
    "Writes the cluster file and, next to it, new secrets (secrets.yaml), both with mode " +
      "0600. On a terminal, prompts for missing values.",
  )
  .args({ cluster: "[name]" })
  .flags({
    file: string({
      short: "f",
      default: "cluster.yaml",
      help: "file to write",
      placeholder: "path",
      complete: "localFile",
      extra: true,
    }),
    endpoint: string({ help: "URL of the Kubernetes API", placeholder: "URL", extra: true }),
    controlplanes: strings({
      help: "addresses of the control plane nodes",
      placeholder: "addresses",
      extra: true,
    }),
    workers: strings({
      help: "addresses of the worker nodes",
      placeholder: "addresses",
      extra: true,
    }),
    installDisk: string({ default: "/dev/sda", help: "installation disk", extra: true }),
    osVersion: string({
      help: "Talos Linux version of the nodes; empty: the newest stable one that this build knows",
      placeholder: "version",
      extra: true,
    }),
    kubernetesVersion: string({
      help: "Kubernetes version; empty: the default of the Talos Linux version",
      placeholder: "version",
      extra: true,
    }),
    force: bool({ help: "replace existing files", extra: true }),
    ...encryptionFlags,
  })
  .example(
    "osctl cluster init lab --controlplanes 10.0.0.11 --endpoint https://10.0.0.11:6443",
    "Write the file of a cluster with one node",
  )
  .example("osctl cluster init", "Prompt for all values")
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    requireRecipients(given, flags);
    const { initCluster } = await import("../../lib/console/cluster/init_cluster.ts");
    await initCluster(context, args.cluster, flags);
  });
