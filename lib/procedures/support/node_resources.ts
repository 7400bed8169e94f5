/**
 * Resources of a node as YAML documents, without secrets.
 *
 * @module
 */
import type { ResourceReader } from "../../resource/client.ts";
import { DEFINITIONS, type SentDefinition, toDefinition } from "../../resource/definitions.ts";
import { yamlDocument } from "../../resource/document.ts";
import { MACHINE_CONFIG } from "../../resource/machine_config_type.ts";
import type { Resource } from "../../resource/resource.ts";
import { REDACTED, redactSpec, SECRET_TYPES } from "./redact.ts";

/** The part of a resource reader that lists resources. */
type ResourceLister = Pick<ResourceReader, "list">;

/** A resource type of a node. */
export interface ResourceKind {
  /** ID of the definition. */
  readonly id: string;
  readonly definition: Pick<SentDefinition, "read">;
}

/** Lists the resource types of a node. */
export async function listResourceKinds(
  reader: ResourceLister,
  node: string,
  signal: AbortSignal,
): Promise<ResourceKind[]> {
  const kinds: ResourceKind[] = [];
  for await (const resource of reader.list(node, DEFINITIONS, { signal })) {
    kinds.push({ id: resource.id, definition: toDefinition(resource) });
  }
  return kinds;
}

/**
 * Yields the resources of a type. Machine configurations are redacted field by field, other
 * sensitive resources as a whole, environment variables everywhere.
 */
export async function* readResources(
  reader: ResourceLister,
  node: string,
  definition: Pick<SentDefinition, "read">,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { type, defaultNamespace: namespace, isSensitive } = await definition.read();
  let separator = "";
  for await (const resource of reader.list(node, { namespace, type }, { signal })) {
    yield separator + await formatResource(resource, isSensitive);
    separator = "---\n";
  }
}

async function formatResource(resource: Resource, isSensitive: boolean): Promise<string> {
  const context = { node: undefined, configAsText: true };
  if (resource.type === MACHINE_CONFIG) {
    const { redactText } = await import("../../machineconfig/redact/mod.ts");
    return yamlDocument({ ...resource, yaml: redactText(resource.yaml) }, context);
  }
  if (!isSensitive && !SECRET_TYPES.includes(resource.type)) {
    return yamlDocument({ ...resource, yaml: redactSpec(resource.yaml) }, context);
  }
  return `${yamlDocument({ ...resource, yaml: "" }, context).trimEnd()} ${REDACTED}\n`;
}
