import type { ClusterRecord, CreatedCluster } from "../../lib/cluster/mod.ts";
import { command, type Context } from "../wiring.ts";
import { createFlags, SANDBOX_FLAGS } from "./create_flags.ts";
import { groupFlags } from "./group_flags.ts";

export default command("create")
  .summary("Create a local cluster")
  .details(
    "The sandbox provisioner runs all nodes in one background process, each on its own " +
      "loopback address, serving the node API from this machine's state. It needs no image, " +
      "virtual machine or root. Its Kubernetes API runs no containers. The new contexts of " +
      "client configuration and kubeconfig become the current ones; the former has the control " +
      "plane nodes as its nodes.",
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
    const provisioner = flags.provisioner === "sandbox"
      ? chooseProvisioner(flags.provisioner, context)
      : chooseProvisioner(flags.provisioner, context, await suggestSandbox(flags, given));
    rejectUnsupportedFlags(given, createFlags, SANDBOX_FLAGS);
    const { parseSandboxVersion } = await import("../../lib/cluster/sandbox_version.ts");
    // Fails before anything is created when no file is writable.
    const kubeconfig = flags.skipKubeconfig || !flags.wait
      ? undefined
      : await resolveKubeconfig(context);
    const { createCluster, writeRecord } = await import("../../lib/cluster/create_cluster.ts");
    const options = {
      name: flags.name,
      state: flags.state,
      controlPlanes: given.has("masters") ? flags.masters : flags.controlplanes,
      workers: flags.workers,
      unconfigured: flags.unconfigured,
      alpn: given.has("alpn") || flags.osVersion === "" ? flags.alpn : undefined,
      osVersion: flags.osVersion === "" ? undefined : parseSandboxVersion(flags.osVersion),
      cidr: given.has("cidr") ? flags.cidr : undefined,
      uuidNames: flags.withUuidHostnames,
      apiPort: flags.controlPlanePort,
      endpoint: flags.endpoint === "" ? undefined : flags.endpoint,
      osconfig: flags.osconfig,
      waitMs: flags.wait ? flags.waitTimeout : undefined,
      crashdump: flags.crashdump,
    };
    const { withProgress } = await import("../../lib/output/progress.ts");
    const created = await withProgress(
      context,
      `creating cluster "${flags.name}"`,
      () => createCluster(context, provisioner, options),
    );
    const record = kubeconfig === undefined
      ? created.record
      : await addKubeconfig(context, created, kubeconfig.path);
    await writeRecord(context, flags.state, record);
    const { formatCluster } = await import("../../lib/cluster/format_cluster.ts");
    const { readNodeStates } = await import("../../lib/cluster/node_states.ts");
    const { formatNextSteps } = await import("../../lib/cluster/next_steps.ts");
    const states = await readNodeStates({ record, running: true }, context);
    const { createColours } = await import("../../lib/output/colour.ts");
    await context.stdout.write(formatCluster(record, states, createColours(context)));
    await context.stderr.write(
      formatNextSteps({ ...created, record }, {
        osconfig: flags.osconfig,
        state: given.has("state") ? flags.state : "",
      }),
    );
  });

/** Suggests the same command with the sandbox, without the flags it rejects. */
async function suggestSandbox(
  flags: Readonly<Record<string, unknown>>,
  given: ReadonlySet<string>,
): Promise<string> {
  const { formatGivenFlags } = await import("../../lib/cli/given_flags.ts");
  const kept = new Set([...given].filter((key) => key !== "provisioner"));
  const supported = Object.entries({ ...groupFlags, ...createFlags })
    .filter(([key]) => SANDBOX_FLAGS.has(key) || key in groupFlags);
  const words = formatGivenFlags(Object.fromEntries(supported), kept, flags);
  return `run: ${["osctl cluster create --provisioner sandbox", ...words].join(" ")}`;
}

async function resolveKubeconfig(context: Context): Promise<{ readonly path: string }> {
  const { resolveTarget } = await import("../../lib/kubernetes/download/target_path.ts");
  return await resolveTarget({ path: undefined, merge: true, force: false }, context);
}

/** Merges the kubeconfig of a new cluster and returns the record with the added entries. */
async function addKubeconfig(
  context: Context,
  { record, crt, key }: CreatedCluster,
  path: string,
): Promise<ClusterRecord> {
  const node = record.nodes.find(({ type }) => type === "controlplane");
  if (node === undefined) return record;
  const { addClusterKubeconfig } = await import(
    "../../lib/kubernetes/download/cluster_kubeconfig.ts"
  );
  await context.stderr.write(`merging kubeconfig into "${path}"\n`);
  const source = { ...node, tls: { ca: record.ca, crt, key } };
  const { added, lines } = await addClusterKubeconfig(context, source, path);
  await context.stderr.write(lines.map((line) => `${line}\n`).join(""));
  return { ...record, kubeconfig: added };
}
