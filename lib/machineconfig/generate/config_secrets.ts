/**
 * The secrets of a cluster, taken from the configuration of one of its control planes.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { decodeMachineConfig } from "../load/load.ts";
import { locate } from "../load/locate.ts";
import { isNull } from "../../yaml/scalar.ts";
import { errorOf } from "../patch/problems.ts";
import { MAIN } from "../schema/documents.ts";
import type { ConfigRelease } from "../schema/types.ts";
import type { MapNode, TreeNode } from "../../yaml/tree.ts";
import { Assembler, type CheckedBundle, type Located } from "./assemble.ts";
import { BUNDLE_FIELDS, type BundleField } from "./bundle_fields.ts";

/** How a configuration is read. */
export interface ConfigOptions {
  /** What the file is called in messages. */
  readonly name: string;
  readonly release: ConfigRelease;
}

/**
 * Takes the secrets out of the configuration of a control plane.
 *
 * @throws {OsctlError} of kind `input` when the text is no configuration, or names every secret that
 * is not in it, as in that of a worker.
 */
export async function bundleFromConfig(
  text: string,
  { name, release }: ConfigOptions,
): Promise<CheckedBundle> {
  const { documents, problems } = decodeMachineConfig(text, { release });
  const wrong = errorOf(problems, { name, text });
  if (wrong !== undefined) throw wrong;
  const main = documents.find(({ type }) => type === MAIN)?.tree;
  const find = (field: BundleField) => located(main, BUNDLE_FIELDS[field], { name, text });
  const assembler = new Assembler(find);
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
  return new OsctlError("input", `${what}: ${list} missing`, {
    hint: "give the configuration of a control plane, with all its secrets",
  });
}

/** Says in the bundle that Secrets are not encrypted, so that nobody takes it for incomplete. */
function withEncryption(name: string, { bundle, warnings }: CheckedBundle): CheckedBundle {
  const { aescbcEncryptionSecret, secretboxEncryptionSecret } = bundle.secrets;
  if (aescbcEncryptionSecret || secretboxEncryptionSecret) return { bundle, warnings };
  return {
    bundle: { ...bundle, secrets: { ...bundle.secrets, secretboxEncryptionSecret: "" } },
    warnings: [...warnings, `${name} has no key for the Secrets in etcd, and so has the bundle`],
  };
}

function located(
  main: MapNode | undefined,
  way: string,
  { name, text }: { name: string; text: string },
): Located | undefined {
  const node = main === undefined ? undefined : nodeAt(main, way.split("."));
  if (node?.kind !== "scalar" || isNull(node)) return undefined;
  const { line, column } = locate(text, node.offset);
  return { text: node.text, place: `${name}:${line}:${column}: ${way}` };
}

function nodeAt(tree: TreeNode, way: readonly string[]): TreeNode | undefined {
  const [step, ...rest] = way;
  if (step === undefined) return tree;
  const next = tree.kind === "map" ? tree.entries.find(({ key }) => key === step) : undefined;
  return next === undefined ? undefined : nodeAt(next.value, rest);
}
