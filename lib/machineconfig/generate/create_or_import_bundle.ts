/**
 * Creates a secrets bundle, or imports it from an existing cluster.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { IssueContext } from "../../pki/certificate_writer.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import { readText } from "../../platform/files.ts";
import type { CheckedBundle } from "./bundle_assembler.ts";
import { bundleOptionsFor, parseContract } from "./contract.ts";
import { schemaRelease } from "../schema/releases.ts";

/** Source of the secrets. */
export interface BundleSource {
  /** Value of `--os-version`. */
  readonly osVersion: string;
  /** Absolute path of a Kubernetes PKI folder, or empty. */
  readonly kubernetesPki: string;
  /** Bootstrap token of the existing cluster, or empty. */
  readonly bootstrapToken: string;
  /** Configuration of a control plane, or undefined; the folder takes precedence. */
  readonly config: { readonly path: string; readonly name: string } | undefined;
}

/**
 * Returns the bundle, with warnings about ignored options and invalid values.
 *
 * @throws {OsctlError} of kind `usage`, `file` or `input`; what the source's signal was aborted with.
 */
export async function createOrImportBundle(
  { osVersion, kubernetesPki, bootstrapToken, config }: BundleSource,
  release: Release,
  source: IssueContext,
): Promise<CheckedBundle> {
  const options = bundleOptionsFor(parseContract(osVersion, release));
  const warnings: string[] = [];
  if (kubernetesPki !== "") {
    if (config !== undefined) {
      warnings.push("--from-controlplane-config is ignored with --from-kubernetes-pki");
    }
    const { readKubernetesPki } = await import("./read_kubernetes_pki.ts");
    const { tokenWarning } = await import("./bundle_assembler.ts");
    const certs = await readKubernetesPki(kubernetesPki, options);
    const warning = bootstrapToken === ""
      ? undefined
      : tokenWarning(bootstrapToken, "--kubernetes-bootstrap-token");
    if (warning !== undefined) warnings.push(warning);
    return { bundle: await createBundle(options, source, { certs, bootstrapToken }), warnings };
  }
  if (bootstrapToken !== "") {
    warnings.push("--kubernetes-bootstrap-token is ignored without --from-kubernetes-pki");
  }
  if (config === undefined) return { bundle: await createBundle(options, source), warnings };
  const { bundleFromConfig } = await import("./bundle_from_config.ts");
  const text = await readText(config.path);
  const taken = await bundleFromConfig(text, {
    name: config.name,
    release: schemaRelease(release),
  });
  return { bundle: taken.bundle, warnings: [...warnings, ...taken.warnings] };
}
