/**
 * Redaction of secrets in resources that nodes do not mark as sensitive, and in Kubernetes objects.
 *
 * @module
 */
import { DOMAIN } from "../../distribution.ts";
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

/** Replaces the values of environment variables in the YAML of a spec. */
export function redactSpec(yaml: string): string {
  if (!/\b(?:env|environmentVariables)\b/.test(yaml)) return yaml;
  const { documents: [document], problems } = parseSpecYaml(yaml);
  if (document === undefined || problems.length > 0) return REDACTED;
  return writeYaml(redactVariables(toData(document.root)));
}
