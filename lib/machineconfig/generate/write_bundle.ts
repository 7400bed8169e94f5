/**
 * Writes the files of secrets bundles.
 *
 * @module
 */
import { yamlText } from "../../yaml/write_scalar.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { encoded } from "./certificates.ts";

/** The text of a bundle's file. */
export function writeBundle(bundle: SecretsBundle): string {
  const { cluster, secrets, trustdInfo, certs } = bundle;
  const { aescbcEncryptionSecret: aescbc, secretboxEncryptionSecret: secretbox } = secrets;
  const pair = (one: { crt: string; key: string } | undefined): Tree | null =>
    one === undefined ? null : { crt: encoded(one.crt), key: encoded(one.key) };
  const { k8sServiceAccount } = certs;
  return block({
    cluster: { id: cluster.id, secret: cluster.secret },
    secrets: {
      bootstraptoken: secrets.bootstrapToken,
      ...(aescbc === undefined ? {} : { aescbcencryptionsecret: aescbc }),
      ...(secretbox === undefined ? {} : { secretboxencryptionsecret: secretbox }),
    },
    trustdinfo: { token: trustdInfo.token },
    certs: {
      etcd: pair(certs.etcd),
      k8s: pair(certs.k8s),
      k8saggregator: pair(certs.k8sAggregator),
      k8sserviceaccount: k8sServiceAccount === undefined
        ? null
        : { key: encoded(k8sServiceAccount.key) },
      os: pair(certs.os),
    },
  }, 0);
}

/** Maps of texts, at any depth. */
type Tree = { readonly [name: string]: Tree | string | null };

function block(tree: Tree, indent: number): string {
  const margin = " ".repeat(indent);
  return Object.entries(tree).map(([key, value]) => {
    if (value === null) return `${margin}${key}: null\n`;
    if (typeof value !== "string") return `${margin}${key}:\n${block(value, indent + 4)}`;
    return `${margin}${key}: ${value === "" ? '""' : yamlText(value, { indent: indent + 4 })}\n`;
  }).join("");
}
