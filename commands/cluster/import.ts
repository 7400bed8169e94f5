import { bool, string } from "../../lib/cli/flags.ts";
import { encryptionFlags, requireRecipients } from "../encryption_flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";
import { rejectLocalFlags } from "./file_flags.ts";

export default command("import")
  .summary("Generate a cluster file from an existing cluster")
  .details(
    "Reads the configurations of the nodes, or of a folder with one file per node. Settings " +
      "of all nodes become the common part of the file, settings of one role become a " +
      "group's, and the others stay with their node. Then compares the configurations that " +
      "the file renders with the ones it has read. Writes the secrets of the cluster to " +
      "secrets.yaml next to the file; both have mode 0600 because patches can contain " +
      "secrets. Also reads a talconfig.yaml of talhelper or a topf.yaml, whose patch and " +
      "secrets files stay in use; --verify compares the result with the other tool's.",
  )
  .args({ path: "[folder|file]" }, { path: "localFile" })
  .flags({
    file: string({
      short: "f",
      default: "cluster.yaml",
      help: "file to write",
      placeholder: "path",
      complete: "localFile",
      extra: true,
    }),
    force: bool({ help: "replace existing files", extra: true }),
    verify: string({
      help: "compare with the configurations in this folder, rendered by the other tool",
      placeholder: "folder",
      complete: "localFolder",
      extra: true,
    }),
    ...encryptionFlags,
  })
  .example("osctl cluster import -n @all", "Import the cluster of the current context")
  .example("osctl cluster import clusterconfig", "Import a folder of machine configurations")
  .example(
    "osctl cluster import talconfig.yaml --verify clusterconfig",
    "Import a talhelper file and compare the results of both tools",
  )
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    requireRecipients(given, flags);
    const { path = "" } = args;
    if (/\.ya?ml$/.test(path)) {
      const { importFromFile } = await import(
        "../../lib/console/cluster/import_foreign.ts"
      );
      return await importFromFile(context, path, flags);
    }
    if (flags.verify !== "") {
      throw new OsctlError("usage", "--verify is for files of other tools", {
        hint: "an import from nodes or configurations is always compared",
      });
    }
    const { importFrom } = await import(
      "../../lib/console/cluster/import_cluster.ts"
    );
    await importFrom(context, args.path, flags);
  });
