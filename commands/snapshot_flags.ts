/** Flags of snapshots of etcd in the cluster. */
import { int, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";

/** Where snapshots are stored. */
export const claimFlags = {
  claim: string({
    help: "persistent volume claim for snapshots, with --in-cluster",
    placeholder: "name",
    extra: true,
  }),
  keep: int({
    default: 0,
    help: "number of newest snapshots to keep in a folder; 0: all",
    extra: true,
  }),
};

/** @throws {OsctlError} of kind `usage` for a claim outside of the cluster. */
export function rejectClaim(given: ReadonlySet<string>): void {
  if (!given.has("claim")) return;
  throw new OsctlError("usage", "--claim requires --in-cluster", { hint: "add --in-cluster" });
}
