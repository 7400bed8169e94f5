import { outputFlags } from "../shared_flags.ts";
import { command } from "../wiring.ts";

export default command("snapshot")
  .summary("Save an etcd snapshot")
  .details(
    "Writes <path>.part, verifies it, then renames it to <path>, replacing an existing " +
      "file. Of several configured nodes, uses a control plane node.",
  )
  .args({ path: "<path>" }, { path: "localFile" })
  .flags(outputFlags)
  .example("osctl etcd snapshot backup.db -n 10.5.0.2", "Save a snapshot of a control plane node")
  .run(async (context, { args, flags }) => {
    const { resolve } = await import("../../lib/platform/paths.ts");
    const { MachineService } = await import("../../proto/machine.ts");
    const { toByteStream } = await import("../../lib/client/mod.ts");
    const { saveSnapshot, snapshotFields, snapshotLines } = await import(
      "../../lib/node/etcd/snapshot/mod.ts"
    );
    const { addNodeName } = await import("../../lib/client/node_error.ts");
    const { ByteProgress } = await import("../../lib/output/progress.ts");
    const { createRecordWriter, selectFormat } = await import("../../lib/output/mod.ts");
    const format = await selectFormat(flags.output, {
      view: { fields: snapshotFields },
      terminal: context.terminal.isTerminal("stdout"),
    });
    await using client = await context.openClient({ flags, selectControlPlane: true });
    const node = client.singleNode("etcd snapshot");
    const progress = new ByteProgress(context, "etcd snapshot");
    const pieces = toByteStream(client.stream(MachineService.EtcdSnapshot, {}, node));
    let saved;
    try {
      const path = resolve(context.cwd, args.path);
      saved = await saveSnapshot(path, pieces, (bytes) => progress.show(bytes));
    } catch (error) {
      throw addNodeName(node, error);
    } finally {
      await progress.end();
    }
    const snapshot = { path: args.path, ...saved };
    if (format === "table") {
      await context.stdout.write(snapshotLines(snapshot));
      return;
    }
    const writer = createRecordWriter(context.stdout, snapshotFields, { format });
    await writer.add(node, snapshot);
    await writer.end();
  });
