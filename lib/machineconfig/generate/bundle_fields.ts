/**
 * Field paths of a secrets bundle, in file order, and their paths in a control plane's configuration.
 *
 * @module
 */

/** Field paths in a control plane's configuration by field path in a bundle file. */
export const BUNDLE_FIELDS = {
  "cluster.id": "cluster.id",
  "cluster.secret": "cluster.secret",
  "secrets.bootstraptoken": "cluster.token",
  "secrets.aescbcencryptionsecret": "cluster.aescbcEncryptionSecret",
  "secrets.secretboxencryptionsecret": "cluster.secretboxEncryptionSecret",
  "trustdinfo.token": "machine.token",
  "certs.etcd.crt": "cluster.etcd.ca.crt",
  "certs.etcd.key": "cluster.etcd.ca.key",
  "certs.k8s.crt": "cluster.ca.crt",
  "certs.k8s.key": "cluster.ca.key",
  "certs.k8saggregator.crt": "cluster.aggregatorCA.crt",
  "certs.k8saggregator.key": "cluster.aggregatorCA.key",
  "certs.k8sserviceaccount.key": "cluster.serviceAccount.key",
  "certs.os.crt": "machine.ca.crt",
  "certs.os.key": "machine.ca.key",
} as const;

/**
 * Field paths in documents of v1.14 and newer: kind and path; for encryption secrets, the type of the
 * provider.
 */
export const DOCUMENT_FIELDS: Partial<Record<BundleField, readonly [kind: string, path: string]>> =
  {
    "cluster.id": ["DiscoveryIdentityConfig", "clusterID"],
    "cluster.secret": ["DiscoveryIdentityConfig", "clusterSecret"],
    "secrets.aescbcencryptionsecret": ["KubeEtcdEncryptionConfig", "aescbc"],
    "secrets.secretboxencryptionsecret": ["KubeEtcdEncryptionConfig", "secretbox"],
    "certs.k8s.crt": ["KubeAPIServerCAConfig", "issuingCA.cert"],
    "certs.k8s.key": ["KubeAPIServerCAConfig", "issuingCA.key"],
    "certs.k8saggregator.crt": ["KubeAggregatorCAConfig", "issuingCA.cert"],
    "certs.k8saggregator.key": ["KubeAggregatorCAConfig", "issuingCA.key"],
    "certs.k8sserviceaccount.key": ["KubeServiceAccountConfig", "issuer.privateKey"],
  };

/** A field path in a bundle file. */
export type BundleField = keyof typeof BUNDLE_FIELDS;

/** All field paths, in order. */
export const FIELD_NAMES = Object.keys(BUNDLE_FIELDS) as readonly BundleField[];

/** Reports whether a path is a bundle field. */
export function isBundleField(path: string): path is BundleField {
  return Object.hasOwn(BUNDLE_FIELDS, path);
}
