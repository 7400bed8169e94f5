import { bool, string } from "../../lib/cli/flags.ts";
import { encryptionFlags, requireRecipients } from "../encryption_flags.ts";
import { OsctlError } from "../../lib/errors.ts";
import { command } from "../wiring.ts";
import { rejectLocalFlags } from "./file_flags.ts";

export default command("import")
  .summary("Write the file of an existing cluster")
  .details(
    "Reads the configurations of the nodes, or of a folder with a file for each node. What all of " +
      "them have becomes the common part, what one role has its group's, the rest the nodes'. " +
      "Then it compares what the file renders with every configuration. Secrets of the cluster " +
      "are written to secrets.yaml beside the file. Both files have mode 0600: patches can hold " +
      "secrets. A file is a talconfig.yaml of talhelper or a topf.yaml: its patch files and its " +
      "secrets file stay in use. With --verify, what both tools render is compared.",
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
      help: "compare with the configurations in this folder, which the other tool has rendered",
      placeholder: "folder",
      complete: "localFolder",
      extra: true,
    }),
    ...encryptionFlags,
  })
  .example("osctl cluster import -n @all", "Import the living cluster")
  .example("osctl cluster import clusterconfig", "Import what another tool has generated")
  .example(
    "osctl cluster import talconfig.yaml --verify clusterconfig",
    "Import the file of talhelper and compare with what it has generated",
  )
  .extra()
  .run(async (context, { args, flags, given }) => {
    rejectLocalFlags(given);
    requireRecipients(given, flags);
    const { path = "" } = args;
    if (/\.ya?ml$/.test(path)) {
      const { importFromFile } = await import(
        "../../lib/operations/declared_cluster/import_foreign.ts"
      );
      return await importFromFile(context, path, flags);
    }
    if (flags.verify !== "") {
      throw new OsctlError("usage", "--verify is for files of other tools", {
        hint: "an import from nodes or configurations is always compared",
      });
    }
    const { importFrom } = await import(
      "../../lib/operations/declared_cluster/import_cluster.ts"
    );
    await importFrom(context, args.path, flags);
  });
