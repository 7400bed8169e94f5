/**
 * Opens a cluster file.
 *
 * @module
 */
import { type DeclaredCluster, type DeclaredNode, loadCluster } from "../../cluster_file/mod.ts";
import { type DecryptSystem, readEncryptedText } from "../../encrypted_files/mod.ts";
import { OsctlError } from "../../errors.ts";
import { bundleOptionsFor, readBundle } from "../../machineconfig/generate/mod.ts";
import { nearest } from "../../output/nearest.ts";
import type { SecretsBundle } from "../../pki/secrets_bundle.ts";
import { recordValues, redactError } from "../../pki/redact_secrets.ts";
import type { ReportNotice } from "./notices.ts";

/** A cluster file. */
export interface ClusterFileOptions {
  readonly file: string;
  /** `NAME=VALUE` each. */
  readonly var: readonly string[];
}

/**
 * Loads the cluster file and reports its warnings. Files of patches and includes may be encrypted.
 *
 * @throws {OsctlError} of kind `input` with all problems and their places; of kind `file` or
 *   `usage`.
 */
export async function openCluster(
  system: DecryptSystem,
  { file, var: values }: ClusterFileOptions,
  notice: ReportNotice,
): Promise<DeclaredCluster> {
  const { env } = system;
  const used = new Set<string>();
  const { cluster, warnings } = await loadCluster(file, {
    read: (path) => readEncryptedText(system, path),
    given: parseValues(values),
    env: recordValues(env, used),
  }).catch((error) => {
    // Errors quote fields whose variables may be secrets.
    throw error instanceof OsctlError ? redactError(error, [...used]) : error;
  });
  for (const text of warnings) await notice({ kind: "file", text });
  return cluster;
}

/**
 * Reads the secrets of a cluster, also encrypted with age or sops.
 *
 * @throws {OsctlError} of kind `file` or `input`; never quotes them.
 */
export async function readSecrets(
  system: DecryptSystem,
  { secrets, contract }: DeclaredCluster,
  notice: ReportNotice,
): Promise<SecretsBundle> {
  const text = await readEncryptedText(system, secrets);
  const { bundle, warnings } = await readBundle(text, {
    name: secrets,
    recipe: bundleOptionsFor(contract),
  });
  for (const text of warnings) await notice({ kind: "secrets", text });
  return bundle;
}

/**
 * Returns nodes by name; all without names.
 *
 * @throws {OsctlError} of kind `usage` for an unknown name.
 */
export function selectNodes(
  { nodes, path }: DeclaredCluster,
  names: readonly string[],
): readonly DeclaredNode[] {
  if (names.length === 0) return nodes;
  return names.map((name) => {
    const node = nodes.find((one) => one.name === name);
    if (node !== undefined) return node;
    const meant = nearest(name, nodes.map((one) => one.name));
    throw new OsctlError("usage", `"${path}" declares no node "${name}"`, {
      hint: meant === undefined
        ? 'list the nodes with "osctl cluster validate"'
        : `did you mean "${meant}"`,
    });
  });
}

/** Parses the values of `--var`. */
export function parseValues(values: readonly string[]): ReadonlyMap<string, string> {
  return new Map(values.map((text) => {
    const at = text.indexOf("=");
    if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const;
    throw new OsctlError("usage", `invalid value "${text}" for --var`, { hint: "use NAME=VALUE" });
  }));
}
