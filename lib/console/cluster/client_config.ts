/**
 * The client configuration of a declared cluster.
 *
 * @module
 */
import { newConfigText } from "../../osconfig/new_file.ts";
import { issueClientCertificate } from "../../pki/issue.ts";
import {
  rejectExistingFiles,
  requireParentFolders,
  writeSecretFiles,
} from "../../platform/new_files.ts";
import type { System } from "../../platform/system.ts";
import {
  type ClusterFileOptions,
  openCluster,
  readSecrets,
} from "../../procedures/cluster/open_cluster.ts";
import { printNotices } from "../print_notices.ts";

/** Flags of `cluster config`. */
export interface ClientConfigFlags extends ClusterFileOptions {
  /** File to write, or `-` for stdout. */
  readonly output: string;
  readonly roles: readonly string[];
  /** Validity of the certificate, milliseconds. */
  readonly crtTtl: number;
  readonly force: boolean;
}

/**
 * Writes a client configuration with a new certificate, signed by the CA in the secrets, whose
 * endpoints are the control planes.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function writeClientConfig(
  system: System,
  { output, roles, crtTtl, force, ...flags }: ClientConfigFlags,
): Promise<void> {
  const { cwd, stdout, stderr } = system;
  const files = output === "-" ? [] : [output];
  await requireParentFolders(files, { cwd, force });
  await rejectExistingFiles(files, { cwd, force });
  const cluster = await openCluster(system, flags, printNotices(system));
  const { certs: { os } } = await readSecrets(system, cluster, printNotices(system));
  const pair = await issueClientCertificate(os, { roles, ttl: crtTtl }, system);
  const endpoints = cluster.nodes
    .filter(({ role, remove, addresses }) =>
      role === "controlplane" && !remove && addresses.length > 0
    )
    .map(({ addresses }) => addresses[0]!);
  const text = newConfigText(cluster.name, { endpoints, ca: os.crt, ...pair });
  if (output === "-") return await stdout.write(text);
  await writeSecretFiles({ [output]: text }, { cwd, force });
  await stderr.write(
    `Created ${output}; add it to the client configuration with "osctl config merge ${output}"\n`,
  );
}
