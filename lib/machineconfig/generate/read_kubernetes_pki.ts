/**
 * Reads the CAs of an existing Kubernetes cluster from a kubeadm PKI folder.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { createAuthority, readAuthorityCertificate } from "../../pki/authority.ts";
import type { PemPair } from "../../pki/issue.ts";
import { readLabelledKey } from "../../pki/labelled_key.ts";
import type { BundleOptions, SecretsBundle } from "../../pki/secrets_bundle.ts";
import { exists, readText, withFileErrors } from "../../platform/files.ts";
import { join } from "../../platform/paths.ts";
import { collecting, together } from "../patch/problems.ts";

/** Certificates and keys in the folder. */
export type KubernetesCerts = Partial<SecretsBundle["certs"]>;

type Pair = "k8s" | "etcd" | "k8sAggregator";

/** File names of the CAs, without `.crt` and `.key`. */
const PAIRS: Readonly<Record<Pair, string>> = {
  k8s: "ca",
  etcd: "etcd/ca",
  k8sAggregator: "front-proxy-ca",
};
const SERVICE_ACCOUNT = "sa.key";

/**
 * Reads the CAs of a folder such as `/etc/kubernetes/pki`. Relabels `PRIVATE KEY` as nodes expect.
 *
 * @param folder Absolute path.
 * @param options Features of the requested node version.
 * @throws {OsctlError} of kind `file` with all missing files, or `input` with all invalid ones.
 */
export async function readKubernetesPki(
  folder: string,
  options: BundleOptions,
): Promise<KubernetesCerts> {
  await requireFolder(folder);
  const pairs = (Object.keys(PAIRS) as Pair[]).filter((pair) =>
    pair !== "k8sAggregator" || options.aggregator
  );
  await rejectUnsupported(folder, options);
  const names = pairs.flatMap((pair) => [`${PAIRS[pair]}.crt`, `${PAIRS[pair]}.key`]);
  if (options.serviceAccount !== undefined) names.push(SERVICE_ACCOUNT);
  await requireFiles(folder, names);

  const errors: OsctlError[] = [];
  const certs: { -readonly [Name in keyof KubernetesCerts]: KubernetesCerts[Name] } = {};
  for (const pair of pairs) {
    await collecting(errors, async () => {
      certs[pair] = await readPair(folder, PAIRS[pair]);
    });
  }
  if (options.serviceAccount !== undefined) {
    await collecting(errors, async () => {
      const path = join(folder, SERVICE_ACCOUNT);
      const { pem } = await readLabelledKey(await readText(path), `"${path}"`);
      certs.k8sServiceAccount = { key: pem };
    });
  }
  if (errors.length > 0) throw together(errors);
  return certs;
}

async function readPair(folder: string, name: string): Promise<PemPair> {
  const paths = { crt: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) };
  const crt = await readText(paths.crt);
  const names = { crt: `"${paths.crt}"`, key: `"${paths.key}"` };
  const certificate = readAuthorityCertificate(crt, names.crt);
  const { key, pem } = await readLabelledKey(await readText(paths.key), names.key);
  createAuthority(certificate, key, names);
  return { crt, key: pem };
}

async function requireFolder(folder: string): Promise<void> {
  const info = await withFileErrors("read", folder, () => Deno.stat(folder));
  if (info.isDirectory) return;
  throw new OsctlError("file", `"${folder}" is not a directory`, {
    hint: "use the Kubernetes PKI directory, such as /etc/kubernetes/pki",
  });
}

async function requireFiles(folder: string, names: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const name of names) {
    if (!await exists(join(folder, name))) missing.push(name);
  }
  if (missing.length === 0) return;
  throw new OsctlError("file", `missing ${missing.join(", ")} in "${folder}"`, {
    hint: "copy the whole directory from a control plane, including keys",
  });
}

/** Rejects files that the oldest nodes ignore, which would break the cluster. */
async function rejectUnsupported(folder: string, options: BundleOptions): Promise<void> {
  const unknown = [
    ...(options.aggregator ? [] : ["front-proxy-ca.crt"]),
    ...(options.serviceAccount === undefined ? [SERVICE_ACCOUNT] : []),
  ];
  const present: string[] = [];
  for (const name of unknown) {
    if (await exists(join(folder, name))) present.push(name);
  }
  if (present.length === 0) return;
  throw new OsctlError(
    "input",
    `${present.join(" and ")} in "${folder}" not supported by the requested node version`,
    { hint: "use --os-version v0.9 or later" },
  );
}
