/**
 * A secrets bundle from wherever its secrets come from: made now, or taken over from a cluster that
 * is already there.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import type { IssueContext } from "../../pki/certificate_writer.ts";
import { createBundle } from "../../pki/secrets_bundle.ts";
import { readText } from "../../platform/files.ts";
import type { CheckedBundle } from "./assemble.ts";
import { contractOf, recipeOf } from "./contract.ts";

/** Where the secrets come from. */
export interface Origin {
  /** The version of the nodes' system, as `--os-version` takes it. */
  readonly osVersion: string;
  /** Absolute path of a folder with the authorities of Kubernetes, or empty. */
  readonly kubernetesPki: string;
  /** The bootstrap token that goes with the folder, or empty. */
  readonly bootstrapToken: string;
  /** The configuration of a control plane, or undefined; the folder wins. */
  readonly config: { readonly path: string; readonly name: string } | undefined;
}

/**
 * The bundle, with warnings about what is ignored and what cannot be right.
 *
 * @throws {OsctlError} of kind `usage`, `file` or `input`; what the source's signal was aborted with.
 */
export async function newBundle(
  { osVersion, kubernetesPki, bootstrapToken, config }: Origin,
  release: Release,
  source: IssueContext,
): Promise<CheckedBundle> {
  const recipe = recipeOf(contractOf(osVersion, release));
  const warnings: string[] = [];
  if (kubernetesPki !== "") {
    if (config !== undefined) {
      warnings.push("--from-controlplane-config is ignored beside --from-kubernetes-pki");
    }
    const { readKubernetesPki } = await import("./kubernetes_pki.ts");
    const { tokenWarning } = await import("./assemble.ts");
    const certs = await readKubernetesPki(kubernetesPki, recipe);
    const odd = bootstrapToken === ""
      ? undefined
      : tokenWarning(bootstrapToken, "--kubernetes-bootstrap-token");
    if (odd !== undefined) warnings.push(odd);
    return { bundle: await createBundle(recipe, source, { certs, bootstrapToken }), warnings };
  }
  if (bootstrapToken !== "") {
    warnings.push("--kubernetes-bootstrap-token is ignored without --from-kubernetes-pki");
  }
  if (config === undefined) return { bundle: await createBundle(recipe, source), warnings };
  const { bundleFromConfig } = await import("./config_secrets.ts");
  const text = await readText(config.path);
  const taken = await bundleFromConfig(text, { name: config.name, release });
  return { bundle: taken.bundle, warnings: [...warnings, ...taken.warnings] };
}
