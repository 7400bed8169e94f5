import { bool, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

export default command("kubeconfig")
  .summary("Download the admin kubeconfig")
  .section("Cluster")
  .details(
    "Merges the kubeconfig into the given file (default: the first writable file of " +
      "KUBECONFIG, then ~/.kube/config) and makes its context the current one. If the name of " +
      "an entry is taken, prompts for a decision; without a terminal, renames the new entry. " +
      "With --merge=false, writes the file as received, by default to ./kubeconfig. In a " +
      "directory, the file is named kubeconfig. With -, prints to stdout. If several nodes " +
      "are configured, uses one control plane node and prints which.",
  )
  .args({ localPath: "[local-path]" }, { localPath: "localFile" })
  .flags({
    force: bool({
      short: "f",
      help: "overwrite an existing file, or on merge, existing entries",
    }),
    forceContextName: string({
      help: "name of the merged context",
      placeholder: "name",
    }),
    merge: bool({ short: "m", default: true, help: "merge with an existing kubeconfig" }),
  })
  .example("osctl kubeconfig -n 10.5.0.2", "Merge into ~/.kube/config")
  .example("osctl kubeconfig lab.yaml --merge=false", "Save to a separate file")
  .example("osctl kubeconfig --force-context-name lab", "Merge and name the context")
  .example("osctl kubeconfig -", "Print to stdout")
  .run(async (context, { args, flags }) => {
    const { fetchKubeconfig } = await import("../lib/kubernetes/download/fetch_kubeconfig.ts");
    const { clock, prompts, signal, stderr, stdout, terminal } = context;
    const { force, merge } = flags;
    const contextName = flags.forceContextName;
    if (contextName !== "" && (!merge || args.localPath === "-")) {
      throw new OsctlError("usage", "--force-context-name has no effect without a merge", {
        hint: "remove --force-context-name, or name the target file and remove --merge=false",
      });
    }
    if (args.localPath === "-") {
      await using client = await context.openClient({
        connection: flags,
        selectControlPlane: true,
      });
      const { bytes } = await fetchKubeconfig(client, client.singleNode("kubeconfig"));
      const { escapeTerminalText } = await import("../lib/output/text.ts");
      const isShown = terminal.isTerminal("stdout");
      await stdout.write(isShown ? escapeTerminalText(new TextDecoder().decode(bytes)) : bytes);
      return;
    }
    const { resolveTarget } = await import("../lib/kubernetes/download/target_path.ts");
    const target = await resolveTarget({ path: args.localPath, merge, force }, context);
    await using client = await context.openClient({ connection: flags, selectControlPlane: true });
    const node = client.singleNode("kubeconfig");
    const { bytes, kubeconfig } = await fetchKubeconfig(client, node);
    const isMerged = merge && (target.exists || contextName !== "");
    if (!isMerged) {
      const { ensureFolder, writeFileAtomic } = await import("../lib/platform/files.ts");
      const { dirname } = await import("../lib/platform/paths.ts");
      await ensureFolder(dirname(target.path));
      // Without --force, a file that another process has created meanwhile is not replaced.
      await writeFileAtomic(target.path, bytes, { mode: 0o600, overwrite: force });
      await stdout.write(`wrote "${target.path}"\n`);
      return;
    }
    const { kubeconfigPaths } = await import("../lib/kubernetes/kubeconfig/files.ts");
    const { mergeIntoFile } = await import("../lib/kubernetes/download/merge_into_file.ts");
    const { describeMerge, ENTRY_NAMES } = await import(
      "../lib/kubernetes/download/describe_merge.ts"
    );
    const { unaskable } = await import("../lib/platform/unaskable.ts");
    const result = await mergeIntoFile(target.path, { clock, signal }, kubeconfig, {
      ...(contextName === "" ? {} : { contextName }),
      async onConflict({ section, name, renamed }) {
        if (force) return "overwrite";
        if (unaskable(terminal) !== undefined) return "rename";
        const rename = `rename the new one to "${renamed}"`;
        const question = `${ENTRY_NAMES[section]} "${name}" exists with different content`;
        const answer = await prompts.select(question, [rename, "overwrite", "abort"]);
        if (answer === "abort") {
          throw new OsctlError("cancelled", "aborted; nothing was changed");
        }
        return answer === rename ? "rename" : "overwrite";
      },
      onChanged: () => stderr.write(`"${target.path}" was changed by another process\n`),
    });
    const isDefault = kubeconfigPaths(context).includes(target.path);
    const lines = describeMerge(result, { path: target.path, isDefault });
    await stdout.write(lines.map((line) => `${line}\n`).join(""));
  });
