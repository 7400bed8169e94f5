/**
 * Resource types of namespaces and resource definitions.
 *
 * @module
 */
import { cosi } from "../../../../proto/cosi.ts";
import { defineType, type Definition } from "./definition.ts";

const { NamespaceSpec, ResourceDefinitionSpec } = cosi.resource.meta;
const { Sensitivity } = ResourceDefinitionSpec;

/** Namespace of both types. */
export const META = "meta";

/** Spec of a namespace. */
export interface NamespaceValue {
  description: string;
}

export const NAMESPACE: Definition<NamespaceValue> = defineType("Namespaces.meta.cosi.dev", {
  name: "Namespaces",
  namespace: META,
  aliases: ["ns"],
  message: (spec) => NamespaceSpec.encode(spec).finish(),
});

/** Spec of a resource definition. */
export interface ResourceDefinitionValue {
  type: string;
  displayType: string;
  defaultNamespace: string;
  aliases: readonly string[];
  allAliases: readonly string[];
  printColumns: readonly { name: string; jsonPath: string }[];
  sensitivity: "sensitive" | undefined;
}

export const RESOURCE_DEFINITION: Definition<ResourceDefinitionValue> = defineType(
  "ResourceDefinitions.meta.cosi.dev",
  {
    name: "ResourceDefinitions",
    namespace: META,
    aliases: ["api-resources"],
    columns: [["Aliases", "{.aliases[:]}"]],
    message: (spec) =>
      ResourceDefinitionSpec.encode({
        resourceType: spec.type,
        displayType: spec.displayType,
        defaultNamespace: spec.defaultNamespace,
        aliases: [...spec.aliases],
        allAliases: [...spec.allAliases],
        printColumns: [...spec.printColumns],
        ...(spec.sensitivity === undefined ? {} : { sensitivity: Sensitivity.SENSITIVE }),
      }).finish(),
  },
);

/** Converts a definition to its spec. */
export function toDefinitionValue(definition: Definition<never>): ResourceDefinitionValue {
  return {
    type: definition.type,
    displayType: definition.displayType,
    defaultNamespace: definition.namespace,
    aliases: definition.aliases,
    allAliases: definition.allAliases,
    printColumns: definition.columns.map(([name, jsonPath]) => ({ name, jsonPath })),
    sensitivity: definition.sensitive ? "sensitive" : undefined,
  };
}

/** The namespaces of a node with their descriptions. */
export const NAMESPACES: readonly (readonly [name: string, description: string])[] = [
  [META, "Definitions of resource types and namespaces."],
  ["cluster", "The cluster and its members."],
  ["cluster-raw", "Members as each source reports them."],
  ["config", "Configuration of the machine."],
  ["controlplane", "Configuration of the Kubernetes control plane."],
  ["etcd", "Configuration and membership of etcd."],
  ["hardware", "Hardware inventory."],
  ["k8s", "Kubernetes, on every node."],
  ["network", "Links, addresses, routes and names."],
  ["perf", "Memory and CPU statistics."],
  ["runtime", "Services, disks and the state of the machine."],
  ["secrets", "Certificates and keys."],
];
