/**
 * Extracts the secrets of a cluster from the configuration of a control plane.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import type { LoadedDocument } from "../load.ts";
import { decodeMachineConfig } from "../load/load.ts";
import { locate } from "../load/locate.ts";
import { isNull } from "../../yaml/scalar.ts";
import { errorOf } from "../patch/problems.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { MapNode, TreeNode } from "../../yaml/tree.ts";
import { BundleAssembler, type CheckedBundle, type Located } from "./bundle_assembler.ts";
import { BUNDLE_FIELDS, type BundleField, DOCUMENT_FIELDS } from "./bundle_fields.ts";
import { encoded } from "./certificates.ts";

/** Options of `bundleFromConfig`. */
export interface ConfigOptions {
  /** File name in messages. */
  readonly name: string;
  readonly release: ConfigRelease;
}

/**
 * Extracts the secrets from the configuration of a control plane.
 *
 * @throws {OsctlError} of kind `input` for an invalid configuration, or with all missing secrets, as
 * for a worker.
 */
export async function bundleFromConfig(
  text: string,
  { name, release }: ConfigOptions,
): Promise<CheckedBundle> {
  const { documents, problems } = decodeMachineConfig(text, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  const main = documents.find(({ type }) => type === MAIN)?.tree;
  const source = { name, text };
  const find = (field: BundleField) =>
    located(main, BUNDLE_FIELDS[field], source) ?? locatedInDocument(documents, field, source);
  const assembler = new BundleAssembler(find);
  const missing = assembler.missing({
    aggregator: true,
    serviceAccount: "rsa",
    encryption: undefined,
  });
  if (missing.length > 0) throw incomplete(name, main, missing);
  return withEncryption(name, await assembler.bundle());
}

function incomplete(
  name: string,
  main: MapNode | undefined,
  missing: readonly BundleField[],
): OsctlError {
  const type = main === undefined ? undefined : nodeAt(main, ["machine", "type"]);
  const worker = type?.kind === "scalar" && ["worker", "join"].includes(type.text);
  const what = worker ? `${name} is the configuration of a worker` : `${name} is incomplete`;
  const list = missing.map((field) => BUNDLE_FIELDS[field]).join(", ");
  return new OsctlError("input", `${what}: missing ${list}`, {
    hint: "use the complete configuration of a control plane",
  });
}

/** Adds an empty encryption secret, which marks encryption as disabled instead of missing. */
function withEncryption(name: string, { bundle, warnings }: CheckedBundle): CheckedBundle {
  const { aescbcEncryptionSecret, secretboxEncryptionSecret } = bundle.secrets;
  if (aescbcEncryptionSecret || secretboxEncryptionSecret) return { bundle, warnings };
  return {
    bundle: { ...bundle, secrets: { ...bundle.secrets, secretboxEncryptionSecret: "" } },
    warnings: [
      ...warnings,
      `${name} has no key for the encryption of Secrets in etcd; the bundle has none either`,
    ],
  };
}

function located(
  main: MapNode | undefined,
  path: string,
  { name, text }: { name: string; text: string },
): Located | undefined {
  const node = main === undefined ? undefined : nodeAt(main, path.split("."));
  if (node?.kind !== "scalar" || isNull(node)) return undefined;
  const { line, column } = locate(text, node.offset);
  return { text: node.text, place: `${name}:${line}:${column}: ${path}` };
}

/** Finds a field in the documents of v1.14 and newer, with PEM encoded as in the main document. */
function locatedInDocument(
  documents: readonly LoadedDocument[],
  field: BundleField,
  source: { name: string; text: string },
): Located | undefined {
  const [kind, path] = DOCUMENT_FIELDS[field] ?? [];
  if (kind === undefined || path === undefined) return undefined;
  const tree = documents.find(({ type }) => type.kind === kind)?.tree;
  if (field.startsWith("secrets.")) return tree && encryptionSecret(tree, path, source);
  const found = located(tree, path, source);
  if (found === undefined || !field.startsWith("certs.")) return found;
  return { ...found, text: found.text === "" ? "" : encoded(found.text) };
}

/** Finds the key of the first provider of a type that encrypts Secrets. */
function encryptionSecret(
  tree: MapNode,
  type: string,
  { name, text }: { name: string; text: string },
): Located | undefined {
  const [secret] = [tree as TreeNode].flatMap((node) => itemsAt(node, ["config", "resources"]))
    .flatMap((resource) => itemsAt(resource, ["providers"]))
    .flatMap((provider) => itemsAt(provider, [type, "keys"]))
    .flatMap((key) => nodeAt(key, ["secret"]) ?? []);
  if (secret?.kind !== "scalar" || isNull(secret)) return undefined;
  const { line, column } = locate(text, secret.offset);
  return { text: secret.text, place: `${name}:${line}:${column}: secret` };
}

function itemsAt(tree: TreeNode, path: readonly string[]): readonly TreeNode[] {
  const node = nodeAt(tree, path);
  return node?.kind === "list" ? node.items : [];
}

function nodeAt(tree: TreeNode, path: readonly string[]): TreeNode | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return tree;
  const next = tree.kind === "map" ? tree.entries.find(({ key }) => key === step) : undefined;
  return next === undefined ? undefined : nodeAt(next.value, rest);
}
