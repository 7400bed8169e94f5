import { MultiError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("copy")
  .alias("cp")
  .summary("Copy files from a node")
  .details(
    "The node sends the path as a compressed tar archive, which is unpacked into a local " +
      "directory. A missing directory is created; existing files are never overwritten. " +
      "Permissions are kept; owners, set-ID bits and special files are not. With - instead " +
      "of a directory, the archive is written to stdout. Accepts one node.",
  )
  .args({ sourcePath: "<src-path>", localPath: "-|<local-path>" }, {
    sourcePath: "remotePath",
    localPath: "localFolder",
  })
  .example("osctl copy /var/log/pods ./pods -n 10.5.0.2", "Copy a directory")
  .example("osctl copy /etc - > etc.tar.gz", "Save the tar archive")
  .run(async (context, { args, flags }) => {
    const { MachineService } = await import("../proto/machine.ts");
    const { toByteStream } = await import("../lib/client/mod.ts");
    await using client = await context.openClient({ flags });
    const node = client.singleNode("copy");
    const request = { rootPath: args.sourcePath };
    const archive = () => toByteStream(client.stream(MachineService.Copy, request, node));
    if (args.localPath === "-") {
      const { pipeTo } = await import("../lib/output/write_behind.ts");
      await pipeTo(archive(), context.stdout);
      return;
    }
    const { requireFolder, unpackTarGz } = await import("../lib/platform/unpack.ts");
    const target = await requireFolder(context.cwd, args.localPath);
    const [refusal, ...further] = await unpackTarGz(archive(), target);
    // Rejected whatever the node sent.
    if (refusal !== undefined) throw new MultiError([refusal, ...further]);
  });
