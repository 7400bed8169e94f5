import assert from "node:assert/strict";
import {
  bundleOptionsFor,
  type Contract,
  type GateName,
  hasFeature,
  parseContract,
} from "../../../../lib/machineconfig/generate/contract.ts";

const contractText = ({ major, minor }: Contract) => `v${major}.${minor}`;

const text = (version: string, release: "v1.4" | "v1.8" = "v1.8") =>
  contractText(parseContract(version, release));

Deno.test("parseContract() returns major and minor version, the newest by default", () => {
  assert.deepEqual(["", "v1.7", "v1.7.6", "1.3", "v1.2.0-beta.1"].map((one) => text(one)), [
    "v1.8",
    "v1.7",
    "v1.7",
    "v1.3",
    "v1.2",
  ]);
  assert.deepEqual(["", "v1.2", "v0.9.3"].map((one) => text(one, "v1.4")), [
    "v1.4",
    "v1.2",
    "v0.9",
  ]);
});

Deno.test("parseContract() limits versions to those that a release supports", () => {
  assert.deepEqual(["v1.9", "v1.14.3", "v0.14", "v0.1"].map((one) => text(one)), [
    "v1.9",
    "v1.14",
    "v1.0",
    "v1.0",
  ]);
  assert.deepEqual(["v1.5", "v1.8.4"].map((one) => text(one, "v1.4")), ["v1.4", "v1.4"]);
});

Deno.test("parseContract() rejects versions newer than the newest known one", () => {
  for (const version of ["v1.15", "1.15.0", "v2.0"]) {
    assert.throws(() => parseContract(version, "v1.8"), {
      message: `unknown version "${version}" for --os-version`,
      hint: "the newest known version is v1.14",
    });
  }
});

Deno.test("parseContract() rejects invalid versions, in v1.4 also those without v", () => {
  for (
    const [version, release] of [
      ["main", "v1.8"],
      ["v1", "v1.8"],
      ["1.7beta", "v1.8"],
      ["vv1.7", "v1.8"],
      ["1.3", "v1.4"],
    ] as const
  ) {
    assert.throws(() => parseContract(version, release), {
      kind: "usage",
      message: `invalid version "${version}" for --os-version`,
      hint: "use a version such as v1.4 or v1.4.2",
    });
  }
});

Deno.test("hasFeature() returns true from the first to the last version of a feature", () => {
  const firstVersions: Readonly<Record<GateName, string>> = {
    ellipticCurves: "v0.9",
    rbac: "v0.11",
    sha256Signatures: "v0.13",
    podSecurityPolicyOff: "v1.0",
    podSecurityAdmission: "v1.1",
    stableHostname: "v1.2",
    seccompProfile: "v1.2",
    alternateImageRegistry: "v1.2",
    kubernetesDiscoveryOff: "v1.2",
    extKeyUsageCheck: "v1.3",
    auditPolicy: "v1.3",
    manifestsDirectoryOff: "v1.3",
    secretbox: "v1.3",
    diskQuota: "v1.5",
    apiServerProxy: "v1.6",
    hostDns: "v1.7",
    rsaServiceAccount: "v1.7",
    workerClusterName: "v1.8",
    hostDnsForPods: "v1.8",
    secureBootCheck: "v1.8",
    excludeFromLoadBalancers: "v1.8",
    endpointInSans: "v0.8",
    grubUkiCmdline: "v1.12",
    networkDocuments: "v1.12",
    meshDocument: "v1.13",
    separateDocuments: "v1.14",
  };
  const lastVersions: Partial<Record<GateName, string>> = {
    rbac: "v1.11",
    podSecurityPolicyOff: "v1.11",
    stableHostname: "v1.11",
    alternateImageRegistry: "v1.2",
    extKeyUsageCheck: "v1.11",
    endpointInSans: "v1.11",
  };
  const versions = [8, 9, 10, 11, 12, 13, 14].map((minor) => ({ major: 0, minor }))
    .concat(Array.from({ length: 15 }, (_, minor) => ({ major: 1, minor })));
  for (const [gate, version] of Object.entries(firstVersions) as [GateName, string][]) {
    const first = versions.find((one) => hasFeature(gate, one))!;
    assert.equal(contractText(first), version, gate);
    const last = versions.findLast((one) => hasFeature(gate, one))!;
    assert.equal(contractText(last), lastVersions[gate] ?? "v1.14", gate);
  }
});

Deno.test("bundleOptionsFor() returns the key types of a version", () => {
  const recipe = (version: string) => {
    const { authorities, ...rest } = bundleOptionsFor(parseContract(version, "v1.4"));
    return [authorities.kind, authorities.hash, ...Object.values(rest)].join(" ");
  };
  assert.deepEqual(["v0.8", "v0.9", "v0.12", "v0.13", "v1.2", "v1.3"].map(recipe), [
    "rsa SHA-512 false  aescbc",
    "ecdsa SHA-512 true ecdsa aescbc",
    "ecdsa SHA-512 true ecdsa aescbc",
    "ecdsa SHA-256 true ecdsa aescbc",
    "ecdsa SHA-256 true ecdsa aescbc",
    "ecdsa SHA-256 true ecdsa secretbox",
  ]);
  assert.equal(bundleOptionsFor(parseContract("v1.6", "v1.8")).serviceAccount, "ecdsa");
  assert.equal(bundleOptionsFor(parseContract("v1.7", "v1.8")).serviceAccount, "rsa");
});
