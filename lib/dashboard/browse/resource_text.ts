/**
 * Texts about a resource.
 *
 * @module
 */
import { yamlDocument } from "../../resource/document.ts";
import { formatRelativeTime } from "../../output/relative_time.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Definition } from "../../resource/definitions.ts";

/** Returns the YAML document of a resource, as `osctl get -o yaml` prints it. */
export function resourceYaml(node: string, resource: Resource): string {
  return yamlDocument(resource, { node, configAsText: false });
}

/** Returns a description of a resource: what people look for first, then its spec. */
export function describeResource(
  { resource, node, nodeName, definition, now }: {
    readonly resource: Resource;
    readonly node: string;
    readonly nodeName: string;
    readonly definition: Definition;
    /** Milliseconds since the Unix epoch. */
    readonly now: number;
  },
): string {
  const { namespace, type, id, version, owner, phase, created, updated } = resource;
  const ago = (time: Resource["created"]) =>
    time === null ? "unknown" : formatRelativeTime(Number(time.seconds ?? 0) * 1000, now);
  const fields: readonly (readonly [name: string, value: string])[] = [
    ["Node", nodeName === node ? node : `${nodeName} (${node})`],
    ["ID", id],
    ["Type", type],
    ["Namespace", namespace],
    ["Aliases", definition.aliases.join(", ")],
    ["Version", version],
    ["Phase", phase],
    ["Owner", owner],
    ["Created", ago(created)],
    ["Updated", ago(updated)],
  ];
  const width = Math.max(...fields.map(([name]) => name.length)) + 2;
  const lines = fields.filter(([, value]) => value !== "")
    .map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`);
  const map = (title: string, entries: Readonly<Record<string, string>>) => {
    const names = Object.keys(entries).sort();
    if (names.length > 0) {
      lines.push(
        `${title}:`,
        ...names.map((key) => `  ${key}: ${entries[key]}`),
      );
    }
  };
  map("Labels", resource.labels);
  map("Annotations", resource.annotations);
  if (resource.finalizers.length > 0) {
    lines.push("Finalizers:", ...resource.finalizers.map((name) => `  ${name}`));
  }
  const spec = resource.yaml.trimEnd();
  if (spec !== "") lines.push("Spec:", ...spec.split("\n").map((line) => `  ${line}`));
  return `${lines.join("\n")}\n`;
}
