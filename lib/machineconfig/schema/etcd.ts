/** What the configuration says about etcd. */
import { certificateAndKey } from "./certificates.ts";
import { list, map, object, one, TEXT, text } from "./types.ts";

export const etcdConfig = object("EtcdConfig", "The database of the control plane", {
  image: text({
    doc: "Container image of etcd; without it the one that came with the node's release",
    examples: [{ value: "gcr.io/etcd-development/etcd:v3.5.15" }],
  }),
  ca: one(certificateAndKey, {
    doc: "Certificate authority of the members",
    required: true,
    always: true,
    examples: [{
      value: {
        crt: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==",
        key: "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCg==",
      },
    }],
  }),
  extraArgs: map(TEXT, {
    doc: "Further arguments of etcd, without dashes; not those that nodes set themselves",
    examples: [{ value: { "election-timeout": "5000" } }],
  }),
  subnet: text({
    doc: "Subnet of the address that a member announces",
    instead: "advertisedSubnets",
    examples: [{ value: "192.0.2.0/24" }],
  }),
  advertisedSubnets: list(TEXT, {
    doc:
      "Subnets of the address that a member announces; one after `!` is excluded, and comes last",
    since: "v1.2",
    examples: [{ value: ["192.0.2.0/24", "!192.0.2.128/25"] }],
  }),
  listenSubnets: list(TEXT, {
    doc:
      "Subnets of the addresses that a member listens on; those it announces, or all, without it",
    since: "v1.2",
    examples: [{ value: ["192.0.2.0/24"] }],
  }),
});
