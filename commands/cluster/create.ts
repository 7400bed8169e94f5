import type { CreateFlags } from "../../lib/cluster/create_flags.ts";
import type { ProvisionerName } from "../../lib/cluster/mod.ts";
import { OsctlError } from "../../lib/errors.ts";
import type { LocalCreation } from "../../lib/console/cluster/create_local.ts";
import { command, type Context } from "../wiring.ts";
import { createFlags, SUPPORTED_FLAGS, withAbsentFlags } from "./create_flags.ts";
import { groupFlags } from "./group_flags.ts";

export default command("create")
  .summary("Create a local cluster")
  .details(
    "The docker provisioner runs nodes as containers, qemu as virtual machines. The sandbox " +
      "provisioner runs all nodes in one background process: each node has its own loopback " +
      "address and serves the node API from this machine's state. It needs no image, virtual " +
      "machine or root; its Kubernetes API runs no containers. Adds a context to the client " +
      "configuration and to the kubeconfig, and makes both current. With --file, creates the " +
      "nodes of a cluster file, with new secrets and with addresses and disks of this " +
      "machine; cluster plan and cluster apply then work on them. Removes what it has created " +
      "after a failure or an interrupt.",
  )
  .flags(createFlags)
  .inherits(groupFlags)
  .example(
    "osctl cluster create --image-archive node.tar --workers 2",
    "Create a cluster of containers from an image archive",
  )
  .example(
    "osctl cluster create --provisioner sandbox",
    "Create one control plane node and one worker",
  )
  .example(
    "osctl cluster create --provisioner sandbox --name big --controlplanes 3",
    "Create a named cluster of four nodes",
  )
  .example(
    "osctl cluster create --provisioner sandbox -f cluster.yaml",
    "Create the nodes of a cluster file on this machine",
  )
  .run(async (context, { flags: present, given }) => {
    const all = withAbsentFlags(present, context.release);
    const { chooseProvisioner, rejectUnsupportedFlags, resolveStateFolder } = await import(
      "../../lib/cluster/mod.ts"
    );
    const suggest = async (error: unknown): Promise<never> => {
      throw await suggestSandbox(error, all, given);
    };
    const provisioner = await chooseProvisioner(all.provisioner, context).catch(suggest);
    const stateFolder = resolveStateFolder(all.state, context);
    const local = await openFile(context, provisioner.name, { flags: all, given, stateFolder });
    const isFlag = (key: string) => local === undefined || key !== "skipInjectingConfig";
    const checked = new Set([...given].filter(isFlag));
    rejectUnsupportedFlags(provisioner.name, checked, createFlags, SUPPORTED_FLAGS);
    const name = local === undefined || given.has("name") ? all.name : local.name;
    const flags = { ...all, name };
    // Fails before anything is created when no file is writable.
    const kubeconfig = flags.skipKubeconfig || !flags.wait
      ? undefined
      : await resolveKubeconfig(context);
    const { createCluster } = await import("../../lib/cluster/create_cluster.ts");
    const { finishCluster } = await import("../../lib/console/local_cluster/finish_cluster.ts");
    const request = {
      ...{ flags, given, release: context.release, stateFolder },
      ...local === undefined ? {} : { declared: local.declared },
    };
    const rest = finishCluster(context, request, kubeconfig?.path);
    const finish = local?.finish(rest) ?? rest;
    const { withProgress } = await import("../../lib/output/progress.ts");
    const { record, ...client } = await withProgress(
      context,
      `creating cluster "${flags.name}"`,
      () => createCluster(context, provisioner, request, finish),
    ).catch(suggest);
    const { formatCluster } = await import("../../lib/cluster/format_cluster.ts");
    const { readNodeStates } = await import("../../lib/cluster/node_states.ts");
    const { formatNextSteps } = await import("../../lib/cluster/next_steps.ts");
    const states = await readNodeStates({ record, running: true }, context);
    await context.stdout.write(formatCluster(record, states, context));
    await context.stderr.write(
      formatNextSteps({ record, endpoints: client.endpoints ?? [], nodes: client.nodes ?? [] }, {
        osconfig: flags.osconfig,
        state: given.has("state") ? flags.state : "",
      }),
    );
  });

/** Loads the cluster file of `--file`; undefined without one. */
async function openFile(
  context: Context,
  provisioner: ProvisionerName,
  { flags, given, stateFolder }: {
    readonly flags: CreateFlags;
    readonly given: ReadonlySet<string>;
    readonly stateFolder: string;
  },
): Promise<LocalCreation | undefined> {
  if (flags.file === "") {
    if (!given.has("var")) return undefined;
    throw new OsctlError("usage", "--var requires --file");
  }
  const { openLocalCreation, rejectReplacedFlags } = await import(
    "../../lib/console/cluster/create_local.ts"
  );
  rejectReplacedFlags(given, provisioner);
  return await openLocalCreation(context, flags, {
    provisioner,
    stateFolder,
    isConfigured: !flags.skipInjectingConfig,
    isAwaited: flags.wait,
    timeoutMs: flags.waitTimeout,
  });
}

/** Replaces the hint of an unusable provisioner by the same command with the sandbox. */
async function suggestSandbox(
  error: unknown,
  flags: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
): Promise<unknown> {
  const { ProvisionerUnavailableError } = await import("../../lib/cluster/unavailable.ts");
  if (!(error instanceof ProvisionerUnavailableError)) return error;
  const { formatGivenFlags } = await import("../../lib/cli/given_flags.ts");
  const kept = new Set([...given].filter((key) => key !== "provisioner"));
  const supported = Object.entries({ ...groupFlags, ...createFlags })
    .filter(([key]) => SUPPORTED_FLAGS.sandbox.has(key) || key in groupFlags);
  const words = formatGivenFlags(Object.fromEntries(supported), kept, flags);
  return new ProvisionerUnavailableError(error.message, {
    hint: `run: ${["osctl cluster create --provisioner sandbox", ...words].join(" ")}`,
    cause: error,
  });
}

async function resolveKubeconfig(context: Context): Promise<{ readonly path: string }> {
  const { resolveTarget } = await import("../../lib/kubernetes/download/target_path.ts");
  return await resolveTarget({ path: undefined, merge: true, force: false }, context);
}
