import { deepStrictEqual, ok } from "node:assert/strict";
import { predictEffect } from "../../../../lib/machineconfig/predict_effect.ts";
import { DOCUMENTS, MAIN } from "../../../../lib/machineconfig/schema/documents.ts";
import { DOCUMENT_EFFECTS } from "../../../../lib/machineconfig/schema/effects/document_effects.ts";
import { MAIN_EFFECTS } from "../../../../lib/machineconfig/schema/effects/main_effects.ts";
import {
  effectTableOf,
  immediateFields,
  ownEffect,
} from "../../../../lib/machineconfig/schema/effects/mod.ts";
import type { EffectTable } from "../../../../lib/machineconfig/schema/effects/types.ts";
import { isLater } from "../../../../lib/machineconfig/schema/releases.ts";
import type { ConfigRelease } from "../../../../lib/machineconfig/schema/types.ts";
import { OS_RELEASES } from "../../../../lib/os_versions/mod.ts";
import { allFields, minor } from "./fields.ts";

/**
 * The fields that `Runtime.CanApplyImmediate` copies from the current configuration before it compares
 * both (`internal/app/machined/pkg/runtime/v1alpha1/v1alpha1_runtime.go` of Talos), by the newest tag
 * of each release, with the names of its Go structs. v1.14 has no such function.
 */
const RULE_OF_TALOS: Readonly<Record<string, { added: string[]; fields: number }>> = {
  "v1.4.8": {
    added: [
      ...["ConfigDebug", "ClusterConfig", "MachineCertSANs", "MachineControlPlane"],
      ...["MachineFeatures.KubernetesTalosAPIAccessConfig", "MachineInstall", "MachineKernel"],
      ...["MachineKubelet", "MachineLogging", "MachineNetwork", "MachineNodeLabels"],
      ...["MachinePods", "MachineRegistries", "MachineSeccompProfiles", "MachineSysctls"],
      ...["MachineSysfs", "MachineTime"],
    ],
    fields: 17,
  },
  "v1.5.6": { added: ["MachineFeatures.KubePrismSupport"], fields: 18 },
  "v1.6.8": { added: ["MachineNodeTaints"], fields: 19 },
  "v1.7.7": {
    added: ["MachineAcceptedCAs", "MachineCA", "MachineFeatures.HostDNSSupport"],
    fields: 22,
  },
  "v1.8.4": { added: ["MachineNodeAnnotations"], fields: 23 },
  "v1.9.6": {
    added: ["MachineFeatures.FeatureNodeAddressSortAlgorithm", "MachineFeatures.ImageCacheSupport"],
    fields: 25,
  },
  "v1.10.9": { added: [], fields: 25 },
  "v1.11.6": { added: [], fields: 25 },
  "v1.12.11": { added: [], fields: 25 },
  "v1.13.9": { added: [], fields: 25 },
};

/** All fields, with paths inside their documents. */
const FIELDS = [...allFields()].map(({ document, path, field, since }) => ({
  document,
  path: path.slice(document.kind.length + 1),
  field,
  since: Math.max(since, minor(field.since)),
}));

/** Returns the YAML path of a Go struct field: `MachineCertSANs` is `machine.certSANs`. */
function pathOf(name: string): string {
  const short = name.replace(/^MachineFeatures\./, "machine.features.").replace(/Support$/, "")
    .replace(/\.Feature(?=NodeAddress)/, ".").replace(/(?<=Access|Cluster)Config$/, "")
    .replace(/^Config(?=Debug)/, "").replace(/^Machine/, "machine.");
  const found = FIELDS.find(({ document, path }) =>
    document === MAIN && path.toLowerCase() === short.toLowerCase()
  );
  ok(found, name);
  return found.path;
}

Deno.test("the rule of reboots is the one in the sources of each release", () => {
  const fields: string[] = [];
  for (const [tag, rule] of Object.entries(RULE_OF_TALOS)) {
    fields.push(...rule.added.map(pathOf));
    deepStrictEqual(fields.length, rule.fields, tag);
    const release = tag.replace(/\.\d+$/, "") as ConfigRelease;
    deepStrictEqual(immediateFields(release)!.toSorted(), fields.toSorted(), tag);
  }
  deepStrictEqual(Object.keys(RULE_OF_TALOS).length + 1, OS_RELEASES.length);
  deepStrictEqual(immediateFields("v1.14"), undefined);
});

/** Path in the table: without items of lists, which are one field. */
function tablePath(path: string): string {
  return path.replace(/\[\].*$/, "");
}

/** Returns the kind of effect of a changed field. */
function kindOf(table: EffectTable, path: string, release: ConfigRelease): string | undefined {
  for (let at = tablePath(path);; at = at.slice(0, at.lastIndexOf("."))) {
    const effect = ownEffect(table, at, release);
    if (effect !== undefined || at === "") return effect?.kind;
    if (!at.includes(".")) return ownEffect(table, "", release)?.kind;
  }
}

/** Fields without fields of their own. */
const LEAVES = FIELDS.filter(({ field: { type } }) => !["object", "map"].includes(type.kind));

/** Whether a release has a field. */
function exists({ since }: { readonly since: number }, release: ConfigRelease): boolean {
  return since <= minor(release);
}

Deno.test("the table has an effect of every field in every release", () => {
  for (const leaf of LEAVES) {
    const { document, path } = leaf;
    for (const release of OS_RELEASES.filter((one) => exists(leaf, one))) {
      const table = effectTableOf(document.kind);
      ok(table && kindOf(table, path, release), `${document.kind} ${path} of ${release}`);
    }
  }
});

Deno.test("every entry of the table is a field of the schema", () => {
  const kinds = DOCUMENTS.filter((one) => one !== MAIN).map(({ kind }) => kind);
  deepStrictEqual(Object.keys(DOCUMENT_EFFECTS).toSorted(), kinds.toSorted());
  for (const { kind } of DOCUMENTS) {
    const paths = new Set(
      FIELDS.filter(({ document }) => document.kind === kind)
        .map(({ path }) => path),
    );
    for (const path of Object.keys(effectTableOf(kind)!)) {
      ok(path === "" || paths.has(path), `${kind} ${path}`);
    }
  }
});

Deno.test("an entry that ends with a release is followed by another", () => {
  for (const { kind } of DOCUMENTS) {
    for (const [path, entry] of Object.entries(effectTableOf(kind)!)) {
      const untils = [entry].flat().map(({ until }) => until);
      deepStrictEqual(untils.indexOf(undefined), untils.length - 1, `${kind} ${path}`);
    }
  }
});

/** What nodes apply without a reboot, but read at the start of services that only a reboot restarts. */
const REBOOT_BY_HAND = /^(debug|cluster\.etcd\..*|machine\.kernel\.modules.*)$|\.auth\.\w+$/;

Deno.test("what a node reboots for takes effect after a reboot, the rest but a few without", () => {
  for (const release of OS_RELEASES) {
    const immediate = immediateFields(release);
    if (immediate === undefined) continue;
    for (const leaf of LEAVES) {
      const { document, path } = leaf;
      if (document !== MAIN || !exists(leaf, release)) continue;
      const reboots = !immediate.some((field) =>
        path === field || path.startsWith(`${field}.`) ||
        path.startsWith(`${field}[]`)
      );
      const kind = kindOf(MAIN_EFFECTS, path, release)!;
      const where = `${path} of ${release}: ${kind}`;
      if (reboots) ok(["reboot", "none"].includes(kind), where);
      else deepStrictEqual(kind === "reboot", REBOOT_BY_HAND.test(path), where);
    }
  }
});

Deno.test("newer releases apply more without a reboot, never less", () => {
  const rank = (kind: string) => kind === "reboot" ? 1 : 0;
  for (const leaf of LEAVES) {
    const { document, path } = leaf;
    const table = effectTableOf(document.kind)!;
    const ranks = OS_RELEASES.filter((one) => exists(leaf, one))
      .map((release) => rank(kindOf(table, path, release)!));
    deepStrictEqual(ranks, ranks.toSorted((a, b) => b - a), `${document.kind} ${path}`);
  }
  ok(isLater("v1.14", "v1.13"));
});

const BASE = `\
version: v1alpha1
machine:
  type: controlplane
  install:
    disk: /dev/sda
  kernel:
    modules:
      - name: nbd
  network:
    hostname: one
cluster:
  controlPlane:
    endpoint: https://192.0.2.10:6443
`;

function predicted(before: string, after: string, release: ConfigRelease): string[] {
  return predictEffect(before, after, release).map(({ path, effect, service }) =>
    `${path}: ${effect}${service === undefined ? "" : ` ${service}`}`
  );
}

Deno.test("the dry runs of Talos nodes agree: kernel parameters at once, the type after a reboot", () => {
  // Recorded with talosctl v1.8.0-alpha.2: "Applied configuration without a reboot", "with a reboot".
  const sysctls = BASE.replace(
    "  network:",
    "  sysctls:\n    net.core.somaxconn: '4096'\n  network:",
  );
  deepStrictEqual(predicted(BASE, sysctls, "v1.8"), ["/machine/sysctls: immediate"]);
  const type = BASE.replace("controlplane", "worker");
  deepStrictEqual(predicted(BASE, type, "v1.8"), ["/machine/type: reboot"]);
});

Deno.test("predictEffect() names each changed field, and the service that restarts", () => {
  const after = BASE.replace("hostname: one", "hostname: two").replace("/dev/sda", "/dev/sdb")
    .replace("  install:", "  kubelet:\n    extraArgs:\n      v: '4'\n  install:");
  deepStrictEqual(predicted(BASE, after, "v1.14").toSorted(), [
    "/machine/install/disk: installation",
    "/machine/kubelet: service-restart kubelet",
    "/machine/network/hostname: immediate",
  ]);
  deepStrictEqual(predicted(after, `# comment\n${after}`, "v1.14"), []);
});

Deno.test("predictEffect() distinguishes additions to a list from other changes", () => {
  const more = BASE.replace("- name: nbd", "- name: nbd\n      - name: drbd");
  deepStrictEqual(predicted(BASE, more, "v1.8"), ["/machine/kernel/modules: immediate"]);
  deepStrictEqual(predicted(more, BASE, "v1.8"), ["/machine/kernel/modules: reboot"]);
});

Deno.test("predictEffect() predicts documents as a whole, and their fields", () => {
  const volume = (size: string) =>
    `${BASE}---\napiVersion: v1alpha1\nkind: UserVolumeConfig\nname: data\nprovisioning:\n` +
    `  diskSelector:\n    match: disk.size > 1u\n  maxSize: ${size}\n`;
  const predict = (a: string, b: string) => predicted(a, b, "v1.11");
  deepStrictEqual(predict(BASE, volume("10GiB")), ["UserVolumeConfig/data: immediate"]);
  deepStrictEqual(predict(volume("10GiB"), BASE), ["UserVolumeConfig/data: immediate"]);
  deepStrictEqual(predict(volume("10GiB"), volume("20GiB")), [
    "UserVolumeConfig/data#/provisioning/maxSize: reboot",
  ]);
  const service = `${BASE}---\napiVersion: v1alpha1\nkind: ExtensionServiceConfig\nname: nut\n` +
    "environment:\n  - A=b\n";
  deepStrictEqual(predict(BASE, service), ["ExtensionServiceConfig/nut: service-restart ext-nut"]);
});

Deno.test("predictEffect() lists the fields of a new object whose effects differ, by release", () => {
  const after = BASE.replace(
    "  network:",
    "  registries:\n    config:\n      registry.example.com/a:\n        auth:\n          username: me\n" +
      "        tls:\n          insecureSkipVerify: true\n  network:",
  );
  const path = "/machine/registries/config/registry.example.com~1a";
  deepStrictEqual(predicted(BASE, after, "v1.13").toSorted(), [
    `${path}/auth: reboot`,
    `${path}/tls: immediate`,
  ]);
  deepStrictEqual(predicted(BASE, after, "v1.14").toSorted(), [
    `${path}/auth: service-restart cri`,
    `${path}/tls: immediate`,
  ]);
});

Deno.test("predictEffect() predicts no effect of an object without fields", () => {
  const after = BASE.replace("  network:", "  features: {}\n  network:");
  ok(predicted(BASE, after, "v1.8").every((line) => line.endsWith(": none")));
});

// The inputs of kubelet's service controller: `secrets/kubelet.go` and `k8s/kubelet_config.go` in the
// controllers of Talos. The first reads token, CAs and the port of KubePrism in all tags from v1.4.8 to
// v1.14.0-rc.1, the second whether pods run on control planes from v1.9.6 on, taints in v1.14.0-rc.1.
Deno.test("what the configuration of kubelet contains restarts kubelet", () => {
  const kubelet = (path: string) =>
    OS_RELEASES.filter((release) => ownEffect(MAIN_EFFECTS, path, release)?.service === "kubelet");
  for (const path of ["machine.kubelet", "cluster.token", "cluster.ca", "cluster.acceptedCAs"]) {
    deepStrictEqual(kubelet(path), [...OS_RELEASES], path);
  }
  deepStrictEqual(kubelet("machine.features.kubePrism"), [...OS_RELEASES]);
  deepStrictEqual(kubelet("cluster.allowSchedulingOnControlPlanes")[0], "v1.9");
  deepStrictEqual(kubelet("machine.nodeTaints"), ["v1.14"]);
});
