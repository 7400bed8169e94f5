/**
 * Redaction of secrets in logs, in resources that nodes do not mark as sensitive, and in Kubernetes objects.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";
import { NodeTextRedactor } from "../../pki/redact_node_text.ts";
import { parseSpecYaml, toData, writeYaml, type YamlData } from "../../yaml/mod.ts";

/** Replaces a secret. */
export const REDACTED = "<REDACTED>";

/**
 * Types whose resources hold secrets although their definitions are not sensitive: manifests with the
 * bootstrap token and the user's inline manifests, HTTP headers, files and variables of extension
 * services, the token of SideroLink.
 */
export const SECRET_TYPES: readonly string[] = [
  `ExtensionServiceConfigs.runtime.${DOMAIN}`,
  `ExtraManifestsConfigs.kubernetes.${DOMAIN}`,
  `Manifests.kubernetes.${DOMAIN}`,
  `UniqueMachineTokens.runtime.${DOMAIN}`,
];

/** `kubectl apply` stores the whole manifest in it, environment variables included. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** Key of a map of variables, and of a list of them in a pod. */
const VARIABLES = "environmentVariables";
const POD_VARIABLES = "env";

/** Replaces the values of environment variables in a resource or a Kubernetes object. */
export function redactVariables(data: YamlData): YamlData {
  if (Array.isArray(data)) return data.map(redactVariables);
  if (!isMap(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, redactMember(key, value)]),
  );
}

function redactMember(key: string, value: YamlData): YamlData {
  if (key === LAST_APPLIED) return REDACTED;
  if (key === VARIABLES && isMap(value)) {
    return Object.fromEntries(Object.keys(value).map((name) => [name, REDACTED]));
  }
  if (key !== POD_VARIABLES || !Array.isArray(value)) return redactVariables(value);
  return value.map((item: YamlData) =>
    isMap(item) && "value" in item ? { ...item, value: REDACTED } : item
  );
}

function isMap(data: YamlData): data is { readonly [name: string]: YamlData } {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

const LINE_FEED = 10;
/** Longer lines pass in parts of this size; bytes. */
const MAX_LINE_BYTES = 1024 * 1024;

/** Redacts the lines of a log, in which nodes write the messages of failed calls. */
export async function* redactLog(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const redactor = new NodeTextRedactor();
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    const end = size > MAX_LINE_BYTES ? chunk.length : chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      parts.push(chunk);
      continue;
    }
    yield redactLines(concat([...parts, chunk.subarray(0, end)]), redactor);
    parts = [chunk.subarray(end)];
    size = chunk.length - end;
  }
  yield redactLines(concat(parts), redactor);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the bytes of the lines that remain; unchanged lines may be invalid UTF-8. */
function redactLines(bytes: Uint8Array, redactor: NodeTextRedactor): Uint8Array {
  const kept: Uint8Array[] = [];
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, start);
    const [end, next] = found < 0 ? [bytes.length, bytes.length] : [found, found + 1];
    const line = decoder.decode(bytes.subarray(start, end));
    const redacted = redactor.redact(line);
    if (redacted === line) kept.push(bytes.subarray(start, next));
    else if (redacted !== undefined) kept.push(new TextEncoder().encode(`${redacted}\n`));
    start = next;
  }
  return concat(kept);
}

/** Replaces the values of environment variables in the YAML of a spec. */
export function redactSpec(yaml: string): string {
  if (!/\b(?:env|environmentVariables)\b/.test(yaml)) return yaml;
  const { documents: [document], problems } = parseSpecYaml(yaml);
  if (document === undefined || problems.length > 0) return REDACTED;
  return writeYaml(redactVariables(toData(document.root)));
}
