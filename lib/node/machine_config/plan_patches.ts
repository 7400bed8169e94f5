/**
 * Patches machine configurations of nodes.
 *
 * @module
 */
import type { Release } from "../../distribution.ts";
import { MultiError, type NodeFailure, OsctlError } from "../../errors.ts";
import { hasSameContent } from "../../machineconfig/diff_configs.ts";
import { type Patch, patchText } from "../../machineconfig/patch/mod.ts";
import { NEWEST, schemaRelease } from "../../machineconfig/schema/releases.ts";
import type { ConfigChange } from "./apply_config.ts";
import { checkConfig, type NodeReleases } from "./check_config.ts";

/** A configuration of a node: a resource with all its documents. */
export interface NodeConfig {
  readonly node: string;
  /** ID of the resource: `v1alpha1`. */
  readonly id: string;
  readonly text: string;
}

/** Result of patching configurations. */
export interface PatchPlan {
  readonly changes: readonly ConfigChange[];
  readonly failures: readonly NodeFailure[];
  /** Nodes with a configuration that the patches do not change. */
  readonly unchanged: readonly string[];
  /** Warnings about the results, as lines. */
  readonly warnings: string;
}

/** Patches and validates each configuration. An error of one concerns its node only. */
export function planPatches(
  configs: readonly NodeConfig[],
  patches: readonly Patch[],
  release: Release,
  releases: NodeReleases = new Map(),
): PatchPlan {
  const changes: ConfigChange[] = [];
  const failures: NodeFailure[] = [];
  const unchanged: string[] = [];
  let warnings = "";
  for (const { node, id, text: previous } of configs) {
    const nodeRelease = releases.get(node);
    // Merging needs every kind and field of both; the validation rejects those that the node lacks.
    const schema = nodeRelease === undefined ? schemaRelease(release) : NEWEST;
    try {
      const text = patchText({ text: previous, name: id, release: schema }, patches);
      const lines = checkConfig({ text, name: `${id} after the patch` }, release, nodeRelease);
      if (hasSameContent(text, previous, schema)) unchanged.push(node);
      else {
        changes.push({ node, text, previous });
        warnings += lines.replaceAll(/^(?=.)/gm, `${node}: `);
      }
    } catch (error) {
      if (!(error instanceof OsctlError)) throw error;
      const errors = error instanceof MultiError ? error.errors : [error];
      failures.push(...errors.map((one) => ({ node, error: one })));
    }
  }
  return { changes, failures, unchanged, warnings };
}
