import { MultiError, OsctlError } from "../lib/errors.ts";
import type { UnpackProgress } from "../lib/platform/unpack.ts";
import { command } from "./wiring.ts";

export default command("copy")
  .alias("cp")
  .summary("Copy files from a node")
  .section("Read nodes")
  .details(
    "Copies a file or directory into a local directory. A missing directory is created as " +
      "<local-path>.part and renamed when complete; the next copy replaces the remains of an " +
      "interrupted one. A single file is copied to the local path itself if that does not " +
      "exist. Never overwrites existing files. Keeps permissions, but not owners, set-ID bits " +
      "and special files. With - as local path, writes a compressed tar archive to stdout. " +
      "Accepts one node.",
  )
  .args({ sourcePath: "<src-path>", localPath: "-|<local-path>" }, {
    sourcePath: "remotePath",
    localPath: "localFolder",
  })
  .example("osctl copy /var/log/pods ./pods -n 10.5.0.2", "Copy a directory")
  .example("osctl copy /etc/os-release os-release", "Copy a file")
  .example("osctl copy /etc - > etc.tar.gz", "Save the tar archive")
  .run(async (context, { args: { sourcePath, localPath }, flags }) => {
    const isPiped = localPath === "-";
    if (isPiped && context.terminal.isTerminal("stdout")) {
      throw new OsctlError("usage", "the archive was not printed on the terminal", {
        hint: `use a directory, or save it with "osctl copy ${sourcePath} - > <file>"`,
      });
    }
    const { MachineService } = await import("../proto/machine.ts");
    const { toByteStream } = await import("../lib/client/mod.ts");
    const { ByteProgress } = await import("../lib/output/progress.ts");
    const { escapeControls } = await import("../lib/output/text.ts");
    await using client = await context.openClient({ connection: flags });
    const node = client.singleNode("copy");
    const request = { rootPath: sourcePath };
    const createArchive = (progress: InstanceType<typeof ByteProgress>) =>
      progress.count(toByteStream(client.stream(MachineService.Copy, request, node)));
    if (isPiped) {
      const { pipeTo } = await import("../lib/output/write_behind.ts");
      const progress = new ByteProgress(context, `copy ${sourcePath}`);
      try {
        await pipeTo(createArchive(progress), context.stdout);
      } finally {
        await progress.end();
      }
      return;
    }
    const { existingError, unpackTarGz } = await import("../lib/platform/unpack.ts");
    const { findUnpackTarget } = await import("../lib/platform/unpack_target.ts");
    const { findExistingTargets, hasEntries } = await import("../lib/node/files/mod.ts");
    const target = await findUnpackTarget(context.cwd, localPath);
    if (await hasEntries(target.path)) {
      const existing = await findExistingTargets(client, node, sourcePath, target.path);
      const [first] = existing;
      if (first !== undefined) {
        // Nothing is extracted that would remove what a killed copy left beside these files.
        const { removePartialFiles } = await import("../lib/platform/partial_files.ts");
        const { dirname, join } = await import("../lib/platform/paths.ts");
        for (const folder of new Set([".", ...existing.map(dirname)])) {
          await removePartialFiles(join(target.path, folder));
        }
        throw existingError(first, existing.length);
      }
    }
    const progress = new ByteProgress(context, `copy ${sourcePath}`);
    const unpacked: UnpackProgress = {
      files: 0,
      onReplaced: (path) =>
        context.stderr.write(
          `osctl: warning: removed "${escapeControls(path)}", which an interrupted copy left\n`,
        ),
    };
    let errors;
    try {
      errors = await unpackTarGz(createArchive(progress), target, unpacked);
    } catch (error) {
      const { files, incomplete } = unpacked;
      const isInterrupted = context.signal.aborted;
      if (isInterrupted || incomplete !== undefined) {
        const count = files === 1 ? "1 file was copied" : `${files} files were copied`;
        const reason = isInterrupted ? "interrupted; " : "";
        const name = incomplete === target.path
          ? localPath
          : `${localPath.replace(/(?<![/\\])[/\\]+$/, "")}.part`;
        const result = incomplete === undefined
          ? "no file was copied"
          : `"${name}" is incomplete: ${count}`;
        await progress.end();
        await context.stderr.write(`osctl: ${reason}${result}\n`);
      }
      throw error;
    } finally {
      await progress.end();
    }
    const [refusal, ...further] = errors;
    // Rejected whatever the node sent.
    if (refusal !== undefined) throw new MultiError([refusal, ...further]);
  });
