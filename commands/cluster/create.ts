import { command } from "../wiring.ts";
import { createFlags, SANDBOX_FLAGS } from "./create_flags.ts";
import { groupFlags } from "./group_flags.ts";

export default command("create")
  .summary("Create a local cluster")
  .details(
    "The sandbox provisioner runs all nodes in one background process, each on its own " +
      "loopback address, serving the node API from this machine's state. It needs no image, " +
      "virtual machine or root, and has no Kubernetes. The new context becomes the current " +
      "one.",
  )
  .flags(createFlags)
  .inherits(groupFlags)
  .example(
    "osctl cluster create --provisioner sandbox",
    "Create one control plane node and one worker",
  )
  .example(
    "osctl cluster create --provisioner sandbox --name big --controlplanes 3 --workers 2",
    "Create a named cluster of five nodes",
  )
  .run(async (context, { flags, given }) => {
    const { chooseProvisioner, rejectUnsupportedFlags } = await import("../../lib/cluster/mod.ts");
    const { createCluster } = await import("../../lib/cluster/create_cluster.ts");
    const provisioner = chooseProvisioner(flags.provisioner, context);
    rejectUnsupportedFlags(given, createFlags, SANDBOX_FLAGS);
    const status = await createCluster(context, provisioner, {
      name: flags.name,
      state: flags.state,
      controlPlanes: given.has("masters") ? flags.masters : flags.controlplanes,
      workers: flags.workers,
      unconfigured: flags.unconfigured,
      alpn: flags.alpn,
      cidr: given.has("cidr") ? flags.cidr : undefined,
      uuidNames: flags.withUuidHostnames,
      endpoint: flags.endpoint === "" ? undefined : flags.endpoint,
      osconfig: flags.osconfig,
      waitMs: flags.wait ? flags.waitTimeout : undefined,
      crashdump: flags.crashdump,
    });
    if (!flags.skipKubeconfig) {
      await context.stderr.write(
        "the sandbox has no Kubernetes, so the kubeconfig stays as it is\n",
      );
    }
    const { formatCluster } = await import("../../lib/cluster/format_cluster.ts");
    await context.stdout.write(formatCluster(status.record));
  });
