/**
 * Writes secrets bundle files.
 *
 * @module
 */
import { writeYaml } from "../../yaml/write.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { encoded } from "./certificates.ts";

/** Returns the text of a bundle file. */
export function writeBundle(bundle: SecretsBundle): string {
  const { cluster, secrets, trustdInfo, certs } = bundle;
  const { aescbcEncryptionSecret: aescbc, secretboxEncryptionSecret: secretbox } = secrets;
  const pair = (
    one: { crt: string; key: string } | undefined,
  ): { crt: string; key: string } | null =>
    one === undefined ? null : { crt: encoded(one.crt), key: encoded(one.key) };
  const { k8sServiceAccount } = certs;
  return writeYaml({
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
  });
}
