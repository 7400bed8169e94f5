/**
 * The files of a cluster of virtual machines.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";

/** Files of this program and of talosctl. */
const OWN = [
  /^(cluster|process|run)\.json$/,
  /^secrets\.yaml$/,
  /^(state\.yaml|ipam\.db|cni\.lock|kms\.key|xtables\.lock|slirp\.sock|tftp|direct\.tmp)$/,
  /^(lb|dhcpd|kms|siderolink-agent|run|slirp)\.(log(\.\d+)?|pid)$/,
  /^dhcpd\.(conf|leases)$/,
  /^.+\.(config|log(\.\d+)?|pid|monitor|sock|qmp|console|disk)$/,
  /^\.sock$/,
  /^.+-flash\d+\.img$/,
  /^.+-tpm2$/,
  /\.(tmp|lock)$/,
];

/**
 * Removes the folder of a cluster.
 *
 * @throws {OsctlError} of kind `file` when it contains another file.
 */
export async function removeStateFolder(folder: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (OWN.some((pattern) => pattern.test(name))) continue;
      throw new OsctlError(
        "file",
        `"${folder}" contains "${name}", which does not belong to a cluster`,
        { hint: "move the file, or set another directory with --state" },
      );
    }
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
