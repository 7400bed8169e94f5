/**
 * Reads `talconfig.yaml`, the file of talhelper.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { Data } from "../../machineconfig/data.ts";
import { hasFeature, parseContract } from "../../machineconfig/generate/mod.ts";
import { releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { isNewerThanKnown, NEWEST_OS_RELEASE, parseOsVersion } from "../../os_versions/mod.ts";
import type { YamlMap } from "../../yaml/mod.ts";
import type { ForeignCluster, ForeignNode } from "./foreign_cluster.ts";
import { type ForeignFiles, openForeign } from "./foreign_file.ts";
import type { SourceField } from "./source_field.ts";
import { inherited, nodeGenerator, type TalconfigNode } from "./talconfig_documents.ts";
import { installerImage, schematicOf } from "./talconfig_images.ts";
import { PatchList, readContent } from "./talconfig_patches.ts";
import { INTERFACE_FIELDS } from "./talconfig_links.ts";
import { TalconfigEnv } from "./talconfig_env.ts";

/** Names of secrets files; the last that exists is used. */
const SECRETS = ["talsecret.yaml", "talsecret.sops.yaml", "talsecret.yml", "talsecret.sops.yml"];

/** Fields of the whole file. */
const CLUSTER_FIELDS = [
  "clusterName",
  "talosVersion",
  "kubernetesVersion",
  "endpoint",
  "domain",
  "allowSchedulingOnMasters",
  "allowSchedulingOnControlPlanes",
  "additionalMachineCertSans",
  "additionalApiServerCertSans",
  "inlineManifests",
  "clusterPodNets",
  "clusterSvcNets",
  "cniConfig",
  "patches",
  "nodes",
  "imageFactory",
  "controlPlane",
  "worker",
];

/** Fields of a node and of a role. */
const NODE_FIELDS = [
  "nodeLabels",
  "nodeAnnotations",
  "nodeTaints",
  "machineDisks",
  "machineFiles",
  "disableSearchDomain",
  "kernelModules",
  "nameservers",
  "networkInterfaces",
  "extraManifests",
  "certSANs",
  "patches",
  "talosImageURL",
  "noSchematicValidate",
  "schematic",
  "imageSchematic",
  "machineSpec",
  "ingressFirewall",
  "extensionServices",
  "volumes",
  "userVolumes",
  "filenameTmpl",
];

/** Fields of a node only. */
const OWN_FIELDS = [
  "hostname",
  "ipAddress",
  "controlPlane",
  "installDisk",
  "installDiskSelector",
  "ignoreHostname",
  "overridePatches",
  "overrideExtraManifests",
  "overrideMachineCertSANs",
];

/** Fields without effect on configurations, and where they have one. */
const UNUSED: Readonly<Record<string, string>> = {
  imageSchematic: "it defines boot images only",
  filenameTmpl: "it names rendered files only",
};

/**
 * Reads a talconfig with the files that it refers to, beside it.
 *
 * @throws {OsctlError} of kind `input` or `file`, with the place of each unsupported field.
 */
export async function readTalconfig(name: string, files: ForeignFiles): Promise<ForeignCluster> {
  const env = await TalconfigEnv.open(files);
  const { root, remarks, place } = await openForeign(name, files, env.expand);
  const hint = "write the version that talhelper used";
  const version = root.required("talosVersion", hint).replace(/^v?/, "v");
  const parsed = parseOsVersion(version);
  if (parsed === undefined || isNewerThanKnown(version)) {
    throw root.at("talosVersion").error("not a known version", `use at most ${NEWEST_OS_RELEASE}`);
  }
  const contract = parseContract(`v${parsed[0]}.${parsed[1]}`, "v1.8");
  const release = releaseOfVersion(version);
  reportUnused(root, CLUSTER_FIELDS, remarks, place);
  for (const role of ["controlPlane", "worker"]) {
    reportUnused(root.at(role), NODE_FIELDS, remarks, place);
  }
  const shared = await sharedFields(root, files, env);
  const patches = new PatchList({ files, env, release });
  const nodes: ForeignNode[] = [];
  for (const node of root.at("nodes").items) {
    reportUnused(node, [...NODE_FIELDS, ...OWN_FIELDS], remarks, place);
    const isControlPlane = node.at("controlPlane").isTrue;
    const role = root.at(isControlPlane ? "controlPlane" : "worker");
    const field = (key: string) => inherited({ node, role }, key);
    const schematic = await schematicOf(field("schematic"));
    const image = installerImage({
      factory: root.at("imageFactory"),
      spec: field("machineSpec"),
      url: field("talosImageURL"),
      schematic,
      version,
    });
    if (hasFeature("networkDocuments", contract)) {
      reportLinks(field("networkInterfaces"), remarks, place);
    }
    reportTemplates(field("nodeLabels"), remarks, place);
    reportTemplates(field("nodeAnnotations"), remarks, place);
    const hostname = node.required("hostname");
    const hasArguments = field("machineSpec").at("useUKI").isTrue ||
      hasFeature("networkDocuments", contract);
    const one: TalconfigNode = {
      node,
      role,
      isControlPlane,
      contract,
      release,
      settings: {
        type: isControlPlane ? "controlplane" : "worker",
        clusterName: root.required("clusterName"),
        endpoint: root.required("endpoint"),
        kubernetesVersion: root.required("kubernetesVersion").replace(/^v/, ""),
        dnsDomain: root.at("domain").text || "cluster.local",
        ...(root.at("cniConfig").isPresent ? { cni: root.at("cniConfig").data as Data } : {}),
        allowSchedulingOnControlPlanes: root.at("allowSchedulingOnMasters").isTrue ||
          root.at("allowSchedulingOnControlPlanes").isTrue,
        installDisk: node.at("installDisk").text,
        installImage: image.reference,
        hostname: hasFeature("networkDocuments", contract) || node.at("ignoreHostname").isTrue
          ? ""
          : hostname,
        subnets: {
          ...subnets("podSubnets", root.at("clusterPodNets")),
          ...subnets("serviceSubnets", root.at("clusterSvcNets")),
        },
        interfaces: [],
      },
      files: await machineFiles(field("machineFiles"), files, env),
      shared: shared(isControlPlane),
      kernelArguments: hasArguments ? [] : schematic?.kernelArguments ?? [],
    };
    await patches.start();
    if (!node.at("overridePatches").isTrue) await patches.add(role.at("patches"), "group");
    await patches.add(node.at("patches"), "node");
    await patches.add(root.at("patches"), "cluster");
    await patches.add(node.at("extraManifests"), "node", { isFile: true });
    if (!node.at("overrideExtraManifests").isTrue) {
      await patches.add(role.at("extraManifests"), "group", { isFile: true });
    }
    nodes.push({
      name: hostname,
      addresses: node.at("ipAddress").text.split(",").map((text) => text.trim()).filter((text) =>
        text
      ),
      osVersion: version,
      os: image.os,
      generate: nodeGenerator(one),
      patches: patches.current,
    });
  }
  if (nodes.length === 0) throw root.at("nodes").error("no nodes");
  return {
    contract: `v${contract.major}.${contract.minor}`,
    secrets: await secretsFile(files, name),
    nodes: [...nodes.filter(isMember(root)), ...nodes.filter((one) => !isMember(root)(one))],
    variables: env.variables,
    hidden: env.hidden,
    remarks,
  };
}

function isMember(root: SourceField): (node: ForeignNode) => boolean {
  const names = root.at("nodes").items.filter((node) => node.at("controlPlane").isTrue)
    .map((node) => node.at("hostname").text);
  return ({ name }) => names.includes(name);
}

/** Reports fields that talhelper ignores, and those without effect on configurations. */
function reportUnused(
  field: SourceField,
  known: readonly string[],
  remarks: string[],
  place: (offset: number) => string,
): void {
  for (const { key, keyOffset } of field.keys) {
    const reason = known.includes(key) ? UNUSED[key] : "talhelper ignores this key";
    if (reason !== undefined) {
      remarks.push(`${place(keyOffset)}: "${key}" is not imported: ${reason}`);
    }
  }
}

/** Reports fields of interfaces without a document; nodes of a role share their interfaces. */
function reportLinks(
  field: SourceField,
  remarks: string[],
  place: (offset: number) => string,
): void {
  for (const { key, keyOffset } of field.items.flatMap(({ keys }) => keys)) {
    if (INTERFACE_FIELDS.includes(key)) continue;
    const text = `${place(keyOffset)}: "${key}" is not imported: write its document as a patch`;
    if (!remarks.includes(text)) remarks.push(text);
  }
}

/** Reports templates once: nodes of a role share them. */
function reportTemplates(
  field: SourceField,
  remarks: string[],
  place: (offset: number) => string,
): void {
  for (const { key } of field.keys) {
    const value = field.at(key);
    if (!value.text.includes("{{")) continue;
    const remark = `${place(value.offset)}: the template of "${key}" is replaced by its value`;
    if (!remarks.includes(remark)) remarks.push(remark);
  }
}

function subnets(name: string, field: SourceField): Data {
  return field.items.length === 0 ? {} : { [name]: field.texts };
}

/** Returns the fields of the cluster for a role, as documents. */
async function sharedFields(
  root: SourceField,
  files: ForeignFiles,
  env: TalconfigEnv,
): Promise<(isControlPlane: boolean) => readonly Data[]> {
  const sans = root.at("additionalMachineCertSans").texts;
  const apiSans = root.at("additionalApiServerCertSans").texts;
  const manifests: YamlMap[] = [];
  for (const item of root.at("inlineManifests").items) {
    const contents = await readContent(item.at("contents"), item, files, env);
    manifests.push({ name: item.at("name").text, contents });
  }
  return (isControlPlane) => {
    const machine = sans.length === 0 ? {} : { machine: { certSANs: sans } };
    const cluster = {
      ...(apiSans.length === 0 || !isControlPlane ? {} : { apiServer: { certSANs: apiSans } }),
      ...(manifests.length === 0 ? {} : { inlineManifests: manifests }),
    };
    const document = { ...machine, ...(Object.keys(cluster).length === 0 ? {} : { cluster }) };
    return Object.keys(document).length === 0 ? [] : [document as Data];
  };
}

async function machineFiles(
  field: SourceField,
  files: ForeignFiles,
  env: TalconfigEnv,
): Promise<Data[]> {
  const found: Data[] = [];
  for (const item of field.items) {
    const { skipEnvsubst: _, ...data } = item.data as Data;
    const content = await readContent(item.at("content"), item, files, env);
    found.push({ ...data, content });
  }
  return found;
}

async function secretsFile(files: ForeignFiles, name: string): Promise<string> {
  let last: string | undefined;
  for (const one of SECRETS) if (await files.exists(one)) last = one;
  if (last !== undefined) return last;
  throw new OsctlError("input", `no secrets file next to "${name}"`, {
    hint:
      `write ${SECRETS[0]} with "osctl gen secrets -o ${SECRETS[0]}"; for an existing cluster, ` +
      'import it with "osctl cluster import -n @all"',
  });
}
