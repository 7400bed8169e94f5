/**
 * Adds Talos service accounts to Kubernetes manifests.
 *
 * @module
 */
import { DOMAIN, SERVICE_ACCOUNT_CONFIG } from "../../distribution.ts";
import { errorAt, errorOf } from "../../machineconfig/patch/problems.ts";
import { fromYaml } from "../../machineconfig/problem.ts";
import type { Source } from "../../machineconfig/load/locate.ts";
import { isRole, ROLES } from "../../pki/mod.ts";
import {
  blockLines,
  isMap,
  layoutOf,
  own,
  parseYaml,
  sameValue,
  type SourceDocument,
  TextEditor,
  toData,
  type YamlMap,
  type YamlValue,
} from "../../yaml/mod.ts";
import { injectIntoWorkload, isWorkload, ManifestError } from "./workload.ts";

const ACCOUNT = { apiVersion: `${DOMAIN}/v1alpha1`, kind: "ServiceAccount" } as const;
/** Folder of the mounted client configuration. */
const MOUNT_PATH = SERVICE_ACCOUNT_CONFIG.replace(/\/[^/]*$/, "");

/** Manifests with service accounts. */
export interface InjectedManifests {
  /** Ends with `---`, so that outputs can be concatenated. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A document of the manifests. */
interface Manifest {
  readonly document: SourceDocument;
  readonly data: YamlMap;
}

/**
 * Mounts a service account into the pods of every workload, and adds those that the manifests do not
 * contain. Unchanged parts keep their bytes; repeated injection changes nothing.
 *
 * @throws {OsctlError} of kind `input` for a text that is not YAML, or a document that is not a map.
 */
export function injectServiceAccounts(
  source: Source,
  roles: readonly string[],
): InjectedManifests {
  const manifests = parseManifests(source);
  const warnings = roleWarnings(roles);
  const warn = ({ document }: Manifest, text: string) =>
    warnings.push(errorAt(source, document.root.start, text).message);
  /** Names of service accounts of the workloads so far; the value is false until one was found. */
  const accounts = new Map<string, boolean>();
  const earlier = new Set<string>();
  const parts: string[] = [];
  let end = 0;
  for (const [index, manifest] of manifests.entries()) {
    const { document, data } = manifest;
    const part = source.text.slice(end, end = document.end);
    if (isWorkload(data)) {
      const injected = inject(manifest, warn);
      if (injected === undefined) {
        parts.push(part);
        continue;
      }
      parts.push(edit(part, injected.data));
      const { id } = injected;
      if (accounts.has(id)) continue;
      const hasOwn = earlier.has(id) || manifests.slice(index + 1).some((one) => idOf(one) === id);
      accounts.set(id, earlier.has(id));
      if (!hasOwn) parts.push(newDocument(parts.pop()!, account(injected, roles)));
      continue;
    }
    if (own(data, "kind") === "List") warn(manifest, "workloads in a List are not changed");
    const id = idOf(manifest);
    const wasFound = id === undefined ? undefined : accounts.get(id);
    if (id !== undefined) earlier.add(id);
    // A second account of a workload would replace the roles of the first.
    if (wasFound === true) continue;
    if (wasFound === undefined) parts.push(part);
    else {
      accounts.set(id!, true);
      const spec = own(data, "spec");
      parts.push(edit(part, { ...data, spec: { ...isMap(spec) ? spec : {}, roles } }));
    }
  }
  if (accounts.size === 0) {
    warnings.push(`${source.name}: no workload with pods; nothing was injected`);
  }
  return { text: withSeparator(parts.join("") + source.text.slice(end)), warnings };
}

/** Parses the documents that are not empty. */
function parseManifests(source: Source): Manifest[] {
  const { documents, problems } = parseYaml(source.text);
  const wrong = errorOf(fromYaml(problems), source);
  if (wrong !== undefined) throw wrong;
  return documents.flatMap((document): Manifest[] => {
    const data: YamlValue = toData(document.root);
    if (data === null) return [];
    if (!isMap(data)) {
      throw errorAt(
        source,
        document.root.start,
        "not a Kubernetes manifest: the document is not a map",
      );
    }
    return [{ document, data }];
  });
}

function roleWarnings(roles: readonly string[]): string[] {
  const unknown = roles.filter((role) => !isRole(role)).map((role) => `"${role}"`);
  if (unknown.length === 0) return [];
  const noun = unknown.length === 1 ? "role" : "roles";
  return [`unknown ${noun} ${unknown.join(", ")} in --roles; known are ${ROLES.join(", ")}`];
}

/** A workload with its service account. */
interface Injected {
  readonly data: YamlMap;
  /** Identifies the service account: namespace and name. */
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
}

function inject(
  manifest: Manifest,
  warn: (manifest: Manifest, text: string) => void,
): Injected | undefined {
  const { data } = manifest;
  try {
    const { metadata } = data as { metadata?: YamlValue };
    const workload = isMap(metadata) ? own(metadata, "name") : undefined;
    if (typeof workload !== "string" || workload === "") {
      throw new ManifestError("metadata.name is not a string");
    }
    const namespace = String(own(metadata as YamlMap, "namespace") ?? "");
    const name = accountName(workload);
    return {
      data: injectIntoWorkload(data, { secretName: name, mountPath: MOUNT_PATH }),
      id: `${namespace}/${name}`,
      name,
      namespace,
    };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    warn(manifest, `${data["kind"]} not changed: ${error.message}`);
    return undefined;
  }
}

/** The name of a workload's service account, and of the secret that its controller creates. */
function accountName(workload: string): string {
  return `${workload}-talos-secrets`;
}

/** Namespace and name of a service account; undefined for other manifests. */
function idOf({ data }: Manifest): string | undefined {
  const metadata = own(data, "metadata");
  const isAccount = Object.entries(ACCOUNT).every(([key, value]) => own(data, key) === value);
  if (!isAccount || !isMap(metadata)) return undefined;
  return `${own(metadata, "namespace") ?? ""}/${own(metadata, "name") ?? ""}`;
}

function account({ name, namespace }: Injected, roles: readonly string[]): YamlMap {
  return {
    ...ACCOUNT,
    metadata: { name, ...(namespace === "" ? {} : { namespace }) },
    spec: { roles },
  };
}

/** Edits the text of one document. */
function edit(text: string, after: YamlMap): string {
  const document = parseYaml(text).documents.find(hasContent)!;
  const layout = layoutOf(text, [document.root]);
  const editor = new TextEditor(text, layout, { keepsNull: true });
  editor.document(document, { before: toData(document.root), after });
  const edited = editor.result();
  // An edit in place is a convenience, for example of anchors: the content must be exact.
  if (edited !== undefined && holds(edited, after)) return edited;
  const head = text.slice(0, document.root.start).replace(/[^\n]*$/, "");
  return `${/^---/m.test(text) && head === "" ? "---\n" : head}${
    blockLines(after, 0, layout).join("\n")
  }\n`;
}

function holds(text: string, data: YamlMap): boolean {
  const { documents, problems } = parseYaml(text);
  const found = documents.filter(hasContent);
  return problems.length === 0 && found.length === 1 && sameValue(toData(found[0]!.root), data);
}

function hasContent({ root }: SourceDocument): boolean {
  return toData(root) !== null;
}

/** Adds a document after a text, in the layout and with the line breaks of the text. */
function newDocument(text: string, data: YamlMap): string {
  const layout = layoutOf(text, parseYaml(text).documents.map(({ root }) => root));
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return (text.endsWith("\n") ? text : text + eol) +
    ["---", ...blockLines(data, 0, layout), ""].join(eol);
}

/** Ends a text with a document separator. */
function withSeparator(text: string): string {
  if (text.trim() === "" || /(^|\n)---[ \t\r]*\n?$/.test(text)) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text.endsWith("\n") ? "" : eol}---${eol}`;
}
