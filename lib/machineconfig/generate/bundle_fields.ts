/**
 * The fields of a secrets bundle: where they stand in the bundle's file, in the order in which they
 * are written, and where in the configuration of a control plane.
 *
 * @module
 */

/** The way to a field in a control plane's configuration, by its way in a bundle's file. */
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

/** The way to a field in a bundle's file. */
export type BundleField = keyof typeof BUNDLE_FIELDS;

/** All of them, in order. */
export const FIELD_NAMES = Object.keys(BUNDLE_FIELDS) as readonly BundleField[];

/** Whether it is the way to a field. */
export function isBundleField(way: string): way is BundleField {
  return Object.hasOwn(BUNDLE_FIELDS, way);
}
