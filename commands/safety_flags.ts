/** Flags of commands that may end the quorum of etcd, or that print what they would do. */
import { bool } from "../lib/cli/flags.ts";

/** Consent to a change that may end the quorum of etcd. */
export const quorumFlag = {
  acceptQuorumLoss: bool({
    help: "change control plane nodes even if etcd may lose its quorum",
    extra: true,
  }),
};

/** `--dry-run` of commands that talosctl has no such flag for. */
export const dryRunFlag = {
  dryRun: bool({
    help: "print the nodes and the effect on etcd without changing anything",
    extra: true,
  }),
};

/** `--dry-run` of commands without an effect on etcd. */
export const plainDryRunFlag = {
  dryRun: bool({ help: "print what would be changed without changing anything", extra: true }),
};
