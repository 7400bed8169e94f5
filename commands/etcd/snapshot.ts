import { inClusterFlags, runsInCluster } from "../in_cluster_flags.ts";
import { claimFlags, rejectClaim, s3Flags } from "../snapshot_flags.ts";
import { outputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("snapshot")
  .summary("Save an etcd snapshot")
  .details(
    "Writes <path>.part, verifies it, then renames it to <path>, replacing an existing " +
      "file. If several nodes are configured, uses one control plane node and prints which. " +
      "If the path ends with a slash, it is a folder, and the file is named by its time. With " +
      "--in-cluster, a Job writes the snapshot to a folder of --claim. A path that begins with " +
      "s3:// is an object of an object store: its upload is complete once the checksum of the " +
      "snapshot matches. Credentials are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  )
  .args({ path: "<path>" }, { path: "localFile" })
  .flags({ ...outputFlags, ...inClusterFlags, ...claimFlags, ...s3Flags })
  .example("osctl etcd snapshot backup.db -n 10.5.0.2", "Save a snapshot of a control plane node")
  .example("osctl etcd snapshot s3://backups/lab/ --keep 14", "Save to S3, and retain 14")
  .example(
    "osctl etcd snapshot s3://backups/lab/ --s3-endpoint https://minio.example.com:9000",
    "Save to another object store",
  )
  .run(async (context, { args, flags, given }) => {
    if (runsInCluster(flags, given)) {
      const { launchSnapshot } = await import(
        "../../lib/console/rolling/in_cluster/launch_cluster.ts"
      );
      return await launchSnapshot(context, { ...flags, path: args.path, yes: true });
    }
    rejectClaim(given);
    const { MachineService } = await import("../../proto/machine.ts");
    const { toByteStream } = await import("../../lib/client/mod.ts");
    const { ByteProgress } = await import("../../lib/output/progress.ts");
    const { openSnapshotStore, snapshotFields, snapshotLines } = await import(
      "../../lib/node/etcd/snapshot/mod.ts"
    );
    const progress = new ByteProgress(context, "etcd snapshot");
    const save = await openSnapshotStore(context, {
      ...flags,
      path: args.path,
      onProgress: (bytes) => progress.show(bytes),
    });
    const { addNodeName } = await import("../../lib/client/node_error.ts");
    const { createRecordWriter, selectFormat } = await import("../../lib/output/mod.ts");
    const format = await selectFormat(flags.output, {
      view: { fields: snapshotFields },
      terminal: context.terminal.isTerminal("stdout"),
    });
    const { runTask, TASK_VARIABLES } = await import(
      "../../lib/procedures/rolling/in_cluster/task_status.ts"
    );
    const isTask = (context.env.get(TASK_VARIABLES.status) ?? "") !== "";
    await using client = await context.openClient({
      connection: flags,
      // A pod tries all endpoints: its role cannot read which nodes are control planes.
      ...isTask ? { defaultToEndpoints: true } : { selectControlPlane: true },
    });
    const nodes = isTask ? client.nodes : [client.singleNode("etcd snapshot")];
    const saveFrom = async (node: string) => {
      const chunks = toByteStream(client.stream(MachineService.EtcdSnapshot, {}, node));
      return { node, snapshot: await save(chunks) };
    };
    let result: Awaited<ReturnType<typeof saveFrom>> | undefined;
    await runTask(context, async (numbers) => {
      try {
        result = await firstOf(nodes, saveFrom, addNodeName);
        numbers.set("osctl_etcd_snapshot_bytes", Number(result.snapshot.databaseSize));
      } finally {
        await progress.end();
      }
    });
    const { node, snapshot } = result!;
    if (format === "table") {
      await context.stdout.write(snapshotLines(snapshot));
      return;
    }
    const writer = createRecordWriter(context.stdout, snapshotFields, { format });
    await writer.add(node, snapshot);
    await writer.end();
  });

/** Returns the first result; throws the first failure, with its node, when there is none. */
async function firstOf<T>(
  nodes: readonly string[],
  action: (node: string) => Promise<T>,
  addName: (node: string, error: unknown) => unknown,
): Promise<T> {
  let failure: unknown;
  for (const node of nodes) {
    try {
      return await action(node);
    } catch (error) {
      failure ??= addName(node, error);
    }
  }
  throw failure;
}
