/**
 * The configuration that talhelper generates for a node before patches: the one of talosctl, and the
 * fields of `talconfig.yaml`, in the order of `pkg/generate` and `pkg/talos` of talhelper v3.1.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { ConfigDocument, Data } from "../../machineconfig/data.ts";
import { type Contract, hasFeature } from "../../machineconfig/generate/mod.ts";
import {
  generateMachine,
  type MachineSettings,
} from "../../machineconfig/generate/generate_machine.ts";
import { applyPatches, readPatch } from "../../machineconfig/patch/mod.ts";
import { API_VERSION } from "../../machineconfig/schema/header.ts";
import type { ConfigRelease } from "../../machineconfig/schema/types.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import type { YamlData } from "../../yaml/mod.ts";
import { renderTemplate } from "./go_template.ts";
import type { SourceField } from "./source_field.ts";
import { linkDocuments } from "./talconfig_links.ts";

/** Fields of a node or its role that are copied: lists that are replaced, at their places. */
const MACHINE_FIELDS = {
  nodeLabels: "nodeLabels",
  nodeAnnotations: "nodeAnnotations",
  nodeTaints: "nodeTaints",
  machineDisks: "disks",
} as const;

/** A node of a talconfig. */
export interface TalconfigNode {
  readonly node: SourceField;
  /** `controlPlane` or `worker`. */
  readonly role: SourceField;
  readonly isControlPlane: boolean;
  readonly settings: MachineSettings;
  readonly contract: Contract;
  readonly release: ConfigRelease;
  /** Content of `machineFiles`, from their files. */
  readonly files: readonly Data[];
  /** Fields of the cluster, as documents. */
  readonly shared: readonly Data[];
  readonly kernelArguments: readonly string[];
}

/** Returns a field of the node; without it, its role's. */
export function inherited({ node, role }: Pick<TalconfigNode, "node" | "role">, key: string) {
  const own = node.at(key);
  const isEmpty = !own.isPresent || own.data === "" || own.data === false || own.data === 0;
  return isEmpty ? role.at(key) : own;
}

/** A part of a configuration and the field that it comes from. */
interface Part {
  readonly field: SourceField;
  readonly documents: readonly Data[];
}

/**
 * Returns what generates the configuration of a node. All fields are checked at once.
 *
 * @throws {OsctlError} of kind `input`, at the field.
 */
export function nodeGenerator(
  one: TalconfigNode,
): (bundle: SecretsBundle) => readonly ConfigDocument[] {
  const { release } = one;
  const patches = parts(one).map(({ field, documents }) => {
    const text = documents.map((document) => JSON.stringify(document)).join("\n---\n");
    try {
      return readPatch(text, { name: field.path, release });
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      throw field.error(error.message.replace(/^[^:]*:\d+:\d+: /, ""), error.hint);
    }
  });
  return (bundle) =>
    applyPatches(
      generateMachine(one.settings, { bundle, contract: one.contract }),
      patches,
      { release },
    );
}

/** Returns a map with its templates rendered; their data are fields of the generated configuration. */
function rendered(at: SourceField, settings: TalconfigNode["settings"]): Data {
  const data = {
    MachineConfig: {
      MachineType: settings.type,
      MachineInstall: {
        InstallDisk: settings.installDisk,
        InstallImage: settings.installImage,
      },
      MachineNetwork: { NetworkHostname: settings.hostname },
    },
    ClusterConfig: { ClusterName: settings.clusterName },
  };
  return Object.fromEntries(at.keys.map(({ key }) => {
    const value = at.at(key);
    const errorAt = (_: number, reason: string, hint?: string) => value.error(reason, hint);
    return [key, renderTemplate(value.text, data, errorAt)];
  }));
}

function parts(one: TalconfigNode): Part[] {
  const { contract, node, files, shared, kernelArguments } = one;
  const field = (key: string) => inherited(one, key);
  const hasLinks = hasFeature("networkDocuments", contract);
  const found: Part[] = [];
  const add = (at: SourceField, documents: readonly Data[]) => {
    if (at.isPresent && documents.length > 0) found.push({ field: at, documents });
  };
  const machine = (at: SourceField, data: Data) => add(at, [{ machine: data }]);
  if (shared.length > 0) found.push({ field: node, documents: shared });
  const selector = node.at("installDiskSelector");
  machine(selector, { install: { diskSelector: valueOf(selector) } });
  for (const [key, name] of Object.entries(MACHINE_FIELDS)) {
    const at = field(key);
    // Generated labels are replaced.
    if (at.isPresent && key === "nodeLabels") {
      machine(at, { nodeLabels: { $patch: "delete" } });
    }
    const hasTemplates = key === "nodeLabels" || key === "nodeAnnotations";
    machine(at, { [name]: hasTemplates ? rendered(at, one.settings) : valueOf(at) });
  }
  const modules = field("kernelModules");
  machine(modules, { kernel: { modules: valueOf(modules) } });
  machine(field("machineFiles"), { files });
  const sans = [
    ...node.at("certSANs").texts,
    ...(node.at("overrideMachineCertSANs").isTrue ? [] : one.role.at("certSANs").texts),
  ];
  if (sans.length > 0) machine(field("certSANs"), { certSANs: sans });
  if (kernelArguments.length > 0) {
    machine(field("schematic"), { install: { extraKernelArgs: kernelArguments } });
  }
  const servers = field("nameservers");
  const search = field("disableSearchDomain");
  const interfaces = field("networkInterfaces");
  if (!hasLinks) {
    machine(servers, { network: { nameservers: valueOf(servers) } });
    machine(search, { network: { disableSearchDomain: search.isTrue } });
    machine(interfaces, { network: { interfaces: valueOf(interfaces) } });
  } else {
    if (servers.items.length > 0 || search.isTrue) {
      add(servers.isPresent ? servers : search, [documentOf("ResolverConfig", {
        nameservers: servers.texts.map((address) => ({ address })),
        searchDomains: { disableDefault: search.isTrue },
      })]);
    }
    const name = node.at("hostname");
    if (!node.at("ignoreHostname").isTrue) {
      add(name, [documentOf("HostnameConfig", { auto: "off", hostname: name.text })]);
    }
    add(interfaces, linkDocuments((interfaces.data ?? []) as unknown as Data[]));
  }
  add(field("ingressFirewall"), firewall(field("ingressFirewall")));
  for (const [key, kind] of Object.entries(NAMED)) {
    const list = field(key);
    add(list, list.items.map((item) => documentOf(kind, valueOf(item) as Data)));
  }
  return found;
}

/** Lists whose items are documents. */
const NAMED = {
  extensionServices: "ExtensionServiceConfig",
  volumes: "VolumeConfig",
  userVolumes: "UserVolumeConfig",
} as const;

function firewall(field: SourceField): Data[] {
  if (!field.isPresent) return [];
  const ingress = field.at("defaultAction").text || "accept";
  return [
    documentOf("NetworkDefaultActionConfig", { ingress }),
    ...field.at("rules").items.map((rule) =>
      documentOf("NetworkRuleConfig", valueOf(rule) as Data)
    ),
  ];
}

function documentOf(kind: string, fields: Data): Data {
  return { apiVersion: API_VERSION, kind, ...fields };
}

function valueOf(field: SourceField): Data[string] {
  return (field.data ?? null) as YamlData as Data[string];
}
