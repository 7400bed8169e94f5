/**
 * A resource as a YAML document and as a value, in the format of talosctl.
 *
 * @module
 */
import { MACHINE_CONFIG } from "./machine_config_type.ts";
import { isPlain, yamlScalar } from "../yaml/write_scalar.ts";
import { nameOf, type Resource, wholeSeconds } from "./resource.ts";
import { resolvePlain } from "./scalar.ts";
import { compareCodePoints, type Value, type ValueMap } from "../output/value.ts";
import { readSpec } from "./spec.ts";

/** An event of a watched resource. */
export type EventKind = "created" | "updated" | "destroyed";

/** Context of a printed resource. */
export interface DocumentContext {
  /** Omitted from the document when undefined. */
  readonly node: string | undefined;
  readonly event?: EventKind | undefined;
  /** Print the spec of a machine configuration as one string. */
  readonly configAsText: boolean;
}

/** Returns the string fields of the metadata, in order. */
function listTextFields(resource: Resource): [name: string, text: string][] {
  const { namespace, type, id, version, owner, phase, created, updated } = resource;
  return [
    ["namespace", namespace],
    ["type", type],
    ["id", id],
    ["version", version],
    ["owner", owner],
    ["phase", phase],
    ["created", wholeSeconds(created)],
    ["updated", wholeSeconds(updated)],
  ];
}

function hasTextSpec({ type, yaml }: Resource, { configAsText }: DocumentContext): boolean {
  return configAsText && type === MACHINE_CONFIG && yaml !== "";
}

/** Formats the document, without a `---` line. */
export function yamlDocument(resource: Resource, context: DocumentContext): string {
  const { labels, annotations, finalizers, yaml } = resource;
  let text = context.node === undefined ? "" : `node: ${context.node}\n`;
  if (context.event !== undefined) text += `event: ${context.event}\n`;
  text += "metadata:\n";
  for (const [name, value] of listTextFields(resource)) text += pair("    ", name, value);
  text += pairs("labels", labels) + pairs("annotations", annotations);
  if (finalizers.length > 0) {
    text += "    finalizers:\n";
    for (const name of finalizers) {
      text += `        - ${yamlScalar(name, { indent: 10 })}`.trimEnd() + "\n";
    }
  }
  if (hasTextSpec(resource, context)) return `${text}${pair("", "spec", yaml)}`;
  const spec = yaml.trim();
  if (spec === "") return `${text}spec:\n`;
  return `${text}spec:\n    ${spec.replaceAll("\n", "\n    ")}\n`;
}

function pair(margin: string, name: string, value: string): string {
  const scalar = yamlScalar(value, { indent: margin.length + 4 });
  return `${margin}${name}:${scalar === "" ? "" : " "}${scalar}\n`;
}

function pairs(name: string, map: Readonly<Record<string, string>>): string {
  const keys = Object.keys(map).sort(compareCodePoints);
  if (keys.length === 0) return "";
  const lines = keys.map((key) =>
    pair("        ", yamlScalar(key, { indent: 0, isKey: true }), map[key]!)
  );
  return `    ${name}:\n${lines.join("")}`;
}

/** Resolves a metadata string like a YAML reader of the document. */
function read(text: string): Value {
  return isPlain(text) ? resolvePlain(text) : text;
}

function readMap(map: Readonly<Record<string, string>>): ValueMap {
  return Object.fromEntries(Object.entries(map).map(([key, text]) => [key, read(text)]));
}

/** Converts the document to a value, for JSON and JSONPath. */
export async function documentValue(
  resource: Resource,
  context: DocumentContext,
): Promise<ValueMap> {
  const { labels, annotations, finalizers } = resource;
  const some = (map: object) => Object.keys(map).length > 0;
  return {
    ...(context.node === undefined ? {} : { node: context.node }),
    ...(context.event === undefined ? {} : { event: context.event }),
    metadata: {
      ...Object.fromEntries(listTextFields(resource).map(([name, text]) => [name, read(text)])),
      ...(some(labels) ? { labels: readMap(labels) } : {}),
      ...(some(annotations) ? { annotations: readMap(annotations) } : {}),
      ...(finalizers.length > 0 ? { finalizers: finalizers.map(read) } : {}),
    },
    spec: hasTextSpec(resource, context) ? resource.yaml : await specOf(resource),
  };
}

/** Parses the spec. */
export function specOf(resource: Resource): Promise<Value> {
  return readSpec(resource.yaml, nameOf(resource));
}
