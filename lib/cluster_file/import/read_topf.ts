/**
 * Reads `topf.yaml` and the patch folders of topf: `all`, one for each role, and `node/<host>`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { parseContract } from "../../machineconfig/generate/mod.ts";
import { generateMachine } from "../../machineconfig/generate/generate_machine.ts";
import { readPatch } from "../../machineconfig/patch/mod.ts";
import { releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import type { Data } from "../../machineconfig/data.ts";
import { isNewerThanKnown, NEWEST_OS_RELEASE, parseOsVersion } from "../../os_versions/mod.ts";
import { DOMAIN } from "../../distribution.ts";
import { join } from "../../platform/paths.ts";
import { createErrorAt } from "../../yaml/mod.ts";
import type { ForeignCluster, ForeignNode, ForeignPatch } from "./foreign_cluster.ts";
import { type ForeignFiles, openForeign } from "./foreign_file.ts";
import { inlinePatches } from "./foreign_patches.ts";
import { renderTemplate } from "./go_template.ts";
import type { SourceField } from "./source_field.ts";
import type { TemplateData } from "./template_functions.ts";
import { contentOf, DEFAULT_ID, schematicOf } from "./talconfig_images.ts";

/** Fields of the whole file. */
const CLUSTER_FIELDS = [
  "clusterName",
  "clusterEndpoint",
  "kubernetesVersion",
  "talosVersion",
  "schematicId",
  "factory",
  "platform",
  "secureboot",
  "secretsProvider",
  "nodesProvider",
  "patchesDir",
  "secretsPath",
  "nodes",
  "data",
];

/** Fields of a node. */
const NODE_FIELDS = [
  ...["host", "ip", "role", "data", "talosVersion"],
  ...["schematicId", "factory", "platform", "secureboot"],
];

/** Programs that topf runs for parts of its configuration. */
const PROVIDERS = ["secretsProvider", "nodesProvider"];

/** Names of patch files, as topf matches them. */
const PATCH_FILE = /\.ya?ml(\.tpl)?/;

/**
 * Reads a topf.yaml with its patches.
 *
 * @throws {OsctlError} of kind `input` or `file`, with the place of each unsupported field.
 */
export async function readTopf(name: string, files: ForeignFiles): Promise<ForeignCluster> {
  const { root, remarks, place } = await openForeign(name, files, (node) => node);
  for (const key of PROVIDERS) {
    const field = root.at(key);
    if (!field.isPresent) continue;
    throw field.error("programs are not run by an import", "write their output into the file");
  }
  for (const field of [root, ...root.at("nodes").items]) {
    const known = field === root ? CLUSTER_FIELDS : NODE_FIELDS;
    for (const { key, keyOffset } of field.keys) {
      if (known.includes(key)) continue;
      remarks.push(`${place(keyOffset)}: "${key}" is not imported: topf ignores this key`);
    }
  }
  const hint = 'write the version that topf uses, see "topf --version"';
  const version = root.required("talosVersion", hint).replace(/^v?/, "v");
  const parsed = parseOsVersion(version);
  if (parsed === undefined || isNewerThanKnown(version)) {
    throw root.at("talosVersion").error("not a known version", `use at most ${NEWEST_OS_RELEASE}`);
  }
  const contract = parseContract(`v${parsed[0]}.${parsed[1]}`, "v1.8");
  const nodes = await Promise.all(
    root.at("nodes").items.map(async (node): Promise<ForeignNode> => {
      const role = node.required("role");
      if (role !== "control-plane" && role !== "worker") {
        throw node.at("role").error("not a role", 'use "control-plane" or "worker"');
      }
      const either = (key: string) => node.at(key).isPresent ? node.at(key) : root.at(key);
      const osVersion = node.at("talosVersion").text.replace(/^v?(?=.)/, "v") || version;
      const data = dataOf(root, node, version);
      const image = await imageOf(either, osVersion, files);
      const own: TemplateData = { ...data, SchematicID: image.id };
      return {
        name: node.required("host"),
        addresses: [node.at("ip").text || node.required("host")],
        osVersion,
        os: image.os,
        generate: (bundle) =>
          generateMachine({
            type: role === "worker" ? "worker" : "controlplane",
            clusterName: root.required("clusterName"),
            endpoint: root.required("clusterEndpoint"),
            kubernetesVersion: root.required("kubernetesVersion").replace(/^v/, ""),
            dnsDomain: "cluster.local",
            allowSchedulingOnControlPlanes: false,
            installDisk: "",
            installImage: image.reference,
            hostname: "",
            interfaces: [],
          }, { bundle, contract }),
        patches: await patchesOf(root, role, node.required("host"), own, files),
      };
    }),
  );
  if (nodes.length === 0) throw root.at("nodes").error("no nodes");
  const roles = new Map(
    root.at("nodes").items.map((node) => [node.at("host").text, node.at("role").text] as const),
  );
  const isWorker = ({ name: host }: ForeignNode) => roles.get(host) === "worker" ? 1 : 0;
  return {
    contract: `v${contract.major}.${contract.minor}`,
    secrets: await secretsFile(root, files),
    nodes: nodes.toSorted((a, b) =>
      isWorker(a) - isWorker(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
    ),
    variables: new Map(),
    hidden: new Map(),
    remarks,
  };
}

function dataOf(root: SourceField, node: SourceField, version: string): TemplateData {
  const ip = node.at("ip").text;
  return {
    ClusterName: root.at("clusterName").text,
    ClusterEndpoint: root.at("clusterEndpoint").text,
    KubernetesVersion: root.at("kubernetesVersion").text,
    TalosVersion: root.at("talosVersion").text || version,
    Data: root.at("data").data ?? {},
    Node: {
      Host: node.at("host").text,
      ...(ip === "" ? {} : { IP: ip }),
      Role: node.at("role").text,
      Data: node.at("data").data ?? {},
    },
  };
}

async function imageOf(
  either: (key: string) => SourceField,
  version: string,
  files: ForeignFiles,
): Promise<{ readonly reference: string; readonly id: string; readonly os: Data }> {
  const given = either("schematicId");
  const factory = either("factory").text || `factory.${DOMAIN}`;
  const platform = either("platform").text || "metal";
  const secureBoot = either("secureboot").isTrue;
  let id = given.text || DEFAULT_ID;
  let content: Data = { schematic: id };
  if (id.startsWith("@")) {
    if (id.endsWith(".tpl")) throw given.error("templates cannot be imported", "write the ID");
    const { root } = await openForeign(id.slice(1), files, (node) => node);
    const schematic = await schematicOf(root);
    id = schematic?.id ?? DEFAULT_ID;
    content = { schematic: id };
    if (schematic !== undefined && id !== DEFAULT_ID) content = contentOf(schematic);
  }
  const name = `${platform}-installer${secureBoot ? "-secureboot" : ""}`;
  return {
    id,
    reference: `${factory}/${name}/${id}:${version}`,
    os: {
      ...content,
      ...(factory === `factory.${DOMAIN}` ? {} : { factory }),
      platform,
      ...(secureBoot ? { secureBoot } : {}),
    },
  };
}

/** Returns the patches of a node in the order of topf. */
async function patchesOf(
  root: SourceField,
  role: string,
  host: string,
  data: TemplateData,
  files: ForeignFiles,
): Promise<ForeignPatch[]> {
  const base = root.at("patchesDir").text || ".";
  const version = String(data["TalosVersion"]).replace(/^v?/, "v");
  const release = releaseOfVersion(version);
  const levels = [["cluster", "all"], ["group", role], ["node", `node/${host}`]] as const;
  const found: ForeignPatch[] = [];
  for (const [level, folder] of levels) {
    const path = base === "." ? folder : join(base.replace(/^\.\//, ""), folder);
    for (const file of await files.list(path)) {
      if (!PATCH_FILE.test(file.slice(file.lastIndexOf("/") + 1))) continue;
      const text = await files.read(file);
      const name = files.shown(file);
      const errorAt = createErrorAt(text, name);
      if (file.endsWith(".tpl")) {
        const rendered = renderTemplate(text, data, errorAt);
        // A template is rendered for each node.
        found.push(...inlinePatches(rendered, { level: "node", name, release }));
        continue;
      }
      if (inlinePatches(text, { level, name, release }).length === 0) continue;
      const patch = readPatch(text, { name, release });
      if (patch.form === "json") {
        throw new OsctlError("input", `${name}:1:1: topf rejects JSON patches`);
      }
      if (text.includes("${")) {
        // In a patch file of a cluster file, it would be a variable.
        found.push(...inlinePatches(text, { level, name, release }));
      } else found.push({ level, item: { file: files.written(file) }, patch });
    }
  }
  return found;
}

async function secretsFile(root: SourceField, files: ForeignFiles): Promise<string> {
  const field = root.at("secretsPath");
  const path = field.text || "secrets.yaml";
  if (await files.exists(path)) return path;
  throw new OsctlError("input", `no secrets file "${files.shown(path)}"`, {
    hint: 'topf writes it; for an existing cluster, import it with "osctl cluster import -n @all"',
  });
}
