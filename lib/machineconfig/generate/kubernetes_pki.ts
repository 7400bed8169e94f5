/**
 * The authorities of a Kubernetes cluster that is already there, from the folder where kubeadm keeps
 * them.
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

/** What is taken from the folder. */
export type KubernetesCerts = Partial<SecretsBundle["certs"]>;

type Pair = "k8s" | "etcd" | "k8sAggregator";

/** The names of the authorities' files, without `.crt` and `.key`. */
const PAIRS: Readonly<Record<Pair, string>> = {
  k8s: "ca",
  etcd: "etcd/ca",
  k8sAggregator: "front-proxy-ca",
};
const SERVICE_ACCOUNT = "sa.key";

/**
 * Reads the authorities of a folder such as `/etc/kubernetes/pki`. Keys with the label `PRIVATE KEY`
 * get the one that nodes expect.
 *
 * @param folder Absolute path.
 * @param recipe What the nodes of the wanted version know.
 * @throws {OsctlError} of kind `file` that names every missing file, or `input` for what cannot be
 * used; several at once.
 */
export async function readKubernetesPki(
  folder: string,
  recipe: BundleOptions,
): Promise<KubernetesCerts> {
  await requireFolder(folder);
  const pairs = (Object.keys(PAIRS) as Pair[]).filter((pair) =>
    pair !== "k8sAggregator" || recipe.aggregator
  );
  await refuseTooMuch(folder, recipe);
  const names = pairs.flatMap((pair) => [`${PAIRS[pair]}.crt`, `${PAIRS[pair]}.key`]);
  if (recipe.serviceAccount !== undefined) names.push(SERVICE_ACCOUNT);
  await requireFiles(folder, names);

  const errors: OsctlError[] = [];
  const certs: { -readonly [Name in keyof KubernetesCerts]: KubernetesCerts[Name] } = {};
  for (const pair of pairs) {
    await collecting(errors, async () => {
      certs[pair] = await readPair(folder, PAIRS[pair]);
    });
  }
  if (recipe.serviceAccount !== undefined) {
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
  throw new OsctlError("file", `"${folder}" is not a folder`, {
    hint: "give the folder of the Kubernetes PKI, such as /etc/kubernetes/pki",
  });
}

async function requireFiles(folder: string, names: readonly string[]): Promise<void> {
  const missing: string[] = [];
  for (const name of names) {
    if (!await exists(join(folder, name))) missing.push(name);
  }
  if (missing.length === 0) return;
  throw new OsctlError("file", `"${folder}" lacks ${missing.join(", ")}`, {
    hint: "copy the whole folder from a control plane, keys included",
  });
}

/** The oldest nodes would go on without these, and the cluster would fall apart. */
async function refuseTooMuch(folder: string, recipe: BundleOptions): Promise<void> {
  const unknown = [
    ...(recipe.aggregator ? [] : ["front-proxy-ca.crt"]),
    ...(recipe.serviceAccount === undefined ? [SERVICE_ACCOUNT] : []),
  ];
  const present: string[] = [];
  for (const name of unknown) {
    if (await exists(join(folder, name))) present.push(name);
  }
  if (present.length === 0) return;
  throw new OsctlError(
    "input",
    `"${folder}" has ${present.join(" and ")}, which nodes of the version asked for do not know`,
    { hint: "choose v0.9 or newer with --os-version" },
  );
}
