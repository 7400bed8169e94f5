/** etcd settings. */
import { certificateAndKey } from "./certificates.ts";
import { ARGUMENT, list, map, object, one, TEXT, text } from "./types.ts";

export const etcdConfig = object("EtcdConfig", "etcd database of the control plane", {
  image: text({
    doc: "Container image of etcd; defaults to the version bundled with the node's release",
    examples: [{ value: "gcr.io/etcd-development/etcd:v3.5.15" }],
  }),
  ca: one(certificateAndKey, {
    doc: "CA of the etcd members",
    required: true,
    always: true,
    examples: [{
      value: {
        crt: "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==",
        key: "LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCg==",
      },
    }],
  }),
  extraArgs: map(ARGUMENT, {
    doc: "Additional etcd arguments, without dashes; node-managed arguments are not allowed",
    examples: [{ value: { "election-timeout": "5000" } }],
  }),
  subnet: text({
    doc: "Subnet of the advertised peer address",
    instead: "advertisedSubnets",
    examples: [{ value: "192.0.2.0/24" }],
  }),
  advertisedSubnets: list(TEXT, {
    doc: "Subnets of the advertised peer address; prefix with `!` to exclude, exclusions last",
    since: "v1.2",
    examples: [{ value: ["192.0.2.0/24", "!192.0.2.128/25"] }],
  }),
  listenSubnets: list(TEXT, {
    doc: "Subnets of the listen addresses; defaults to the advertised ones, or all",
    since: "v1.2",
    examples: [{ value: ["192.0.2.0/24"] }],
  }),
});
