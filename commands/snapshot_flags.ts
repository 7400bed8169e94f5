/** Flags of snapshots of etcd in the cluster. */
import { flagName, int, string } from "../lib/cli/flags.ts";
import { OsctlError } from "../lib/errors.ts";

/** Flags for the store of snapshots. */
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

/** Object store of snapshots. */
export const s3Flags = {
  s3Endpoint: string({
    help: "URL of an object store other than S3 of AWS; default: AWS_ENDPOINT_URL_S3",
    placeholder: "url",
    extra: true,
  }),
  s3Region: string({
    help: "region of the object store; default: AWS_REGION, or us-east-1",
    placeholder: "region",
    extra: true,
  }),
  s3Secret: string({
    help: "Kubernetes Secret with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, for --in-cluster",
    placeholder: "name",
    extra: true,
  }),
};

/** @throws {OsctlError} of kind `usage` for a claim or Secret outside of the cluster. */
export function rejectClaim(given: ReadonlySet<string>): void {
  const name = ["claim", "s3Secret"].find((one) => given.has(one));
  if (name === undefined) return;
  throw new OsctlError("usage", `--${flagName(name)} requires --in-cluster`, {
    hint: "add --in-cluster",
  });
}
