import { deepEqual, equal, match } from "node:assert/strict";
import { findMismatches, needsMembers } from "../../../../lib/machineconfig/identity/mod.ts";

const pem = (name: string, wrap = 64) => {
  const body = btoa(`certificate ${name} `.repeat(8)).replaceAll(
    new RegExp(`.{${wrap}}`, "g"),
    "$&\n",
  );
  return btoa(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`);
};

interface Facts {
  readonly type?: string;
  readonly ca?: string;
  readonly accepted?: readonly string[];
  readonly id?: string;
  readonly hostname?: string;
  readonly addresses?: readonly string[];
  readonly kubelet?: string;
  readonly installer?: string;
  readonly more?: string;
}

const config = (facts: Facts) => {
  const { type = "worker", ca = pem("a"), accepted = [], id = "one", hostname } = facts;
  const { addresses = [], kubelet = "v1.31.4", installer = "v1.8.4", more = "" } = facts;
  return `version: v1alpha1
machine:
  type: ${type}
  ca: { crt: ${ca}, key: "" }
  acceptedCAs: [${accepted.map((crt) => `{ crt: ${crt} }`).join(", ")}]
  kubelet: { image: "ghcr.io/siderolabs/kubelet:${kubelet}" }
  install: { image: "ghcr.io/siderolabs/installer:${installer}" }
  network:
    ${hostname === undefined ? "" : `hostname: ${hostname}`}
    interfaces: [{ interface: eth0, addresses: [${addresses.join(", ")}] }]
cluster: { id: ${id}, clusterName: lab }
${more}`;
};

const OTHERS = [{ hostname: "node-2.example.com", addresses: ["10.5.0.2", "fd00::2"] }];

const kinds = (before: Facts, after: Facts) =>
  findMismatches({
    text: config(after),
    previous: config(before),
    version: "v1.8.4",
    others: OTHERS,
  }).map(({ kind }) => kind);

Deno.test("a node's own configuration matches, also with other comments and line breaks", () => {
  deepEqual(kinds({ hostname: "node-1" }, { hostname: "node-1" }), []);
  deepEqual(kinds({ ca: pem("a") }, { ca: pem("a", 76) }), []);
  deepEqual(kinds({ type: "controlplane" }, { type: "init" }), []);
  deepEqual(kinds({}, { type: "join" }), []);
});

Deno.test("the authority or the ID of another cluster is another cluster", () => {
  deepEqual(kinds({}, { ca: pem("b") }), ["cluster"]);
  deepEqual(kinds({}, { id: "two" }), ["cluster"]);
  const [found] = findMismatches({
    text: config({ ca: pem("b"), id: "two" }).replace("clusterName: lab", "clusterName: prod"),
    previous: config({}),
    version: "v1.8.4",
    others: [],
  });
  equal(
    found!.text,
    'another cluster: "prod" instead of "lab", it trusts none of the node\'s certificate ' +
      "authorities, cluster.id differs",
  );
});

Deno.test("each step of a rotation of the authority is the same cluster", () => {
  deepEqual(kinds({}, { accepted: [pem("b")] }), []);
  deepEqual(kinds({ accepted: [pem("b")] }, { ca: pem("b"), accepted: [pem("a")] }), []);
  deepEqual(kinds({ ca: pem("b"), accepted: [pem("a")] }, { ca: pem("b") }), []);
});

Deno.test("another role, in both directions", () => {
  deepEqual(kinds({}, { type: "controlplane" }), ["role"]);
  deepEqual(kinds({ type: "controlplane" }, {}), ["role"]);
});

Deno.test("another host name, and none, are mismatches; a first one is none", () => {
  deepEqual(kinds({ hostname: "node-1" }, { hostname: "node-3" }), ["hostname"]);
  deepEqual(kinds({ hostname: "node-1" }, {}), ["hostname"]);
  deepEqual(kinds({}, { hostname: "node-3" }), []);
  const more = "---\napiVersion: v1alpha1\nkind: HostnameConfig\nhostname: NODE-1\n";
  deepEqual(kinds({ hostname: "node-1" }, { more }), []);
});

Deno.test("the host name and the addresses of other members are mismatches", () => {
  deepEqual(kinds({}, { hostname: "node-2" }), ["hostname"]);
  deepEqual(kinds({}, { hostname: "node-2.other.com" }), []);
  deepEqual(kinds({}, { addresses: ["10.5.0.2/24"] }), ["address"]);
  const more = "---\napiVersion: v1alpha1\nkind: LinkConfig\nname: eth1\n" +
    "addresses: [{ address: FD00::2/64 }]\n";
  deepEqual(kinds({}, { more }), ["address"]);
  deepEqual(kinds({}, { addresses: ["10.5.0.9/24"] }), []);
  const [unknown] = findMismatches({
    text: config({ addresses: ["10.5.0.9/24"] }),
    previous: config({}),
    version: "v1.8.4",
    others: undefined,
  });
  match(unknown!.text, /^other addresses: 10\.5\.0\.9; the members, .* could not be read$/);
});

Deno.test("older minor versions of Kubernetes and of the installer are an older release", () => {
  deepEqual(kinds({}, { kubelet: "v1.30.9" }), ["release"]);
  deepEqual(kinds({}, { kubelet: "v1.31.0" }), []);
  deepEqual(kinds({}, { kubelet: "v1.32.0" }), []);
  deepEqual(kinds({}, { installer: "v1.7.7" }), ["release"]);
  deepEqual(kinds({ installer: "v1.7.7" }, { installer: "v1.7.7" }), []);
  deepEqual(kinds({}, { installer: "v1.9.0" }), []);
});

Deno.test("members are needed for new host names and addresses only", () => {
  equal(needsMembers(config({}), config({})), false);
  equal(needsMembers(config({ hostname: "a" }), config({})), true);
  equal(needsMembers(config({ addresses: ["10.5.0.9/24"] }), config({})), true);
  equal(needsMembers(config({ addresses: ["10.5.0.9/24"] }), undefined), true);
});

Deno.test("without a previous configuration, only members are compared", () => {
  const text = config({ hostname: "node-2", addresses: ["10.5.0.2/24"] });
  const found = findMismatches({ text, previous: undefined, version: "", others: OTHERS });
  deepEqual(found.map(({ kind }) => kind), ["hostname", "address"]);
});
